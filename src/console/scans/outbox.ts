import { api, dataOf, queryClient } from '../api/client'
import { connection } from '../api/connection'
import { type ApiError, messageOf } from '../api/errors'
import { session, identityOf } from '../api/session'
import { createStore } from '../api/store'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { isRejection, sendCounts } from './count-outbox'
import { keepStored } from './persistence'
import {
  type ScanStore,
  changeSubmission,
  discardSubmission,
  storeName,
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
 * The scans and submissions of the signed-in user. Waiting submissions are sent from any page of the console, and again
 * until the service responds. Each has an id, so that the service stores it once however often it is sent.
 */

interface Outbox extends ScanStore {
  /** Whether the last attempt to send failed. Another one follows. */
  readonly hasFailed: boolean
  /** Why the browser can't store scans. */
  readonly problem?: string | undefined
}

const empty: Outbox = { scans: [], submissions: [], hasFailed: false }
export const outbox = createStore<Outbox>(empty)

const show = (change: Partial<Outbox>): void => outbox.set({ ...outbox.get(), ...change })

/** All tabs of the browser share the database. */
const tabs = new BroadcastChannel('whereabouts.scans')
tabs.addEventListener('message', () => void reload().then(send))

/** The user and organization of the session, as in the stored scans; empty when no user is signed in. */
let whose = ''

async function reload(): Promise<void> {
  const owner = whose
  if (owner === '') return outbox.set(empty)
  try {
    const { scans, submissions } = await readScanStore(owner)
    if (owner !== whose) return
    const kept = new Set(scans.map(({ value }) => value))
    const others = unsaved.filter((scan) => scan.whose === owner && !kept.has(scan.value))
    show({ scans: [...scans, ...others], submissions })
    clearProblem()
  } catch (error) {
    show({ problem: messageOf(error) })
  }
}

/** After the database was used. It can be readable and yet have no room for the scans that are not stored. */
function clearProblem(): void {
  if (unsaved.length === 0 && outbox.get().problem !== undefined) show({ problem: undefined })
}

async function change<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    // Also after a failure, so that the page shows what is stored.
    await reload()
    tabs.postMessage('')
  }
}

/** Adds values to the list and returns the new ones. The list shows them at once; they are stored in the background. */
export function addScans(values: readonly string[]): string[] {
  const known = new Set(outbox.get().scans.map(({ value }) => value))
  const fresh = [...new Set(values)].filter((value) => !known.has(value))
  const observedAt = new Date(serviceNow()).toISOString()
  const scans = fresh.map((value): Scan => ({ whose, value, observedAt }))
  if (scans.length === 0) return fresh
  show({ scans: [...outbox.get().scans, ...scans] })
  unsaved.push(...scans)
  void saveNext()
  return fresh
}

/** The scans that are not stored yet, including those of users who have signed out since. */
let unsaved: Scan[] = []
let saving: Promise<string | undefined> = Promise.resolve(undefined)

/** Stores the scans after those that are being stored. */
const saveNext = (): Promise<string | undefined> => (saving = saving.then(save))

/**
 * Stores all scans that were added during the previous transaction, or that it could not store, in one transaction.
 * Returns why it failed; undefined on success.
 */
async function save(): Promise<string | undefined> {
  const scans = new Set(unsaved)
  if (scans.size === 0) return undefined
  try {
    await putScans([...scans])
  } catch (error) {
    const problem = messageOf(error)
    show({ problem })
    return problem
  }
  void keepStored()
  unsaved = unsaved.filter((scan) => !scans.has(scan))
  clearProblem()
  tabs.postMessage('')
  return undefined
}

export async function dropScans(values: readonly string[]): Promise<void> {
  await saving
  const dropped = new Set(values)
  const isDropped = (scan: Scan): boolean => scan.whose === whose && dropped.has(scan.value)
  const onlyHere = new Set(unsaved.filter(isDropped).map(({ value }) => value))
  if (onlyHere.size > 0) {
    unsaved = unsaved.filter((scan) => !isDropped(scan))
    show({ scans: outbox.get().scans.filter(({ value }) => !onlyHere.has(value)) })
  }
  const stored = [...dropped.difference(onlyHere)]
  if (stored.length > 0) await change(() => removeScans(whose, stored))
}

/** Adds the name of the asset to a scan. */
export async function nameScan(value: string, name: string): Promise<void> {
  await saving
  await change(() => storeName(whose, value, name))
}

/** Submits the scans of the list, and returns the ids of the submissions: none when another tab has submitted the list. */
export async function submit(location: ScanLocation): Promise<string[]> {
  const problem = await saveNext()
  if (problem !== undefined)
    throw new Error(
      t("The scans are not submitted, because this browser can't save them: {problem}", { problem }),
    )
  const ids = await change(() => submitScans(whose, location))
  void send()
  return ids
}

export const discard = (id: string): Promise<void> => change(() => discardSubmission(id))
export const reopen = (id: string): Promise<void> => change(() => reopenSubmission(id))

export async function retry(id: string): Promise<void> {
  await change(() => changeSubmission(id, { state: 'waiting' }))
  void send()
}

const pauseMs = 2000
const longestPauseMs = 60_000
/** Time the service has to respond before another attempt, in milliseconds. */
const timeoutMs = 20_000
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false

let isDue = false

/** Sends waiting submissions and counts, and tries again later when some could not be sent. */
export async function send(): Promise<void> {
  isDue = true
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  let hasFailed = false
  while (isDue && !hasFailed) {
    isDue = false
    hasFailed = await sendAll(whose)
  }
  isSending = false
  failures = hasFailed ? failures + 1 : 0
  if (outbox.get().hasFailed !== hasFailed) show({ hasFailed })
  if (hasFailed) timer = setTimeout(() => void send(), pause())
}

/** Sends what waits unless the last attempt failed. The next attempt follows after a pause then, however much is scanned meanwhile. */
export const sendSoon = (): void => {
  if (!outbox.get().hasFailed) void send()
}

/** Sends waiting submissions, oldest first; returns whether any could not be sent. */
async function sendAll(sender: string): Promise<boolean> {
  if (sender === '') return false
  let hasFailed = false
  try {
    const { submissions } = await readScanStore(sender)
    clearProblem()
    for (const submission of submissions) {
      // Another user's token must not send them.
      if (sender !== whose) return false
      if (submission.state === 'waiting' && !(await sendOne(submission))) hasFailed = true
    }
    if (await sendCounts(sender, () => sender === whose)) hasFailed = true
  } catch (error) {
    show({ problem: messageOf(error) })
    return true
  }
  return hasFailed
}

const pause = (): number =>
  Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)

/** Sends a submission; returns whether the service has accepted or rejected it. */
async function sendOne({ id, place, scans }: Submission): Promise<boolean> {
  const body = {
    submission_id: id,
    location_id: place.id,
    reads: scans.map(({ value, observedAt }) => ({ value, observed_at: observedAt })),
  }
  try {
    const { data } = await dataOf(
      api.POST('/internal/v1/scans', { body, signal: AbortSignal.timeout(timeoutMs) }),
    )
    await change(() => changeSubmission(id, { state: 'sent', outcome: data }))
    void queryClient.invalidateQueries()
    return true
  } catch (error) {
    if (!isRejection(error)) return false
    await change(() => changeSubmission(id, { state: 'refused', reason: reasonOf(error, scans) }))
    return true
  }
}

/** Returns the service's messages with the scans that they refer to. */
function reasonOf(error: ApiError, scans: readonly Scan[]): string {
  if (error.fields.length === 0) return messageOf(error)
  return error.fields
    .map(({ field, code, message }) => {
      if (field === 'location_id' && code === 'fk_not_found')
        return t('The location was deleted. Edit the submission and choose another location')
      const scan = scans[Number(/^reads\[(\d+)\]/.exec(field)?.[1] ?? NaN)]
      return scan ? `${scan.value}: ${message}` : message
    })
    .join('; ')
}

/** Tries again at once when the connection may be back. */
const retryNow = (): void => {
  if (outbox.get().hasFailed) void send()
}
connection.subscribe(() => connection.get() === 'good' && retryNow())
window.addEventListener('online', retryNow)
document.addEventListener('visibilitychange', () => document.hidden || retryNow())

function enter(): void {
  const next = identityOf(session.get())
  if (next === whose) return
  whose = next
  outbox.set(empty)
  void reload().then(send)
}
session.subscribe(enter)
enter()
