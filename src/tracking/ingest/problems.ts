import { ingestMessages } from './messages'
import type { DecodedRead } from '../formats/payloads/decoder'
import type { ReadResult } from '../../base/metrics'
import type { ReaderRow } from '../../storage/core/store'
import type { Rejection } from './content'
import type { Problem } from './health'

export const rejectionOf = ({ refused, reason }: Rejection): Problem => ({
  kind: refused === 'unauthorized' ? 'topic' : 'format',
  message: reason,
})

/** Returns why a read had no effect, for the reader's page; null when there is nothing to correct. */
export function problemOf(
  result: ReadResult,
  reader: ReaderRow,
  { antenna: port }: DecodedRead,
): Problem | null {
  if (result === 'unmapped_antenna')
    return { kind: 'antenna', message: ingestMessages('ingest.unmapped_antenna', { port }), port }
  if (result === 'unresolved_location')
    return { kind: 'location', message: ingestMessages('ingest.deleted_location', { port }), port }
  return result === 'ignored' && !reader.isActive
    ? { kind: 'inactive', message: ingestMessages('ingest.reader_inactive') }
    : null
}
