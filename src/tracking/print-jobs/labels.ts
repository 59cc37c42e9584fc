import { type Actor, type Author, systemActor, userActor } from '../../base/caller'
import { readCode } from '../../base/gs1/identity'
import { type Message, storedOf } from '../../base/messages'
import type { LabelState } from '../../base/printing/states'
import { type Instant, toMicros } from '../../base/time'
import { attachTag, detachTag } from '../../inventory/tags/service'
import type { PrintJobRow, PrintLabelRow, Writes } from '../../storage/core/store'
import { jobMessages } from './messages'

/** How labels become live and void. Printers and stations decide when. */

/** A write that changes labels, and when it does. */
export interface LabelEdit {
  readonly tx: Writes
  readonly at: Instant
}

type Changes = Partial<Pick<PrintLabelRow, 'epc' | 'tid' | 'reason'>>

/** Changes the state of a label, with the numbers of its job. Returns false when it has another state by now. */
export async function moveLabel(
  { tx, at }: LabelEdit,
  label: PrintLabelRow,
  state: LabelState,
  changes: Changes = {},
): Promise<boolean> {
  const isMoved = await tx.printLabels.update(label, { ...changes, state, at: toMicros(at) })
  if (isMoved) await tx.printJobs.count(label.jobId, { [label.state]: -1, [state]: 1 })
  return isMoved
}

/** Whoever has created a job is the author of its tags. */
function authorOf({ organizationId, createdBy, createdByName }: PrintJobRow): Author {
  const actor: Actor = createdBy === null ? systemActor : userActor({ id: createdBy, name: createdByName })
  return { organizationId, actor }
}

/**
 * Makes a label live, whose code was seen on it: creates the tag of its asset, and voids the label that it replaces. Returns why the
 * label is void instead; undefined when it is live.
 */
export async function makeLive(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  tid: string | null,
): Promise<Message | undefined> {
  const { tx, at } = edit
  const { organizationId, assetId, epc } = label
  const asset = await tx.assets.find(organizationId, assetId)
  const refusal = asset ? await obstacleOf(tx, label) : jobMessages('label_void.asset_deleted')
  if (!asset || refusal) {
    await moveLabel(edit, label, 'void', { tid, reason: refusal ? storedOf(refusal) : null })
    return refusal
  }
  if (!(await moveLabel(edit, label, 'live', { tid }))) return undefined
  if (epc !== null) {
    const owner = { assetId, externalKey: asset.externalKey }
    await attachTag({ tx, author: authorOf(job), at }, owner, { tag_type: 'rfid', value: epc })
  }
  const replaced =
    label.replaces === null ? undefined : await tx.printLabels.find(organizationId, label.replaces)
  if (replaced?.state === 'live')
    await markVoid(edit, job, replaced, { reason: jobMessages('label_void.printed_again') })
  return undefined
}

/** Returns why an asset cannot have the tag of its label. */
async function obstacleOf(
  { tags }: Writes,
  { organizationId, assetId, epc }: PrintLabelRow,
): Promise<Message | undefined> {
  if (epc === null) return undefined
  const inUse = jobMessages('label_void.tag_in_use', { epc })
  if (await tags.findByValue(organizationId, 'rfid', epc)) return inUse
  const identity = readCode(epc).identity?.element_string
  const others = identity === undefined ? [] : await tags.matchingIdentities(organizationId, [identity])
  return others.some((tag) => tag.assetId !== assetId) ? inUse : undefined
}

/** Voids a label and detaches its tag. Returns false when it has another state by now. */
export async function markVoid(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  { reason, tid = label.tid }: { readonly reason: Message; readonly tid?: string | null },
): Promise<boolean> {
  if (!(await moveLabel(edit, label, 'void', { tid, reason: storedOf(reason) }))) return false
  const { organizationId, assetId, epc, state } = label
  if (state !== 'live' || epc === null) return true
  const { tx, at } = edit
  const tag = await tx.tags.findByValue(organizationId, 'rfid', epc)
  const asset = tag?.assetId === assetId ? await tx.assets.find(organizationId, assetId) : undefined
  if (tag && asset)
    await detachTag({ tx, author: authorOf(job), at }, { assetId, externalKey: asset.externalKey }, tag.id)
  return true
}

/**
 * Adds a label for the asset of one that is void, or that it replaces when it is live.
 *
 * @param epc the number that is printed again, because no chip has it; null: the next number
 */
export async function printNext(
  { tx, at }: LabelEdit,
  label: PrintLabelRow,
  { epc, replaces }: Pick<PrintLabelRow, 'epc' | 'replaces'>,
): Promise<void> {
  const { jobId, organizationId, position, assetId, assetKey } = label
  tx.printLabels.insert({
    jobId,
    organizationId,
    position,
    assetId,
    assetKey,
    epc,
    at: toMicros(at),
    replaces,
  })
  await tx.printJobs.count(jobId, { queued: 1 })
}
