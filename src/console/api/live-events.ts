import { api, type Schemas } from './client'
import { heard } from './connection'
import { session, identityOf } from './session'
import { sleep } from './sleep'
import { createStore } from './store'

/**
 * Live events of the service. All listeners of a tab share one connection, which is open while there is a listener.
 * The service closes it when the token expires; it is then opened again with a new token.
 */

export type LiveMove = Schemas['LiveMove']
export type LiveRead = Schemas['LiveRead']
type LiveSignal = Schemas['LiveSignal']
export type LiveStation = Schemas['LiveStation']
type LiveStocktake = Schemas['Stocktake'] & { readonly lines: readonly Schemas['StocktakeLine'][] }

interface LiveListener {
  /** The fixed reader whose reads are received as well. When listeners name different readers, the last one counts. */
  readonly readerId?: number
  /** The asset whose signal is received as well, as for readers. It needs a tag that readers can hear. */
  readonly findAssetId?: number
  readonly moved?: (move: LiveMove) => void
  readonly read?: (read: LiveRead) => void
  readonly signal?: (signal: LiveSignal) => void
  /** What lies on an encode station. */
  readonly station?: (station: LiveStation) => void
  /** Called when an alert has opened or changed. */
  readonly alert?: () => void
  /** Called when a stocktake has changed, with the lines that were counted. */
  readonly stocktake?: (stocktake: LiveStocktake) => void
  /** Called when events may have been missed: the connection was just opened, or was too slow. */
  readonly missed?: () => void
}

/** Whether the connection is open. While it is not, pages poll more often. */
export const isLive = createStore(false)

const listeners = new Set<LiveListener>()
let running: { readonly key: string; readonly stop: AbortController } | null = null
let isHidden = false

/** Adds a listener; returns a function that removes it. */
export function listen(listener: LiveListener): () => void {
  listeners.add(listener)
  updateConnection()
  return () => {
    listeners.delete(listener)
    updateConnection()
  }
}

/** Opens, closes or replaces the connection to match the listeners, the user, the organization and the reader. */
function updateConnection(): void {
  const last = (name: 'readerId' | 'findAssetId') =>
    [...listeners].findLast((listener) => listener[name] !== undefined)?.[name]
  const query = followedOf(last('readerId'), last('findAssetId'))
  const identity = identityOf(session.get())
  const isWanted = listeners.size > 0 && identity !== '' && !isHidden
  const key = isWanted ? `${identity} ${JSON.stringify(query)}` : ''
  if (key === (running?.key ?? '')) return
  running?.stop.abort()
  running = null
  isLive.set(false)
  if (!isWanted) return
  running = { key, stop: new AbortController() }
  void keepOpen(query, running.stop.signal)
}

interface Followed {
  readonly reader_id?: number
  readonly find_asset_id?: number
}

const followedOf = (readerId: number | undefined, assetId: number | undefined): Followed => ({
  ...(readerId !== undefined && { reader_id: readerId }),
  ...(assetId !== undefined && { find_asset_id: assetId }),
})

session.subscribe(updateConnection)

/** A hidden tab closes its connection after this time: over HTTP/1.1 all tabs of a browser share six connections. */
const hiddenMs = 30_000
let hiding: ReturnType<typeof setTimeout> | undefined

document.addEventListener('visibilitychange', () => {
  const setHidden = (next: boolean) => {
    isHidden = next
    updateConnection()
  }
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(() => setHidden(true), hiddenMs)
  else setHidden(false)
})

const pauseMs = 1000
const longestPauseMs = 30_000

async function keepOpen(query: Followed, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    if (failures > 0) await pause(failures)
    if (signal.aborted) return
    if (await follow(query, signal)) failures = 0
  }
}

/** Waits longer after each failure, for a time that differs between tabs. */
const pause = (failures: number): Promise<void> =>
  sleep(Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1)) * (0.5 + Math.random()))

/** The service sends a heartbeat every 15 seconds. A connection without two of them is broken. */
const silentMs = 31_000
const checkMs = 1000

/** Reads events until the connection ends; returns false when it could not be opened. */
async function follow(query: Followed, signal: AbortSignal): Promise<boolean> {
  // `connection` reports the failure; here it only matters that there are no events.
  const opened = await api
    .GET('/internal/v1/stream', { params: { query }, parseAs: 'stream', signal })
    .catch(() => null)
  if (!opened?.data) return false
  const reader = (opened.data as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let receivedAt = Date.now()
  const check = setInterval(() => {
    if (Date.now() - receivedAt > silentMs) void reader.cancel()
  }, checkMs)
  isLive.set(true)
  notify((listener) => listener.missed?.())
  let rest = ''
  for (;;) {
    const chunk = await reader.read().catch(() => null)
    if (!chunk || chunk.done || signal.aborted) break
    receivedAt = Date.now()
    heard()
    const blocks = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) dispatch(block)
  }
  clearInterval(check)
  if (!signal.aborted) isLive.set(false)
  return true
}

/** Passes a server-sent event to the listeners. Comments only keep the connection alive. */
function dispatch(block: string): void {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  if (name === undefined || data === undefined) return
  if (name === 'move') notify((listener) => listener.moved?.(JSON.parse(data)))
  else if (name === 'read') notify((listener) => listener.read?.(JSON.parse(data)))
  else if (name === 'signal') notify((listener) => listener.signal?.(JSON.parse(data)))
  else if (name === 'station') notify((listener) => listener.station?.(JSON.parse(data)))
  else if (name === 'alert') notify((listener) => listener.alert?.())
  else if (name === 'stocktake') notify((listener) => listener.stocktake?.(JSON.parse(data)))
  else if (name === 'lost') notify((listener) => listener.missed?.())
}

function notify(call: (listener: LiveListener) => void): void {
  for (const listener of listeners) call(listener)
}
