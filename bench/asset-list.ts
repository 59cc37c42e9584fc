import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBeside } from './beside'
import { createData, waitForFieldValues, waitForSearchIndex } from './data'
import { changeDatabase } from './large-data'
import { executable, startService } from './service'

/**
 * Measures the list of assets with conditions: the first page of each single condition and of combinations that people use, and the
 * GETs by id beside them; and the export of a tenth of the assets. The data directory is made once and used again.
 *
 *   bun run bench asset-list --data <directory> [--assets 1000000] [--rounds 20] [--program dist/whereabouts] [--only <words>]
 */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    assets: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    program: { type: 'string', default: executable },
    only: { type: 'string', default: '' },
  },
})
if (values.data === undefined) throw new Error('Name the data directory: --data <directory>')

const fields = [
  ['grade', 'choice', '["A","B","C"]'],
  ['serial', 'text', '[]'],
  ['weight', 'number', '[]'],
  ['due', 'date', '[]'],
] as const

/** Gives the assets fields, tags of several types and last reads in the past 60 days; 2 % were never placed. */
function addConditions(dataDir: string): void {
  const now = Date.now() * 1000
  const at = new Date().toISOString().replace('Z', '000Z')
  changeDatabase(dataDir, (db) => {
    for (const [index, [key, kind, options]] of fields.entries())
      db.run(
        `insert into asset_fields (organization_id, field_key, name, kind, options, is_required, position, created_at, updated_at)
          values (1, ?, ?, ?, ?, 0, ?, ?, ?)`,
        [key, key, kind, options, index + 1, at, at],
      )
    // The service must not index a million assets again.
    const pending = db
      .query<{ sql: string }, []>("select sql from sqlite_schema where name = 'assets_search_update'")
      .get()
    db.run('drop trigger assets_search_update')
    db.run(`update assets set metadata = json_object('grade', substr('ABC', 1 + id * 31 % 3, 1), 'serial', printf('SN-%07d', id),
      'weight', id * 17 % 1000, 'due', date('2026-01-01', '+' || (id * 13 % 700) || ' days')) where id % 10 <> 0`)
    db.run('delete from tags where asset_id % 100 = 7')
    db.run(`insert into tags (organization_id, asset_id, tag_type, value, normalized, search_value)
      select 1, id, 'ble', 'B' || id, 'B' || id, 'b' || id from assets where id % 20 = 3`)
    if (pending) db.run(pending.sql)
    db.run('delete from placements where asset_id % 50 = 11')
    db.run(`update placements set last_seen_at = ${now} - (asset_id * 7919 % 86400) * 60000000`)
    db.run(`insert into alerts (organization_id, rule_id, rule_name, kind, severity, subject_kind, subject_id, subject_key,
        subject_name, opened_at, recorded_at, is_late, occurrences, evidence_at)
      select 1, 1, 'Idle', 'missing', 'normal', 'asset', id, external_key, name, ${now}, ${now}, 0, 1, ${now}
      from assets where id % 5000 = 1`)
  })
}

if (!existsSync(join(values.data, 'whereabouts.db'))) {
  await createData(values.data, values.program, Number(values.assets))
  addConditions(values.data)
}

interface Condition {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}
const is = (field: string, operator: string, value?: unknown): Condition => ({ field, operator, value })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** The ids of a rack, of a row of racks, and of all. */
const places = (() => {
  using db = new Database(join(values.data, 'whereabouts.db'), { readonly: true })
  const of = (key: string) =>
    db.query<{ id: number }, [string]>('select id from locations where external_key = ?').get(key)?.id
  return { rack: of('RACK-05000'), row: of('RACK-00012'), all: of('RACK-00001') }
})()

const singles: readonly Condition[] = [
  is('place', 'is', places.rack),
  is('place', 'below', places.row),
  is('place', 'below', places.all),
  is('place', 'none'),
  is('last_seen', 'before', daysAgo(30)),
  is('last_seen', 'after', daysAgo(1)),
  is('last_seen', 'within_days', 0.01),
  is('last_seen', 'older_than_days', 59.9),
  is('last_seen', 'never'),
  is('dwell_minutes', 'more', 60),
  is('dwell_minutes', 'less', 60),
  is('state', 'is', 'inactive'),
  is('tag_type', 'has', 'ble'),
  is('tag_type', 'has_not', 'rfid'),
  is('tag_type', 'has_not', 'barcode'),
  is('tag_type', 'has', 'barcode'),
  is('text', 'contains', 'BULK-0004711'),
  is('text', 'contains', 'trolley'),
  is('text', 'contains', '47'),
  is('alert', 'is', 'open'),
  is('field:grade', 'is', 'B'),
  is('field:serial', 'is', 'SN-0471111'),
  is('field:serial', 'contains', '4711'),
  is('field:weight', 'between', [10, 12]),
  is('field:due', 'before', '2026-02-01'),
  is('field:grade', 'empty'),
]

const combinations: readonly (readonly Condition[])[] = [
  [is('place', 'below', places.row), is('last_seen', 'older_than_days', 7)],
  [is('place', 'below', places.row), is('tag_type', 'has', 'ble')],
  [is('place', 'below', places.all), is('last_seen', 'within_days', 1), is('state', 'is', 'active')],
  [is('last_seen', 'older_than_days', 30), is('state', 'is', 'active')],
  [is('last_seen', 'older_than_days', 30), is('text', 'contains', 'trolley')],
  [is('last_seen', 'within_days', 7), is('tag_type', 'has_not', 'rfid')],
  [is('last_seen', 'never'), is('tag_type', 'has', 'rfid')],
  [is('place', 'below', places.row), is('field:grade', 'is', 'B')],
  [is('text', 'contains', 'pallet'), is('field:due', 'before', '2026-02-01')],
  [is('last_seen', 'older_than_days', 7), is('field:due', 'before', '2026-06-01')],
  [is('alert', 'is', 'open'), is('place', 'below', places.all)],
  [is('dwell_minutes', 'more', 1440), is('last_seen', 'within_days', 1)],
]

await using service = await startService({ program: values.program, dataDir: values.data, keepsData: true })
await waitForSearchIndex(values.data)
await waitForFieldValues(values.data)
const measureList = await openBeside(service, Number(values.rounds), 90)

async function measure(conditions: readonly Condition[], sort: string): Promise<void> {
  const query = `conditions=${encodeURIComponent(JSON.stringify(conditions))}&sort=${sort}`
  const name = conditions
    .map(({ field, operator, value }) =>
      `${field} ${operator} ${value === undefined ? '' : JSON.stringify(value)}`.trim(),
    )
    .join(', ')
  await measureList(
    `/internal/v1/asset-list?${query}`,
    `${name} by ${sort}`,
    (body) =>
      `${body['is_count_exact'] === true ? '' : '> '}${String(body['total_count'])}${body['is_complete'] === true ? '' : ' of the first'}`,
  )
}

for (const conditions of [...singles.map((each) => [each]), ...combinations]) {
  if (!JSON.stringify(conditions).includes(values.only)) continue
  await measure(conditions, 'external_key')
  await measure(conditions, '-last_seen')
}

/** A tenth of the assets as a file. */
const exported = [is('last_seen', 'older_than_days', 54)]
for (const format of ['csv', 'xlsx'])
  if (`export ${format} ${JSON.stringify(exported)}`.includes(values.only))
    await measureList(
      `/internal/v1/asset-list/export?format=${format}&conditions=${encodeURIComponent(JSON.stringify(exported))}`,
      `export of the assets that were not seen for 54 days as ${format}`,
    )
