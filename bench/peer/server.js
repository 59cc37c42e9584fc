import Database from 'better-sqlite3'
import fastify from 'fastify'
import statements from './statements.json' with { type: 'json' }

/**
 * The same rows as bench/bare.ts with the same statements, served by Fastify and better-sqlite3 on Node.js: no authentication,
 * no limits, no totals. bench/peers.ts starts it: `node server.js <database file>`.
 */

const db = new Database(process.argv[2], { readonly: true })
const assetById = db.prepare(statements.asset)
const firstAssets = db.prepare(statements.assets)
const tagsOf = db.prepare(statements.tags)
const tagsOfMany = db.prepare(statements.tagsOfMany)
const newestReport = db.prepare(statements.report)

const toView = (row, tags) => ({
  ...row,
  is_active: row.is_active === 1,
  metadata: JSON.parse(row.metadata),
  tags,
})

function list() {
  const rows = firstAssets.all()
  const tags = new Map(rows.map(({ id }) => [id, []]))
  for (const { asset_id, ...tag } of tagsOfMany.all(JSON.stringify(rows.map(({ id }) => id))))
    tags.get(asset_id).push(tag)
  return rows.map((row) => toView(row, tags.get(row.id)))
}

const report = () =>
  newestReport.all({ now: new Date().toISOString() }).map((row) => ({
    ...row,
    asset_last_seen: new Date(Math.floor(row.asset_last_seen / 1000)).toISOString(),
  }))

const app = fastify()
app.get('/asset/:id', (request, reply) => {
  const id = Number(request.params.id)
  const asset = assetById.get(id)
  return asset ? { data: toView(asset, tagsOf.all(id)) } : reply.code(404).send({ error: 'not found' })
})
app.get('/assets', () => ({ data: list(), limit: 50, offset: 0 }))
app.get('/report', () => ({ data: report(), limit: 50, offset: 0 }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
