import { type Static, Type } from '@sinclair/typebox'

/** The records that `whereabouts simulate` has created (docs/internal-api.md, Simulated data). */

/** More records of a kind are counted as this number. */
export const countedMax = 1000

const Counts = (description: string) => {
  const count = Type.Integer({ minimum: 0 })
  return Type.Object({ readers: count, assets: count, locations: count }, { description })
}

export const SimulatedData = Type.Object(
  {
    readers: Type.Integer({ minimum: 0 }),
    assets: Type.Integer({ minimum: 0 }),
    locations: Type.Integer({ minimum: 0 }),
  },
  { $id: 'SimulatedData', description: `Simulated records, of each kind at most ${countedMax}.` },
)
export type SimulatedData = Static<typeof SimulatedData>

export const SimulatedDataRemoval = Type.Object(
  {
    removed: Counts('Records that this request removed.'),
    is_complete: Type.Boolean({ description: 'Whether no simulated record is left that can be removed.' }),
  },
  { $id: 'SimulatedDataRemoval', description: 'The result of a removal.' },
)
export type SimulatedDataRemoval = Static<typeof SimulatedDataRemoval>
