import { expect, test } from 'bun:test'
import { normalize } from '../../src/inventory/tags/rules'
import { openEngines } from '../support/migrated'

/** Tags that an earlier version has stored get the normal forms of this one (docs/history.md, Tag match). */

/** The normal form of the versions before. */
const former = (type: string, value: string): string =>
  (type === 'barcode'
    ? value.replace(/[\r\n]+$/, '')
    : value
        .replace(/[\s:._-]/g, '')
        .toUpperCase()
        .replace(/^0+(?=.)/, '')) || value

const uuid = 'fda50693-a4e2-4fb1-afcf-c6eb07647825'
const zeros = '00000693-a4e2-4fb1-afcf-c6eb07647825'

const stored: [type: string, value: string][] = [
  ['rfid', 'E2801160600002'],
  ['rfid', '0xE280116060'],
  ['rfid', '0X0012'],
  ['rfid', 'X-RAY-1'],
  ['rfid', 'e280\u20131161'],
  ['rfid', '\u200eE2801162'],
  ['rfid', '\u201cE2801163\u201d'],
  ['rfid', "'E2801164"],
  ['rfid', '(01)04012345123456'],
  ['rfid', '--'],
  ['rfid', '""'],
  ['ble', 'AC:23:3F:5E:1A:02'],
  ['ble', `${uuid}/1/2`],
  ['ble', `${uuid}, 12, 3`],
  ['ble', `${zeros}/0/65535`],
  ['ble', `${uuid}/65536/1`],
  ['ble', `${uuid}-0001-0003`],
  ['ble', 'a/b/c'],
  ['barcode', '4006381333931'],
  ['barcode', ' AN 1001 \t'],
  ['barcode', '*AN1002*'],
  ['barcode', '**'],
  ['barcode', ']C1AN1003'],
  ['barcode', '] '],
  ['barcode', 'it is [1]'],
]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const rows = stored.map(
  ([type, value], index) =>
    `(1, 1, ${quoted(type)}, ${quoted(value)}, ${quoted(former(type, value))}, '${index}')`,
)
const unknown = [...stored, ['barcode', '01040\u001d21X'] as const].map(
  ([type, value]) => `(1, ${quoted(type)}, ${quoted(value)}, ${quoted(former(type, value))}, '', 0, 0, 1)`,
)

const before = `
  insert into organizations (id, name, slug, created_at) values (1, 'North', 'north', '');
  insert into locations (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at, search_key, search_description)
    values (1, 1, 'A', 'A', 1, '', '', '', '', ''), (2, 1, 'B', 'B', 1, '', '', '', '', '');
  insert into tags (organization_id, location_id, tag_type, value, normalized, search_value) values ${rows.join(', ')};
  insert into tags (organization_id, location_id, tag_type, value, normalized, search_value)
    values (1, 2, 'rfid', 'E2801163', 'E2801163', '');
  insert into unknown_tags (organization_id, tag_type, value, normalized, search_value, first_seen_at, last_seen_at, read_count)
    values ${unknown.join(', ')}, (1, 'barcode', 'AN1002', 'AN1002', '', 0, 0, 1);
  insert into dismissed_tags (organization_id, tag_type, value, normalized, is_prefix, dismissed_at)
    values (1, 'ble', '${uuid}/1/2', '${former('ble', uuid)}/1/2', 0, ''),
      (1, 'ble', '${uuid}/7/', '${former('ble', uuid)}/7/', 1, ''), (1, 'ble', '${uuid}/', '${former('ble', uuid)}/', 1, '')`

for (const [name, [all, open]] of Object.entries(await openEngines()))
  // Rule: history.md, Tag match
  test(`on ${name}`, async () => {
    const { run, values } = open()
    const index = all.findIndex((migration) => migration.name.endsWith('tag_forms'))
    for (const migration of all.slice(0, index)) await run(migration.sql)
    await run(before)
    expect(await values('select normalized from shared_tags')).toEqual([])
    for (const migration of all.slice(index)) await run(migration.sql)
    const forms = stored.map(([type, value]) => normalize(type, value))
    expect(await values('select normalized from tags where location_id = 1 order by id')).toEqual(forms)
    // A tag whose form another unknown tag has already stays as it was, and expires.
    const unknownForms = [...forms, '0104021X', 'AN1002']
    unknownForms[stored.findIndex(([, value]) => value === '*AN1002*')] = '*AN1002*'
    expect(await values('select normalized from unknown_tags order by id')).toEqual(unknownForms)
    const beacon = former('ble', uuid)
    expect(await values('select normalized from dismissed_tags order by id')).toEqual([
      `${beacon}00010002`,
      `${beacon}0007`,
      beacon,
    ])
    expect(await values('select normalized from shared_tags')).toEqual(['E2801163'])
  })

/** The names of existing rows, as the console's search compares them. */
const names: [name: string, folded: string | null][] = [
  ['kühler', 'k\u001fkuhler\u001fgrosse'],
  ['łódź', 'k\u001flodz\u001fgrosse'],
  ['pump', 'k\u001fpump\u001fgrosse'],
]

for (const [name, [all, open]] of Object.entries(await openEngines()))
  // Rule: internal-api.md, Search
  test(`names without accents are filled on ${name}`, async () => {
    const { run, values } = open()
    const index = all.findIndex((migration) => migration.name.endsWith('tag_forms'))
    for (const migration of all.slice(0, index)) await run(migration.sql)
    await run(`insert into organizations (id, name, slug, created_at) values (1, 'North', 'north', '')`)
    for (const [at, [text]] of names.entries())
      await run(`insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at, search_key, search_description)
        values (1, 'K${at}', '', 1, '{}', '', '', '', 'k\u001f${text}', 'größe')`)
    await run(`insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at, search_key, search_description)
      values (1, 'PLAIN', '', 1, '{}', '', '', '', 'plain\u001fpump', '')`)
    for (const migration of all.slice(index)) await run(migration.sql)
    expect(await values('select search_folded from assets order by id')).toEqual([
      ...names.map(([, folded]) => folded as string),
      null as unknown as string,
    ])
  })
