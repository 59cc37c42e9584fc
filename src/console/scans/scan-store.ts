import type { Schemas } from '../api/client'
import { newId } from '../api/new-id'
import { serviceNow } from '../api/service-clock'
import { database, ofWhose, resultOf } from './browser-database'

/**
 * Scans and submissions in the browser's database, which survives a reload, a crash and an empty battery. Each record
 * belongs to a user in an organization (`whose`), and no other user sees it.
 */

/** A scan that is not submitted yet. The list contains each value once. */
export interface Scan {
  readonly whose: string
  readonly value: string
  /** The asset that has the tag, when the service has said so. */
  readonly name?: string
  /** RFC 3339, from the device's clock. */
  readonly observedAt: string
}

export interface ScanLocation {
  readonly id: number
  readonly name: string
}

export interface Submission {
  /** Identifies the submission to the service when it is sent again. */
  readonly id: string
  readonly whose: string
  /** The location of the scans. Stored under this name on devices, so it is not renamed. */
  readonly place: ScanLocation
  readonly scans: readonly Scan[]
  readonly submittedAt: string
  /** A waiting submission is sent automatically. For a refused one, the user decides. */
  readonly state: 'waiting' | 'refused' | 'sent'
  /** Why the service rejected it. */
  readonly reason?: string
  /** The result, when it was sent. */
  readonly outcome?: Schemas['ScanOutcome']
}

/** Maximum number of scans in a submission, which keeps it well below the service's limit of one megabyte. */
const scansMax = 1000
/** Returns the scans of a submission that the service has rejected. Outcomes that older versions stored name none. */
export const rejectedOf = ({ outcome }: Submission): readonly Schemas['ScanOutcome']['rejected'][number][] =>
  outcome?.rejected ?? []

/** Number of sent submissions that stay visible. Those that were submitted together stay together. */
const sentMax = 5

/** The stored records outlive this version, so neither the names nor the keys change. */
const transact = database('whereabouts.scans', { scans: ['whose', 'value'], submissions: 'id' })

const scansOf = (scans: IDBObjectStore, whose: string): Promise<Scan[]> =>
  resultOf(scans.getAll(ofWhose(whose)))

async function submissionsOf(submissions: IDBObjectStore, whose: string): Promise<Submission[]> {
  const all: Submission[] = await resultOf(submissions.getAll())
  return all
    .filter((submission) => submission.whose === whose)
    .toSorted((a, b) => a.submittedAt.localeCompare(b.submittedAt))
}

export interface ScanStore {
  /** Newest last. */
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

/** Stores scans. Of two scans of the same value, the earlier one is kept. */
export const putScans = (added: readonly Scan[]): Promise<void> =>
  transact(async ({ scans }) => {
    for (const scan of added) {
      const known = await resultOf(scans.get([scan.whose, scan.value]))
      if (known === undefined) scans.add(scan)
    }
  })

/** Stores the asset of a scan, unless the scan was removed or submitted. */
export const storeName = (whose: string, value: string, name: string): Promise<void> =>
  transact(async ({ scans }) => {
    const known: Scan | undefined = await resultOf(scans.get([whose, value]))
    if (known) scans.put({ ...known, name })
  })

export const removeScans = (whose: string, values: readonly string[]): Promise<void> =>
  transact(async ({ scans }) => {
    for (const value of values) scans.delete([whose, value])
  })

/**
 * Converts the list to submissions, each with an id, and returns the ids. When two tabs submit the same list, the second
 * finds it empty, so that each scan is submitted once.
 */
export const submitScans = (whose: string, location: ScanLocation): Promise<string[]> =>
  transact(async ({ scans, submissions }) => {
    const all = await scansOf(scans, whose)
    const submittedAt = new Date(serviceNow()).toISOString()
    const ids: string[] = []
    for (let from = 0; from < all.length; from += scansMax) {
      const part = all.slice(from, from + scansMax)
      const submission: Submission = {
        id: newId(),
        whose,
        place: location,
        scans: part,
        submittedAt,
        state: 'waiting',
      }
      submissions.add(submission)
      ids.push(submission.id)
    }
    scans.delete(ofWhose(whose))
    return ids
  })

/** Updates a submission, unless another tab has sent or discarded it. */
export const changeSubmission = (id: string, change: Partial<Submission>): Promise<void> =>
  transact(async ({ submissions }) => {
    const before: Submission | undefined = await resultOf(submissions.get(id))
    if (!before || before.state === 'sent') return
    submissions.put({ ...before, ...change })
    // Those with rejected scans stay until the user has seen them.
    const sent = (await submissionsOf(submissions, before.whose)).filter(
      (submission) => submission.state === 'sent' && rejectedOf(submission).length === 0,
    )
    const oldestShown = sent.at(-sentMax)?.submittedAt ?? ''
    for (const { id: old, submittedAt } of sent) if (submittedAt < oldestShown) submissions.delete(old)
  })

export const discardSubmission = (id: string): Promise<void> =>
  transact(async ({ submissions }) => {
    submissions.delete(id)
  })

/** Moves the scans of a rejected submission back to the list. The service has stored nothing of it. */
export const reopenSubmission = (id: string): Promise<void> =>
  transact(async ({ scans, submissions }) => {
    const submission: Submission | undefined = await resultOf(submissions.get(id))
    if (submission?.state !== 'refused') return
    for (const scan of submission.scans) {
      const known = await resultOf(scans.get([scan.whose, scan.value]))
      if (known === undefined) scans.add(scan)
    }
    submissions.delete(id)
  })
