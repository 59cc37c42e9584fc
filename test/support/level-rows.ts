import type { Database } from 'bun:sqlite'
import { migrations } from '../../migrations'
import { sha256 } from '../../src/base/secrets'
import { fromMicros } from '../../src/base/time'
import { administrator } from './program'

/** The rows of a migration level beside its assets: a location, and rows of the tables that the migration creates. */

export const clientSecret = 'was_secret-of-an-earlier-version'
export const clientId = '5b4e2f0a-6a54-4c1e-9a83-2f6f0b1c7d11'
export const deviceToken = 'wad_00112233445566778899aabbccddeeff'

const hour = 3_600_000_000

type Value = string | number | null | Uint8Array
export type Insert = (table: string, row: Readonly<Record<string, Value>>) => void

/** Inserts rows. Columns that the table of this level does not have are left out. */
export function inserter(db: Database): Insert {
  const columns = new Map<string, Set<string>>()
  return (table, row) => {
    const known = columns.get(table) ?? new Set(columnsOf(db, table))
    columns.set(table, known)
    const names = Object.keys(row).filter((name) => known.has(name))
    const marks = names.map(() => '?').join()
    db.query(`insert into ${table} (${names.join()}) values (${marks})`).run(
      ...names.map((name) => row[name] as Value),
    )
  }
}

export const columnsOf = (db: Database, table: string): string[] =>
  db
    .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)

/** The number of the level that a migration makes. */
export function numberOf(name: string): number {
  const number = migrations.findIndex((migration) => migration.name.endsWith(name)) + 1
  if (number === 0) throw new Error(`There is no migration ${name}.`)
  return number
}

const userId = '8c1f3c5e-0f35-4f0e-9d0b-0d6f4f4f8a01'

/** The rows of the tables that the migration of this level creates, and a location. */
export function insertFeatures(
  db: Database,
  insert: Insert,
  at: number,
  now: number,
  passwordHash: string,
): void {
  const time = fromMicros(now - 5 * hour)
  const soon = fromMicros(now + 24 * hour)
  const organization_id = 1
  const created = { created_at: time, updated_at: time }
  const isNew = (name: string) => at === numberOf(name)
  const location = (id: number, parent: number | null) =>
    insert('locations', {
      id,
      organization_id,
      external_key: `L-${id}`,
      name: `Hall ${id}`,
      parent_id: parent,
      is_active: 1,
      valid_from: time,
      ...created,
      search_key: `l-${id}\u001fhall ${id}`,
      search_description: '',
    })
  if (isNew('foundation')) {
    insert('organizations', { id: 1, name: 'North', slug: 'north', created_at: time })
    insert('users', {
      id: userId,
      email: administrator.email,
      name: 'ada',
      password_hash: passwordHash,
      created_at: time,
    })
    insert('memberships', { user_id: userId, organization_id, role: 'admin' })
    insert('api_keys', {
      id: clientId,
      organization_id,
      environment: 'production',
      name: 'Program',
      scopes: '["assets:read","assets:write","locations:read","locations:write","tracking:read"]',
      secret_hash: sha256(clientSecret),
      created_at: time,
    })
    for (const kind of ['asset', 'location'])
      insert('free_slots', { organization_id, kind, first: 1, last: Number.MAX_SAFE_INTEGER })
    location(1, null)
    location(2, 1)
    insert('readers', {
      id: 1,
      organization_id,
      external_key: 'GATE',
      name: 'Gate 1',
      kind: 'fixed',
      format: 'whereabouts_v1',
      topic: 'north/readers/GATE/#',
      is_active: 1,
      presence_timeout_seconds: 300,
      token_hash: sha256(deviceToken),
      ...created,
    })
    for (const port of [1, 2]) insert('antennas', { reader_id: 1, port, location_id: port })
  } else if (at > 2) location(at, at % 5 === 0 ? null : at - 1)
  if (isNew('idempotency'))
    insert('idempotency_keys', {
      owner: clientId,
      key: 'k',
      fingerprint: 'f',
      status: 201,
      body: '{}',
      created_at: fromMicros(now),
    })
  if (isNew('_ingest'))
    insert('reader_health', {
      reader_id: 1,
      last_message_at: now - hour,
      last_read_at: now - hour,
      antennas: '{}',
      messages: '{"accepted":2}',
      reads: '{"applied":2}',
      raw_count: 0,
    })
  if (isNew('unknown_tags')) {
    const seen = {
      first_seen_at: now - hour,
      last_seen_at: now - hour,
      read_count: 3,
      reader_id: 1,
      antenna: 1,
    }
    insert('unknown_tags', {
      id: 1,
      organization_id,
      tag_type: 'rfid',
      value: 'F00D',
      normalized: 'F00D',
      search_value: 'f00d',
      ...seen,
    })
  }
  if (isNew('invitations'))
    insert('invitations', {
      organization_id,
      environment: 'production',
      email: 'grace@example.org',
      role: 'manager',
      token_hash: sha256('invitation'),
      invited_by: userId,
      created_at: time,
      expires_at: soon,
    })
  if (at >= numberOf('_audit'))
    insert('audit_entries', {
      organization_id,
      changed_at: time,
      actor_kind: 'user',
      actor_id: userId,
      actor_name: 'ada',
      action: 'created',
      subject_kind: 'asset',
      subject_id: String(at),
      after: '{"name":"Pump"}',
    })
  if (isNew('owners_and_sign_ins'))
    insert('known_origins', {
      account_id: userId,
      kind: 'address',
      origin: '192.0.2.1',
      seen_at: time,
      has_returned: 1,
    })
  if (isNew('location_decision')) db.run("update organizations set sensitivity = 'calm'")
  if (isNew('tag_attention'))
    insert('dismissed_tags', {
      organization_id,
      tag_type: 'rfid',
      value: 'DEAD',
      normalized: 'DEAD',
      is_prefix: 1,
      dismissed_at: time,
    })
  if (isNew('floor_plans')) {
    insert('plans', { location_id: 1, organization_id, areas: '[]', ...created })
    insert('wall_links', {
      organization_id,
      location_id: 1,
      name: 'Wall',
      token_hash: sha256('wall'),
      created_by: userId,
      created_at: time,
    })
  }
  if (isNew('asset_fields'))
    insert('asset_fields', {
      organization_id,
      field_key: 'serial',
      name: 'Serial',
      kind: 'number',
      options: '[]',
      is_required: 0,
      position: 1,
      ...created,
    })
  if (isNew('asset_photos')) {
    const image = { media_type: 'image/png', hash: sha256('photo'), bytes: 4 }
    insert('asset_photos', {
      id: 1,
      organization_id,
      asset_id: 1,
      position: 1,
      width: 1,
      height: 1,
      created_at: time,
      ...image,
    })
    const bytes = Uint8Array.of(1, 2, 3, 4)
    insert('asset_photo_parts', { photo_id: 1, part: 0, bytes })
    insert('asset_photo_thumbnails', { photo_id: 1, ...image, bytes })
  }
  if (isNew('taught_places')) {
    const at = now - 5 * hour
    insert('place_samples', {
      id: 1,
      organization_id,
      location_id: 1,
      started_at: at,
      ends_at: at + 60_000_000,
      targets: '[{"assetId":1,"tagId":null,"tagType":null,"value":null}]',
      created_by: userId,
      creator_name: 'ada',
    })
    insert('place_sample_reads', { sample_id: 1, part: 1, reads: '[]' })
    insert('place_models', {
      organization_id,
      revision: 1,
      version: 1,
      activated_at: time,
      samples: '[]',
    })
    insert('reference_assets', { asset_id: 1, organization_id, location_id: 1, since: at })
  }
  insertStocktakes(insert, isNew, now - 5 * hour)
  insertTelemetry(insert, isNew, now - 5 * hour)
  if (isNew('printing')) {
    insert('printers', {
      id: 1,
      organization_id,
      name: 'Dock',
      host: '10.0.0.40',
      port: 9100,
      dpi: 203,
      has_rfid: 1,
      correction_x: 0,
      correction_y: -0.5,
      state: 'off',
      since: now - hour,
      problem:
        '{"english":"The printer has closed the connection","text":{"key":"printer.lost","params":{}}}',
      ...created,
    })
    insert('print_jobs', {
      id: 1,
      organization_id,
      template_id: 1,
      template: '{"name":"Roll cage","width_mm":76.2,"height_mm":50.8,"elements":[]}',
      printer_id: 1,
      encode: '{"scheme":"giai","prefix_id":1}',
      state: 'stopped',
      since: now - hour,
      queued: 0,
      sent: 0,
      verified: 0,
      live: 1,
      void: 0,
      created_by: userId,
      created_by_name: 'ada',
      created_at: time,
    })
    insert('print_labels', {
      id: 1,
      job_id: 1,
      organization_id,
      position: 0,
      asset_id: 1,
      asset_key: 'A-1',
      epc: '3414A4C13C00000000000001',
      tid: 'E2801160200074B2D4C509A3',
      state: 'live',
      at: now - hour,
    })
  }
  if (isNew('label_templates'))
    insert('label_templates', {
      id: 1,
      organization_id,
      name: 'Roll cage',
      width_mm: 76.2,
      height_mm: 50.8,
      gap_mm: 3,
      margin_mm: 2,
      elements: '[]',
      created_at: time,
      updated_at: time,
    })
  if (isNew('mail_schedules')) insertSchedules(insert, now)
  if (isNew('company_sign_in'))
    insert('provider_identities', {
      issuer: 'https://id.example.org',
      subject: 's',
      user_id: userId,
      created_at: time,
    })
}

/** An open stocktake with a line, counts, a place and a counter; a photo of its excuse; and a search. */
function insertStocktakes(insert: Insert, isNew: (name: string) => boolean, at: number): void {
  const ofLine = { stocktake_id: 1, asset_id: 1, organization_id: 1 }
  const created_at = fromMicros(at)
  if (isNew('0044_stocktakes')) {
    insert('stocktakes', {
      id: 1,
      organization_id: 1,
      name: 'Hall 1, yearly',
      location_id: 1,
      scope: '{"kind":"all"}',
      is_blind: 0,
      uses_readers: 0,
      state: 'open',
      opened_at: at,
      expected: 1,
      excused: 1,
      unknown: 1,
      count_rows: 1,
      write_places: 0,
      start_searches: 0,
      keep_unknown: 0,
      created_at,
    })
    insert('stocktake_lines', {
      ...ofLine,
      asset_key: 'A-1',
      asset_name: 'Asset 1',
      search_text: 'a-1 asset 1',
      verdict: 'excused',
      expected_location_id: 1,
      is_excused: 1,
      note: 'In repair',
    })
    insert('stocktake_counts', {
      stocktake_id: 1,
      is_late: 0,
      asset_id: 0,
      tag_type: 'rfid',
      tag_key: 'BEEF',
      location_id: 1,
      tag_value: 'beef',
      first_at: at,
      first_by: `user:${userId}`,
      first_name: 'ada',
      first_source: 'scan',
      last_at: at,
    })
    insert('stocktake_places', { stocktake_id: 1, location_id: 1, expected: 1, excused: 1 })
    const counter = { counter: `user:${userId}`, name: 'ada', location_id: 1, scans: 1, last_at: at }
    insert('stocktake_counters', { stocktake_id: 1, ...counter })
  }
  if (isNew('0047_searches'))
    insert('searches', {
      id: 1,
      organization_id: 1,
      asset_id: 1,
      state: 'wanted',
      for_name: 'ada',
      opened_at: at,
    })
  if (isNew('stocktake_photos')) {
    const bytes = Uint8Array.of(1, 2, 3, 4)
    const [media_type, hash] = ['image/png', sha256('excuse')]
    const small = { thumbnail_media_type: media_type, thumbnail_hash: hash, thumbnail: bytes }
    insert('stocktake_photos', { ...ofLine, media_type, hash, bytes: 4, ...small, created_at })
    insert('stocktake_photo_parts', { stocktake_id: 1, asset_id: 1, part: 0, bytes })
  }
}

/** A schedule of mail that is due tomorrow, and a mail of it. */
function insertSchedules(insert: Insert, now: number): void {
  const at = now - 5 * hour
  const organization_id = 1
  insert('mail_schedules', {
    id: 1,
    organization_id,
    owner_id: userId,
    owner_name: 'ada',
    name: 'Week',
    kind: 'week',
    weekday: 1,
    hour: 7,
    recipients: '[{"email":"boss@example.com"}]',
    is_enabled: 1,
    next_at: now + 24 * hour,
    created_at: fromMicros(at),
    updated_at: fromMicros(at),
  })
  insert('scheduled_mails', {
    id: 1,
    organization_id,
    schedule_id: 1,
    due_at: at,
    is_extra: 0,
    address: 'boss@example.com',
    state: 'sent',
    queued_at: at,
    attempt_at: at,
    attempts: 1,
    ended_at: at,
  })
}

/** What a tag has measured, its key, a span of an alert rule and a press of its button. */
function insertTelemetry(insert: Insert, isNew: (name: string) => boolean, at: number): void {
  const ofAsset = { asset_id: 1, organization_id: 1 }
  if (isNew('0059_telemetry')) {
    const counted = { hour: Math.floor(at / hour), metric: 2 }
    const values = { value_count: 2, value_sum: 9.5, value_min: 4.25, value_max: 5.25 }
    insert('telemetry_hours', { ...ofAsset, ...counted, ...values, last_value: 5.25, last_at: at })
    insert('telemetry_hour_counts', { hour: counted.hour, rows: 1 })
    insert('telemetry_values', { ...ofAsset, metric: 2, tag_id: 1, value: 5.25, observed_at: at })
  }
  if (isNew('tag_keys'))
    insert('tag_keys', { tag_id: 1, organization_id: 1, sealed: 'of an earlier version' })
  if (isNew('telemetry_alerts')) {
    insert('telemetry_spans', { id: 1, ...ofAsset, rule_id: 1, started_at: at, ended_at: null })
    insert('tag_presses', { id: 1, ...ofAsset, tag_id: 1, press: 4, packet: 7, first_at: at, last_at: at })
  }
}
