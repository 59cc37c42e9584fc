import Database from 'better-sqlite3'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fastify from 'fastify'

/**
 * The rows of an asset, served by Fastify, better-sqlite3 and Drizzle on Node.js, as a plain service of the same kind is
 * written: no authentication, no limits, no totals. bench/peers.ts starts it: `node server.js <database file>`.
 */

const assets = sqliteTable('assets', {
  id: integer('id').primaryKey(),
  externalKey: text('external_key'),
  name: text('name'),
  description: text('description'),
  isActive: integer('is_active', { mode: 'boolean' }),
  metadata: text('metadata', { mode: 'json' }),
  validFrom: text('valid_from'),
  validTo: text('valid_to'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
  deletedAt: text('deleted_at'),
})
const tags = sqliteTable('tags', {
  id: integer('id').primaryKey(),
  assetId: integer('asset_id'),
  tagType: text('tag_type'),
  value: text('value'),
  deletedAt: text('deleted_at'),
})

const db = drizzle(new Database(process.argv[2], { readonly: true }))
const assetById = db
  .select()
  .from(assets)
  .where(and(eq(assets.id, sql.placeholder('id')), isNull(assets.deletedAt)))
  .prepare()
const tagsOf = db
  .select({ id: tags.id, tagType: tags.tagType, value: tags.value })
  .from(tags)
  .where(and(eq(tags.assetId, sql.placeholder('id')), isNull(tags.deletedAt)))
  .prepare()

const app = fastify()
app.get('/asset/:id', (request, reply) => {
  const id = Number(request.params.id)
  const asset = assetById.get({ id })
  return asset
    ? { data: { ...asset, tags: tagsOf.all({ id }) } }
    : reply.code(404).send({ error: 'not found' })
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
