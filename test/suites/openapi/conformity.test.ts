import { expect, test } from 'bun:test'
import { requireDocumented } from '../../support/conform'
import type { Received } from '../../support/validate'

/** The test client rejects each response of the public API that the document does not describe. */

const budget = { limit: '1', remaining: '1', reset: '1' }
const headers = {
  'content-type': 'application/json',
  'x-request-id': 'r',
  ...Object.fromEntries(Object.entries(budget).map(([name, value]) => [`x-ratelimit-${name}`, value])),
  ratelimit: 'r',
  'ratelimit-policy': 'p',
}

const received = (status: number, body: unknown, more: Record<string, string> = {}): Received => ({
  status,
  headers: new Headers({ ...headers, ...more }),
  body,
  text: body === '' ? '' : JSON.stringify(body),
})

const path = '/api/v1/assets/1/history'
const row = {
  event_observed_at: '2026-08-21T06:45:00.000Z',
  location_id: 1,
  location_external_key: 'DOCK-1',
  duration_seconds: null,
}
const page = (rows: object[]) => ({ data: rows, limit: 50, offset: 0, total_count: rows.length })

const notFound = {
  type: 'not_found',
  title: 'Not found',
  status: 404,
  detail: 'Asset not found',
  instance: path,
  request_id: 'r',
}
const missing = (change: object = {}) => ({ error: { ...notFound, ...change } })

const check = (method: string, to: string, response: Received) => () =>
  requireDocumented(method, `http://localhost${to}`, response)

test.each<[what: string, method: string, path: string, response: Received]>([
  ['a page as documented', 'GET', `${path}?limit=1`, received(200, page([row]))],
  ['its HEAD', 'HEAD', path, received(200, '')],
  ['a documented error', 'GET', path, received(404, missing())],
  ['the HEAD of one', 'HEAD', path, received(404, '')],
  ['a preflight', 'OPTIONS', path, { ...received(204, ''), headers: new Headers() }],
  ['what there is not', 'GET', '/api/v1/no', received(404, missing({ instance: '/api/v1/no' }))],
  ['what is private', 'GET', '/internal/v1/no', received(299, 'x')],
  ['a redirect to the document', 'GET', '/api/v1/openapi.json', received(301, '')],
])('%s passes', (_, method, to, response) => {
  expect(check(method, to, response)).not.toThrow()
})

test.each<[what: string, method: string, response: Received, problem: string]>([
  [
    'an unknown status',
    'GET',
    received(202, page([])),
    'GET /api/v1/assets/{asset_id}/history 202 is not documented',
  ],
  [
    'a field of another type',
    'GET',
    received(200, page([{ ...row, location_id: '1' }])),
    '/data/0/location_id must be',
  ],
  ['a field too many', 'GET', received(200, page([{ ...row, extra: 1 }])), 'additional properties'],
  ['a missing field', 'GET', received(200, { ...page([]), total_count: undefined }), 'total_count'],
  ['another media type', 'GET', received(200, page([]), { 'content-type': 'text/html' }), 'is text/html'],
  [
    'a missing header',
    'GET',
    { ...received(200, page([])), headers: new Headers() },
    'lacks the header X-Request-Id',
  ],
  ['a body after HEAD', 'HEAD', received(200, page([])), 'has a body'],
  [
    'a preflight with Allow',
    'OPTIONS',
    received(204, '', { allow: 'GET' }),
    'is not a response to a preflight',
  ],
  ['a method that there is not', 'PUT', received(200, page([])), 'should be 405'],
  ['a refusal without Allow', 'PUT', received(405, missing({ status: 405 })), 'lacks an Allow'],
  ['another type than the status', 'GET', received(404, missing({ type: 'conflict' })), 'wrong type'],
  ['another status than its own', 'GET', received(404, missing({ status: 400 })), 'wrong status'],
  ['another path than its own', 'GET', received(404, missing({ instance: '/' })), 'wrong instance'],
  ['the id of another request', 'GET', received(404, missing({ request_id: 's' })), 'wrong request_id'],
  ['fields where none are at fault', 'GET', received(404, missing({ fields: [] })), 'wrong fields'],
  ['no challenge with 401', 'GET', received(401, missing({ status: 401 })), 'wrong WWW-Authenticate'],
])('%s is an error that names it', (_, method, response, problem) => {
  const documented = method === 'HEAD' ? { ...response, body: undefined } : response
  expect(check(method, path, documented)).toThrow(problem)
})
