import { useRef } from 'react'
import { sentOnce } from './lost-response'

interface Page<Row> {
  readonly data: readonly Row[]
  readonly total_count: number
}

interface SecretForm<V, R, Row> {
  readonly send: (values: V) => Promise<R>
  /** Lists the records of this kind. */
  readonly list: (query: { limit: number; offset: number }) => Promise<Page<Row>>
  readonly idOf: (row: Row) => string | number
  /** Whether a new row may be the one that these values made. */
  readonly isOf: (row: Row, values: V) => boolean
  /** Says that it was stored without its secret, and what to do. */
  readonly lost: (values: V) => string
}

const largestPage = 200

/**
 * `submit` and `look` of a form whose response contains a secret that is shown only once. The request can't be repeated, so after a
 * lost response the form looks for a record that was not there before.
 */
export function useSecretForm<V, R, Row>({ send, list, idOf, isOf, lost }: SecretForm<V, R, Row>) {
  const before = useRef<ReadonlySet<string | number>>(new Set())

  async function all(): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (let total = 1; rows.length < total;) {
      const page = await list({ limit: largestPage, offset: rows.length })
      if (page.data.length === 0) break
      rows.push(...page.data)
      total = page.total_count
    }
    return rows
  }

  return {
    async submit(values: V): Promise<R> {
      before.current = new Set((await all()).map(idOf))
      return sentOnce(() => send(values))
    },
    async look(values: V): Promise<R | Error | undefined> {
      const rows = await all()
      const isStored = rows.some((row) => !before.current.has(idOf(row)) && isOf(row, values))
      return isStored ? new Error(lost(values)) : undefined
    },
  }
}
