import { api, dataOf, queryClient } from '../api/client'
import { connection } from '../api/connection'
import { ApiError, messageOf } from '../api/errors'
import { session, whoseOf } from '../api/session'
import { createStore } from '../api/store'
import {
  type ScanStore,
  changeSubmission,
  discardSubmission,
  putScans,
  readScanStore,
  removeScans,
  reopenSubmission,
  type Scan,
  type ScanLocation,
  type Submission,
  submitScans,
} from './scan-store'

/**
 * The list of scans and the submissions of whoever is signed in. What waits is sent as soon as it can be, on whatever
 * page of the console the person is, and again until the service has answered: it knows a submission by its id, so that
 * each is stored once however often it is sent.
 */

interface Outbox extends ScanStore {
  /** The last attempt failed, and there will be another. */
  readonly isHeldUp: boolean
  /** The browser can't keep what is scanned. */
  readonly problem?: string
}

const nothing: Outbox = { scans: [], submissions: [], isHeldUp: false }
export const outbox = createStore<Outbox>(nothing)

const show = (change: Partial<Outbox>): void => outbox.set({ ...outbox.get(), ...change })

/** The other tabs of the browser share the database. */
const tabs = new BroadcastChannel('whereabouts.scans')
tabs.addEventListener('message', () => void reload().then(send))

let whose = ''

async function reload(): Promise<void> {
  const reader = whose
  if (reader === '') return outbox.set(nothing)
  try {
    const { scans, submissions } = await readScanStore(reader)
    if (reader !== whose) return
    const kept = new Set(scans.map(({ value }) => value))
    const others = unsaved.filter((scan) => scan.whose === reader && !kept.has(scan.value))
    show({ scans: [...scans, ...others], submissions })
  } catch (error) {
    show({ problem: messageOf(error) })
  }
}

async function change(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    // Also where it failed: what is shown is what is kept.
    await reload()
    tabs.postMessage('')
  }
}

/** Which of the values are new to the list. It shows at once, however fast they come; the database follows. */
export function addScans(values: readonly string[]): string[] {
  const known = new Set(outbox.get().scans.map(({ value }) => value))
  const fresh = [...new Set(values)].filter((value) => !known.has(value))
  const observedAt = new Date().toISOString()
  const scans = fresh.map((value): Scan => ({ whose, value, observedAt }))
  if (scans.length === 0) return fresh
  show({ scans: [...outbox.get().scans, ...scans] })
  unsaved.push(...scans)
  isSaved = isSaved.then(save)
  return fresh
}

const unsaved: Scan[] = []
let isSaved = Promise.resolve()

/** One transaction for all that came while the one before was under way. */
async function save(): Promise<void> {
  const scans = [...unsaved]
  if (scans.length === 0) return
  try {
    await putScans(scans)
    unsaved.splice(0, scans.length)
    tabs.postMessage('')
  } catch (error) {
    show({ problem: messageOf(error) })
  }
}

export async function dropScans(values: readonly string[]): Promise<void> {
  await isSaved
  await change(() => removeScans(whose, values))
}

export async function submit(place: ScanLocation): Promise<void> {
  await isSaved
  await change(() => submitScans(whose, place))
  void send()
}

export const discard = (id: string): Promise<void> => change(() => discardSubmission(id))
export const reopen = (id: string): Promise<void> => change(() => reopenSubmission(id))

export async function retry(id: string): Promise<void> {
  await change(() => changeSubmission(id, { state: 'waiting' }))
  void send()
}

const pauseMs = 2000
const longestPauseMs = 60_000
/** Without an answer for so long it is tried again. */
const answerMs = 20_000
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false

let isDue = false

/** Sends what waits; what could not be sent is tried again later. */
async function send(): Promise<void> {
  isDue = true
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  let isHeldUp = false
  while (isDue && !isHeldUp) {
    isDue = false
    isHeldUp = await sendAll(whose)
  }
  isSending = false
  failures = isHeldUp ? failures + 1 : 0
  if (outbox.get().isHeldUp !== isHeldUp) show({ isHeldUp })
  if (isHeldUp) timer = setTimeout(() => void send(), pause())
}

/** The oldest first; whether any could not be sent. */
async function sendAll(sender: string): Promise<boolean> {
  if (sender === '') return false
  let isHeldUp = false
  try {
    const { submissions } = await readScanStore(sender)
    for (const submission of submissions) {
      // Somebody else's token must not send them.
      if (sender !== whose) return false
      if (submission.state === 'waiting' && !(await sendOne(submission))) isHeldUp = true
    }
  } catch (error) {
    show({ problem: messageOf(error) })
    return true
  }
  return isHeldUp
}

const pause = (): number =>
  Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)

/** Whether the service has decided. */
async function sendOne({ id, place, scans }: Submission): Promise<boolean> {
  const body = {
    submission_id: id,
    location_id: place.id,
    reads: scans.map(({ value, observedAt }) => ({ value, observed_at: observedAt })),
  }
  try {
    const { data } = await dataOf(
      api.POST('/internal/v1/scans', { body, signal: AbortSignal.timeout(answerMs) }),
    )
    await change(() => changeSubmission(id, { state: 'sent', outcome: data }))
    void queryClient.invalidateQueries()
    return true
  } catch (error) {
    if (!isRefusal(error)) return false
    await change(() => changeSubmission(id, { state: 'refused', reason: reasonOf(error, scans) }))
    return true
  }
}

/** Another try may go better where somebody has to sign in again, or where the service asks to wait. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 425, 429].includes(error.status)

/** In the service's words, with the scans that they are about. */
function reasonOf(error: ApiError, scans: readonly Scan[]): string {
  if (error.fields.length === 0) return messageOf(error)
  return error.fields
    .map(({ field, message }) => {
      const scan = scans[Number(/^reads\[(\d+)\]/.exec(field)?.[1] ?? NaN)]
      return scan ? `${scan.value}: ${message}` : message
    })
    .join('; ')
}

/** Tries at once, as there is reason to hope. */
const hope = (): void => {
  if (outbox.get().isHeldUp) void send()
}
connection.subscribe(() => connection.get() === 'good' && hope())
window.addEventListener('online', hope)
document.addEventListener('visibilitychange', () => document.hidden || hope())

function enter(): void {
  const next = whoseOf(session.get())
  if (next === whose) return
  whose = next
  outbox.set(nothing)
  void reload().then(send)
}
session.subscribe(enter)
enter()
