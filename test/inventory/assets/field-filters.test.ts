import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'

/** The list of assets with conditions for their fields. */

const path = '/internal/v1/assets'

let session: Client
let api: Client
const fields: Record<'color' | 'weight' | 'due' | 'owner', number> = {
  color: 0,
  weight: 0,
  due: 0,
  owner: 0,
}

const newField = async (body: Record<string, unknown>): Promise<number> =>
  (await session.post('/internal/v1/asset-fields', body)).body.data.id

const assets = [
  ['A-1', { color: 'Dark blue', weight: 9.5, 'due date': '2027-01-31', owner: 'Hall' }],
  ['A-2', { color: 'BLUE', weight: 10, 'due date': '2027-02-01T08:00:00Z', owner: 'Yard' }],
  ['A-3', { color: 'red', weight: 120, 'due date': '2027-12-31', owner: 'Hall' }],
  ['A-4', { color: 7, weight: '10', 'due date': 20270101, owner: null }],
  ['A-5', {}],
] as const

beforeAll(async () => {
  const program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  fields.color = await newField({ key: 'color', name: 'Color', type: 'text' })
  fields.weight = await newField({ key: 'weight', name: 'Weight', type: 'number' })
  fields.due = await newField({ key: 'due date', name: 'Due', type: 'date' })
  fields.owner = await newField({ key: 'owner', name: 'Owner', type: 'choice', options: ['Hall', 'Yard'] })
  for (const [key, metadata] of assets)
    await newAsset(api, { external_key: key, name: `Asset ${key}`, metadata })
})
afterAll(stopPrograms)

const queryOf = (conditions: readonly string[], rest = ''): string =>
  `${path}?${conditions.map((each) => `field=${encodeURIComponent(each)}`).join('&')}${rest}`

const keysOf = async (conditions: readonly string[], rest?: string): Promise<string[]> => {
  const { status, body } = await session.get(queryOf(conditions, rest))
  expect([status, body.is_complete, body.total_count]).toEqual([200, true, body.total_count])
  return body.data.map((asset: { external_key: string }) => asset.external_key)
}

// Rule: internal-api.md, Asset filters
describe('a condition', () => {
  test.each([
    ['text that contains a part, in any case', 'color', 'contains:blue', ['A-1', 'A-2']],
    ['text that is equal, in any case', 'color', 'is:blue', ['A-2']],
    ['text without wildcards', 'color', 'contains:%', []],
    ['a number that is equal', 'weight', 'is:10.0', ['A-2']],
    ['numbers from a value, by size', 'weight', 'from:10', ['A-2', 'A-3']],
    ['numbers to a value', 'weight', 'to:10', ['A-1', 'A-2']],
    ['dates from a day', 'due', 'from:2027-02-01', ['A-2', 'A-3']],
    ['dates to a day with all of that day', 'due', 'to:2027-02-01', ['A-1', 'A-2']],
    ['a date that is equal', 'due', 'is:2027-02-01', ['A-2']],
    ['a choice', 'owner', 'is:Hall', ['A-1', 'A-3']],
  ] as const)('selects %s', async (_, field, condition, expected) => {
    expect(await keysOf([`${fields[field]}:${condition}`])).toEqual([...expected])
  })

  test('may contain colons and any other characters in its value', async () => {
    await newAsset(api, { external_key: 'B-1', metadata: { color: 'a:b "c" & 100 %' } })
    expect(await keysOf([`${fields.color}:contains:A:B "C" & 100 %`])).toEqual(['B-1'])
  })
})

// Rule: internal-api.md, Asset filters
describe('the list', () => {
  test('satisfies all conditions, with the search, the order and the status of the list of assets', async () => {
    const range = [`${fields.weight}:from:9`, `${fields.weight}:to:130`]
    expect(await keysOf(range)).toEqual(['A-1', 'A-2', 'A-3'])
    expect(await keysOf([...range, `${fields.owner}:is:Hall`])).toEqual(['A-1', 'A-3'])
    expect(await keysOf(range, '&sort=-external_key')).toEqual(['A-3', 'A-2', 'A-1'])
    expect(await keysOf(range, '&q=asset%20a-3')).toEqual(['A-3'])
    expect(await keysOf(range, '&is_active=false')).toEqual([])
  })

  test('has pages with the total of the matches, and the assets as the public list has them', async () => {
    const { body } = await session.get(queryOf([`${fields.weight}:from:9`], '&limit=1&offset=1'))
    const [listed] = (await api.get('/api/v1/assets?external_key=A-2')).body.data
    expect(body).toEqual({ data: [listed], limit: 1, offset: 1, total_count: 3, is_complete: true })
  })

  test('without a condition is the list of all assets', async () => {
    expect(await keysOf([])).toEqual(
      (await api.get('/api/v1/assets')).body.data.map(
        (asset: { external_key: string }) => asset.external_key,
      ),
    )
  })
})

// Rule: internal-api.md, Asset filters
test.each([
  ['a field that does not exist', () => '999999:is:x', 'fk_not_found'],
  ['a condition without a test', () => 'blue', 'invalid_value'],
  ['an unknown test', () => `${fields.color}:like:x`, 'invalid_value'],
  ['an empty value', () => `${fields.color}:is:`, 'invalid_value'],
  ['a range of a text', () => `${fields.color}:from:x`, 'invalid_value'],
  ['a part of a number', () => `${fields.weight}:contains:1`, 'invalid_value'],
  ['a number that is none', () => `${fields.weight}:from:heavy`, 'invalid_value'],
  ['a day that does not exist', () => `${fields.due}:from:2027-02-30`, 'invalid_value'],
  ['a date in another format', () => `${fields.due}:from:31.12.2027`, 'invalid_value'],
  ['a value that is too long', () => `${fields.color}:is:${'x'.repeat(256)}`, 'too_long'],
])('%s is 400', async (_, condition, code) => {
  const response = await session.get(queryOf([condition()]))
  expect(faultsOf(response)).toEqual([400, `field ${code}`])
})

// Rule: internal-api.md, Asset filters
test('a range that ends before it begins is 400, and one of a single value is not', async () => {
  const rangeOf = (from: string, to: string) =>
    queryOf([`${fields.weight}:from:${from}`, `${fields.weight}:to:${to}`])
  const turned = await session.get(rangeOf('20', '3'))
  expect([turned.status, turned.body.error.detail]).toEqual([
    400,
    'field weight: the range ends before it begins',
  ])
  expect((await session.get(rangeOf('10', '10'))).body.total_count).toBe(1)
})

// Rule: internal-api.md, Asset filters
test('the public list rejects conditions', async () => {
  expect((await api.get(`/api/v1/assets?field=${fields.weight}:is:10`)).status).toBe(
    (await api.get('/api/v1/assets?unheard=1')).status,
  )
})
