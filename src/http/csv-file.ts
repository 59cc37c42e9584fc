import { setImmediate } from 'node:timers/promises'

/** Responses that are files, which are written while the client reads them. */

export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': `attachment; filename="${name}"`,
})

/**
 * Returns a stream that reads each part from the database when the client reads it. Before each part, it checks the right of the
 * session and fails when the session has ended.
 */
export function streamOf(
  parts: AsyncGenerator<string | Uint8Array>,
  isStillAuthorized: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Lets other requests run between two parts, however fast the client reads.
        await setImmediate()
        if (!(await isStillAuthorized())) throw new Error('The session has ended')
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
