import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

export interface SearchSelectProps extends Omit<SelectProps, 'searchable'> {
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** Whether the options are those of the typed text. Left out when the options are known in advance. */
  readonly isSettled?: boolean
}

/** Chooses one of several options by typing. Enter takes the marked option, or the first one; it never submits the form. */
export function SearchSelect({ inputRef, isSettled, ...props }: SearchSelectProps) {
  const hasTyped = useRef(false)
  const [entered, setEntered] = useState<HTMLInputElement>()
  useEffect(() => {
    if (!entered || isSettled === false) return
    let frame = 0
    const takeFirst = (): void => {
      const list = listOf(entered)
      // The list opens a moment after the first letter.
      if (!list && hasTyped.current) frame = requestAnimationFrame(takeFirst)
      else (marked(list) ?? list?.querySelector<HTMLElement>('[role=option]'))?.click()
    }
    takeFirst()
    return () => cancelAnimationFrame(frame)
  }, [entered, isSettled])

  function keepEnter(event: KeyboardEvent<HTMLInputElement>): void {
    const input = event.currentTarget
    const isOpen = input.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Enter' || !(isOpen || hasTyped.current)) return
    event.preventDefault()
    // The select takes the marked option itself, except in the moment in which the list opens.
    if (hasTyped.current && !event.nativeEvent.isComposing) setEntered(input)
  }
  return (
    <Select
      {...props}
      {...(inputRef && { ref: inputRef })}
      searchable
      // Options that are still those of an earlier text must not be taken.
      selectFirstOptionOnChange={isSettled === undefined}
      onInput={() => {
        hasTyped.current = true
        setEntered(undefined)
      }}
      onKeyDown={keepEnter}
      onDropdownClose={() => {
        hasTyped.current = false
        setEntered(undefined)
      }}
    />
  )
}

const listOf = (input: HTMLInputElement): HTMLElement | null =>
  document.getElementById(input.getAttribute('aria-controls') ?? '')

const marked = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[data-combobox-selected]')
