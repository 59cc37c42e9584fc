/**
 * Sends requests for a benchmark in another process, so that reading long responses does not delay its other requests:
 * `bun bench/download.ts`, which is sent a request at a time over IPC.
 */

export interface Download {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Downloaded {
  readonly milliseconds: number
  readonly isOk: boolean
  readonly type: string
  readonly bytes: number
  /** Number of lines of a text. */
  readonly lines: number
  /** The text of JSON, and of an error. */
  readonly text: string
}

const lineEnd = 10

async function download({ url, headers }: Download): Promise<Downloaded> {
  const begun = performance.now()
  const response = await fetch(url, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const milliseconds = performance.now() - begun
  const type = response.headers.get('content-type') ?? ''
  const isText = type.startsWith('text/')
  return {
    milliseconds,
    isOk: response.ok,
    type,
    bytes: body.length,
    lines: isText ? body.reduce((count, byte) => count + (byte === lineEnd ? 1 : 0), 0) : 0,
    text: response.ok && !type.includes('json') ? '' : body.toString(),
  }
}

if (import.meta.main)
  process.on('message', (wanted: Download) => {
    void download(wanted).then((done) => process.send?.(done))
  })
