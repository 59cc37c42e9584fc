import type { Schemas } from '../api/client'
import { newId } from '../api/new-id'

/**
 * What was scanned and what waits to be sent, in the browser's own database: it outlives a reload, a crash and a dead
 * battery. Each record belongs to a person in an organization (`whose`), and no other sees it.
 */

/** A scan that is not submitted yet; a value is on the list once. */
export interface Scan {
  readonly whose: string
  readonly value: string
  /** RFC 3339, by the device's clock. */
  readonly observedAt: string
}

export interface ScanLocation {
  readonly id: number
  readonly name: string
}

export interface Submission {
  /** By which the service knows a submission that is sent again. */
  readonly id: string
  readonly whose: string
  readonly place: ScanLocation
  readonly scans: readonly Scan[]
  readonly submittedAt: string
  /** Those that wait are sent by themselves, those refused are for the person to decide. */
  readonly state: 'waiting' | 'refused' | 'sent'
  /** Why it was refused. */
  readonly reason?: string
  /** What became of it. */
  readonly outcome?: Schemas['ScanOutcome']
}

/** A submission of so many scans stays well below the megabyte that the service takes. */
const scansMax = 1000
/** So many of those that were sent are shown on. */
const sentKept = 5

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('whereabouts.scans', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('scans', { keyPath: ['whose', 'value'] })
      request.result.createObjectStore('submissions', { keyPath: 'id' })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
  return opening
}

interface Stores {
  readonly scans: IDBObjectStore
  readonly submissions: IDBObjectStore
}

/** All or nothing; done when it is on the disk. The work may wait for nothing but requests to the stores. */
async function transact<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const database = await open()
  const transaction = database.transaction(['scans', 'submissions'], 'readwrite', { durability: 'strict' })
  const committed = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
  const store = (name: string) => transaction.objectStore(name)
  const [result] = await Promise.all([
    work({ scans: store('scans'), submissions: store('submissions') }),
    committed,
  ])
  return result
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** The first key and all that follow it of the same person and organization. */
const ofWhose = (whose: string): IDBKeyRange => IDBKeyRange.bound([whose, ''], [whose, []])

const scansOf = (scans: IDBObjectStore, whose: string): Promise<Scan[]> =>
  answerOf(scans.getAll(ofWhose(whose)))

async function submissionsOf(submissions: IDBObjectStore, whose: string): Promise<Submission[]> {
  const all: Submission[] = await answerOf(submissions.getAll())
  return all
    .filter((submission) => submission.whose === whose)
    .toSorted((a, b) => a.submittedAt.localeCompare(b.submittedAt))
}

export interface ScanStore {
  /** The newest last. */
  readonly scans: readonly Scan[]
  readonly submissions: readonly Submission[]
}

export const readScanStore = (whose: string): Promise<ScanStore> =>
  transact(async ({ scans, submissions }) => {
    const own = await scansOf(scans, whose)
    return {
      scans: own.toSorted((a, b) => a.observedAt.localeCompare(b.observedAt)),
      submissions: await submissionsOf(submissions, whose),
    }
  })

/** Keeps the earlier of two scans of one value. */
export const putScans = (added: readonly Scan[]): Promise<void> =>
  transact(async ({ scans }) => {
    for (const scan of added) {
      const known = await answerOf(scans.get([scan.whose, scan.value]))
      if (known === undefined) scans.add(scan)
    }
  })

export const removeScans = (whose: string, values: readonly string[]): Promise<void> =>
  transact(async ({ scans }) => {
    for (const value of values) scans.delete([whose, value])
  })

/**
 * Turns the list into submissions, each with an id of its own from now on. Whatever is on the list is taken once: where
 * two tabs submit the same list, the second finds it empty.
 */
export const submitScans = (whose: string, place: ScanLocation): Promise<void> =>
  transact(async ({ scans, submissions }) => {
    const all = await scansOf(scans, whose)
    const submittedAt = new Date().toISOString()
    for (let from = 0; from < all.length; from += scansMax) {
      const part = all.slice(from, from + scansMax)
      const submission: Submission = {
        id: newId(),
        whose,
        place,
        scans: part,
        submittedAt,
        state: 'waiting',
      }
      submissions.add(submission)
    }
    scans.delete(ofWhose(whose))
  })

/** What is known of a submission now. It may be gone: another tab has sent or discarded it. */
export const changeSubmission = (id: string, change: Partial<Submission>): Promise<void> =>
  transact(async ({ submissions }) => {
    const before: Submission | undefined = await answerOf(submissions.get(id))
    if (!before || before.state === 'sent') return
    submissions.put({ ...before, ...change })
    const sent = (await submissionsOf(submissions, before.whose)).filter(({ state }) => state === 'sent')
    for (const old of sent.slice(0, Math.max(0, sent.length - sentKept))) submissions.delete(old.id)
  })

export const discardSubmission = (id: string): Promise<void> =>
  transact(async ({ submissions }) => {
    submissions.delete(id)
  })

/** Back to the list, to be changed and submitted anew. A refused submission has left nothing with the service. */
export const reopenSubmission = (id: string): Promise<void> =>
  transact(async ({ scans, submissions }) => {
    const submission: Submission | undefined = await answerOf(submissions.get(id))
    if (submission?.state !== 'refused') return
    for (const scan of submission.scans) {
      const known = await answerOf(scans.get([scan.whose, scan.value]))
      if (known === undefined) scans.add(scan)
    }
    submissions.delete(id)
  })
