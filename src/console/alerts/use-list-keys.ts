import { type KeyboardEvent, type RefObject, useRef } from 'react'

interface ListKeys {
  readonly select: (id: number) => void
  /** What the other letters do with the alert that has the focus. */
  readonly acts: Readonly<Record<string, (id: number) => void>>
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Letters are for text while a field has the focus. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, [role=menu]') !== null

/** Moves the focus between the alerts of a list with J, K and the arrows; X selects, and other letters act. */
export function useListKeys({ select, acts }: ListKeys): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
} {
  const ref = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { key, target, shiftKey: isExtending } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const titles = [...(ref.current?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]
    const row = target instanceof HTMLElement ? target.closest('.alert-row') : null
    const at = titles.findIndex((title) => row?.contains(title))
    const step = steps[key]
    const id = Number(titles[at]?.dataset['alert'])
    if (step !== undefined) {
      event.preventDefault()
      const next = titles[Math.min(titles.length - 1, Math.max(0, at + step))]
      next?.focus()
      if (isExtending && next) select(Number(next.dataset['alert']))
    } else if (at >= 0 && key === 'x') select(id)
    else if (at >= 0) acts[key]?.(id)
  }

  return { ref, onKeyDown }
}
