import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import { arg, type Db } from '../../sql/database'
import { stays } from '../../sql/count-tables'
import { inStates, ofAsset, statesOf } from '../../sql/states'
import { assets } from '../../sql/tables'

/** The steps of a time, all of the same length. */
interface Steps {
  readonly from: Micros
  readonly size: Micros
  readonly count: number
}

/** The moves of a step, as lists of the same length: where an asset went, from where (0 if it is not known), and which asset. */
interface Moves {
  readonly to: readonly number[]
  readonly from: readonly number[]
  readonly assets: readonly number[]
}

/** Number of the paths with the most moves that a step names. */
const pathsMax = 8

/** A path is one number: the place of its beginning times this number, plus the place of its end. */
const pathBase = 2 ** 26

/** The moves of a day in steps. A move is the beginning of a stay, which knows the location before it (decision 0043). */
export function dayMoveReads(db: Db) {
  // Three texts instead of a row for each move. The assets are needed only if some are deleted.
  const moves = db
    .select({
      to: sql<string>`json_group_array(${stays.locationId})`,
      from: sql<string>`json_group_array(coalesce(${stays.previousLocationId}, 0))`,
      assets: sql<string>`json_group_array(${stays.assetId}) filter (where ${arg('hasGone')} = 1)`,
    })
    .from(stays)
    .where(
      and(
        eq(stays.organizationId, arg('organizationId')),
        isNotNull(stays.assetId),
        gte(stays.begunAt, arg('from')),
        lt(stays.begunAt, arg('to')),
      ),
    )
    .prepare()
  const deleted = db
    .select({ ids: sql<string>`json_group_array(${assets.id})` })
    .from(assets)
    .where(
      and(eq(assets.organizationId, arg('organizationId')), inStates(ofAsset, statesOf('only', undefined))),
    )
    .prepare()

  return {
    /** Returns the steps as JSON (docs/internal-api.md, Floor), because they can be many numbers. */
    async dayMoves(organizationId: number, { from, size, count }: Steps): Promise<string> {
      const pause = createPauses()
      const [gone] = await deleted.execute({ organizationId })
      const goneAssets = new Set(JSON.parse(gone?.ids ?? '[]') as number[])
      const hasGone = Number(goneAssets.size > 0)
      const places = new Places()
      const texts: string[] = []
      for (let at = from; texts.length < count; at += size) {
        const [found] = await moves.execute({ organizationId, hasGone, from: at, to: at + size })
        texts.push(stepOf(parsed(found), goneAssets, places))
        await pause()
      }
      return `[${texts.join(',')}]`
    },
  }
}

const parsed = (row: { to: string; from: string; assets: string } | undefined): Moves => ({
  to: JSON.parse(row?.to ?? '[]') as number[],
  from: JSON.parse(row?.from ?? '[]') as number[],
  assets: JSON.parse(row?.assets ?? '[]') as number[],
})

/** Numbers the locations that occur, so that a list counts for each of them. */
class Places {
  readonly ids: number[] = []
  readonly #places = new Map<number, number>()

  of(id: number): number {
    const known = this.#places.get(id)
    if (known !== undefined) return known
    this.#places.set(id, this.ids.length)
    return this.ids.push(id) - 1
  }
}

/** Returns the JSON of a step: its number of moves, the changes of the locations, and the paths with the most moves. */
function stepOf({ to, from, assets: moved }: Moves, gone: ReadonlySet<number>, places: Places): string {
  const changes = new Map<number, number>()
  const paths = new Map<number, number>()
  let count = 0
  for (let index = 0; index < to.length; index++) {
    if (gone.size > 0 && gone.has(moved[index]!)) continue
    count++
    const end = places.of(to[index]!)
    const begin = places.of(from[index]!)
    changes.set(end, (changes.get(end) ?? 0) + 1)
    changes.set(begin, (changes.get(begin) ?? 0) - 1)
    const path = begin * pathBase + end
    paths.set(path, (paths.get(path) ?? 0) + 1)
  }
  const changed: string[] = []
  for (const [place, by] of changes) {
    const id = places.ids[place]!
    if (by !== 0 && id !== 0) changed.push(`[${id},${by}]`)
  }
  const named = busiest(paths).map(
    ([path, moves]) =>
      `[${places.ids[Math.floor(path / pathBase)]!},${places.ids[path % pathBase]!},${moves}]`,
  )
  return `{"moves":${count},"changes":[${changed.join(',')}],"paths":[${named.join(',')}]}`
}

/** Returns the paths with the most moves, the most first. */
function busiest(paths: ReadonlyMap<number, number>): [path: number, moves: number][] {
  const first: [number, number][] = []
  for (const [path, moves] of paths) {
    if (first.length === pathsMax && moves <= first.at(-1)![1]) continue
    const place = first.findIndex(([, less]) => less < moves)
    first.splice(place < 0 ? first.length : place, 0, [path, moves])
    if (first.length > pathsMax) first.pop()
  }
  return first
}
