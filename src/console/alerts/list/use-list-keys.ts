import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { areKeysOn } from '../../ui/keys'

interface ListKeys {
  readonly select: (ids: readonly number[]) => void
  /** What the other keys do with the alert, or the alerts of the group, that has the focus. */
  readonly acts: Readonly<Record<string, (ids: readonly number[]) => void>>
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Letters are for text while a field has the focus, and for those who have switched them off. */
const isOff = (key: string, target: EventTarget): boolean =>
  (key.length === 1 && !areKeysOn()) ||
  (target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, [role=menu], [role=dialog]') !== null)

const idsOf = (title: HTMLElement | undefined): readonly number[] =>
  title?.dataset['alerts']?.split(' ').map(Number) ?? []

/** Moves the focus between the rows of a list with J, K and the arrows; X selects, and other keys act. */
export function useListKeys({ select, acts }: ListKeys): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
} {
  const ref = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { key, target, shiftKey: isExtending } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isOff(key, target)) return
    const titles = [...(ref.current?.querySelectorAll<HTMLElement>('[data-alerts]') ?? [])]
    const row = target instanceof HTMLElement ? target.closest('.alert-row') : null
    const at = titles.findIndex((title) => row?.contains(title))
    const step = steps[key]
    if (step !== undefined) {
      event.preventDefault()
      const next = titles[Math.min(titles.length - 1, Math.max(0, at + step))]
      next?.focus()
      if (isExtending && next) select(idsOf(next))
    } else if (at >= 0 && key === 'x') select(idsOf(titles[at]))
    else if (at >= 0) acts[key]?.(idsOf(titles[at]))
  }

  return { ref, onKeyDown }
}
