import { and, asc, eq, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { assetFields, assetFieldValues } from '../../sql/asset-tables'
import { arg, changesOf, type Db, eqWithoutIndex } from '../../sql/database'
import { statement } from '../../sql/statement'
import { assets } from '../../sql/tables'
import type { AssetRow } from './assets'
import { indexedValues } from './field-values'

type Valued = Pick<AssetRow, 'id' | 'organizationId' | 'metadata'>

/** Metadata with more values is compared with the fields before it is sent: it can have a megabyte. */
const manyValues = 50

/** Fields of an organization whose values are not stored for all assets. */
interface UnfinishedFields {
  readonly organizationId: number
  /** The number of all fields of the organization. */
  readonly count: number
  /** The values of the assets up to this id are stored. */
  readonly indexedTo: number
}

export function fieldValueReads(db: Db) {
  const unfinished = db
    .select({
      organizationId: assetFields.organizationId,
      count: sql<number>`(select count(*) from asset_fields as every
        where every.organization_id = ${assetFields.organizationId})`.mapWith(Number),
      indexedTo: sql<number>`min(${assetFields.indexedTo})`.mapWith(Number),
    })
    .from(assetFields)
    .where(isNotNull(assetFields.indexedTo))
    .groupBy(assetFields.organizationId)
    .orderBy(assetFields.organizationId)
    .limit(1)
    .prepare()
  const lastId = db
    .select({ id: sql<number>`coalesce(max(${assets.id}), 0)`.mapWith(Number) })
    .from(assets)
    .prepare()
  const between = db
    .select({ id: assets.id, organizationId: assets.organizationId, metadata: assets.metadata })
    .from(assets)
    .where(
      and(
        eqWithoutIndex(assets.organizationId, 'organizationId'),
        gt(assets.id, arg('after')),
        lte(assets.id, arg('to')),
      ),
    )
    .orderBy(asc(assets.id))
    .limit(arg('limit'))
    .prepare()
  // The fields that have values, one step of the index for each.
  const orphan = db
    .select({ id: sql<number>`walk.id` })
    .from(
      sql`(
        with recursive walk (id) as (
          select min(field_id) from asset_field_values
          union all select (select min(field_id) from asset_field_values where field_id > walk.id) from walk
          where walk.id is not null
        ) select id from walk where id not in (select id from asset_fields)) as walk`,
    )
    .limit(1)
    .prepare()

  return {
    async unfinished(): Promise<UnfinishedFields | undefined> {
      const [row] = await unfinished.execute()
      return row
    },

    /** Returns the greatest id of all assets; 0 when there are none. */
    async lastAssetId(): Promise<number> {
      const [row] = await lastId.execute()
      return row?.id ?? 0
    },

    /** Returns assets of the organization, deleted ones too, with ids above `after` and up to `to`, in their order. */
    assetsBetween: async (organizationId: number, after: number, to: number, limit: number) =>
      between.execute({ organizationId, after, to, limit }),

    /** Returns the id of a deleted field that still has values. */
    async orphan(): Promise<number | undefined> {
      const [row] = await orphan.execute()
      return row?.id
    },
  }
}

export function fieldValueWrites(db: Db) {
  const values = assetFieldValues
  const given = sql`with given as materialized (select value ->> 'key' as field_key, value ->> 'number' as number,
    value ->> 'date' as date, value ->> 'text' as text from json_each(${arg('values')}))`
  const id = sql`cast(${arg('id')} as bigint)`
  const set = statement(
    db,
    db
      .insert(values)
      .select(
        sql`${given} select ${id}, field.id, coalesce(case field.kind when 'number' then given.number when 'date' then given.date
        else given.text end, ''), (select state from assets where id = ${id})
        from asset_fields as field left join given on given.field_key = field.field_key
        where field.organization_id = ${arg('organizationId')}`,
      )
      .onConflictDoUpdate({
        target: [values.assetId, values.fieldId],
        set: { value: sql`excluded.value`, state: sql`excluded.state` },
        setWhere: sql`${values.value} <> excluded.value or ${values.state} <> excluded.state`,
      }),
  )
  const keys = db
    .select({ key: assetFields.key })
    .from(assetFields)
    .where(eq(assetFields.organizationId, arg('organizationId')))
    .prepare()
  const keysOf = async (organizationId: number): Promise<ReadonlySet<string>> =>
    new Set((await keys.execute({ organizationId })).map(({ key }) => key))
  const some = db
    .select({ id: values.assetId })
    .from(values)
    .where(eq(values.fieldId, arg('fieldId')))
    .limit(arg('limit'))
  const removeSome = db
    .delete(values)
    .where(and(eq(values.fieldId, arg('fieldId')), sql`${values.assetId} in ${some}`))
    .prepare()

  return {
    ...fieldValueReads(db),

    /** Stores the values of an asset. */
    async set({ id: assetId, organizationId, metadata }: Valued): Promise<void> {
      const all = metadata === '{}' ? [] : Object.entries(JSON.parse(metadata) as Record<string, unknown>)
      const keys = all.length > manyValues ? await keysOf(organizationId) : undefined
      const values = indexedValues(keys ? all.filter(([key]) => keys.has(key)) : all)
      set({ id: assetId, organizationId, values: JSON.stringify(values) })
    },

    /** Records that the values of the assets up to this id are stored; undefined: of all assets. */
    async record(organizationId: number, to: number | undefined): Promise<void> {
      const isBefore = to === undefined ? isNotNull(assetFields.indexedTo) : lt(assetFields.indexedTo, to)
      await db
        .update(assetFields)
        .set({ indexedTo: to ?? null })
        .where(and(eq(assetFields.organizationId, organizationId), isBefore))
    },

    /** Removes values of a field. Returns their number. */
    removeSome: async (fieldId: number, limit: number): Promise<number> =>
      changesOf(await removeSome.execute({ fieldId, limit })),
  }
}
