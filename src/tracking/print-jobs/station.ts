import { conflict, invalidField } from '../../base/errors'
import { hexOf } from '../../base/gs1/identity'
import { identityKey, normalize } from '../../inventory/tags/rules'
import { haveOneOwner } from '../../inventory/tags/service'
import type { Clock } from '../../base/time'
import type { PrintJobRow, PrintLabelRow, Store, Writes } from '../../storage/core/store'
import type { StationSign } from '../stations/pads'
import type { LiveStation } from '../tracking/schema'
import { type LabelEdit, markVoid, printNext } from './labels'
import { jobMessages } from './messages'
import { endJob, isActive, settle } from './settle'

/** What lies on the encode station of a print job (docs/labels.md, Encode station). */

/** Returns the id of a reader that can be the station of a job. Throws `invalid` or `conflict`. */
export async function requireStation(
  { readers, printJobs }: Writes,
  { id, organizationId, encode }: PrintJobRow,
  readerId: number,
): Promise<number> {
  if (encode === null) throw conflict(jobMessages('job.station_no_numbers'))
  const field = 'reader_id'
  const reader = await readers.find(organizationId, readerId)
  if (!reader) throw invalidField(field, 'fk_not_found', jobMessages('job.no_reader', { field }))
  const { kind, name } = reader
  if (kind !== 'fixed')
    throw invalidField(field, 'invalid_context', jobMessages('job.station_handheld', { name }))
  const job = await printJobs.ofStation(readerId)
  if (job && job.id !== id) throw conflict(jobMessages('job.station_taken', { name }))
  return readerId
}

/** What a sign means for the labels of its job. Undefined: nothing now. */
export async function decideSign(
  store: Pick<Store, 'write'>,
  now: Clock,
  { station, sign }: StationSign,
): Promise<LiveStation | undefined> {
  const { organizationId, jobId, readerId } = station
  const value = normalize('rfid', sign.tag.value)
  // A reader may send the protocol-control word before the EPC.
  const epc = hexOf(value) ?? value
  const tid = sign.tag.tid ?? null
  return store.write(
    async (tx) => {
      const edit = { tx, at: now() }
      const job = await tx.printJobs.find(organizationId, jobId)
      if (job?.stationReaderId !== readerId || !isActive(job)) return undefined
      const found: Found = { job_id: jobId, reader_id: readerId, epc, tid }
      if (sign.kind === 'two')
        return { ...found, label_id: null, asset_external_key: null, result: 'two_tags' as const }
      const labels = await tx.printLabels.othersWithEpc(organizationId, 0, epc)
      const own = labels.filter((label) => label.jobId === jobId)
      // A number that no chip had is on several labels, and one of them at most is not void.
      const label = own.find(({ state }) => state !== 'void') ?? own.at(-1)
      if (!label) return foreign(edit, organizationId, labels.at(-1), found)
      const result = await decideLabel(edit, job, label, tid)
      if (result === undefined) return undefined
      await endJob(edit, job)
      return { ...found, label_id: label.id, asset_external_key: label.assetKey, result }
    },
    [organizationId],
  )
}

type Found = Pick<LiveStation, 'job_id' | 'reader_id' | 'epc' | 'tid'>

/** A tag that is not of the job. Says whose it is. */
async function foreign(
  { tx }: LabelEdit,
  organizationId: number,
  label: PrintLabelRow | undefined,
  found: Found,
): Promise<LiveStation> {
  const tag = await tagOf(tx, organizationId, found.epc)
  const asset = tag?.assetId == null ? undefined : await tx.assets.find(organizationId, tag.assetId)
  const key = asset?.externalKey ?? label?.assetKey ?? null
  return { ...found, label_id: null, asset_external_key: key, result: 'foreign' }
}

/** Returns the tag with an EPC, in whatever spelling. */
async function tagOf({ tags }: Writes, organizationId: number, epc: string) {
  const same = await tags.findByValue(organizationId, 'rfid', epc)
  const identity = same ? '' : identityKey('rfid', epc)
  if (identity === '') return same
  const alike = await tags.matchingIdentities(organizationId, [identity])
  return haveOneOwner(alike) ? alike[0] : undefined
}

/** Returns undefined while the printer has not answered. */
async function decideLabel(
  edit: LabelEdit,
  job: PrintJobRow,
  label: PrintLabelRow,
  tid: string | null,
): Promise<'live' | 'wrong_epc' | undefined> {
  const { state } = label
  if (state === 'sent' && job.printerId !== null) return undefined
  if (state === 'void' || state === 'queued') return 'wrong_epc'
  const isOther = tid !== null && label.tid !== null && !isSameChip(tid, label.tid)
  if (state === 'live') return isOther ? 'wrong_epc' : 'live'
  if (isOther) {
    // Its number is in two chips, so no label may have it.
    if (await markVoid(edit, job, label, { reason: jobMessages('label_void.two_chips') }))
      await printNext(edit, label, { epc: null, replaces: label.replaces })
    return 'wrong_epc'
  }
  const { result } = await settle(edit, job, label, { kind: 'alone', tid: label.tid ?? tid })
  return result === 'live' ? 'live' : 'wrong_epc'
}

/** Printers and readers read different numbers of words of a TID. */
const isSameChip = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)
