import { readStored } from '../../base/messages'
import { toWire, wireOf } from '../../base/time'
import type { AlertOutputRow } from '../../storage/core/store'
import type { OutputView } from './schema'

const wireOrNull = (at: number | null): string | null => (at === null ? null : wireOf(at))

export function toOutputView(row: AlertOutputRow): OutputView {
  const error = row.error === null ? null : readStored(row.error)
  return {
    ...toAudited(row),
    id: row.id,
    sent_state: row.sentState,
    sent_at: wireOrNull(row.sentAt),
    failing_since: wireOrNull(row.failingSince),
    next_attempt_at: wireOrNull(row.nextAttemptAt),
    last_error: error?.english ?? null,
    last_error_text: error?.text ?? null,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  }
}

/** The fields that users change. */
export const toAudited = ({ name, kind, url, topic, bodyOn, bodyOff }: AlertOutputRow) => ({
  name,
  kind,
  url,
  topic,
  body_on: bodyOn,
  body_off: bodyOff,
})
