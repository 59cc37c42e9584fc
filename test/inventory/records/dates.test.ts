import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** valid_from and valid_to on POST and PATCH (docs/api.md, Timestamps; docs/api.md, Visibility rules). */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

describe.each(['assets', 'locations'])('the validity of %s', (resource) => {
  const path = `/api/v1/${resource}`
  const post = (fields: object) => api.post(path, { name: 'Dated', ...fields })
  const create = async (fields: object) => {
    const response = await post(fields)
    if (response.status !== 201) throw new Error(response.text)
    return response.body.data
  }
  const patch = (row: { id: number }, fields: object) => api.patch(`${path}/${row.id}`, fields)
  const read = async (row: { id: number }) => (await api.get(`${path}/${row.id}`)).body.data

  // Rule: api.md, Timestamps
  test.each([
    ['2026-08-21T06:45:00Z', '2026-08-21T06:45:00.000Z'],
    ['2026-08-21T06:45:00.1Z', '2026-08-21T06:45:00.100Z'],
    ['2026-08-21T06:45:00.123Z', '2026-08-21T06:45:00.123Z'],
    ['2026-08-21T06:45:00.123999999Z', '2026-08-21T06:45:00.123Z'],
    ['2026-08-21T06:45:00.9999Z', '2026-08-21T06:45:00.999Z'],
    ['2026-08-21T08:45:00+02:00', '2026-08-21T06:45:00.000Z'],
    ['2026-08-21T01:15:00.5-05:30', '2026-08-21T06:45:00.500Z'],
    ['2026-08-21T06:45:00-00:00', '2026-08-21T06:45:00.000Z'],
    ['2026-08-21t06:45:00z', '2026-08-21T06:45:00.000Z'],
    ['2027-01-01T00:30:00+01:00', '2026-12-31T23:30:00.000Z'],
    ['1969-12-31T23:59:59.9999999Z', '1969-12-31T23:59:59.999Z'],
    ['2028-02-29T23:59:59-00:01', '2028-03-01T00:00:59.000Z'],
    ['0001-01-02T00:00:00+23:59', '0001-01-01T00:01:00.000Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', async (sent, shown) => {
    const row = await create({ valid_from: '0001-01-01T00:00:00.001Z', valid_to: sent })
    expect(row.valid_to).toBe(shown)
    expect((await read(row)).valid_to).toBe(shown)
    const changed = await patch(await create({}), { valid_from: sent })
    expect([changed.status, changed.body.data?.valid_from]).toEqual([200, shown])
  })

  // Rule: api.md, Timestamps
  test.each([
    '',
    ' ',
    'now',
    '2026-08-21',
    '2026/08/21',
    '08/21/2026',
    '2026-08-21T06:45Z',
    '2026-08-21T06:45:00',
    '2026-08-21 06:45:00Z',
    '2026-08-21T06:45:00.1234567890Z',
    '2026-08-21T06:45:00.Z',
    '2026-08-21T06:45:00+0200',
    '2026-08-21T24:00:00Z',
    '2026-08-21T23:60:00Z',
    '2026-08-21T12:00:60Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-08-00T00:00:00Z',
    '2026-08-21T06:45:00+24:00',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '10000-01-01T00:00:00Z',
    '-2026-08-21T06:45:00Z',
    '1787294700',
    '2026-08-21T06:45:00Z\n',
  ])('rejects %p with the specified message', async (sent) => {
    const row = await create({})
    for (const field of ['valid_from', 'valid_to']) {
      const message = `${field} must be an RFC 3339 timestamp`
      for (const { status, body } of [await post({ [field]: sent }), await patch(row, { [field]: sent })]) {
        expect(status).toBe(400)
        expect(body.error.fields).toEqual([{ field, code: 'invalid_value', message }])
        expect(body.error.detail).toBe(message)
      }
    }
    expect(await read(row)).toEqual(row)
  })

  // Rule: api.md, Timestamps
  // Rule: api.md, Field codes
  test.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000000000Z',
    '0001-01-01T05:30:00+05:30',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T01:00:00+01:00',
    '1969-12-31T19:00:00-05:00',
  ])('rejects %s, the zero value of a date type', async (sent) => {
    const row = await create({})
    for (const field of ['valid_from', 'valid_to']) {
      expect(faultsOf(await post({ [field]: sent }))).toEqual([400, `${field} invalid_value`])
      expect(faultsOf(await patch(row, { [field]: sent }))).toEqual([400, `${field} invalid_value`])
    }
  })

  // Rule: api.md, Timestamps
  test.each([
    '0001-01-01T00:00:00.001Z',
    '0001-01-01T00:00:01Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.001Z',
    '1970-01-01T00:00:00+01:00',
    '1970-01-01T01:00:00Z',
  ])('accepts %s, which is near the limit', async (sent) => {
    expect((await post({ valid_from: sent })).status).toBe(201)
    expect((await patch(await create({}), { valid_from: sent })).status).toBe(200)
  })

  // Rule: api.md, Asset
  // Rule: api.md, Create
  // Rule: api.md, PATCH
  test('begins with the creation by default, and cannot be null', async () => {
    const row = await create({})
    expect(row.valid_from).toBe(row.created_at)
    expect(faultsOf(await post({ valid_from: null }))).toEqual([400, 'valid_from invalid_value'])
    expect(faultsOf(await patch(row, { valid_from: null }))).toEqual([400, 'valid_from invalid_value'])
  })

  // Rule: api.md, Asset
  // Rule: api.md, Create
  test('has no end when valid_to is null, even after a change to null', async () => {
    expect((await create({ valid_to: null })).valid_to).toBeNull()
    const row = await create({ valid_to: '2999-01-01T00:00:00Z' })
    expect((await patch(row, { valid_to: null })).body.data.valid_to).toBeNull()
  })

  const from = '2026-03-01T12:00:00.500Z'
  const noTime = [
    ['at the same instant', '2026-03-01T12:00:00.500Z'],
    ['at the same instant in another offset', '2026-03-01T14:00:00.5+02:00'],
    ['before it', '2026-03-01T12:00:00.499999Z'],
    ['before it, though its text is greater', '2026-03-01T13:00:00.500+02:00'],
    ['within the microsecond', '2026-03-01T12:00:00.5000009Z'],
  ] as const

  // Rule: api.md, Row states
  test.each(noTime)('does not end %s', async (_, to) => {
    const expected = [400, 'valid_to invalid_value']
    expect(faultsOf(await post({ valid_from: from, valid_to: to }))).toEqual(expected)
    expect(faultsOf(await post({ valid_to: to, valid_from: from }))).toEqual(expected)

    const open = await create({ valid_from: from })
    expect(faultsOf(await patch(open, { valid_to: to }))).toEqual(expected)
    expect(faultsOf(await patch(open, { valid_from: from, valid_to: to }))).toEqual(expected)
    expect(await read(open)).toEqual(open)

    const ended = await create({ valid_from: '2026-01-01T00:00:00Z', valid_to: to })
    expect(faultsOf(await patch(ended, { valid_from: from }))).toEqual(expected)
    expect(await read(ended)).toEqual(ended)
  })

  // Rule: api.md, Row states
  test('may end just after it begins', async () => {
    const to = '2026-03-01T12:00:00.501Z'
    expect(await create({ valid_from: from, valid_to: to })).toMatchObject({ valid_from: from, valid_to: to })
    const row = await create({ valid_from: from })
    expect((await patch(row, { valid_to: to })).body.data).toMatchObject({ valid_from: from, valid_to: to })
  })

  // Rule: api.md, Row states
  test('does not end before the creation when it begins with the creation', async () => {
    expect(faultsOf(await post({ valid_to: '2020-01-01T00:00:00Z' }))).toEqual([
      400,
      'valid_to invalid_value',
    ])
  })

  // Rule: api.md, Row states
  test('is reported in the position of valid_to, or last when the body has only valid_from', async () => {
    const ends = { valid_to: '2020-01-01T00:00:00Z' }
    const expected = [400, 'valid_to invalid_value', 'name invalid_value']
    expect(faultsOf(await api.post(path, { ...ends, name: 5 }))).toEqual(expected)
    const row = await create({ valid_from: '2019-01-01T00:00:00Z', ...ends })
    expect(faultsOf(await patch(row, { valid_to: '2018-01-01T00:00:00Z', name: 5 }))).toEqual(expected)
    const later = { valid_from: '2021-01-01T00:00:00Z', name: 5 }
    expect(faultsOf(await patch(row, later))).toEqual([400, 'name invalid_value', 'valid_to invalid_value'])
  })

  test('can move completely past the stored period', async () => {
    const row = await create({ valid_from: '2026-01-01T00:00:00Z', valid_to: '2026-02-01T00:00:00Z' })
    const later = { valid_from: '2027-01-01T00:00:00.000Z', valid_to: '2027-02-01T00:00:00.000Z' }
    expect((await patch(row, later)).body.data).toMatchObject(later)
    const open = { valid_from: '2028-01-01T00:00:00.000Z', valid_to: null }
    expect((await patch(row, open)).body.data).toMatchObject(open)
  })

  // Rule: api.md, Several failures
  test('is not compared with an invalid date', async () => {
    const row = await create({ valid_from: from, valid_to: '2026-04-01T00:00:00Z' })
    const wrong = { valid_from: 'never', valid_to: '2026-01-01T00:00:00Z' }
    expect(faultsOf(await post(wrong))).toEqual([400, 'valid_from invalid_value'])
    expect(faultsOf(await patch(row, wrong))).toEqual([400, 'valid_from invalid_value'])
    expect(faultsOf(await patch(row, { valid_to: 5, valid_from: null }))).toEqual([
      400,
      'valid_to invalid_value',
      'valid_from invalid_value',
    ])
  })

  // Rule: api.md, Timestamps
  test('keeps its microseconds when the row is sent back unchanged', async () => {
    const times = { valid_from: '2026-03-01T12:00:00.500100Z', valid_to: '2026-03-01T12:00:00.500900Z' }
    const row = await create(times)
    const response = await patch(row, row)
    expect([response.status, response.body.data?.valid_to]).toEqual([200, row.valid_to])
    expect((await patch(row, { valid_to: row.valid_to })).status).toBe(200)
    expect((await patch(row, { valid_from: row.valid_from })).status).toBe(200)
  })
})
