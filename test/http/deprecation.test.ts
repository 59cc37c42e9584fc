import { describe, expect, test } from 'bun:test'
import { createBudgets } from '../../src/base/turns/budget'
import { Metadata } from '../../src/contract/fields'
import { paging, pathId } from '../../src/contract/parameters'
import { json } from '../../src/http/body'
import { type Deprecation, type Endpoint, endpoint, listed, needs, ok } from '../../src/http/endpoint'
import { Admission } from '../../src/http/admission'
import { Guard, type GuardParts } from '../../src/http/guard'
import { documentTexts } from '../../src/http/openapi/plugin'
import { createPendingResponses } from '../../src/http/pending-responses'
import { createFeature, createApplication } from '../../src/http/application'
import { systemClock } from '../../src/base/time'
import type { OpenApi, Operation, Response } from '../support/validate'

/** How an endpoint is deprecated. The routes exist only in this test. */

const deprecated: Deprecation = {
  since: '2027-01-01T00:00:00Z',
  sunset: '2027-07-01T02:00:00+02:00',
  link: 'https://example.org/leave',
}
const announcement = {
  // From `date -ud 2027-01-01 +%s`; the sunset is the same instant as above.
  deprecation: '@1798761600',
  sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  link: '<https://example.org/leave>; rel="deprecation"',
}

const doc = (operationId: string) => ({ operationId, summary: operationId, tag: 'Old' })
const response = { status: 200, description: 'What there is.' }
const anyone = { kind: 'anyone' } as const

const things = (leave: Deprecation | undefined): Endpoint[] => {
  const leaving = leave && { deprecated: leave }
  return [
    endpoint({
      method: 'GET',
      path: '/things',
      access: anyone,
      doc: doc('listThings'),
      ...leaving,
      isList: true,
      query: paging,
      response,
      handle: async () => listed([1], { limit: 1, offset: 1 }, 3),
    }),
    endpoint({
      method: 'POST',
      path: '/things',
      access: anyone,
      doc: doc('createThing'),
      body: { mediaTypes: [json], schema: Metadata },
      response,
      handle: async () => ok('new'),
    }),
    endpoint({
      method: 'GET',
      path: '/things/:id',
      access: anyone,
      doc: doc('getThing'),
      ...leaving,
      params: { id: pathId('The id.') },
      response,
      handle: async ({ params }) => {
        if (params.id === 500) throw new Error('a bug')
        return ok('one')
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/things/:id',
      access: needs('assets:write'),
      doc: doc('deleteThing'),
      ...leaving,
      params: { id: pathId('The id.') },
      response,
      handle: async () => ok('gone'),
    }),
  ]
}

function compose(leave: Deprecation | undefined) {
  const budgets = createBudgets(1000, 1000, () => 0)
  const parts = {
    guard: new Guard({ budgets, workBudgets: budgets, now: systemClock } as unknown as GuardParts),
    maxBodyBytes: 1000,
    addressOf: () => '127.0.0.1',
    admission: new Admission(
      () => '127.0.0.1',
      () => true,
    ),
    pending: createPendingResponses(() => false),
    isWanted: () => true,
    isSecure: () => false,
    log: { error: () => {} },
    showsBudget: true,
    detailOf: () => ({}),
  } as unknown as Parameters<typeof createFeature>[2]
  const app = createApplication(parts).use(createFeature('things', things(leave), parts))
  return async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await app.handle(new Request(`http://localhost${path}`, { method, headers }))
    const announced = Object.keys(announcement).map((name) => [name, response.headers.get(name)])
    return {
      status: response.status,
      announced: Object.fromEntries(announced),
      etag: response.headers.get('etag'),
    }
  }
}

describe('a deprecated endpoint', () => {
  const ask = compose(deprecated)

  // Rule: api.md, Deprecation
  test('has the headers Deprecation and Sunset on every response, including errors', async () => {
    const { etag } = await ask('GET', '/things/1')
    const responses = [
      [200, await ask('GET', '/things/1')],
      [200, await ask('HEAD', '/things/1')],
      [304, await ask('GET', '/things/1', { 'if-none-match': etag as string })],
      [400, await ask('GET', '/things/0')],
      [400, await ask('GET', '/things/1?color=blue')],
      [401, await ask('DELETE', '/things/1')],
      [500, await ask('GET', '/things/500')],
    ] as const
    for (const [status, { announced, status: found }] of responses)
      expect([found, announced]).toEqual([status, announcement])
  })

  test('has the links of its pages and the link of the announcement', async () => {
    const { announced } = await ask('GET', '/things')
    expect(announced['link'].split(', ')).toEqual([
      announcement.link,
      '</things?limit=1&offset=2>; rel="next"',
      '</things?limit=1&offset=0>; rel="prev"',
    ])
  })

  test('does not affect other endpoints, even at the same path', async () => {
    const { status, announced } = await ask('POST', '/things', { 'content-type': 'text/plain' })
    expect([status, announced]).toEqual([415, { deprecation: null, sunset: null, link: null }])
    expect((await ask('GET', '/other')).announced['sunset']).toBeNull()
  })

  test('is marked in the document, with the headers of its announcement', async () => {
    const { paths } = JSON.parse((await documentTexts(things(deprecated))).json) as OpenApi
    const described = Object.values(paths).flatMap(Object.values<Operation & { deprecated?: boolean }>)
    const marked = described.map(({ operationId, deprecated: isMarked, responses }) => {
      const { headers = {} } = responses[200] as Response
      return [operationId, isMarked ?? false, 'Deprecation' in headers, 'Sunset' in headers]
    })
    const names = ['listThings', 'createThing', 'getThing', 'deleteThing']
    expect(marked).toEqual(names.map((name) => [name, ...Array(3).fill(name !== 'createThing')]))
  })
})

describe('a deprecation is refused at start', () => {
  test.each([
    ['2027-01-01T00:00:00Z', '2027-06-30T23:59:59Z'],
    ['2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-09-01T00:00:00Z', '2027-03-01T00:00:00+01:00'],
  ])('with less than six months from %s to %s', (since, sunset) => {
    expect(() => compose({ since, sunset })).toThrow('6 months')
  })

  test.each([
    ['2027-01-01', '2027-12-01T00:00:00Z'],
    ['2027-01-01T00:00:00Z', 'next year'],
  ])('with values that are not timestamps: %s, %s', (since, sunset) => {
    expect(() => compose({ since, sunset })).toThrow('RFC 3339')
  })
})

// Rule: api.md, Deprecation
test('exactly six months are accepted, even across the end of a year', async () => {
  const ask = compose({ since: '2026-09-01T00:00:00Z', sunset: '2027-03-01T00:00:00Z' })
  const { announced } = await ask('GET', '/things/1')
  expect(announced).toEqual({
    deprecation: '@1788220800',
    sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
    link: null,
  })
})

test('an endpoint that is not deprecated has no deprecation headers', async () => {
  const { announced } = await compose(undefined)('GET', '/things/1')
  expect(announced).toEqual({ deprecation: null, sunset: null, link: null })
})
