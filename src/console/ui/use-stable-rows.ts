import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { List } from './use-list'

type Key = string | number

interface Hold {
  /** The search, order and page that it was taken at: of others it says nothing. */
  readonly scope: string
  readonly order: ReadonlyMap<Key, number>
}

/** A pointer that rests so long points at nothing any more: a screen on the wall goes on by itself. */
const restMs = 10_000

/**
 * Rows that keep their places while somebody points at them, or stands on one with the keyboard, so that none moves away
 * from under them as the list comes anew. What they say is new all the same; a row that was not there comes last.
 */
export function useStableRows<T>({ rows, isStale }: List<T>, keyOf: (row: T) => Key) {
  const scope = useSearch()
  const [hold, setHold] = useState<Hold>()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => () => clearTimeout(rest.current), [])

  const isHeld = hold?.scope === scope
  const placeOf = (row: T): number => hold?.order.get(keyOf(row)) ?? rows.length
  const steady = isHeld ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)) : rows

  // Not at the head of the table, whose buttons keep the focus that a click gives them.
  const isStoodOn = (): boolean => Boolean(area.current?.querySelector('td :focus, li :focus'))

  function take(): void {
    if (isHeld || isStale) return
    setHold({ scope, order: new Map(rows.map((row, at) => [keyOf(row), at])) })
  }
  function release(): void {
    clearTimeout(rest.current)
    if (!isStoodOn()) setHold(undefined)
  }

  const holds = {
    ref: area,
    onPointerMove() {
      take()
      clearTimeout(rest.current)
      rest.current = setTimeout(release, restMs)
    },
    onPointerLeave: release,
    onFocus() {
      if (isStoodOn()) take()
      else release()
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) release()
    },
  }
  return { rows: steady, holds }
}
