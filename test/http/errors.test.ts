import { plain } from '../../src/base/messages'
import { describe, expect, test } from 'bun:test'
import { AppError, type ErrorCode } from '../../src/base/errors'
import { errorTypes, toErrorResponse } from '../../src/http/errors'

/** The form of each error (docs/api.md, Error envelope), including those that no request can cause. */

const looks: [code: ErrorCode, status: number, type: string, title: string][] = [
  ['invalid', 400, 'validation_error', 'Validation failed'],
  ['malformed', 400, 'bad_request', 'Bad request'],
  ['unauthenticated', 401, 'unauthorized', 'Unauthorized'],
  ['forbidden', 403, 'forbidden', 'Forbidden'],
  ['not_found', 404, 'not_found', 'Not found'],
  ['method_not_allowed', 405, 'method_not_allowed', 'Method not allowed'],
  ['conflict', 409, 'conflict', 'Conflict'],
  ['precondition_failed', 412, 'precondition_failed', 'Precondition failed'],
  ['too_large', 413, 'payload_too_large', 'Payload too large'],
  ['unsupported_media_type', 415, 'unsupported_media_type', 'Unsupported media type'],
  ['rate_limited', 429, 'rate_limited', 'Rate limited'],
  ['unavailable', 503, 'service_unavailable', 'Service unavailable'],
  ['storage_full', 507, 'insufficient_storage', 'Insufficient storage'],
]

const path = '/api/v1/assets'

// Rule: api.md, Error types
describe('an error', () => {
  test.each(looks)('that is %s returns %i, its type and its title', (code, status, type, title) => {
    const response = toErrorResponse(new AppError(code, plain('What happened')), path, 'R1')
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body)).toEqual({
      error: { type, title, status, detail: 'What happened', instance: path, request_id: 'R1' },
    })
  })

  test('that is unexpected returns 500 and discloses nothing', () => {
    const response = toErrorResponse(new Error('disk path /secret'), path, 'R2')
    expect(response.status).toBe(500)
    expect(JSON.parse(response.body).error).toMatchObject({
      type: 'internal_error',
      title: 'Internal server error',
      status: 500,
    })
    expect(response.body).not.toContain('secret')
  })

  test('has one of the types of the contract', () => {
    const types = [...looks.map(([, , type]) => type), 'internal_error']
    expect(errorTypes.toSorted()).toEqual(types.toSorted())
  })
})
