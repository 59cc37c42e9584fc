import { sql } from 'drizzle-orm'
import { second, toMicros } from '../../../base/time'
import type { Db } from '../../sql/database'
import { idempotencyKeys, rawMessages, submissions } from '../../sql/tables'
import { back, type Shift } from './shifts'

/** Sets back the instants of received messages that a wrong clock has written in the future (decision 0012). */
export function setBackMessageWrites(db: Db) {
  return {
    /** Sets back at most `most` stored responses and at most `most` submissions. Returns their number. */
    async responses(shift: Shift, most: number): Promise<number> {
      const responses = await db
        .update(idempotencyKeys)
        .set({ createdAt: back(idempotencyKeys.createdAt, shift) })
        .where(
          sql`(owner, key) in (select owner, key from idempotency_keys where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ key: idempotencyKeys.key })
      const submitted = await db
        .update(submissions)
        .set({ createdAt: back(submissions.createdAt, shift) })
        .where(
          sql`(source, submission_id) in (select source, submission_id from submissions
            where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ source: submissions.source })
      return responses.length + submitted.length
    },

    /** Sets back at most `most` recent messages of readers. Returns their number. */
    async rawMessages(shift: Shift, most: number): Promise<number> {
      const limit = toMicros(shift.limit)
      const rows = await db
        .update(rawMessages)
        .set({ receivedAt: sql`min(${rawMessages.receivedAt} - ${shift.seconds * second}, ${limit})` })
        .where(
          sql`(reader_id, slot) in (select reader_id, slot from raw_messages where received_at > ${limit} limit ${most})`,
        )
        .returning({ slot: rawMessages.slot })
      return rows.length
    },
  }
}
