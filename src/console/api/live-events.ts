import { api, type Schemas } from './client'
import { session, whoseOf } from './session'
import { sleep } from './sleep'
import { createStore } from './store'

/**
 * What happens, as it happens: one connection for all of a tab that want to hear of it, open while there is somebody.
 * It ends with the token, and is opened again with the next one.
 */

export type LiveMove = Schemas['LiveMove']
export type LiveRead = Schemas['LiveRead']

export interface LiveListener {
  /** The fixed reader whose reads are heard as well; of several that differ the last one's. */
  readonly readerId?: number
  readonly moved?: (move: LiveMove) => void
  readonly read?: (read: LiveRead) => void
  /** Something may have happened unheard: the connection was just made, or was too slow. */
  readonly missed?: () => void
}

/** Whether events come; while they don't, pages ask more often by themselves. */
export const isLive = createStore(false)

const listeners = new Set<LiveListener>()
let running: { readonly key: string; readonly stop: AbortController } | null = null
let isAway = false

/** Answers how to stop. */
export function listen(listener: LiveListener): () => void {
  listeners.add(listener)
  adjust()
  return () => {
    listeners.delete(listener)
    adjust()
  }
}

/** Opens, closes or exchanges the connection, so that it is the one that is wanted: whose, and of which reader. */
function adjust(): void {
  const readerId = [...listeners].findLast((listener) => listener.readerId !== undefined)?.readerId
  const whose = whoseOf(session.get())
  const isWanted = listeners.size > 0 && whose !== '' && !isAway
  const key = isWanted ? `${whose} ${readerId ?? ''}` : ''
  if (key === (running?.key ?? '')) return
  running?.stop.abort()
  running = null
  isLive.set(false)
  if (!isWanted) return
  running = { key, stop: new AbortController() }
  void keepOpen(readerId, running.stop.signal)
}

session.subscribe(adjust)

/** A tab that nobody looks at gives its connection up: over HTTP/1.1 a browser has six for all tabs together. */
const awayMs = 30_000
let leaving: ReturnType<typeof setTimeout> | undefined

document.addEventListener('visibilitychange', () => {
  const setAway = (next: boolean) => {
    isAway = next
    adjust()
  }
  clearTimeout(leaving)
  if (document.hidden) leaving = setTimeout(() => setAway(true), awayMs)
  else setAway(false)
})

const pauseMs = 1000
const longestPauseMs = 30_000

async function keepOpen(readerId: number | undefined, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    if (failures > 0) await pause(failures)
    if (signal.aborted) return
    if (await follow(readerId, signal)) failures = 0
  }
}

/** Longer after each failure, and not the same in all tabs. */
const pause = (failures: number): Promise<void> =>
  sleep(Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1)) * (0.5 + Math.random()))

/** The service has a heartbeat every 15 seconds; without any for so long the connection is dead. */
const silentMs = 40_000
const lookMs = 5000

/** Hears the connection to its end; whether there ever was one. */
async function follow(readerId: number | undefined, signal: AbortSignal): Promise<boolean> {
  const query = readerId === undefined ? {} : { reader_id: readerId }
  // How the service can be reached is told by `connection`; here it only counts that there are no events.
  const opened = await api
    .GET('/internal/v1/stream', { params: { query }, parseAs: 'stream', signal })
    .catch(() => null)
  if (!opened?.data) return false
  const reader = (opened.data as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let receivedAt = Date.now()
  const look = setInterval(() => {
    if (Date.now() - receivedAt > silentMs) void reader.cancel()
  }, lookMs)
  isLive.set(true)
  tellAll((listener) => listener.missed?.())
  let rest = ''
  for (;;) {
    const chunk = await reader.read().catch(() => null)
    if (!chunk || chunk.done || signal.aborted) break
    receivedAt = Date.now()
    const blocks = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) tell(block)
  }
  clearInterval(look)
  if (!signal.aborted) isLive.set(false)
  return true
}

/** One server-sent event; comments keep the connection alive and tell nothing. */
function tell(block: string): void {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  if (name === undefined || data === undefined) return
  if (name === 'move') tellAll((listener) => listener.moved?.(JSON.parse(data)))
  else if (name === 'read') tellAll((listener) => listener.read?.(JSON.parse(data)))
  else if (name === 'lost') tellAll((listener) => listener.missed?.())
}

function tellAll(tellOne: (listener: LiveListener) => void): void {
  for (const listener of listeners) tellOne(listener)
}
