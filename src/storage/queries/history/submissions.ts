import { and, desc, eq, lt, lte, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { submissions } from '../../sql/tables'

/** The stored submissions of scans, with which repeats are recognized (docs/history.md, Repeats). */
export function submissionWrites(db: Db) {
  const submission = db
    .select({ response: submissions.response })
    .from(submissions)
    .where(and(eq(submissions.source, arg('source')), eq(submissions.submissionId, arg('submissionId'))))
    .prepare()

  return {
    async findSubmission(source: string, submissionId: string): Promise<string | undefined> {
      const [row] = await submission.execute({ source, submissionId })
      return row?.response
    },
    async insertSubmission(row: {
      source: string
      submissionId: string
      response: string
      createdAt: Instant
    }): Promise<void> {
      await db.insert(submissions).values(row)
    },
    /**
     * Deletes submissions from before `at`, and the oldest beyond the latest `max`: at most `most` in a call. Returns
     * their number.
     */
    async pruneSubmissions(at: Instant, max: number, most: number): Promise<number> {
      const [newestTooMany] = await db
        .select({ createdAt: submissions.createdAt })
        .from(submissions)
        .orderBy(desc(submissions.createdAt))
        .limit(1)
        .offset(max)
      const isSpent = newestTooMany
        ? or(lt(submissions.createdAt, at), lte(submissions.createdAt, newestTooMany.createdAt))
        : lt(submissions.createdAt, at)
      const spent = db
        .select({ source: submissions.source, submissionId: submissions.submissionId })
        .from(submissions)
        .where(isSpent)
        .orderBy(submissions.createdAt)
        .limit(most)
      const deleted = await db
        .delete(submissions)
        .where(sql`(${submissions.source}, ${submissions.submissionId}) in ${spent}`)
        .returning({ source: submissions.source })
      return deleted.length
    },
  }
}
