import { systemActor } from '../../base/caller'
import { type Message, storedOf } from '../../base/messages'
import { toMicros } from '../../base/time'
import { audit } from '../../people/audit/record'
import type { PrintJobRow, PrintLabelRow } from '../../storage/core/store'
import { type LabelEdit, makeLive, markVoid, moveLabel, printNext } from './labels'
import { jobMessages } from './messages'

/** What follows from what a printer has answered about a label. */

/** What is known about a label that was sent. */
export type Outcome =
  /** The chip was read back by the printer. The EPC is empty when it could not be read. */
  | { readonly kind: 'read'; readonly epc: string; readonly tid: string | null }
  /** The encode station has read the label alone. */
  | { readonly kind: 'alone'; readonly tid: string | null }
  /** A label without a chip was printed. */
  | { readonly kind: 'printed' }
  /** Nothing is known. */
  | { readonly kind: 'unknown'; readonly reason: Message }

interface Settled {
  readonly result: 'verified' | 'live' | 'void' | 'stopped'
  /** The number of the label, which no chip has. */
  readonly unused: string | null
}

const isEmpty = (epc: string): boolean => /^0*$/.test(epc)

/** Stores the result of a label. A void one is printed again. */
export async function settle(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  outcome: Outcome,
): Promise<Settled> {
  if (outcome.kind === 'unknown') return again(edit, job, label, { reason: outcome.reason, epc: null })
  if (outcome.kind === 'printed') return live(edit, job, label, null)
  if (outcome.kind === 'alone') return good(edit, job, label, outcome)
  const { epc, tid } = outcome
  if (epc === '')
    return again(edit, job, label, { reason: jobMessages('label_void.unreadable'), epc: null, tid })
  if (epc === label.epc) return good(edit, job, label, outcome)
  const others = isEmpty(epc)
    ? []
    : await edit.tx.printLabels.othersWithEpc(label.organizationId, label.id, epc)
  const other = others.find(({ state }) => state !== 'void') ?? others.at(-1)
  if (other) {
    const names = { key: label.assetKey, other: other.assetKey }
    return stopBoth(edit, job, { label, others, tid }, [
      jobMessages('label_void.shifted', names),
      jobMessages('job.shifted', names),
    ])
  }
  const reason = isEmpty(epc) ? jobMessages('label_void.empty') : jobMessages('label_void.different', { epc })
  // No chip has the number of the label, so it is printed again.
  return again(edit, job, label, { reason, epc: label.epc, tid })
}

/** A chip has the number of its label. It must not be the chip of another one. */
async function good(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  { kind, tid }: { readonly kind: 'read' | 'alone'; readonly tid: string | null },
): Promise<Settled> {
  const { tx } = edit
  const sameChip = tid === null ? [] : await tx.printLabels.othersWithTid(label.organizationId, label.id, tid)
  const other = sameChip.find(({ state }) => state !== 'void')
  if (other) {
    const names = { key: label.assetKey, other: other.assetKey }
    return stopBoth(edit, job, { label, others: [other], tid }, [
      jobMessages('label_void.rewritten', names),
      jobMessages('job.rewritten', names),
    ])
  }
  const current = kind === 'read' ? await tx.printJobs.find(job.organizationId, job.id) : undefined
  if (!current || current.stationReaderId === null) return live(edit, job, label, tid)
  // The encode station makes it live.
  if (label.state !== 'verified') await moveLabel(edit, label, 'verified', { tid })
  return { result: 'verified', unused: null }
}

async function live(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  tid: string | null,
): Promise<Settled> {
  const refusal = await makeLive(edit, job, label, tid)
  if (!refusal) return { result: 'live', unused: null }
  if (await edit.tx.assets.find(label.organizationId, label.assetId))
    await printNext(edit, label, { epc: null, replaces: label.replaces })
  return { result: 'void', unused: null }
}

async function again(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  {
    reason,
    epc,
    tid = null,
  }: { readonly reason: Message; readonly epc: string | null; readonly tid?: string | null },
): Promise<Settled> {
  if (await markVoid(edit, job, label, { reason, tid }))
    await printNext(edit, label, { epc, replaces: label.replaces })
  return { result: 'void', unused: epc }
}

/** Voids labels of which nobody knows which is which, prints those of this job again with other numbers, and stops the job. */
async function stopBoth(
  edit: LabelEdit,
  job: PrintJobRow,
  {
    label,
    others,
    tid,
  }: { readonly label: PrintLabelRow; readonly others: PrintLabelRow[]; readonly tid: string | null },
  [ofLabels, ofJob]: readonly [Message, Message],
): Promise<Settled> {
  await again(edit, job, label, { reason: ofLabels, epc: null, tid })
  for (const other of others) {
    if (other.state === 'void' || other.state === 'queued') continue
    const jobOfOther =
      other.jobId === job.id ? job : await edit.tx.printJobs.find(other.organizationId, other.jobId)
    if (!jobOfOther || !(await markVoid(edit, jobOfOther, other, { reason: ofLabels }))) continue
    if (other.jobId === job.id) await printNext(edit, other, { epc: null, replaces: other.replaces })
  }
  await stopJob(edit, job, ofJob)
  return { result: 'stopped', unused: null }
}

/** Stops a job until a person lets it go on. */
export async function stopJob({ tx, at }: LabelEdit, job: PrintJobRow, reason: Message): Promise<void> {
  if (!(await setJobState({ tx, at }, job, 'stopped', reason))) return
  const author = { organizationId: job.organizationId, actor: systemActor }
  await audit(tx, author, {
    at,
    action: 'stopped',
    subject: jobSubject(job),
    after: { reason: reason.english },
  })
}

export const jobSubject = ({ id, template }: PrintJobRow) =>
  ({ kind: 'print_job', id, name: (JSON.parse(template) as { name: string }).name }) as const

/** Whether labels of a job are printed as soon as that is possible. */
export const isActive = ({ state }: PrintJobRow): boolean => state === 'waiting' || state === 'printing'

/** Changes the state of a job that prints or waits. Returns false when it is in another state by now. */
export async function setJobState(
  { tx, at }: LabelEdit,
  { organizationId, id }: Pick<PrintJobRow, 'organizationId' | 'id'>,
  state: PrintJobRow['state'],
  reason: Message | null,
): Promise<boolean> {
  const job = await tx.printJobs.find(organizationId, id)
  if (!job || !isActive(job)) return false
  const stored = reason && storedOf(reason)
  if (job.state === state && job.reason === stored) return true
  // Another reason to wait does not change since when the job waits.
  const isSame = job.state === state && job.reason !== null && stored !== null
  const since = isSame ? job.since : toMicros(at)
  await tx.printJobs.update(organizationId, id, { state, reason: stored, since })
  return true
}

/** Ends a job when no label of it can change any more. Returns whether it did. */
export async function endJob({ tx, at }: LabelEdit, { organizationId, id }: PrintJobRow): Promise<boolean> {
  const job = await tx.printJobs.find(organizationId, id)
  if (!job || job.endedAt !== null || !isComplete(job)) return false
  const now = toMicros(at)
  await tx.printJobs.update(organizationId, id, {
    state: 'done',
    reason: null,
    since: now,
    endedAt: now,
    stationReaderId: null,
  })
  const author = { organizationId, actor: systemActor }
  const after = { live: job.live, sent: job.sent, void: job.void }
  await audit(tx, author, { at, action: 'finished', subject: jobSubject(job), after })
  return true
}

/** Labels that a browser has printed without numbers stay `sent`, because nothing says more about them. */
const isComplete = ({ queued, sent, verified, printerId, encode }: PrintJobRow): boolean =>
  queued === 0 && ((printerId === null && encode === null) || sent + verified === 0)
