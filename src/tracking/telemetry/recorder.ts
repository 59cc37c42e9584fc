import { alertKinds, measureOf } from '../../base/alert-kinds'
import { BoundedMap } from '../../base/bounded-map'
import type { Metrics } from '../../base/metrics'
import type { SecretBox } from '../../base/secret-box'
import type { Micros } from '../../base/time'
import type { Pause } from '../../base/turns/pause'
import type { AddedHour, Writes } from '../../storage/core/store'
import { openBthome } from '../formats/telemetry/bthome'
import { metrics, type Sealed, type Telemetry } from '../formats/telemetry/measured'
import { hourOf } from './hours'
import { type HeardPress, savePresses } from './presses'
import { type MeasuredValue, saveSpans } from './thresholds'

/** Maximum number of metrics of an asset. The first ones stay. */
const metricsMax = 5
/** Maximum number of opened keys in memory. */
const keysMax = 10_000

/** The metrics that alert rules compare with a threshold. */
const comparedMetrics = new Set(
  alertKinds.flatMap((kind) => {
    const measure = measureOf(kind)
    return measure ? [metrics.indexOf(measure.metric)] : []
  }),
)

/** A read of an asset with its tag. */
interface Origin {
  readonly organizationId: number
  readonly assetId: number
  readonly tagId: number
  readonly at: Micros
}

type Hour = { -readonly [K in keyof AddedHour]: AddedHour[K] }

/** Stores what tags say about themselves in the write of their reads (docs/decisions/0052-telemetry.md). */
export class TelemetryRecorder {
  readonly #box: SecretBox
  readonly #metrics: Metrics
  readonly #keys = new BoundedMap<string, Uint8Array>(keysMax)

  constructor(box: SecretBox, metrics: Metrics) {
    this.#box = box
    this.#metrics = metrics
  }

  /** Opens the telemetry of one write. */
  open(): TelemetryBatch {
    return new TelemetryBatch((sealed) => this.#keyOf(sealed))
  }

  /** Counts the values of a write after its commit. */
  count({ stored, impossible, unreadable }: TelemetryCounts): void {
    this.#metrics.countTelemetry('stored', stored)
    this.#metrics.countTelemetry('impossible', impossible)
    this.#metrics.countTelemetry('encrypted', unreadable)
  }

  /** Returns the key of a tag; undefined when the signing key of the service has changed. */
  #keyOf(sealed: string): Uint8Array | undefined {
    const known = this.#keys.get(sealed)
    if (known) return known
    const text = this.#box.open(sealed)
    if (text === undefined) return undefined
    const key = Buffer.from(text, 'hex')
    this.#keys.set(sealed, key)
    return key
  }
}

export interface TelemetryCounts {
  readonly stored: number
  /** Values that no tag can measure. */
  readonly impossible: number
  /** Encrypted frames without a key, or with a wrong one. */
  readonly unreadable: number
}

/** The telemetry of the reads of one write. */
export class TelemetryBatch {
  readonly #keyOf: (sealed: string) => Uint8Array | undefined
  readonly #hours = new Map<string, Hour>()
  readonly #sealed: { readonly origin: Origin; readonly frame: Sealed }[] = []
  /** The values that alert rules may be about. */
  readonly #measured: MeasuredValue[] = []
  readonly #presses: HeardPress[] = []
  #stored = 0
  #impossible = 0
  #unreadable = 0

  constructor(keyOf: (sealed: string) => Uint8Array | undefined) {
    this.#keyOf = keyOf
  }

  add(origin: Origin, { values, impossible, sealed, packet }: Telemetry): void {
    this.#impossible += impossible
    if (sealed) this.#sealed.push({ origin, frame: sealed })
    for (const [metric, value] of values) {
      this.#addValue(origin, metrics.indexOf(metric), value)
      if (metric === 'button') this.#presses.push({ ...origin, press: value, packet })
    }
  }

  #addValue({ organizationId, assetId, tagId, at }: Origin, metric: number, value: number): void {
    if (comparedMetrics.has(metric)) this.#measured.push({ organizationId, assetId, metric, value, at })
    const hour = hourOf(at)
    const key = `${assetId}:${hour}:${metric}`
    const known = this.#hours.get(key)
    const first = { count: 1, sum: value, min: value, max: value, last: value, lastAt: at, lastTagId: tagId }
    if (!known) return void this.#hours.set(key, { organizationId, assetId, hour, metric, ...first })
    known.count++
    known.sum += value
    known.min = Math.min(known.min, value)
    known.max = Math.max(known.max, value)
    if (at < known.lastAt) return
    known.last = value
    known.lastAt = at
    known.lastTagId = tagId
  }

  /** Writes the values. A write without telemetry has no statements. */
  async save(tx: Writes, pause: Pause): Promise<TelemetryCounts> {
    if (this.#sealed.length > 0) await this.#openSealed(tx, pause)
    if (this.#hours.size > 0) await this.#saveHours(tx, pause)
    if (this.#presses.length > 0) await savePresses(tx, this.#presses, pause)
    return { stored: this.#stored, impossible: this.#impossible, unreadable: this.#unreadable }
  }

  async #openSealed(tx: Writes, pause: Pause): Promise<void> {
    const tagIds = [...new Set(this.#sealed.map(({ origin }) => origin.tagId))]
    const keys = new Map((await tx.tagKeys.ofTags(tagIds)).map(({ tagId, sealed }) => [tagId, sealed]))
    for (const { origin, frame } of this.#sealed) {
      const sealed = keys.get(origin.tagId)
      const key = sealed === undefined ? undefined : this.#keyOf(sealed)
      const opened = key && openBthome(frame, key)
      if (opened) this.add(origin, opened)
      else this.#unreadable++
      await pause()
    }
  }

  async #saveHours(tx: Writes, pause: Pause): Promise<void> {
    const hours = [...this.#hours.values()]
    // When the last value of each metric of an asset was sent.
    const known = new Map<number, Map<number, Micros>>()
    const assetIds = [...new Set(hours.map(({ assetId }) => assetId))]
    for (const { assetId, metric, observedAt } of await tx.telemetry.known(assetIds))
      known.getOrInsertComputed(assetId, () => new Map()).set(metric, observedAt)
    await pause()
    const rows = hours.filter(({ assetId, metric }) => {
      const ofAsset = known.getOrInsertComputed(assetId, () => new Map())
      if (!ofAsset.has(metric) && ofAsset.size >= metricsMax) return false
      if (!ofAsset.has(metric)) ofAsset.set(metric, Number.NEGATIVE_INFINITY)
      return true
    })
    for (const { count } of rows) this.#stored += count
    // In the order of the table, in which neighboring rows are written faster.
    await tx.telemetry.add(
      rows.toSorted(
        (one, other) => one.assetId - other.assetId || one.hour - other.hour || one.metric - other.metric,
      ),
    )
    await pause()
    // Late values say nothing about now.
    const newer = this.#measured.filter(
      ({ assetId, metric, at }) => at > (known.get(assetId)?.get(metric) ?? Number.POSITIVE_INFINITY),
    )
    await saveSpans(tx, newer, pause)
  }
}
