import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { List } from './use-list'

type Key = string | number

interface Hold {
  /** The search, order and page to which the hold applies. */
  readonly scope: string
  readonly order: ReadonlyMap<Key, number>
}

/** Time after which an idle pointer releases the rows, in milliseconds, so that a wall-mounted screen keeps updating. */
const idleMs = 10_000

/**
 * Keeps the order of rows while the pointer is over them or one of them has the focus, so that no row moves as the user is
 * about to click on it. The contents of the rows are updated; new rows are added at the end.
 *
 * @param isOrderedByUser whether the user orders the rows, which then move at once
 */
export function useStableRows<T>(
  { rows, isStale }: List<T>,
  keyOf: (row: T) => Key,
  isOrderedByUser: boolean,
) {
  const scope = useSearch()
  const [hold, setHold] = useState<Hold>()
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => () => clearTimeout(idle.current), [])

  const isHeld = hold?.scope === scope
  const positionOf = (row: T): number => hold?.order.get(keyOf(row)) ?? rows.length
  const steady = isHeld ? rows.toSorted((a, b) => positionOf(a) - positionOf(b)) : rows

  // The column headings don't count, nor buttons that were clicked: they keep the focus.
  const hasFocus = (): boolean => Boolean(area.current?.querySelector('td :focus-visible, li :focus-visible'))

  function holdOrder(): void {
    if (isHeld || isStale || isOrderedByUser) return
    setHold({ scope, order: new Map(rows.map((row, at) => [keyOf(row), at])) })
  }
  function release(): void {
    clearTimeout(idle.current)
    if (!hasFocus()) setHold(undefined)
  }

  const holds = {
    ref: area,
    onPointerMove() {
      holdOrder()
      clearTimeout(idle.current)
      idle.current = setTimeout(release, idleMs)
    },
    onPointerLeave: release,
    onFocus() {
      if (hasFocus()) holdOrder()
      else release()
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) release()
    },
  }
  return { rows: steady, holds }
}
