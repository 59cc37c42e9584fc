import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import { arg, type Db } from '../database'
import { readKeys, submissions } from '../tables'

export type ReadKeyRow = typeof readKeys.$inferSelect

/** What ingest remembers of reads and submissions, to know a repeat. */
export function ingestWrites(db: Db) {
  const seen = db
    .select({ day: readKeys.day })
    .from(readKeys)
    .where(
      and(
        inArray(readKeys.day, [arg('today'), arg('yesterday'), arg('dayBefore')]),
        eq(readKeys.source, arg('source')),
        eq(readKeys.sentAt, arg('sentAt')),
        eq(readKeys.tag, arg('tag')),
      ),
    )
    .limit(1)
    .prepare()
  const insertKey = db
    .insert(readKeys)
    .values({
      day: arg('day'),
      source: arg('source'),
      sentAt: arg('sentAt'),
      tag: arg('tag'),
    })
    .prepare()
  const key = sql`(${readKeys.day}, ${readKeys.source}, ${readKeys.sentAt}, ${readKeys.tag})`
  const forget = db
    .delete(readKeys)
    .where(
      sql`${key} in (select day, source, sent_at, tag from read_keys where day < ${arg('day')} limit ${arg('most')})`,
    )
    .returning({ day: readKeys.day })
    .prepare()
  const submission = db
    .select({ answer: submissions.answer })
    .from(submissions)
    .where(and(eq(submissions.source, arg('source')), eq(submissions.submissionId, arg('submissionId'))))
    .prepare()

  return {
    /** Whether a read came before: on the day of receipt or the two days before it. */
    async hasSeen(key: ReadKeyRow): Promise<boolean> {
      const { day, ...rest } = key
      return (await seen.execute({ ...rest, today: day, yesterday: day - 1, dayBefore: day - 2 })).length > 0
    },
    async rememberRead(key: ReadKeyRow): Promise<void> {
      await insertKey.execute(key)
    },
    /** Forgets reads of days before, `most` at a time; answers how many they were. */
    async forgetReadsBefore(day: number, most: number): Promise<number> {
      return (await forget.execute({ day, most })).length
    },
    async findSubmission(source: string, submissionId: string): Promise<string | undefined> {
      const [row] = await submission.execute({ source, submissionId })
      return row?.answer
    },
    async insertSubmission(row: {
      source: string
      submissionId: string
      answer: string
      createdAt: Instant
    }): Promise<void> {
      await db.insert(submissions).values(row)
    },
    async forgetSubmissionsBefore(at: Instant): Promise<void> {
      await db.delete(submissions).where(lt(submissions.createdAt, at))
    },
  }
}
