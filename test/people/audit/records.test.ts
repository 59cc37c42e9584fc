import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client } from '../../support/client'
import { type Program, stopPrograms } from '../../support/program'
import { freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { type AuditLog, type Entry, openAuditLog } from '../../support/audit'

/** The entries of changes to assets, locations, readers and unknown tags. */

let program: Program
let session: Client
let api: Client
let ada: Entry['actor']
let keyHolder: Entry['actor']
let madeBy: AuditLog['madeBy']
let entryOf: AuditLog['entryOf']
// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  ;({ program, session, api, ada, keyHolder, madeBy, entryOf } = await openAuditLog())
})
afterAll(stopPrograms)

describe('the audit log of an asset', () => {
  const path = '/api/v1/assets'
  const subjectOf = ({ id, external_key: name }: { id: number; external_key: string }, isThere = true) => ({
    kind: 'asset',
    id: String(id),
    name,
    is_there: isThere,
  })

  test('records the complete asset and its tags on creation', async () => {
    const tags = [{ tag_type: 'rfid', value: freshKey() }]
    const { result, entries } = await madeBy(() => api.post(path, { name: 'Crate', tags }))
    const { data } = result.body
    expect(entries).toMatchObject([
      { actor: keyHolder, action: 'created', subject: subjectOf(data), before: null, after: data },
    ])
  })

  // Rule: internal-api.md, Audit log
  test('records the changed fields on a change', async () => {
    const row = await newAsset(api, { description: 'Old', metadata: { color: 'red' } })
    const body = { name: 'Crate', description: null, is_active: true, metadata: { color: 'red' } }
    expect(await entryOf(() => api.patch(`${path}/${row.id}`, body))).toMatchObject({
      actor: keyHolder,
      action: 'changed',
      subject: subjectOf(row),
      before: { name: 'Thing', description: 'Old' },
      after: { name: 'Crate', description: null },
    })
  })

  test('records both keys on a rename, under the old key', async () => {
    const row = await newAsset(api)
    const external_key = freshKey()
    expect(await entryOf(() => api.post(`${path}/${row.id}/rename`, { external_key }))).toMatchObject({
      action: 'renamed',
      subject: subjectOf(row),
      before: { external_key: row.external_key },
      after: { external_key },
    })
  })

  test('records the complete asset and its tags on deletion', async () => {
    const row = await newTagged(api, freshKey())
    expect(await entryOf(() => api.delete(`${path}/${row.id}`))).toMatchObject({
      action: 'deleted',
      subject: subjectOf(row, false),
      before: row,
      after: null,
    })
  })

  test('records attached and detached tags', async () => {
    const row = await newAsset(api)
    const tag = { tag_type: 'ble', value: freshKey() }
    const attached = await entryOf(() => api.post(`${path}/${row.id}/tags`, tag))
    const id = Number(attached.after?.['id'])
    expect(attached).toMatchObject({
      action: 'tag_attached',
      subject: subjectOf(row),
      before: null,
      after: { id: expect.any(Number), ...tag },
    })
    expect(await entryOf(() => api.delete(`${path}/${row.id}/tags/${id}`))).toMatchObject({
      action: 'tag_detached',
      subject: subjectOf(row),
      before: { id, ...tag },
      after: null,
    })
  })
})

describe('the audit log of an import', () => {
  const send = (rows: readonly object[], dry_run = false) =>
    session.post('/internal/v1/assets/import', { rows, dry_run })

  test('has an entry for each row that changes something and for each added tag', async () => {
    const [fresh, known, same] = [freshKey('I'), await newAsset(api), await newAsset(api)]
    const tag = { tag_type: 'rfid', value: freshKey() }
    const rows = [
      { external_key: fresh, name: 'Fresh' },
      { external_key: known.external_key, name: 'Known', tags: [tag] },
      { external_key: same.external_key, name: 'Thing' },
      { external_key: 'no key', name: 'Refused' },
    ]
    const { entries } = await madeBy(() => send(rows))
    const subject = { kind: 'asset', name: known.external_key }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject: { kind: 'asset', name: fresh }, after: { name: 'Fresh' } },
      { actor: ada, action: 'changed', subject, before: { name: 'Thing' }, after: { name: 'Known' } },
      { actor: ada, action: 'tag_attached', subject, after: tag },
    ])
  })

  test('has no entry for a dry run', async () => {
    const { result, entries } = await madeBy(() => send([{ name: 'Never' }], true))
    expect([result.status, result.body.data.created, entries]).toEqual([200, 1, []])
  })
})

describe('the audit log of a location', () => {
  const path = '/api/v1/locations'

  test('has one entry each for creation, change, move, rename, tag and deletion', async () => {
    const hall = await newLocation(api)
    const { result, entries } = await madeBy(async () => {
      const { body } = await api.post(path, { name: 'Dock' })
      const { id } = body.data
      await api.patch(`${path}/${id}`, { name: 'Dock 1' })
      await api.patch(`${path}/${id}`, { parent_id: hall.id, name: 'Dock 2' })
      await api.post(`${path}/${id}/rename`, { external_key: 'DOCK-OF-HALL' })
      await api.post(`${path}/${id}/tags`, { tag_type: 'barcode', value: 'dock of hall' })
      await api.delete(`${path}/${id}`)
      return body.data
    })
    const subject = { kind: 'location', id: String(result.id), is_there: false }
    const old = { ...subject, name: result.external_key }
    const renamed = { ...subject, name: 'DOCK-OF-HALL' }
    const parent = { parent_id: hall.id, parent_external_key: hall.external_key }
    expect(entries).toMatchObject([
      { action: 'created', subject: old, before: null, after: result },
      { action: 'changed', subject: old, before: { name: 'Dock' }, after: { name: 'Dock 1' } },
      {
        action: 'moved',
        subject: old,
        before: { name: 'Dock 1', parent_id: null, parent_external_key: null },
        after: { name: 'Dock 2', ...parent },
      },
      {
        action: 'renamed',
        subject: old,
        before: { external_key: result.external_key },
        after: { external_key: 'DOCK-OF-HALL' },
      },
      { action: 'tag_attached', subject: renamed, after: { value: 'dock of hall' } },
      { action: 'deleted', subject: renamed, before: { name: 'Dock 2', tags: [{ value: 'dock of hall' }] } },
    ])
  })

  test('has one entry for a rename or a move of a location with sub-locations', async () => {
    const [hall, site] = [await newLocation(api), await newLocation(api)]
    await newLocation(api, { parent_id: hall.id })
    await newLocation(api, { parent_id: hall.id })
    const renamed = await entryOf(() =>
      api.post(`${path}/${hall.id}/rename`, { external_key: freshKey('HALL') }),
    )
    const moved = await entryOf(() => api.patch(`${path}/${hall.id}`, { parent_id: site.id }))
    expect([renamed.subject.id, moved.subject.id]).toEqual([String(hall.id), String(hall.id)])
  })
})

describe('the audit log of a reader', () => {
  const path = '/internal/v1/readers'

  test('contains everything except the tokens', async () => {
    const place = await newLocation(session)
    const { result, entries } = await madeBy(async () => {
      const reader = await newReader(session, freshKey('GATE'), [])
      const antennas = [
        { port: 1, location_id: place.id, rssi_offset_db: 2.5, min_rssi_dbm: -70, power_dbm: null },
      ]
      await session.patch(`${path}/${reader.id}`, { name: 'Gate', antennas })
      const { body } = await session.post(`${path}/${reader.id}/token`)
      await session.delete(`${path}/${reader.id}`)
      return { reader, antennas, token: body.data.device_token }
    })
    const { reader, antennas, token } = result
    // The state of a reader is not a part of its record.
    const {
      device_token: _token,
      health: _health,
      diagnosis: _diagnosis,
      reads_per_minute: _rate,
      ...view
    } = reader as typeof reader & Record<'health' | 'diagnosis' | 'reads_per_minute', unknown>
    const subject = { kind: 'reader', id: String(reader.id), name: reader.external_key, is_there: false }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject, before: null },
      {
        action: 'changed',
        subject,
        before: { name: reader.external_key, antennas: [] },
        after: { name: 'Gate', antennas },
      },
      { action: 'token_replaced', subject, before: null, after: null },
      { action: 'deleted', subject, before: { name: 'Gate', antennas }, after: null },
    ])
    expect(entries[0]?.after).toEqual(view)
    expect(JSON.stringify(entries)).not.toContain(reader.device_token)
    expect(JSON.stringify(entries)).not.toContain(token)
  })
})

describe('the audit log of unknown tags', () => {
  test('has an entry of the asset for an assigned tag, and a separate entry for a dismissal', async () => {
    const [place, dock] = [await newLocation(session), await newLocation(session)]
    const { id: assetId, external_key: assetKey } = await newAsset(session)
    const gate = await newReader(session, freshKey('GATE'), [place.id])
    const values = [freshKey('U'), freshKey('U'), freshKey('U')] as const
    const seen = secondsAgo(60)
    await postReads(
      program,
      gate,
      values.map((value) => ({ value, antenna: 1, observed_at: seen })),
    )
    const inbox = async (value: string): Promise<number> =>
      (await session.get(`/internal/v1/unknown-tags?q=${value}`)).body.data[0].id
    const [first, second, third] = [await inbox(values[0]), await inbox(values[1]), await inbox(values[2])]
    const read = { first_seen_at: seen, last_seen_at: seen, read_count: 1 }

    const path = '/internal/v1/unknown-tags'
    expect(await entryOf(() => session.post(`${path}/${first}/bind`, { asset_id: assetId }))).toMatchObject({
      actor: ada,
      action: 'tag_bound',
      subject: { kind: 'asset', id: String(assetId), name: assetKey, is_there: true },
      before: null,
      after: { id: expect.any(Number), tag_type: 'rfid', value: values[0], ...read },
    })
    expect(
      await entryOf(() => session.post(`${path}/${second}/bind`, { location_id: dock.id })),
    ).toMatchObject({
      action: 'tag_bound',
      subject: { kind: 'location', id: String(dock.id), name: dock.external_key },
      after: { value: values[1], ...read },
    })
    expect(await entryOf(() => session.delete(`${path}/${third}`))).toMatchObject({
      action: 'dismissed',
      subject: { kind: 'unknown_tag', id: String(third), name: values[2], is_there: false },
      before: { tag_type: 'rfid', value: values[2], ...read },
      after: null,
    })
  })
})
