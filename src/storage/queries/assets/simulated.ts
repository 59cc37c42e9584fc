import { and, eq, gte, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { inStates, ofAsset, ofLocation, statesOf } from '../../sql/states'
import { antennas, assets, locations, placements, readers, tags } from '../../sql/tables'

/**
 * The records that `whereabouts simulate` has created and nobody has changed since: with the names, the keys and the tags
 * that it gives them. A record that was renamed, described or given another tag is not one of them.
 */

const simulatedKinds = ['readers', 'assets', 'locations'] as const
export type SimulatedKind = (typeof simulatedKinds)[number]

const live = statesOf(false, undefined)

/** The names that begin with `start`, which ends with a space. The next character after a space is an exclamation mark. */
const named = (name: typeof assets.name | typeof locations.name | typeof readers.name, start: string) =>
  and(gte(name, start), lt(name, `${start.trimEnd()}!`)) as SQL

/** The key ends with the number in the name: `Simulated reader 3` and `sim-3`. */
const endsLikeName = (table: typeof locations | typeof readers, start: string) =>
  sql`${table.externalKey} like '%-' || substr(${table.name}, ${sql.raw(String(start.length + 1))})`

const starts = { readers: 'Simulated reader ', assets: 'Simulated asset ', locations: 'Simulated location ' }

const isSimulatedLocation = and(
  named(locations.name, starts.locations),
  endsLikeName(locations, starts.locations),
  isNull(locations.description),
  sql`not exists (select 1 from ${tags} where ${tags.locationId} = ${locations.id} and ${tags.deletedAt} is null)`,
)

/** The tags of a simulation: EPCs of the company prefix that GS1 uses in its examples, and random device addresses. */
const isSimulatedTag = or(
  and(
    eq(tags.tagType, 'rfid'),
    sql`substr(${tags.value}, 1, 10) = '3414257BF4' and length(${tags.value}) = 24`,
  ),
  and(
    eq(tags.tagType, 'ble'),
    sql`substr(${tags.value}, 1, 1) between 'C' and 'F' and length(${tags.value}) = 12`,
  ),
) as SQL

const conditions: Readonly<Record<SimulatedKind, SQL | undefined>> = {
  readers: and(
    eq(readers.organizationId, arg('organizationId')),
    isNull(readers.deletedAt),
    eq(readers.kind, 'fixed'),
    named(readers.name, starts.readers),
    endsLikeName(readers, starts.readers),
    // An antenna at another location is in use.
    sql`not exists (select 1 from ${antennas} join ${locations} on ${locations.id} = ${antennas.locationId}
      where ${antennas.readerId} = ${readers.id} and ${locations.deletedAt} is null and not (${isSimulatedLocation}))`,
  ),
  assets: and(
    eq(assets.organizationId, arg('organizationId')),
    inStates(ofAsset, live),
    named(assets.name, starts.assets),
    sql`${assets.name} = ${starts.assets} || ${assets.externalKey}`,
    isNull(assets.description),
    eq(assets.metadata, '{}'),
    sql`not exists (select 1 from ${tags} where ${tags.assetId} = ${assets.id} and ${tags.deletedAt} is null
      and ${not(isSimulatedTag)})`,
  ),
  locations: and(
    eq(locations.organizationId, arg('organizationId')),
    inStates(ofLocation, live),
    isSimulatedLocation,
  ),
}

const tables = { readers, assets, locations }

/** A location that contains something, or that an antenna reads, can't be removed. */
const isUnused = sql`not exists (select 1 from ${antennas} join ${readers} on ${readers.id} = ${antennas.readerId}
    where ${antennas.locationId} = ${locations.id} and ${readers.deletedAt} is null)
  and not exists (select 1 from ${placements} join ${assets} on ${assets.id} = ${placements.assetId}
    where ${placements.locationId} = ${locations.id} and ${assets.deletedAt} is null)
  and not exists (select 1 from locations as child where child.parent_id = ${locations.id} and child.deleted_at is null)`

export function simulatedReads(db: Db) {
  const countOf = (kind: SimulatedKind) => {
    const found = db
      .select({ id: tables[kind].id })
      .from(tables[kind])
      .where(conditions[kind])
      .limit(arg('most'))
      .as('found')
    return db
      .select({ count: sql<number>`count(*)` })
      .from(found)
      .prepare()
  }
  const idsOf = (kind: SimulatedKind) =>
    db
      .select({ id: tables[kind].id })
      .from(tables[kind])
      .where(and(conditions[kind], kind === 'locations' ? isUnused : undefined))
      .limit(arg('most'))
      .prepare()
  const counts = { readers: countOf('readers'), assets: countOf('assets'), locations: countOf('locations') }
  const ids = { readers: idsOf('readers'), assets: idsOf('assets'), locations: idsOf('locations') }

  return {
    /** Returns the number of simulated records of a kind, at most `most`. */
    async count(organizationId: number, kind: SimulatedKind, most: number): Promise<number> {
      const [row] = await counts[kind].execute({ organizationId, most })
      return row?.count ?? 0
    },

    /** Returns the ids of at most `most` simulated records of a kind that can be removed. */
    async removable(organizationId: number, kind: SimulatedKind, most: number): Promise<number[]> {
      return (await ids[kind].execute({ organizationId, most })).map(({ id }) => id)
    },
  }
}
