import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation } from '../../support/records'
import { newReader, postReads, type Reader } from '../../support/scans'

/** Unknown tags that are dismissed for good. */

const path = '/internal/v1/dismissed-tags'

let program: Program
let client: Client
let reader: Reader
let dock: number

beforeAll(async () => {
  program = await startProgram()
  client = await otherOrganization(program, 'Dismissing')
  dock = (await newLocation(client, { name: 'Dock' })).id
  reader = await newReader(client, 'gate', [dock])
})
afterAll(stopPrograms)

const scan = (...values: string[]) =>
  client.post('/internal/v1/scans', { location_id: dock, reads: values.map((value) => ({ value })) })
const inbox = async (): Promise<{ id: number; value: string }[]> =>
  (await client.get('/internal/v1/unknown-tags')).body.data
const valuesOf = async () => (await inbox()).map(({ value }) => value).toSorted()

// Rule: internal-api.md, Dismissed tags
describe('a dismissed tag', () => {
  test('does not appear again, from a reader or a scan, until it is restored', async () => {
    await scan('AA01', 'AA02', 'BB01')
    const ids = (await inbox()).filter(({ value }) => value.startsWith('AA')).map(({ id }) => id)
    const dismissed = await client.post(path, { unknown_tag_ids: ids })
    expect([dismissed.status, dismissed.body.data]).toEqual([200, { dismissed: 2 }])
    expect(await valuesOf()).toEqual(['BB01'])
    await scan('aa-01', 'CC01')
    await postReads(program, reader, [{ value: '00AA02' }, { value: 'DD01' }])
    expect(await valuesOf()).toEqual(['BB01', 'CC01', 'DD01'])
    const [latest] = (await client.get(path)).body.data
    expect(latest).toMatchObject({ tag_type: 'rfid', is_prefix: false })
    expect((await client.delete(`${path}/${latest.id}`)).status).toBe(204)
    expect((await client.delete(`${path}/${latest.id}`)).status).toBe(404)
    await scan(latest.value)
    expect(await valuesOf()).toContain(latest.value)
  })

  test('is one of 1 to 200 in a request, and ids that do not exist are left out', async () => {
    const faults = async (ids: unknown) => faultsOf(await client.post(path, { unknown_tag_ids: ids }))
    expect(await faults([])).toEqual([400, 'unknown_tag_ids too_short'])
    expect((await faults(Array.from({ length: 201 }, (_, at) => at + 1)))[0]).toBe(400)
    const response = await client.post(path, { unknown_tag_ids: [999_999] })
    expect(response.body.data).toEqual({ dismissed: 0 })
  })
})

// Rule: internal-api.md, Dismissed tags
describe('a dismissed prefix', () => {
  test('of beacons is a UUID, or a UUID and a major', async () => {
    const [one, two] = ['FDA50693-A4E2-4FB1-AFCF-C6EB07647825', 'FDA50693-A4E2-4FB1-AFCF-C6EB07647826']
    const beacons = [`${one}/1/2`, `${one}/12/3`, `${two}/1/2`, `${two}/12/3`]
    await client.post('/internal/v1/scans', {
      location_id: dock,
      reads: beacons.map((value) => ({ value, tag_type: 'ble' })),
    })
    const dismiss = async (prefix: string) =>
      (await client.post(`${path}/prefixes`, { tag_type: 'ble', prefix })).body.data
    expect(await dismiss(`${one}/`)).toEqual({ dismissed: 2 })
    expect(await dismiss(`${two}/1/`)).toEqual({ dismissed: 1 })
    for (const { id } of (await client.get(path)).body.data.slice(0, 2)) await client.delete(`${path}/${id}`)
    expect((await valuesOf()).filter((value) => value.startsWith('FDA5'))).toEqual([`${two}/12/3`])
  })

  test('applies to present and later tags of its type, in any spelling', async () => {
    await scan(...Array.from({ length: 45 }, (_, at) => `EE${100 + at}`), 'FF1')
    await client.post('/internal/v1/scans', {
      location_id: dock,
      reads: [{ value: 'EE77', tag_type: 'barcode' }],
    })
    const dismissed = await client.post(`${path}/prefixes`, { tag_type: 'rfid', prefix: 'e-e' })
    expect(dismissed.body.data).toEqual({ dismissed: 45 })
    await scan('EE:999', 'FF2')
    const left = await valuesOf()
    expect(left.filter((value) => /^(EE|FF)/.test(value))).toEqual(['EE77', 'FF1', 'FF2'])
  })

  test('is in the list and in the audit log, and an organization has at most 100', async () => {
    const [prefix] = (await client.get(path)).body.data
    expect(prefix).toMatchObject({ tag_type: 'rfid', value: 'e-e', is_prefix: true })
    const [entry] = (await client.get('/internal/v1/audit?action=dismissed&limit=1')).body.data
    expect(entry.subject).toMatchObject({ kind: 'unknown_tag', name: 'e-e…' })
    expect(faultsOf(await client.post(`${path}/prefixes`, { tag_type: 'rfid', prefix: '::' }))).toEqual([
      400,
      'prefix invalid_value',
    ])
    const add = (number: number) => client.post(`${path}/prefixes`, { tag_type: 'ble', prefix: `P${number}` })
    for (let number = 1; number < 100; number++) expect((await add(number)).status).toBe(200)
    expect(faultsOf(await add(100))).toEqual([409, 'conflict'])
    // It is dismissed already.
    expect((await add(99)).status).toBe(200)
  })
})
