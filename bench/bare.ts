import { Database } from 'bun:sqlite'
import { Elysia } from 'elysia'
import statements from './peer/statements.json' with { type: 'json' }

/**
 * The same rows as the service, served by Elysia and prepared statements without anything else: no authentication, no
 * limits, no checks of the request, no totals. Benchmarks compare the service with it.
 *
 *   bun bench/bare.ts <database file>
 */

const db = new Database(process.argv[2] as string, { strict: true })
db.run('pragma journal_mode = wal')
db.run('pragma synchronous = full')
db.run('pragma cache_size = -64000')

interface Row {
  readonly id: number
  readonly is_active: number
  readonly metadata: string
}

interface Tag {
  readonly id: number
  readonly asset_id: number
  readonly tag_type: string
  readonly value: string
}

interface Placed {
  /** Microseconds since 1970. */
  readonly asset_last_seen: number
}

const assetById = db.query<Row, [number]>(statements.asset)
const firstAssets = db.query<Row, []>(statements.assets)
const tagsOf = db.query<Tag, [number]>(statements.tags)
const tagsOfMany = db.query<Tag, [string]>(statements.tagsOfMany)
const newestReport = db.query<Placed, { now: string }>(statements.report)
const insertAsset = db.query<{ id: number }, [string, string, string]>(
  `insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
    search_key, search_description) values (1, ?1, ?2, 1, '{}', ?3, ?3, ?3, ?2, '') returning id`,
)
const insertTag = db.query<unknown, [number, string]>(
  `insert into tags (organization_id, asset_id, tag_type, value, normalized, search_value)
   values (1, ?1, 'rfid', ?2, ?2, ?2)`,
)
const insertAudit = db.query<unknown, [string, string]>(
  `insert into audit_entries (organization_id, changed_at, actor_kind, actor_name, action, subject_kind, subject_id)
   values (1, ?1, 'api_key', 'bench', 'created', 'asset', ?2)`,
)

const toView = (row: Row, tags: readonly Omit<Tag, 'asset_id'>[]) => ({
  ...row,
  is_active: row.is_active === 1,
  metadata: JSON.parse(row.metadata),
  tags,
})

function list() {
  const rows = firstAssets.all()
  const tags = Map.groupBy(
    tagsOfMany.all(JSON.stringify(rows.map(({ id }) => id))),
    ({ asset_id }) => asset_id,
  )
  return rows.map((row) =>
    toView(
      row,
      (tags.get(row.id) ?? []).map(({ id, tag_type, value }) => ({ id, tag_type, value })),
    ),
  )
}

const report = () =>
  newestReport.all({ now: new Date().toISOString() }).map((row) => ({
    ...row,
    asset_last_seen: new Date(Math.floor(row.asset_last_seen / 1000)).toISOString(),
  }))

/** Creates that arrive together share a commit. */
let waiting: (() => void)[] = []
let isScheduled = false
function commit(): void {
  isScheduled = false
  const group = waiting
  waiting = []
  db.run('begin immediate')
  for (const write of group) write()
  db.run('commit')
}

let made = 0
const create = (name: string): Promise<{ id: number }> =>
  new Promise((resolve) => {
    waiting.push(() => {
      const at = new Date().toISOString()
      const key = `BARE-${process.pid}-${++made}`
      const { id } = insertAsset.get(key, name, at) as { id: number }
      insertTag.run(id, key)
      insertAudit.run(at, String(id))
      queueMicrotask(() => resolve({ id }))
    })
    if (!isScheduled) setImmediate(commit)
    isScheduled = true
  })

const app = new Elysia()
  .get('/asset/:id', ({ params }) => {
    const id = Number(params.id)
    return { data: toView(assetById.get(id) as Row, tagsOf.all(id)) }
  })
  .get('/assets', () => ({ data: list(), limit: 50, offset: 0 }))
  .get('/report', () => ({ data: report(), limit: 50, offset: 0 }))
  .post('/assets', async ({ body, set }) => {
    set.status = 201
    return { data: await create((body as { name: string }).name) }
  })
  .listen({ port: 0, hostname: '127.0.0.1' })
console.log(`http://127.0.0.1:${app.server?.port}`)
