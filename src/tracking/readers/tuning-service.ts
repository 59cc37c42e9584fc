import { accepted, checked, problemsOf } from '../../contract/check'
import type { JsonObject } from '../../base/json'
import type {
  Antenna,
  ReaderRecord,
  ReaderRow,
  Sensitivity,
  Store,
  StoredTaughtSample,
} from '../../storage/core/store'
import { type Clock, wireOf } from '../../base/time'
import { originOf } from '../tuning/columns'
import type { AntennaSettings, Rehearsal, Settings } from '../tuning/rehearse'
import { createRehearsals } from '../tuning/rehearsals'
import type { Tuning } from '../tuning/tuning'
import { windowMinutes } from '../tuning/read-rate'
import { histogramOf, type SignalSummary } from '../tuning/signal-window'
import { antennaProblems, toAntennas } from './antennas'
import { loadReader } from './service'
import {
  type AntennaSignalView,
  ReaderRehearsalRequest,
  type ReaderSignalView,
  RehearsalRequest,
  type RehearsalView,
} from './tuning-schema'

/** The service that shows what antennas read, and what other settings would change. It changes nothing. */
export class ReaderTuningService {
  readonly #store: Store
  readonly #tuning: Pick<Tuning, 'signalOf' | 'snapshot'>
  readonly #now: Clock
  readonly #rehearsals = createRehearsals()

  constructor(store: Store, tuning: Pick<Tuning, 'signalOf' | 'snapshot'>, now: Clock) {
    this.#store = store
    this.#tuning = tuning
    this.#now = now
  }

  /** Returns the recent signal of each antenna that has a location. */
  async signal(organizationId: number, id: number): Promise<ReaderSignalView> {
    const { antennas } = await loadReader(this.#store.read, organizationId, id)
    return {
      window_seconds: windowMinutes * 60,
      antennas: antennas.map((antenna) => toSignalView(antenna, this.#tuning.signalOf(id, antenna.port))),
    }
  }

  /** Rehearses other antennas of a reader, and another sensitivity, on the assets that the reader has read. */
  async rehearseReader(organizationId: number, id: number, body: JsonObject): Promise<RehearsalView> {
    const reader = await loadReader(this.#store.read, organizationId, id)
    const shape = problemsOf(ReaderRehearsalRequest, body)
    const problems = [...shape, ...(await antennaProblems(this.#store.read, organizationId, body, shape))]
    const { antennas, sensitivity } = accepted(ReaderRehearsalRequest, body, problems)
    const present = await this.#settingsOf(organizationId)
    const proposed = {
      ...present,
      sensitivity: sensitivity ?? present.sensitivity,
      antennas: antennas ? withAntennas(present.antennas, reader, toAntennas(antennas)) : present.antennas,
    }
    return this.#run(organizationId, id, present, proposed)
  }

  /** Rehearses another sensitivity of the organization. */
  async rehearse(organizationId: number, body: JsonObject): Promise<RehearsalView> {
    const { sensitivity } = checked(RehearsalRequest, body)
    const present = await this.#settingsOf(organizationId)
    return this.#run(organizationId, null, present, { ...present, sensitivity })
  }

  /** Rehearses other samples of taught places. */
  async rehearseTaught(
    organizationId: number,
    taught: readonly StoredTaughtSample[],
  ): Promise<RehearsalView> {
    const present = await this.#settingsOf(organizationId)
    return this.#run(organizationId, null, present, { ...present, taught })
  }

  async #run(
    organizationId: number,
    readerId: number | null,
    present: Settings,
    proposed: Settings,
  ): Promise<RehearsalView> {
    const result = await this.#rehearsals.run(organizationId, () => ({
      snapshot: this.#tuning.snapshot(organizationId),
      readerId,
      present,
      proposed,
    }))
    return this.#named(result)
  }

  /** Adds the names of assets and locations to the result of a rehearsal. */
  async #named(result: Rehearsal): Promise<RehearsalView> {
    const { pairs, examples } = result
    const names = await this.#store.read.tracking.namesOf(
      examples.map(({ assetId }) => assetId),
      [...pairs.flatMap(({ from, to }) => [from, to]), ...examples.flatMap(locationsOf)],
      this.#now(),
    )
    const nameOf = (id: number | null) => names.locations.get(id ?? 0)?.name ?? null
    return {
      from: wireOf(result.from),
      to: wireOf(result.to),
      reads: result.reads,
      assets: result.assets,
      assets_total: result.assetsTotal,
      present: toTotals(result.present),
      proposed: toTotals(result.proposed),
      pairs: pairs.map((pair) => ({
        from_location_id: pair.from,
        from_location_name: nameOf(pair.from),
        to_location_id: pair.to,
        to_location_name: nameOf(pair.to),
        present_moves: pair.present,
        proposed_moves: pair.proposed,
      })),
      differing_assets: result.differing,
      examples: examples.map((example) => ({
        asset_id: example.assetId,
        asset_external_key: names.assets.get(example.assetId)?.externalKey ?? null,
        asset_name: names.assets.get(example.assetId)?.name ?? null,
        present_location_id: example.present,
        present_location_name: nameOf(example.present),
        proposed_location_id: example.proposed,
        proposed_location_name: nameOf(example.proposed),
      })),
    }
  }

  /** Returns the settings that apply to reads now. */
  async #settingsOf(organizationId: number): Promise<Settings> {
    const organization = await this.#store.read.accounts.findOrganization(organizationId)
    const sensitivity: Sensitivity = organization?.sensitivity ?? 'normal'
    const all = { limit: readersMax, offset: 0 }
    const { rows } = await this.#store.read.readers.list(organizationId, 'external_key', all)
    const ofReader = new Map(rows.map((reader) => [reader.id, reader]))
    const targets = await this.#store.read.readers.antennasOf([...ofReader.keys()])
    const antennas = targets
      .filter(({ locationIsLive }) => locationIsLive)
      .map((target) => settingOf(ofReader.get(target.readerId) as ReaderRecord, target))
    const taught = await this.#store.read.placeModels.taughtSamples(organizationId)
    return { sensitivity, antennas: new Map(antennas), taught }
  }
}

/** The readers of an organization whose antennas are considered. */
const readersMax = 10_000

const settingOf = (
  { id, presenceTimeoutSeconds }: ReaderRow,
  { port, locationId, rssiOffsetDb, minRssiDbm }: Antenna,
): [number, AntennaSettings] => [
  originOf(id, port),
  { locationId, rssiOffsetDb, minRssiDbm, presenceTimeoutSeconds },
]

/** Returns the settings with other antennas of one reader. */
function withAntennas(
  present: Settings['antennas'],
  reader: ReaderRecord,
  antennas: readonly Antenna[],
): Settings['antennas'] {
  const proposed = new Map(present)
  for (const { port } of reader.antennas) proposed.delete(originOf(reader.id, port))
  for (const antenna of antennas) proposed.set(...settingOf(reader, antenna))
  return proposed
}

const locationsOf = ({ present, proposed }: Rehearsal['examples'][number]): number[] =>
  [present, proposed].filter((id) => id !== null)

const toTotals = ({ moves, backAndForth, weakReads }: Rehearsal['present']) => ({
  moves,
  back_and_forth: backAndForth,
  weak_reads: weakReads,
})

/** Returns the percentiles with the present offset of the antenna, so that they can be compared with its minimum RSSI. */
function toSignalView(
  { port, rssiOffsetDb }: Antenna,
  summary: SignalSummary | undefined,
): AntennaSignalView {
  const { p10 = null, p50 = null, p90 = null } = summary?.percentiles ?? {}
  const shown = (level: number | null) => (level === null ? null : rounded(level + rssiOffsetDb))
  return {
    port,
    reads: summary?.reads ?? 0,
    reads_per_minute: rounded(summary?.readsPerMinute ?? 0),
    weak_reads: summary?.weakReads ?? 0,
    rssi_p10_dbm: shown(p10),
    rssi_p50_dbm: shown(p50),
    rssi_p90_dbm: shown(p90),
    rssi_histogram: summary?.percentiles ? histogramOf(summary.levels, rssiOffsetDb) : null,
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10
