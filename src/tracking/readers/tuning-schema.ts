import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Sensitivity, Timestamp } from '../../contract/fields'
import { histogramBars } from '../tuning/signal-window'
import { antennasMax, AntennaInput } from './schema'

/** The signal of antennas and the rehearsal of settings (docs/internal-api.md, Signal; docs/internal-api.md, Rehearsal). */

const Dbm = Nullable(Type.Number())

const AntennaSignal = Type.Object({
  port: Type.Integer(),
  reads: Type.Integer({ description: 'Number of reads in the window, without repeats.' }),
  reads_per_minute: Type.Number(),
  weak_reads: Type.Integer({
    description: 'Number of the reads that were weaker than the minimum RSSI of the antenna.',
  }),
  rssi_p10_dbm: Dbm,
  rssi_p50_dbm: Dbm,
  rssi_p90_dbm: Dbm,
  rssi_histogram: Nullable(
    Type.Array(Type.Integer(), {
      description: 'Number of reads by RSSI, in steps of 2 dB from -80 to -30 dBm.',
      minItems: histogramBars,
      maxItems: histogramBars,
    }),
  ),
})
export type AntennaSignalView = Static<typeof AntennaSignal>

export const ReaderSignal = Type.Object(
  {
    window_seconds: Type.Integer({ description: 'The reads of this time are counted.' }),
    antennas: Type.Array(AntennaSignal, { description: 'The antennas with a location, by port.' }),
  },
  { $id: 'ReaderSignal', description: 'The recent reads of each antenna.' },
)
export type ReaderSignalView = Static<typeof ReaderSignal>

export const ReaderRehearsalRequest = Type.Object({
  antennas: Type.Optional(Type.Array(AntennaInput, { maxItems: antennasMax })),
  sensitivity: Type.Optional(Sensitivity),
})

export const RehearsalRequest = Type.Object({ sensitivity: Sensitivity })

const Totals = Type.Object({
  moves: Type.Integer(),
  back_and_forth: Type.Integer({
    description: 'Number of returns to a location that the asset had left for less than 5 minutes.',
  }),
  weak_reads: Type.Integer(),
})

const PairOfLocations = Type.Object({
  from_location_id: Id,
  from_location_name: Nullable(Type.String()),
  to_location_id: Id,
  to_location_name: Nullable(Type.String()),
  present_moves: Type.Integer(),
  proposed_moves: Type.Integer(),
})

const DifferingAsset = Type.Object({
  asset_id: Id,
  asset_external_key: Nullable(Type.String()),
  asset_name: Nullable(Type.String()),
  present_location_id: Nullable(Id),
  present_location_name: Nullable(Type.String()),
  proposed_location_id: Nullable(Id),
  proposed_location_name: Nullable(Type.String()),
})

export const Rehearsal = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    reads: Type.Integer(),
    assets: Type.Integer({ description: 'Number of assets whose reads were considered.' }),
    assets_total: Type.Integer({
      description:
        'Number of assets that were read. It is an estimate when only a part of them was considered.',
    }),
    present: Totals,
    proposed: Totals,
    pairs: Type.Array(PairOfLocations, { description: 'The 50 pairs of locations with the most moves.' }),
    differing_assets: Type.Integer({ description: 'Number of assets whose last location differs.' }),
    examples: Type.Array(DifferingAsset, { description: 'The first 20 of the differing assets.' }),
  },
  { $id: 'Rehearsal', description: 'The moves of recent reads with the present and with proposed settings.' },
)
export type RehearsalView = Static<typeof Rehearsal>
