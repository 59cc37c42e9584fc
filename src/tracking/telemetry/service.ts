import type { Author } from '../../base/caller'
import { notFound } from '../../base/errors'
import type { SecretBox } from '../../base/secret-box'
import { type Clock, type Instant, toMicros, wireOf } from '../../base/time'
import { isSame } from '../../base/secrets'
import { rowMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import { tagMessages } from '../../inventory/tags/messages'
import { toTagView } from '../../inventory/tags/rules'
import { audit } from '../../people/audit/record'
import type { Store, TelemetryHourRow } from '../../storage/core/store'
import { type Metric, metrics } from '../formats/telemetry/measured'
import { beginningOf, hourOf } from './hours'
import type { AssetTelemetryView, TelemetryHourView } from './schema'

interface TelemetryQuery {
  readonly metric: Metric | undefined
  readonly from: Instant | undefined
  /** Inclusive. */
  readonly to: Instant | undefined
}

/** What tags say about themselves, and the keys that some of it needs (docs/api.md, Telemetry). */
export class TelemetryService {
  readonly #store: Store
  readonly #box: SecretBox
  readonly #now: Clock

  constructor(store: Store, box: SecretBox, now: Clock) {
    this.#store = store
    this.#box = box
    this.#now = now
  }

  async requireAsset(organizationId: number, assetId: number): Promise<void> {
    if (!(await this.#store.read.assets.find(organizationId, assetId)))
      throw notFound(rowMessages('asset.not_found'))
  }

  async hours(
    organizationId: number,
    assetId: number,
    { metric, from, to }: TelemetryQuery,
    page: Page,
  ): Promise<{ rows: TelemetryHourView[]; total: number }> {
    const wanted = metric === undefined ? [...metrics.keys()] : [metrics.indexOf(metric)]
    const filter = {
      organizationId,
      assetId,
      metrics: wanted,
      from: from === undefined ? Number.MIN_SAFE_INTEGER : hourAtOrAfter(from),
      to: to === undefined ? Number.MAX_SAFE_INTEGER : hourOf(toMicros(to)),
    }
    const { rows, total } = await this.#store.read.telemetry.hours(filter, page)
    return { rows: rows.map(toView), total }
  }

  async last(organizationId: number, assetId: number): Promise<AssetTelemetryView> {
    const rows = await this.#store.read.telemetry.values(organizationId, assetId)
    return {
      values: rows.map(({ metric, value, observedAt, tagId }) => ({
        metric: metrics[metric] as Metric,
        value,
        observed_at: wireOf(observedAt),
        tag_id: tagId,
      })),
      tag_ids_with_key: await this.#store.read.tagKeys.tagIdsOf(organizationId, assetId),
    }
  }

  /** Sets the key of a tag, or deletes it. The audit entry says so without the key. The same key again changes nothing. */
  setKey(author: Author, assetId: number, tagId: number, key: string | null): Promise<void> {
    const { organizationId } = author
    return this.#store.write(
      async (tx) => {
        const asset = await tx.assets.find(organizationId, assetId)
        if (!asset) throw notFound(rowMessages('asset.not_found'))
        const tag = (await tx.tags.ofAssets([assetId])).find(({ id }) => id === tagId)
        if (!tag) throw notFound(tagMessages('tag.not_found'))
        if (key === null) {
          if (!(await tx.tagKeys.delete(tagId))) return
        } else {
          const [known] = await tx.tagKeys.ofTags([tagId])
          // Each sealing of a key has other bytes.
          if (known && isSame(this.#box.open(known.sealed) ?? '', key.toLowerCase())) return
          await tx.tagKeys.set(organizationId, tagId, this.#box.seal(key.toLowerCase()))
        }
        const subject = { kind: 'asset', id: assetId, name: asset.externalKey } as const
        const at = this.#now()
        await audit(tx, author, { at, action: 'tag_key_changed', subject, after: toTagView(tag) })
      },
      [organizationId],
    )
  }
}

/** Returns the first hour that begins at an instant or later. */
function hourAtOrAfter(at: Instant): number {
  const hour = hourOf(toMicros(at))
  return beginningOf(hour) === toMicros(at) ? hour : hour + 1
}

/** Rounding hides the error of the sum. */
const meanOf = ({ valueSum, valueCount }: TelemetryHourRow): number =>
  Number((valueSum / valueCount).toFixed(4))

const toView = (row: TelemetryHourRow): TelemetryHourView => ({
  metric: metrics[row.metric] as Metric,
  hour: wireOf(beginningOf(row.hour)),
  min: row.valueMin,
  mean: meanOf(row),
  max: row.valueMax,
  last: row.lastValue,
  last_at: wireOf(row.lastAt),
})
