import { useState } from 'react'

/** The rows of a list that the user has selected. */
export interface Selection {
  /** The ids of the selected rows that are shown. */
  readonly ids: readonly number[]
  /** Whether the row is selected and shown. */
  readonly has: (id: number) => boolean
  readonly toggle: (id: number) => void
  /** Selects all rows that are shown, or none when all are selected. */
  readonly toggleAll: () => void
  readonly clear: () => void
  /** Selects these rows and no others. */
  readonly choose: (ids: readonly number[]) => void
  readonly isAll: boolean
}

const none: ReadonlySet<number> = new Set()

/** Returns the selection among the rows that are shown. A row that disappears is not selected any more. */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState(none)
  const ids = shown.filter((id) => chosen.has(id))
  const selected = new Set(ids)
  const isAll = shown.length > 0 && ids.length === shown.length
  return {
    ids,
    isAll,
    has: (id) => selected.has(id),
    toggle: (id) => setChosen(selected.symmetricDifference(new Set([id]))),
    toggleAll: () => setChosen(isAll ? none : new Set(shown)),
    clear: () => setChosen(none),
    choose: (wanted) => setChosen(new Set(wanted)),
  }
}
