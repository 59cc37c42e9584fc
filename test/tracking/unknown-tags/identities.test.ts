import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, secondsAgo } from '../../support/scans'

/** Unknown tags and imported tags that name one object in several spellings. */

const gs = '\u001d'
/** One SGTIN: the bits, the same with a control word, an element string with separators, the same in brackets, and a Digital Link. */
const spellingsOf = (number: number) => {
  const serial = String(202524899560 + number)
  const bits = (0x303403332c121b2f276cb8e8n + BigInt(number)).toString(16).toUpperCase()
  return {
    bits,
    worded: `3000${bits}`,
    separated: `]d20100052427185402${gs}10B7${gs}21${serial}`,
    bracketed: `(01)00052427185402(10)B7(21)${serial}`,
    link: `https://id.gs1.org/01/00052427185402/21/${serial}`,
  }
}

let program: Program
let session: Client
let hall: Row
let dock: Row
let gate: Reader

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'HALL' })
  dock = await newLocation(session, { external_key: 'DOCK' })
  gate = await newReader(session, 'GATE', [hall.id, dock.id])
})
afterAll(stopPrograms)

/** The inbox, by value. */
async function inbox(): Promise<Map<string, { id: number; identity: { element_string: string } | null }>> {
  const { data } = (await session.get('/internal/v1/unknown-tags?limit=200')).body
  return new Map(data.map((tag: { value: string }) => [tag.value, tag]))
}
const bind = (id: number, { id: assetId }: Row) =>
  session.post(`/internal/v1/unknown-tags/${id}/bind`, { asset_id: assetId })
const ownersOf = async (...values: string[]) =>
  (await session.post('/api/v1/tags/lookup', { tags: values.map((value) => ({ value })) })).body.data.map(
    (tag: { asset_id: number | null }) => tag.asset_id,
  )
const read = (value: string, ago: number, antenna = 1) => ({ value, antenna, observed_at: secondsAgo(ago) })

// Rule: internal-api.md, Unknown tags
test('a tag is bound with all its spellings in the inbox, whose histories the asset gets', async () => {
  const { bits, worded, separated, bracketed, link } = spellingsOf(1)
  await postReads(program, gate, [read(bits, 900), { ...read(separated, 600, 2), tag_type: 'barcode' }])
  const before = await inbox()
  expect([...before.keys()]).toEqual(expect.arrayContaining([bits, bracketed]))
  expect(before.get(bracketed)?.identity?.element_string).toBe(
    before.get(bits)?.identity?.element_string as string,
  )
  const drill = await newAsset(session, { name: 'Drill' })
  const bound = await bind(before.get(bracketed)?.id ?? 0, drill)
  expect([bound.status, bound.body.data]).toMatchObject([201, { tag_type: 'barcode', value: bracketed }])
  expect([...(await inbox()).keys()]).not.toEqual(expect.arrayContaining([bits]))
  const { data } = (await session.get(`/api/v1/assets/${drill.id}/history?sort=event_observed_at`)).body
  expect(data.map((event: { location_id: number }) => event.location_id)).toEqual([hall.id, dock.id])
  await postReads(program, gate, [read(worded, 300)])
  expect(await ownersOf(bits, worded, bracketed, link)).toEqual(Array.from({ length: 4 }, () => drill.id))
  expect((await inbox()).size).toBe(before.size - 2)
})

// Rule: internal-api.md, Unknown tags
test('a tag whose object another asset has is not bound until it is moved', async () => {
  const { bits, link } = spellingsOf(2)
  await postReads(program, gate, [read(bits, 900)])
  const { id } = (await inbox()).get(bits) ?? { id: 0 }
  const saw = await newAsset(session, { name: 'Saw' })
  const other = await newAsset(session, { name: 'Other', tags: [] })
  // The attachment of another spelling takes the unknown one out of the inbox.
  await session.post(`/api/v1/assets/${saw.id}/tags`, { tag_type: 'barcode', value: link })
  expect((await bind(id, other)).status).toBe(404)
  const same = await session.get(`/internal/v1/tags?tag_type=rfid&value=${bits}`)
  expect(same.body.data).toMatchObject([{ value: link, asset_id: saw.id }])
  const twin = { tag_type: 'rfid', value: bits }
  await session.post(`/api/v1/assets/${other.id}/tags`, twin)
  expect(await ownersOf(spellingsOf(2).worded)).toEqual([null])
  await postReads(program, gate, [read(spellingsOf(2).worded, 300)])
  const third = await newAsset(session, { name: 'Third' })
  const refused = await bind((await inbox()).get(spellingsOf(2).worded)?.id ?? 0, third)
  expect([refused.status, refused.body.error.detail]).toEqual([
    409,
    `Another record has the tag ${link}, which names the same object. Move that tag first`,
  ])
  const moved = await session.post('/internal/v1/tags/move', { ...twin, asset_id: third.id })
  expect(moved.status).toBe(200)
  expect(await ownersOf(bits, link, spellingsOf(2).worded)).toEqual([third.id, third.id, third.id])
  const unbound = (await inbox()).get(spellingsOf(2).worded)
  expect(unbound).toBeUndefined()
})

// Rule: internal-api.md, Import
test('an import stores codes with separators in brackets, and refuses other control characters', async () => {
  const { separated, bracketed, bits } = spellingsOf(3)
  const row = (key: string, value: string) => ({
    external_key: key,
    name: key,
    tags: [{ tag_type: 'barcode', value }],
  })
  const rows = [row('DRUM', separated), row('BELL', `a${gs}b`), row('HORN', 'plain')]
  const { status, body } = await session.post('/internal/v1/assets/import', { rows })
  expect([status, body.data.created, body.data.refused]).toEqual([200, 2, 1])
  expect(body.data.rows[1].errors).toMatchObject([{ field: 'tags[0].value', code: 'invalid_value' }])
  const drum = body.data.rows[0].id
  expect((await session.get(`/api/v1/assets/${drum}`)).body.data.tags).toMatchObject([{ value: bracketed }])
  expect(await ownersOf(bits)).toEqual([drum])
  const again = await session.post('/internal/v1/assets/import', { rows: [row('DRUM', separated)] })
  expect(again.body.data).toMatchObject({ unchanged: 1 })
})

// Rule: history.md, Unknown tags
test('another organization keeps its unknown tag, and a beacon has no other spelling', async () => {
  const west = await otherOrganization(program)
  const yard = await newLocation(west, { external_key: 'YARD' })
  const { bits, worded } = spellingsOf(4)
  const reads = [{ value: bits }, { value: worded, tag_type: 'ble' }]
  await west.post('/internal/v1/scans', { location_id: yard.id, reads })
  await newTagged(session, worded)
  const kept = (await west.get('/internal/v1/unknown-tags')).body.data
  expect(kept.map(({ value }: { value: string }) => value).toSorted()).toEqual([worded, bits])
  expect((await (await apiClient(program, west)).get('/api/v1/assets')).body.total_count).toBe(0)
})

// Rule: internal-api.md, Dismissed tags
test('a code is dismissed once in all its spellings, and restored in all of them', async () => {
  const { bits, worded, separated, bracketed, link } = spellingsOf(70)
  const all = () =>
    postReads(program, gate, [
      read(bits, 90),
      read(worded, 80),
      read(link, 70),
      { ...read(separated, 60), tag_type: 'barcode' },
      { ...read(link, 50), tag_type: 'barcode' },
      read(spellingsOf(71).bits, 40),
    ])
  const before = (await inbox()).size
  await all()
  const listed = (await session.get('/internal/v1/unknown-tags?limit=200')).body
  expect(listed.total_count - before).toBeGreaterThan(3)
  const one = (await inbox()).get(bracketed)?.id
  const path = '/internal/v1/dismissed-tags'
  const { dismissed } = (await session.post(path, { unknown_tag_ids: [one] })).body.data
  expect(dismissed).toBe(listed.total_count - before - 1)
  await all()
  const left = await inbox()
  expect(left.size).toBe(before + 1)
  expect(left.has(spellingsOf(71).bits)).toBe(true)
  const rows = (await session.get(path)).body.data
  expect(rows).toMatchObject([{ tag_type: 'barcode', value: bracketed }])
  expect((await session.delete(`${path}/${rows[0].id}`)).status).toBe(204)
  await postReads(program, gate, [read(bits, 30), { ...read(link, 20), tag_type: 'barcode' }])
  const restored = [...(await inbox()).values()].filter(({ id }) => id !== one).map(({ id }) => id)
  expect(restored.length).toBe(before + 3)
  // Of several spellings in one request, one is in the list.
  const named = (await session.get('/internal/v1/unknown-tags?limit=200&q=202524899630')).body.data
  const ids = [...named.map(({ id }: { id: number }) => id), (await inbox()).get(bits)?.id]
  expect((await session.post(path, { unknown_tag_ids: ids })).body.data).toEqual({ dismissed: 2 })
  expect((await session.get(path)).body.total_count).toBe(1)
})
