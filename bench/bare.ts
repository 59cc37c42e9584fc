import { Database } from 'bun:sqlite'
import { Elysia } from 'elysia'

/**
 * The same rows as the service, served by Elysia and prepared statements without anything else: no authentication, no
 * limits, no checks, no totals. Benchmarks compare the service with it.
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

const columns =
  'id, external_key, name, description, is_active, metadata, valid_from, valid_to, created_at, updated_at, deleted_at'
const assetById = db.query<Row, [number]>(`select ${columns} from assets where id = ? and deleted_at is null`)
const firstAssets = db.query<Row, []>(
  `select ${columns} from assets where organization_id = 1 and deleted_at is null order by external_key limit 50`,
)
const tagsOf = db.query('select id, tag_type, value from tags where asset_id = ? and deleted_at is null')
const newestReport = db.query(
  `select p.asset_id, a.external_key as asset_external_key, p.location_id, l.external_key as location_external_key,
    p.last_seen_at as asset_last_seen
   from placements p join assets a on a.id = p.asset_id join locations l on l.id = p.location_id
   where p.organization_id = 1 and p.asset_state = 0 order by p.last_seen_at desc limit 50`,
)
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

const toView = (row: Row) => ({
  ...row,
  is_active: row.is_active === 1,
  metadata: JSON.parse(row.metadata),
  tags: tagsOf.all(row.id),
})

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
  .get('/asset/:id', ({ params }) => ({ data: toView(assetById.get(Number(params.id)) as Row) }))
  .get('/assets', () => ({ data: firstAssets.all().map(toView), limit: 50, offset: 0 }))
  .get('/report', () => ({ data: newestReport.all(), limit: 50, offset: 0 }))
  .post('/assets', async ({ body, set }) => {
    set.status = 201
    return { data: await create((body as { name: string }).name) }
  })
  .listen({ port: 0, hostname: '127.0.0.1' })
console.log(`http://127.0.0.1:${app.server?.port}`)
