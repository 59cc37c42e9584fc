import { ActionIcon, Group, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconKeyboard, IconKeyboardOff } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { t } from '../languages/messages'

interface ScanFieldProps {
  readonly label: string
  readonly onScan: (values: readonly string[]) => void
}

/** Returns whether the target is a control that needs the focus. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role=dialog], [role=menu], [role=listbox]') !== null

/** Elements that keep the focus after a touch. */
const keepsFocus = 'a, label, summary, [aria-haspopup]'

/**
 * Moves the focus to the field when a scanner begins to type or a click leaves no control focused: otherwise the Enter of a scan
 * could press a button.
 */
function useScannerFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = () => field.current?.focus({ preventScroll: true })
    const ending = new AbortController()
    const { signal } = ending
    const onKey = ({ key, ctrlKey, altKey, metaKey, target }: globalThis.KeyboardEvent) => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey
      if (isText && !isBusy(target)) focus()
    }
    const onClick = ({ target, detail }: MouseEvent) => {
      const isOwn = detail === 0 || isBusy(target) || (target as Element).closest(keepsFocus) !== null
      if (isOwn || getSelection()?.isCollapsed === false) return
      requestAnimationFrame(() => document.querySelector('[role=dialog]') === null && focus())
    }
    const onReturn = () => document.activeElement === document.body && focus()
    document.addEventListener('keydown', onKey, { capture: true, signal })
    document.addEventListener('click', onClick, { signal })
    window.addEventListener('focus', onReturn, { signal })
    focus()
    return () => ending.abort()
  }, [field])
}

/**
 * Handles the input of a scanner: characters, then Enter or Tab. Some scanners insert several lines at once, which an `input`
 * would join, so the field is a `textarea`.
 */
export function ScanField({ label, onScan }: ScanFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [hasKeyboard, setKeyboard] = useLocalStorage({
    key: 'whereabouts.scan-keyboard',
    defaultValue: false,
    getInitialValueInEffect: false,
  })

  useScannerFocus(field)

  /** Reads all complete lines. The last line is complete only if `isWhole`. */
  function take(isWhole: boolean): void {
    const input = field.current
    if (!input) return
    const lines = input.value.split(/[\r\n\t]+/)
    const rest = isWhole ? '' : (lines.pop() ?? '')
    if (rest !== input.value) input.value = rest
    const values = lines.map((line) => line.trim()).filter((line) => line !== '')
    if (values.length > 0) onScan(values)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isEnd = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!isEnd || event.currentTarget.value === '') return
    event.preventDefault()
    take(true)
  }

  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <Textarea
        ref={field}
        className="grow"
        label={label}
        rows={1}
        size="lg"
        resize="none"
        inputMode={hasKeyboard ? 'text' : 'none'}
        enterKeyHint="done"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onInput={() => take(false)}
      />
      <ActionIcon
        variant={hasKeyboard ? 'light' : 'default'}
        size={50}
        aria-label={t('On-screen keyboard')}
        aria-pressed={hasKeyboard}
        onClick={() => setKeyboard(!hasKeyboard)}
      >
        {hasKeyboard ? <IconKeyboard aria-hidden /> : <IconKeyboardOff aria-hidden />}
      </ActionIcon>
    </Group>
  )
}
