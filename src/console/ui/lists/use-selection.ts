import { useState } from 'react'
import type { ListPage, PagedList } from './use-list'

interface Identified {
  readonly id: number
}

/** The rows of a list that the user has selected. */
export interface Selection<T extends Identified = Identified> {
  readonly ids: readonly number[]
  readonly rows: readonly T[]
  /** The number of selected rows on other pages of the list. */
  readonly elsewhere: number
  readonly has: (id: number) => boolean
  /** @param isRange whether all rows between this one and the one before are selected, too, as with Shift */
  readonly toggle: (id: number, isRange?: boolean) => void
  /** Selects all rows that are shown, or none when all are selected. */
  readonly toggleAll: () => void
  /** Selects all of these rows, or none of them when all are selected. */
  readonly toggleSeveral: (ids: readonly number[]) => void
  readonly clear: () => void
  /** Selects these rows and no others. */
  readonly choose: (ids: readonly number[]) => void
  /** Selects rows of all pages. */
  chooseRows(rows: readonly T[]): void
  readonly isAll: boolean
}

interface Chosen<T> {
  readonly row: T
  /** The page on which the row was selected; undefined for rows of several pages. */
  readonly page: string | undefined
}

interface State<T> {
  readonly scope: string
  readonly chosen: ReadonlyMap<number, Chosen<T>>
  /** The row that was selected last. */
  readonly last: number | undefined
}

interface Span {
  /** The search and the filters: the selection ends when they change. */
  readonly scope: string
  /** The page of the list that is shown. */
  readonly page: string
}

/** Selects among the rows that are shown. A row that disappears is not selected any more. */
export const useSelection = <T extends Identified>(shown: readonly T[]): Selection<T> =>
  useSelected(shown, { scope: '', page: '' })

/** Selects among the rows of all pages of a list. A row that disappears from its page is not selected any more. */
export const useListSelection = <T extends Identified>(
  shown: readonly T[],
  {
    q,
    filters,
    limit,
    offset,
    sort,
  }: Pick<PagedList<ListPage<T>>, 'q' | 'filters' | 'limit' | 'offset' | 'sort'>,
): Selection<T> =>
  useSelected(shown, { scope: JSON.stringify([q, filters]), page: JSON.stringify([limit, offset, sort]) })

function useSelected<T extends Identified>(shown: readonly T[], { scope, page }: Span): Selection<T> {
  const none: State<T> = { scope, chosen: new Map(), last: undefined }
  const [stored, setStored] = useState(none)
  const { chosen, last } = stored.scope === scope ? stored : none
  const visible = new Map(shown.map((row) => [row.id, row]))
  const isPresent = (id: number, { page: own }: Chosen<T>) => own !== page || visible.has(id)
  const selected = new Map([...chosen].filter(([id, one]) => isPresent(id, one)))
  const rows = [...selected].map(([id, { row }]) => visible.get(id) ?? row)
  const isAll = shown.length > 0 && shown.every(({ id }) => selected.has(id))

  const store = (next: ReadonlyMap<number, Chosen<T>>, latest?: number) =>
    setStored({ scope, chosen: next, last: latest })
  const withRows = (added: readonly T[]) =>
    new Map([...selected, ...added.map((row) => [row.id, { row, page }] as const)])
  const without = (removed: readonly T[]) => {
    const ids = new Set(removed.map(({ id }) => id))
    return new Map([...selected].filter(([id]) => !ids.has(id)))
  }

  function toggle(id: number, isRange = false): void {
    const [at, from] = [id, last].map((one) => shown.findIndex((row) => row.id === one)) as [number, number]
    const range = isRange && from >= 0 ? shown.slice(Math.min(at, from), Math.max(at, from) + 1) : [shown[at]]
    const touched = range.filter((row) => row !== undefined)
    store(selected.has(id) ? without(touched) : withRows(touched), id)
  }

  return {
    ids: rows.map(({ id }) => id),
    rows,
    elsewhere: rows.filter(({ id }) => !visible.has(id)).length,
    isAll,
    has: (id) => selected.has(id),
    toggle,
    toggleAll: () => store(isAll ? without(shown) : withRows(shown)),
    toggleSeveral(ids) {
      const touched = shown.filter(({ id }) => ids.includes(id))
      store(touched.every(({ id }) => selected.has(id)) ? without(touched) : withRows(touched), ids.at(-1))
    },
    clear: () => store(new Map()),
    choose(ids) {
      const wanted = new Set(ids)
      store(new Map([...selected].filter(([id]) => wanted.has(id))))
    },
    chooseRows: (all) => store(new Map(all.map((row) => [row.id, { row, page: undefined }]))),
  }
}
