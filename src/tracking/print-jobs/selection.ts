import { type FieldError, invalid, invalidField } from '../../base/errors'
import type { Instant } from '../../base/time'
import { fieldMessages } from '../../contract/messages'
import { createPauses } from '../../base/turns/pause'
import type { PrintJobRow, Store, Writes } from '../../storage/core/store'
import { assetsAnywhere, scopeProblems } from '../stocktakes/scope'
import { jobMessages } from './messages'
import type { NewPrintJob } from './schema'

/** Maximum number of labels of a job. */
const labelsMax = 10_000
/** Number of assets that are read at once. */
const atOnce = 200
/** Time of a slice, in milliseconds: other requests wait for it. */
const sliceMillis = 4

/** An asset that gets a label, with its present key. */
export interface Selected {
  readonly id: number
  readonly externalKey: string
}

/** Returns the assets that a job is for, each once, in the order of printing. Throws `invalid`. */
export async function selectAssets(
  { read }: Pick<Store, 'read'>,
  organizationId: number,
  { asset_ids: assetIds, scope }: Pick<NewPrintJob, 'asset_ids' | 'scope'>,
  now: Instant,
): Promise<Selected[]> {
  if ((assetIds === undefined) === (scope === undefined)) {
    const code = scope === undefined ? 'required' : 'invalid_context'
    throw invalidField('asset_ids', code, jobMessages('job.one_of'))
  }
  const field = scope === undefined ? 'asset_ids' : 'scope'
  const problems: FieldError[] = scope === undefined ? [] : scopeProblems(scope)
  if (problems.length > 0) throw invalid(problems)
  const wanted =
    scope === undefined
      ? [...new Set(assetIds)]
      : await assetsAnywhere(read, organizationId, scope, { now, max: labelsMax })
  if (wanted === 'too many' || wanted.length > labelsMax)
    throw invalidField(field, 'too_large', jobMessages('job.many_labels', { max: labelsMax }), {
      maximum: labelsMax,
    })
  if (wanted.length === 0)
    throw invalidField(field, 'too_small', jobMessages('job.no_labels'), { minimum: 1 })
  return scope === undefined
    ? named(read, organizationId, wanted, { field, sent: assetIds ?? [] })
    : named(read, organizationId, wanted, { field: 'scope.asset_ids', sent: wanted })
}

async function named(
  read: Store['read'],
  organizationId: number,
  ids: readonly number[],
  { field, sent }: { readonly field: string; readonly sent: readonly number[] },
): Promise<Selected[]> {
  const selected: Selected[] = []
  const pause = createPauses(sliceMillis)
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce)
    const live = await read.assets.liveAmong(organizationId, part)
    const missing = part.findIndex((id) => !live.has(id))
    if (missing >= 0) {
      const at = `${field}[${sent.indexOf(part[missing] as number)}]`
      throw invalidField(at, 'fk_not_found', fieldMessages('field.no_asset', { field: at }))
    }
    const names = await read.stocktakePlaces.names(organizationId, part)
    const keys = new Map(names.map(({ id, externalKey }) => [id, externalKey]))
    for (const id of part) selected.push({ id, externalKey: keys.get(id) ?? '' })
    const pausing = pause()
    if (pausing) await pausing
  }
  return selected
}

/** Stores a label for each asset, in this order. */
export async function insertLabels(tx: Writes, job: PrintJobRow, assets: readonly Selected[]): Promise<void> {
  const pause = createPauses(sliceMillis)
  for (const [position, { id: assetId, externalKey: assetKey }] of assets.entries()) {
    tx.printLabels.insert({
      jobId: job.id,
      organizationId: job.organizationId,
      position,
      assetId,
      assetKey,
      epc: null,
      at: job.since,
      replaces: null,
    })
    const pausing = pause()
    if (pausing) await pausing
  }
}
