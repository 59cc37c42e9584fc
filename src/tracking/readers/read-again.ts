import { ingestMessages } from '../ingest/messages'
import { readerMessages } from './messages'
import { conflict, notFound } from '../../base/errors'
import { recentMessagesMax } from '../ingest/health'
import type { IngestService } from '../ingest/service'
import type { RawMessage, Store } from '../../storage/core/store'
import type { MessagesReadAgainView } from './health'
import { loadReader } from './service'

export type ReadAgainService = ReturnType<typeof createReadAgainService>

/** Creates the service that reads rejected messages with the present format of their reader. */
export function createReadAgainService(
  { read }: Pick<Store, 'read'>,
  ingest: Pick<IngestService, 'readAgain' | 'requireRoom'>,
) {
  /** Reads the malformed messages of a reader that are kept whole, oldest first (docs/internal-api.md, Reader messages). */
  async function readAgain(organizationId: number, readerId: number): Promise<MessagesReadAgainView> {
    const { kind, format, isActive } = await loadReader(read, organizationId, readerId)
    if (kind !== 'fixed' || format === null) throw conflict(readerMessages('reader.not_readable'))
    if (!isActive) throw conflict(ingestMessages('ingest.activate_reader'))
    const rejected = await read.readerHealth.malformedMessages(readerId, recentMessagesMax)
    const whole = rejected.filter(isWhole)
    const counts = { read_again: 0, still_rejected: 0, not_whole: rejected.length - whole.length }
    // One after another, so that a new message of the reader waits for at most one of them.
    for (const { size: _size, ...message } of whole) {
      ingest.requireRoom(readerId)
      const { result, isTokenStale, isGone } = await ingest.readAgain({
        ...message,
        organizationId,
        readerId,
      })
      if (isTokenStale) throw notFound(readerMessages('reader.not_found'))
      if (result === 'malformed') counts.still_rejected += isGone ? 0 : 1
      else counts.read_again++
    }
    return counts
  }

  return { readAgain }
}

/** Of a message that was too large, nothing is kept. */
const isWhole = ({ payload, size }: Pick<RawMessage, 'payload' | 'size'>): boolean =>
  size > 0 && payload.length === size
