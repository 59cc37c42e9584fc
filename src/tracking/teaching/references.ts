import type { SessionCaller } from '../../base/caller'
import { conflict, type FieldError, invalid, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, type Instant, type Micros, plusSeconds, second, toMicros, wireOf } from '../../base/time'
import { checked } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { ListedReference, Store } from '../../storage/core/store'
import { teachingMessages as say } from './messages'
import { NewReference, type PlaceAccuracyView, type ReferenceView } from './schema'

/** Maximum number of reference assets of an organization. */
const referencesMax = 500
/** The longest period of the report, and the one when `from` is absent, in days. */
const periodDaysMax = 366
const periodDays = 84
const daySeconds = 86_400

interface Period {
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

/** Assets whose true place is known (docs/internal-api.md, Reference assets), and how accurate their places are. */
export class ReferenceService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: ReferenceView[]; total: number }> {
    const { placeModels } = this.#store.read
    const rows = await placeModels.listReferences(organizationId, page)
    return { rows: rows.map(toView), total: await placeModels.countReferences(organizationId) }
  }

  /** Makes an asset a reference asset, or says that it is at another place from now on. */
  put(caller: SessionCaller, body: JsonObject): Promise<ReferenceView> {
    const { asset_id: assetId, location_id: locationId } = checked(NewReference, body)
    const { organizationId } = caller
    return this.#store.write(async (tx) => {
      const asset = await tx.assets.liveAmong(organizationId, [assetId])
      const location = await tx.locations.find(organizationId, locationId)
      const problems: FieldError[] = []
      if (asset.size === 0)
        problems.push({
          field: 'asset_id',
          code: 'fk_not_found',
          message: fieldMessages('field.no_asset', { field: 'asset_id' }),
        })
      if (!location)
        problems.push({
          field: 'location_id',
          code: 'fk_not_found',
          message: fieldMessages('field.no_location', { field: 'location_id' }),
        })
      if (problems.length > 0) throw invalid(problems)
      const old = await tx.placeModels.findReference(organizationId, assetId)
      if (old?.locationId === locationId) return toView(old)
      if (!old && (await tx.placeModels.countReferences(organizationId)) >= referencesMax)
        throw conflict(say('teach.many_references', { max: referencesMax }))
      const at = this.#now()
      await tx.placeModels.putReference({ assetId, organizationId, locationId, since: toMicros(at) })
      const row = (await tx.placeModels.findReference(organizationId, assetId)) as ListedReference
      await audit(tx, caller, {
        at,
        action: old ? 'changed' : 'created',
        subject: subjectOf(row),
        ...(old && { before: { location_id: old.locationId } }),
        after: { location_id: locationId },
      })
      return toView(row)
    })
  }

  remove(caller: SessionCaller, assetId: number): Promise<void> {
    const { organizationId } = caller
    return this.#store.write(async (tx) => {
      const row = await tx.placeModels.findReference(organizationId, assetId)
      if (!row) throw notFound(say('teach.no_reference'))
      await tx.placeModels.deleteReference(organizationId, assetId)
      const before = { location_id: row.locationId }
      await audit(tx, caller, { at: this.#now(), action: 'deleted', subject: subjectOf(row), before })
    })
  }

  /** Returns how often the right place of reference assets was shown, by place and week, newest week first. */
  async accuracy(
    organizationId: number,
    locationIds: readonly number[],
    period: Period,
    { limit, offset }: Page,
  ): Promise<{ rows: PlaceAccuracyView[]; total: number }> {
    const { from, to } = this.#periodOf(period)
    const weeks = await this.#store.read.placeAccuracy.weeks(organizationId, locationIds, from, to)
    const rows = weeks.slice(offset, offset + limit).map(({ reference, right, ...week }) => ({
      location_id: week.locationId,
      location_external_key: week.locationKey,
      week_start: wireOf(week.weekAt),
      reference_seconds: Math.floor(reference / second),
      right_seconds: Math.floor(right / second),
      right_share: reference === 0 ? 0 : Math.round((right / reference) * 10_000) / 10_000,
      false_moves: week.falseMoves,
    }))
    return { rows, total: weeks.length }
  }

  #periodOf({ from, to }: Period): { from: Micros; to: Micros } {
    const now = this.#now()
    const end = toMicros(to ?? now)
    const begin =
      from === undefined ? toMicros(plusSeconds(to ?? now, -periodDays * daySeconds)) : toMicros(from)
    if (end - begin > periodDaysMax * daySeconds * second)
      throw invalidField('to', 'too_large', say('teach.period', { field: 'to', max: periodDaysMax }), {
        maximum: periodDaysMax,
      })
    return { from: begin, to: Math.min(end, toMicros(now)) }
  }
}

const subjectOf = ({ assetId, assetKey }: ListedReference) =>
  ({ kind: 'reference_asset', id: assetId, name: assetKey }) as const

const toView = (row: ListedReference): ReferenceView => ({
  asset_id: row.assetId,
  asset_external_key: row.assetKey,
  asset_name: row.assetName,
  location_id: row.locationId,
  location_name: row.locationName,
  since: wireOf(row.since),
})
