import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { secondsAgo, type SentRead } from '../../support/scans'
import { startInbox } from './inbox'

/** Binding an unknown tag to an asset or a location. */

setDefaultTimeout(20_000)

const { session, other, place, elsewhere, post, read, submit, entryOf, bind, historyOf, gained } =
  await startInbox()
afterAll(stopPrograms)

describe('binding a tag', () => {
  // Rule: internal-api.md, Unknown tags
  test('to an asset adds its history to the asset', async () => {
    const value = freshKey('E2')
    const asset = await newAsset(session)
    await post(read(value, 900), read(value, 890), read(value, 500, 2))
    const { id } = await entryOf(value)
    const response = await bind(id, { asset_id: asset.id })
    expect([response.status, response.body.data]).toEqual([
      201,
      { id: expect.any(Number), tag_type: 'rfid', value, asset_id: asset.id, location_id: null },
    ])
    expect(response.headers.get('location')).toBe(`/api/v1/assets/${asset.id}/tags/${response.body.data.id}`)
    expect(await historyOf(asset.id)).toEqual([
      [place, secondsAgo(900)],
      [elsewhere, secondsAgo(500)],
    ])
    const report = (await session.get(`/api/v1/reports/asset-locations?asset_id=${asset.id}`)).body.data
    expect(report).toEqual([
      expect.objectContaining({ location_id: elsewhere, asset_last_seen: secondsAgo(500) }),
    ])
    expect((await session.get(`/api/v1/assets/${asset.id}`)).body.data.tags).toEqual([
      { id: response.body.data.id, tag_type: 'rfid', value },
    ])
    expect(await entryOf(value)).toBeUndefined()

    const gain = await gained(() => post(read(value, 890), read(value, 400, 2), read(value, 100)))
    expect(gain).toEqual({ 'reads.applied': 2, 'reads.duplicate': 1 })
    expect((await historyOf(asset.id)).at(-1)).toEqual([place, secondsAgo(100)])
  })

  test('keeps the first value', async () => {
    const key = freshKey('ab').replaceAll('-', '')
    await post(read(`00${key}`, 60), read(key.toUpperCase(), 59))
    const asset = await newAsset(session)
    const { data } = (await bind((await entryOf(`00${key}`)).id, { asset_id: asset.id })).body
    expect(data.value).toBe(`00${key}`)
  })

  // Rule: internal-api.md, Unknown tags
  test('leaves out control characters, and later reads with them are of the asset', async () => {
    const [start, end] = [freshKey('GS'), freshKey('21')]
    const value = `${start}\u001d${end}`
    const code = (ago: number): SentRead => ({ ...read(value, ago), tag_type: 'barcode' })
    await post(code(300))
    const asset = await newAsset(session)
    const response = await bind((await entryOf(value)).id, { asset_id: asset.id })
    expect([response.status, response.body.data]).toMatchObject([201, { value: `${start}${end}` }])
    await post({ ...code(200), antenna: 2 }, { ...code(100), antenna: 2 })
    const reads = [{ value, tag_type: 'barcode' }]
    expect((await submit({ reads })).body.data).toMatchObject({ accepted: 1, rejected: [] })
    expect((await historyOf(asset.id)).map(([location]) => location)).toEqual([place, elsewhere, place])
  })

  test('adds the scans of a handheld, too, which are recognized as repeats afterwards', async () => {
    const value = freshKey('Hand')
    const reads = [{ value, observed_at: secondsAgo(600) }]
    await submit({ reads })
    const asset = await newAsset(session)
    await bind((await entryOf(value)).id, { asset_id: asset.id })
    expect(await historyOf(asset.id)).toEqual([[place, secondsAgo(600)]])
    expect((await submit({ reads })).body.data).toEqual({
      accepted: 0,
      duplicates: 1,
      unknown: [],
      rejected: [],
    })
    expect(await historyOf(asset.id)).toHaveLength(1)
  })

  test('is not necessary for a repeated scan to count after the tag is attached', async () => {
    const value = freshKey('Hand')
    const reads = [{ value, observed_at: secondsAgo(600) }]
    await submit({ reads })
    const asset = await newTagged(session, value)
    expect((await submit({ reads })).body.data).toEqual({
      accepted: 1,
      duplicates: 0,
      unknown: [],
      rejected: [],
    })
    expect((await submit({ reads })).body.data).toEqual({
      accepted: 0,
      duplicates: 1,
      unknown: [],
      rejected: [],
    })
    expect(await historyOf(asset.id)).toEqual([[place, secondsAgo(600)]])
  })

  test('to an asset with a history merges both histories', async () => {
    const [value, own] = [freshKey('E2'), freshKey('E2')]
    const asset = await newTagged(session, own)
    await post(read(own, 7_200), read(own, 3_600, 2), read(own, 60))
    await post(read(value, 9_000, 2), read(value, 5_000))
    await bind((await entryOf(value)).id, { asset_id: asset.id })
    expect(await historyOf(asset.id)).toEqual([
      [elsewhere, secondsAgo(9_000)],
      [place, secondsAgo(7_200)],
      [place, secondsAgo(5_000)],
      [elsewhere, secondsAgo(3_600)],
      [place, secondsAgo(60)],
    ])
  })

  // Rule: internal-api.md, Unknown tags
  test('to a location attaches it and deletes its reads', async () => {
    const value = freshKey('Shelf')
    await post(read(value, 60))
    const shelf = await newLocation(session)
    const response = await bind((await entryOf(value)).id, { location_id: shelf.id })
    expect([response.status, response.body.data]).toMatchObject([
      201,
      { asset_id: null, location_id: shelf.id },
    ])
    expect(response.headers.get('location')).toBe(
      `/api/v1/locations/${shelf.id}/tags/${response.body.data.id}`,
    )
    expect((await session.get(`/api/v1/locations/${shelf.id}`)).body.data.tags).toHaveLength(1)
    expect(await entryOf(value)).toBeUndefined()
  })

  // Rule: internal-api.md, Unknown tags
  test('requires one existing asset or location of the organization, and changes nothing otherwise', async () => {
    const value = freshKey('E2')
    await post(read(value, 60))
    const entry = await entryOf(value)
    const [gone, empty] = [await newAsset(session), await newLocation(session)]
    await session.delete(`/api/v1/assets/${gone.id}`)
    await session.delete(`/api/v1/locations/${empty.id}`)
    const [theirs, yard] = [await newAsset(other), await newLocation(other)]
    const wrong: [body: unknown, faults: (string | number)[]][] = [
      [{}, [400, 'asset_id required']],
      [
        { asset_id: gone.id, location_id: place },
        [400, 'asset_id ambiguous_fields', 'location_id ambiguous_fields'],
      ],
      [{ asset_id: gone.id }, [400, 'asset_id fk_not_found']],
      [{ asset_id: theirs.id }, [400, 'asset_id fk_not_found']],
      [{ asset_id: 999_999_999 }, [400, 'asset_id fk_not_found']],
      [{ location_id: empty.id }, [400, 'location_id fk_not_found']],
      [{ location_id: yard.id }, [400, 'location_id fk_not_found']],
      [{ asset_id: null }, [400, 'asset_id invalid_value']],
      [{ asset_id: '1' }, [400, 'asset_id invalid_value']],
      [{ asset_id: 0 }, [400, 'asset_id too_small']],
      [{ asset_id: theirs.id, value }, [400, 'value unknown_field']],
      ['[]', [400, 'bad_request']],
    ]
    for (const [body, faults] of wrong) expect(faultsOf(await bind(entry.id, body))).toEqual(faults)
    expect(faultsOf(await bind(999_999_999, { asset_id: 1 }))).toEqual([404, 'not_found'])
    expect(faultsOf(await bind(0, { asset_id: 1 }))).toEqual([400, 'unknown_tag too_small'])
    expect(await entryOf(value)).toEqual(entry)
  })

  test('succeeds once when many requests try at the same time', async () => {
    const value = freshKey('E2')
    await post(read(value, 60))
    const { id } = await entryOf(value)
    const assets = await Promise.all(Array.from({ length: 6 }, () => newAsset(session)))
    const responses = await Promise.all(assets.map((asset) => bind(id, { asset_id: asset.id })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 404, 404, 404, 404, 404,
    ])
    const histories = await Promise.all(assets.map((asset) => historyOf(asset.id)))
    expect(histories.flat()).toHaveLength(1)
  })

  test('is complete after a power cut', async () => {
    const first = await startProgram()
    const client = await signIn(first)
    const [yard, asset] = [await newLocation(client), await newAsset(client)]
    await submit({ location_id: yard.id, reads: [{ value: 'E2-9' }] }, client)
    await bind((await entryOf('E2-9', client)).id, { asset_id: asset.id }, client)
    await first.kill()
    const again = await signIn(await startProgram({ dataDir: first.dataDir }))
    expect(await entryOf('E2-9', again)).toBeUndefined()
    expect((await again.get(`/api/v1/assets/${asset.id}/history`)).body.total_count).toBe(1)
  })
})

describe("a location's own tag", () => {
  const shelfWith = async (value: string) => newLocation(session, { tags: [{ tag_type: 'rfid', value }] })

  // Rule: history.md, Tag match
  test('is ignored when a fixed reader reads it, and is not in the inbox', async () => {
    const value = freshKey('Shelf')
    await shelfWith(value)
    const gain = await gained(() => post(read(value, 60), read(value.toLowerCase(), 59)))
    expect(gain).toEqual({ 'reads.ignored': 2 })
    expect(await entryOf(value)).toBeUndefined()
  })

  // Rule: internal-api.md, Scans
  test('is not part of the result of a submission, and counts as ignored', async () => {
    const [shelf, asset, notBound] = [freshKey('Shelf'), freshKey('E2'), freshKey('No')]
    await shelfWith(shelf)
    await newTagged(session, asset)
    const gain = await gained(async () => {
      const { data } = (await submit({ reads: [shelf, asset, notBound].map((value) => ({ value })) })).body
      expect(data).toEqual({
        accepted: 1,
        duplicates: 0,
        unknown: [{ tag_type: 'rfid', value: notBound }],
        rejected: [],
      })
    })
    expect(gain).toEqual({ 'reads.ignored': 1, 'reads.applied': 1, 'reads.unknown_tag': 1 })
    expect(await entryOf(shelf)).toBeUndefined()
  })

  test('is unknown once the location is deleted', async () => {
    const value = freshKey('Shelf')
    const { id } = await shelfWith(value)
    await session.delete(`/api/v1/locations/${id}`)
    await post(read(value, 60))
    expect(await entryOf(value)).toMatchObject({ read_count: 1 })
  })

  test("does not match a read that also matches an asset's tag in another spelling, unless it is sent exactly", async () => {
    const key = freshKey('cd').replaceAll('-', '')
    const shelf = await shelfWith(`0${key}`)
    const asset = await newTagged(session, key)
    const gain = await gained(() => post(read(`00${key}`, 60), read(`0${key}`, 59), read(key, 58)))
    expect(gain).toEqual({ 'reads.unknown_tag': 1, 'reads.ignored': 1, 'reads.applied': 1 })
    expect(await historyOf(asset.id)).toHaveLength(1)
    const name = (value: string) => ({ location_id: undefined, location_tag: { tag_type: 'rfid', value } })
    const reads = [{ value: key }]
    expect(faultsOf(await submit({ ...name(`00${key}`), reads }))).toEqual([400, 'location_tag fk_not_found'])
    expect((await submit({ ...name(`0${key}`), reads })).status).toBe(200)
    expect((await historyOf(asset.id)).at(-1)?.[0]).toBe(shelf.id)
  })

  test('identifies the location of a submission in any spelling', async () => {
    const key = freshKey('ef').replaceAll('-', '')
    const shelf = await shelfWith(key.toUpperCase())
    const asset = await newTagged(session, freshKey('E2'))
    const location_tag = { tag_type: 'rfid', value: `00:${key}` }
    const body = { location_id: undefined, location_tag, reads: [{ value: asset.external_key }] }
    expect((await submit(body)).body.data).toMatchObject({ accepted: 1 })
    expect((await historyOf(asset.id)).map(([at]) => at)).toEqual([shelf.id])
  })
})
