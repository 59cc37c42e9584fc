import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, scan, secondsAgo } from '../../support/scans'

/** The search of the console. */

let program: Program
let client: Client

interface Found {
  readonly id: number
  readonly name: string
  readonly matched: readonly { readonly field: string; readonly value: string }[]
}

beforeAll(async () => {
  program = await startProgram()
  client = await otherOrganization(program, 'Searched')
  const hall = await newLocation(client, { name: 'North hall', external_key: 'NH-1' })
  const tags = [{ tag_type: 'barcode', value: 'BAY-0007' }]
  await newLocation(client, { name: 'Bay', description: 'For cage repairs', parent_id: hall.id, tags })
  await newTagged(client, '3414AB77', { name: 'Roll cage', description: 'Blue' })
  await newTagged(client, '3414AB78', { name: 'Cage, spare', external_key: 'SPARE-9' })
  await newAsset(client, { name: 'Pallet of rolls' })
  await newReader(client, 'gate-north', [hall.id])
  await scan(client, hall.id, '3414AB77', secondsAgo(30))
})
afterAll(stopPrograms)

const search = async (q: string, by = client) =>
  (await by.get(`/internal/v1/search?${new URLSearchParams({ q }).toString()}`)).body.data as {
    readonly assets: (Found & {
      readonly location_name: string | null
      readonly last_seen_at: string | null
    })[]
    readonly asset_count: number
    readonly locations: Found[]
    readonly readers: Found[]
    readonly deleted_assets: Found[]
    readonly members: unknown[]
    readonly api_keys: unknown[]
    readonly webhooks: unknown[]
  }
const namesOf = (found: readonly Found[]): string[] => found.map(({ name }) => name)

// Rule: internal-api.md, Search
describe('the search', () => {
  test('finds assets with each word in any field, in any order', async () => {
    expect(namesOf((await search('cage roll')).assets)).toEqual(['Roll cage'])
    expect(namesOf((await search('BLUE 3414 cage')).assets)).toEqual(['Roll cage'])
    expect(namesOf((await search('cage')).assets)).toEqual(['Cage, spare', 'Roll cage'])
    expect(namesOf((await search('roll')).assets)).toEqual(['Roll cage', 'Pallet of rolls'])
    expect((await search('cage pallet')).assets).toEqual([])
  })

  test('says where each asset is, and which other field matched', async () => {
    const [seen] = (await search('3414ab77')).assets
    expect(seen).toMatchObject({
      location_name: 'North hall',
      last_seen_at: secondsAgo(30),
      matched: [{ field: 'tag', value: '3414AB77' }],
    })
    const [unseen] = (await search('spare-9')).assets
    expect(unseen).toMatchObject({
      location_name: null,
      last_seen_at: null,
      matched: [{ field: 'external_key', value: 'SPARE-9' }],
    })
  })

  test('finds the owner of a tag in any spelling', async () => {
    const found = await search('34:14:ab:77')
    expect(namesOf(found.assets)).toEqual(['Roll cage'])
    expect(found.assets[0]?.matched).toEqual([{ field: 'tag', value: '3414AB77' }])
    expect(found.asset_count).toBe(1)
  })

  test('counts the owners of a tag once, with and without the words of the search', async () => {
    const many = await otherOrganization(program, 'Owners')
    for (let at = 0; at < 25; at++) await newAsset(many, { name: `Crate 00-77 ${at}` })
    await newTagged(many, '0077', { name: 'Crate 00-77 itself' })
    await newTagged(many, '77', { name: 'Barrel' })
    const found = await search('00-77', many)
    expect(found.asset_count).toBe(27)
    expect(namesOf(found.assets).slice(0, 3)).toEqual(['Barrel', 'Crate 00-77 itself', 'Crate 00-77 0'])
  })

  test('does not find the owner of a tag that is not in effect', async () => {
    const past = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }
    await newTagged(client, '3414AB79', { name: 'Expired', ...past })
    for (const q of ['3414AB79', '34:14:ab:79'])
      expect(await search(q)).toMatchObject({ assets: [], asset_count: 0 })
  })

  test('finds locations and readers by name, key, description and tag', async () => {
    expect(namesOf((await search('nh-1')).locations)).toEqual(['North hall'])
    expect(namesOf((await search('repairs bay')).locations)).toEqual(['Bay'])
    const [bay] = (await search('0007')).locations
    expect(bay?.matched).toEqual([{ field: 'tag', value: 'BAY-0007' }])
    expect(namesOf((await search('north gate')).readers)).toEqual(['gate-north'])
  })

  test.each<[typed: string, name: string]>([
    ['kuhler', 'Kühler'],
    ['kuehler', 'Kühler'],
    ['KÜHLER', 'Kühler'],
    ['Ku\u0308hler', 'Kühler'],
    ['kühler', 'Kuhler plain'],
    ['istanbul', 'İstanbul Forklift'],
    ['ISTANBUL', 'ıstanbul small'],
    ['strasse', 'Hauptstraße 5'],
    ['lodz', 'Łódź'],
    ['smorrebrod', 'Smørrebrød'],
    ['cafe', 'Cafe\u0301 au lait'],
    ['abc123', '\uff21\uff22\uff23\uff11\uff12\uff13'],
    ['ふぉーくりふと', 'フォークリフト'],
    ['フォーク', 'ﾌｫｰｸ half'],
    ['насосыи', 'Насосый'],
    ["o'neil pump", 'Pump of O\u2019Neil'],
    ['rack 7-12', 'Rack 7\u201312'],
  ])('finds what people type: %s is in %s', async (typed, name) => {
    const many = await otherOrganization(program, 'Folded')
    const asset = await newAsset(many, { name })
    const location = await newLocation(many, { name })
    await newReader(many, `gate-${asset.id}`, [location.id], { name })
    for (const text of [typed, name]) {
      const found = await search(text, many)
      expect([namesOf(found.assets), namesOf(found.locations), namesOf(found.readers)]).toEqual([
        [name],
        [name],
        [name],
      ])
    }
    // The public parameter compares without case only.
    const { body } = await many.get(`/api/v1/assets?q=${encodeURIComponent(name.toUpperCase().slice(0, 1))}`)
    expect(body.total_count).toBeLessThanOrEqual(1)
  })

  test('does not mix letters that differ by more than a mark', async () => {
    const many = await otherOrganization(program, 'Distinct')
    await newAsset(many, { name: 'がま' })
    expect((await search('かま', many)).assets).toEqual([])
    expect(namesOf((await search('がま', many)).assets)).toEqual(['がま'])
  })

  test('divides words at apostrophes and dashes only if it finds nothing else', async () => {
    const many = await otherOrganization(program, 'Divided')
    await newAsset(many, { name: '12 of 7' })
    expect(namesOf((await search('7-12', many)).assets)).toEqual(['12 of 7'])
    await newAsset(many, { name: 'Rack 7-12' })
    expect(namesOf((await search('7-12', many)).assets)).toEqual(['Rack 7-12'])
    expect((await search('7-', many)).assets).toHaveLength(1)
  })

  test('finds what was written again after a change, by its new name only', async () => {
    const many = await otherOrganization(program, 'Renamed')
    const { id } = await newAsset(many, { name: 'Kühler', description: 'Größe 5' })
    expect(namesOf((await search('grosse kuhler', many)).assets)).toEqual(['Kühler'])
    await many.patch(`/api/v1/assets/${id}`, { name: 'Lüfter', description: null })
    expect((await search('kuhler', many)).assets).toEqual([])
    expect(namesOf((await search('lufter', many)).assets)).toEqual(['Lüfter'])
    await many.patch(`/api/v1/assets/${id}`, { name: 'Fan' })
    expect((await search('lufter', many)).assets).toEqual([])
  })

  test('lists whole words first, then beginnings, parts of the name, the key and tags', async () => {
    const many = await otherOrganization(program, 'Ranked')
    await newTagged(many, '3034257B', { name: 'Zebra' })
    await newTagged(many, '30340257', { name: 'Yak' })
    await newAsset(many, { name: 'Xerus', external_key: 'A-257-B' })
    await newAsset(many, { name: 'A12572', external_key: 'K-1' })
    await newAsset(many, { name: 'Wolf 2570', external_key: 'K-2' })
    await newAsset(many, { name: '\u0631\u0627\u0641\u0639\u0629 257', external_key: 'K-3' })
    expect(namesOf((await search('257', many)).assets)).toEqual([
      '\u0631\u0627\u0641\u0639\u0629 257',
      'Wolf 2570',
      'A12572',
      'Xerus',
      'Yak',
      'Zebra',
    ])
  })

  test('lists those whose name is the text first, among locations and readers, too, and ties by name', async () => {
    const many = await otherOrganization(program, 'Named')
    const name = 'Zebra 257'
    for (let at = 1; at <= 12; at++) {
      const row = { name: `Aisle ${at}`, external_key: `zebra-257-${at}` }
      await newAsset(many, row)
      const { id } = await newLocation(many, row)
      await newReader(many, row.external_key, [id], { name: row.name })
    }
    await newAsset(many, { name })
    const { id } = await newLocation(many, { name })
    await newReader(many, 'named', [id], { name })
    const found = await search(name, many)
    const others = Array.from({ length: 9 }, (_, at) => `Aisle ${at + 1}`)
    expect(namesOf(found.assets).slice(0, 10)).toEqual([name, ...others])
    expect(namesOf(found.locations)).toEqual([name, ...others])
    expect(namesOf(found.readers)).toEqual([name, ...others])
  })

  test('finds nothing without words, and rejects too many words and characters', async () => {
    expect(await search('  ')).toEqual({
      assets: [],
      asset_count: 0,
      locations: [],
      readers: [],
      deleted_assets: [],
      members: [],
      api_keys: [],
      webhooks: [],
    })
    const faults = async (q: string) =>
      faultsOf(await client.get(`/internal/v1/search?${new URLSearchParams({ q }).toString()}`))
    expect(await faults('a b c d e f g h i j k')).toEqual([400, 'q invalid_value'])
    expect(await faults('x'.repeat(301))).toEqual([400, 'q too_long'])
  })

  test('returns at most 20 assets with the number of all, the same while the assets are being indexed', async () => {
    const many = await otherOrganization(program, 'Many')
    for (let from = 0; from < 600; from += 300) {
      const rows = Array.from({ length: 300 }, (_, at) => ({
        name: `Crate ${from + at} ${at % 2 === 0 ? 'red' : 'green'}`,
      }))
      await many.post('/internal/v1/assets/import', { rows })
    }
    const before = await search('red crate 1', many)
    expect(before.assets).toHaveLength(20)
    for (let times = 0; times < 100; times++) expect(await search('red crate 1', many)).toEqual(before)
    expect((await search('red crate', many)).asset_count).toBe(300)
  })
})
