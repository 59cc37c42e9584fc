import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, secondsAhead } from '../../support/scans'

/** The list of readers: the filter by state, and reads per minute (docs/internal-api.md, Reader fields). */

let program: Program
let session: Client
let place: Row
let tag: string

setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  place = await newLocation(session)
  tag = (await newTagged(session, freshKey('tag'))).external_key
  const fixed = (key: string, body: object = {}) => newReader(session, key, [place.id], { ...body })
  const post = (reader: Reader, payload: unknown) =>
    clientOf(program.http, reader.device_token).post(
      `/internal/v1/readers/${reader.external_key}/events`,
      payload,
    )
  await fixed('a-new')
  await postReads(program, await fixed('b-placing'), [{ value: tag }])
  await post(await fixed('c-format'), 'no JSON')
  await postReads(program, await fixed('d-antenna'), [{ value: tag, antenna: 9 }])
  const clock = await fixed('e-clock')
  await postReads(program, clock, [{ value: tag }])
  await postReads(program, clock, [{ value: tag, observed_at: secondsAhead(7200) }])
  await fixed('f-refused')
  await clientOf(program.http, 'wrong').post('/internal/v1/readers/f-refused/events', {})
  await postReads(program, await fixed('g-stranger'), [{ value: 'stranger' }])
  await fixed('h-inactive', { is_active: false })
  await session.post('/internal/v1/readers', { external_key: 'i-hand', name: 'Hand', kind: 'handheld' })
})
afterAll(stopPrograms)

const list = async (query: string, as = session) => (await as.get(`/internal/v1/readers?${query}`)).body
const keysOf = ({ data }: { data: Reader[] }) => data.map(({ external_key: key }) => key[0])

// Rule: internal-api.md, Reader fields
describe('the list of readers', () => {
  test.each<[state: string, keys: string[]]>([
    ['problem', ['c', 'd', 'e', 'f']],
    ['silent', []],
    ['refused', ['f']],
    ['not_understood', ['c']],
    ['not_placing', ['d']],
    ['warning', ['e']],
    ['waiting', ['a', 'g']],
    ['placing', ['b', 'e']],
    ['inactive', ['h']],
  ])('with the state %s has %j', async (state, keys) => {
    const found = await list(`state=${state}`)
    expect([keysOf(found), found.total_count]).toEqual([keys, keys.length])
  })

  test('with a state is divided into pages of the readers in that state, in the order and with the search of the list', async () => {
    const page = await list('state=problem&sort=-name&limit=2&offset=1')
    expect([keysOf(page), page.total_count, page.limit, page.offset]).toEqual([['e', 'd'], 4, 2, 1])
    expect(keysOf(await list('state=problem&q=clock'))).toEqual(['e'])
    expect(keysOf(await list('state=problem&offset=4'))).toEqual([])
  })

  test('with a state has the readers of the own organization only', async () => {
    const south = await otherOrganization(program, freshKey('South'))
    expect(await list('state=problem', south)).toMatchObject({ data: [], total_count: 0 })
  })

  test('with the state problem has the readers that Attention counts', async () => {
    const { data } = (await session.get('/internal/v1/attention')).body
    expect((await list('state=problem')).total_count).toBe(data.reader_count)
  })

  test('refuses another state', async () => {
    expect(faultsOf(await session.get('/internal/v1/readers?state=broken'))).toEqual([
      400,
      'state invalid_value',
    ])
  })
})

// Rule: internal-api.md, Reader fields
describe('reads per minute', () => {
  const rateOf = async (key: string) => (await list(`q=${key}`)).data[0].reads_per_minute

  test('are the recent reads over the time since the first one, at least a minute, of any antenna', async () => {
    const reader = await newReader(session, 'rate', [place.id])
    expect(await rateOf('rate')).toBe(0)
    const read = (antenna: number) => ({ value: freshKey('read'), antenna })
    await postReads(program, reader, [1, 1, 2, 9].map(read))
    expect(await rateOf('rate')).toBe(4)
    await postReads(program, reader, [1, 1].map(read))
    expect(await rateOf('rate')).toBe(6)
    expect((await session.patch(`/internal/v1/readers/${reader.id}`, { reads_per_minute: 1 })).status).toBe(
      200,
    )
  })

  test('are null for a handheld', async () => {
    expect(await rateOf('hand')).toBeNull()
  })
})
