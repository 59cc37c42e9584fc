import { expect, test } from 'bun:test'
import { openEngines } from '../support/migrated'

/** Tags of separators that an earlier version has stored get normal forms of their own (docs/history.md, Tag match). */

const before = `
  insert into organizations (id, name, slug, created_at) values (1, 'North', 'north', '');
  insert into locations (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at, search_key, search_description)
    values (1, 1, 'A', 'A', 1, '', '', '', '', ''), (2, 1, 'B', 'B', 1, '', '', '', '', '');
  insert into tags (organization_id, location_id, tag_type, value, normalized, search_value)
    values (1, 1, 'rfid', '--', '', ''), (1, 2, 'rfid', ':', '', ''), (1, 2, 'rfid', 'a-b', 'AB', '');
  insert into unknown_tags (organization_id, tag_type, value, normalized, search_value, first_seen_at, last_seen_at, read_count)
    values (1, 'ble', '.', '', '', 0, 0, 1);
  insert into dismissed_tags (organization_id, tag_type, value, normalized, is_prefix, dismissed_at)
    values (1, 'rfid', '_', '', 0, '')`

for (const [name, [all, open]] of Object.entries(await openEngines()))
  test(`on ${name}`, async () => {
    const { run, values } = open()
    const index = all.findIndex((migration) => migration.name.endsWith('separator_tags'))
    for (const migration of all.slice(0, index)) await run(migration.sql)
    await run(before)
    expect(await values('select tag_type from shared_tags')).toEqual(['rfid'])
    for (const migration of all.slice(index)) await run(migration.sql)
    expect(await values('select normalized from tags order by id')).toEqual(['--', ':', 'AB'])
    expect(await values('select normalized from unknown_tags')).toEqual(['.'])
    expect(await values('select normalized from dismissed_tags')).toEqual(['_'])
    expect(await values('select tag_type from shared_tags')).toEqual([])
  })
