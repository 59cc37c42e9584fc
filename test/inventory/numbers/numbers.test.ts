import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'

/** GS1 company prefixes and minted numbers (docs/internal-api.md, GS1 numbers). */

setDefaultTimeout(60_000)

const path = '/internal/v1/gs1-prefixes'
const dataDir = newDataDir()
let program: Program
let session: Client
let other: Client

beforeAll(async () => {
  // Not a copy of an installation, which would mint nothing.
  program = await startProgram({ dataDir, isFirst: true })
  session = await signIn(program)
  other = await otherOrganization(program)
})
afterAll(stopPrograms)

interface Minted {
  readonly epc: string
  readonly uri: string
  readonly serial: string
}
async function newPrefix(client: Client, prefix: string): Promise<number> {
  const { status, body, text } = await client.post(path, { prefix })
  if (status !== 201) throw new Error(`The prefix returned ${status}: ${text}`)
  return body.data.id
}
const mint = (client: Client, body: object) => client.post('/internal/v1/epcs/mint', body)
async function minted(client: Client, body: object): Promise<Minted[]> {
  const response = await mint(client, body)
  if (response.status !== 201) throw new Error(`Minting returned ${response.status}: ${response.text}`)
  return response.body.data
}
const confirm = (client: Client, id: number, body: object) => client.patch(`${path}/${id}/counters`, body)

// Rule: internal-api.md, GS1 numbers
test('each scheme is minted in all spellings, and is the identity of the tag that gets it', async () => {
  const id = await newPrefix(session, '4012345')
  const rows = await Promise.all(
    [
      { scheme: 'giai' },
      { scheme: 'grai', reference: '00123' },
      { scheme: 'sgtin', reference: '012345' },
      { scheme: 'sscc' },
    ].map(async (kind) => (await minted(session, { ...kind, prefix_id: id, count: 2 }))[1]),
  )
  expect(rows).toMatchObject([
    { uri: 'urn:epc:id:giai:4012345.2', gs1_key: '40123452', element_string: '(8004)40123452' },
    {
      uri: 'urn:epc:id:grai:4012345.00123.2',
      gs1_key: '40123450012352',
      element_string: '(8003)040123450012352',
    },
    {
      uri: 'urn:epc:id:sgtin:4012345.012345.2',
      gs1_key: '04012345123456',
      element_string: '(01)04012345123456(21)2',
    },
    { uri: 'urn:epc:id:sscc:4012345.0000000002', gs1_key: '040123450000000023' },
  ])
  expect(rows.map((row) => row?.serial)).toEqual(['2', '2', '2', '2'])
  const tags = rows.map((row) => ({ tag_type: 'rfid', value: row?.epc }))
  const { body } = await session.post('/api/v1/tags/lookup', { tags })
  expect(body.data.map((row: { identity: Minted }) => row.identity.uri)).toEqual(rows.map((row) => row?.uri))
  const counters = (await session.get(`${path}/${id}`)).body.data.counters
  expect(
    counters.map(({ scheme, reference, next_serial }: Record<string, unknown>) => [
      scheme,
      reference,
      next_serial,
    ]),
  ).toEqual([
    ['giai', null, 3],
    ['grai', '00123', 3],
    ['sgtin', '012345', 3],
    ['sscc', null, 3],
  ])
})

// Rule: internal-api.md, GS1 numbers
test('what cannot be minted is refused with its reason', async () => {
  const id = await newPrefix(session, '952123412345')
  for (const prefix of ['12345', '1234567890123', '12345A', '１２３４５６'])
    expect(faultsOf(await session.post(path, { prefix }))[0]).toBe(400)
  expect(faultsOf(await session.post(path, { prefix: '952123412345' }))).toEqual([409, 'conflict'])
  expect(faultsOf(await session.post(path, { prefix: '952123412' }))).toEqual([409, 'conflict'])
  const of = { prefix_id: id, count: 1 }
  const refused: [object, string][] = [
    [{ ...of, scheme: 'sgln' }, 'scheme'],
    [{ ...of, scheme: 'giai', reference: '1' }, 'reference invalid_value'],
    [{ ...of, scheme: 'sgtin' }, 'reference invalid_value'],
    [{ ...of, scheme: 'sgtin', reference: 'A' }, 'reference invalid_value'],
    [{ ...of, scheme: 'giai', count: 1_001 }, 'count too_large'],
    [{ ...of, scheme: 'giai', count: 0 }, 'count too_small'],
    [{ ...of, scheme: 'giai', prefix_id: 999_999 }, 'prefix_id fk_not_found'],
  ]
  for (const [body, fault] of refused)
    expect(String(faultsOf(await mint(session, body))[1])).toStartWith(fault)
  // The prefix of another organization is not there.
  expect(faultsOf(await mint(other, { ...of, scheme: 'giai' }))).toEqual([400, 'prefix_id fk_not_found'])
  expect((await other.get(`${path}/${id}`)).status).toBe(404)

  // Serials go up only, to the last one of the scheme.
  expect((await confirm(session, id, { scheme: 'sscc', next_serial: 9_999 })).status).toBe(200)
  expect(faultsOf(await confirm(session, id, { scheme: 'sscc', next_serial: 9_998 }))).toEqual([
    400,
    'next_serial too_small',
  ])
  expect(faultsOf(await confirm(session, id, { scheme: 'sscc', next_serial: 10_000 }))).toEqual([
    400,
    'next_serial too_large',
  ])
  expect((await mint(session, { ...of, scheme: 'sscc', count: 2 })).text).toContain('Only 1 serial')
  expect(await minted(session, { ...of, scheme: 'sscc' })).toMatchObject([{ serial: '9999' }])
  expect(faultsOf(await mint(session, { ...of, scheme: 'sscc' }))).toEqual([409, 'conflict'])
})

// Rule: internal-api.md, GS1 numbers
test('a deleted prefix goes on where it was, and numbers of tags are passed over', async () => {
  const id = await newPrefix(session, '614141')
  await minted(session, { scheme: 'giai', prefix_id: id, count: 5 })
  await newAsset(session, { tags: [{ tag_type: 'barcode', value: '(8004)6141417' }] })
  expect((await session.delete(`${path}/${id}`)).status).toBe(204)
  const again = await newPrefix(session, '614141')
  const numbers = await minted(session, { scheme: 'giai', prefix_id: again, count: 3 })
  expect(numbers.map(({ serial }) => serial)).toEqual(['6', '8', '9'])
  const entries = (await session.get('/internal/v1/audit?subject_kind=gs1_prefix&limit=3')).body.data
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['changed', 'created', 'deleted'])
})

// Rule: internal-api.md, GS1 numbers
test('two organizations mint from one prefix only if an owner allows it, and then never the same number', async () => {
  const [prefix, own] = ['7612345', await newPrefix(session, '7612345')]
  expect(faultsOf(await other.post(path, { prefix }))).toEqual([409, 'conflict'])
  const { status, body } = await other.post(path, { prefix, is_shared: true })
  expect([status, body.data.is_shared]).toEqual([201, true])
  const of = { scheme: 'giai', count: 50 }
  const lists = await Promise.all(
    [own, body.data.id, own, body.data.id].map((id, index) =>
      minted(index % 2 === 0 ? session : other, { ...of, prefix_id: id }),
    ),
  )
  expect(new Set(lists.flat().map(({ epc }) => epc)).size).toBe(200)
})

// Rule: internal-api.md, GS1 numbers
test('the prefix of EPCIS events is one of the prefixes', async () => {
  const [{ id }] = (await other.get('/internal/v1/organizations')).body.data.filter(
    ({ name }: { name: string }) => name === 'South',
  )
  expect(
    (await other.patch(`/internal/v1/organizations/${id}`, { gs1_company_prefix: '5012345' })).status,
  ).toBe(200)
  const rows = (await other.get(path)).body.data
  const named = rows.find(({ prefix }: { prefix: string }) => prefix === '5012345')
  expect(faultsOf(await other.delete(`${path}/${named.id}`))).toEqual([409, 'conflict'])
})

// Rule: internal-api.md, GS1 numbers
test('no number is minted twice by a service that is killed while it mints', async () => {
  const id = await newPrefix(session, '8712345')
  const seen: Minted[] = []
  const of = { scheme: 'giai', prefix_id: id, count: 7 }
  for (let round = 0; round < 3; round++) {
    const first = await minted(session, of)
    seen.push(...first)
    const running = Array.from({ length: 20 }, () =>
      minted(session, of).then(
        (numbers) => seen.push(...numbers),
        () => undefined,
      ),
    )
    await Promise.race(running)
    await program.kill()
    await Promise.all(running)
    program = await startProgram({ dataDir })
    session = await signIn(program)
  }
  seen.push(...(await minted(session, of)))
  expect(new Set(seen.map(({ epc }) => epc)).size).toBe(seen.length)
})
