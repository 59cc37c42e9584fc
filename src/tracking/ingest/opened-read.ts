import type { ReaderRow } from '../../storage/core/store'
import { originOf } from '../tuning/columns'
import type { DecodedRead } from '../formats/payloads/decoder'
import type { SentRead } from './repeats'
import type { Identifier } from './resolve'

/** A read with what its tag and its repeats are found by. */
export interface OpenedRead {
  readonly read: DecodedRead
  readonly identifier: Identifier
  /** Null for a read without a time, whose repeats can't be recognized. */
  readonly sent: SentRead | null
}

export function openRead(
  reader: ReaderRow,
  read: DecodedRead,
  sourceOf: (antenna: number) => string,
): OpenedRead {
  const { antenna, tagType, value, aliases, sentAt } = read
  const { organizationId } = reader
  return {
    read,
    identifier: aliases ? { organizationId, tagType, value, aliases } : { organizationId, tagType, value },
    sent: sentAt === null ? null : { source: sourceOf(antenna), tag: `${tagType}:${value}`, sentAt },
  }
}

/** Returns a function for the names of the sources of a reader. Each name is made once in a batch. */
export function createSources() {
  const names = new Map<number, string>()
  return (reader: ReaderRow) =>
    (antenna: number): string =>
      names.getOrInsertComputed(originOf(reader.id, antenna), () => `${reader.id}:${antenna}`)
}
