import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { newAsset, newLocation } from '../support/records'

/** The keys and values of errors. */

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

/** Names that look like parts of a sentence or of a template. */
const hostile = `{key} "quoted" 'Hall for A' than at {0}`

type Failing = readonly [what: string, method: string, path: string, body?: unknown]

const failures: readonly Failing[] = [
  ['a missing field', 'POST', '/api/v1/assets', {}],
  ['several wrong fields', 'POST', '/api/v1/assets', { name: '', external_key: 'a b', is_active: 'x' }],
  ['a key that is used', 'POST', '/api/v1/assets', { name: 'A', external_key: 'USED-1' }],
  ['an unknown field', 'POST', '/api/v1/assets', { name: 'A', [hostile]: 1 }],
  ['a wrong parameter', 'GET', '/api/v1/assets?limit=0&nothing=1&sort=height'],
  ['a wrong path', 'GET', '/api/v1/assets/x'],
  ['an unknown row', 'GET', '/api/v1/assets/999999'],
  ['an unknown route', 'GET', '/api/v1/nothing'],
  ['a wrong method', 'PUT', '/api/v1/assets'],
]

/** Sends a request without the check that the document describes the response. */
async function send(client: Client, [, method, path, body]: Failing, headers: Record<string, string> = {}) {
  const response = await fetch(program.http + path, {
    method,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return JSON.parse(await response.text())
}

const asked = { 'whereabouts-texts': 'keys' }

/** Returns the error without its texts, and without what differs in each request. */
function withoutTexts({ error: { text: _text, request_id: _id, fields, ...error } }: any) {
  return { ...error, ...(fields && { fields: fields.map((field: any) => ({ ...field, text: undefined })) }) }
}

describe('an error of the public API', () => {
  beforeAll(async () => {
    await newAsset(api, { external_key: 'USED-1' })
  })

  // Rule: internal-api.md, Texts
  test.each(failures.map((failure): [string, Failing] => [failure[0], failure]))(
    'about %s has the same bytes as without texts, unless they are asked for',
    async (_, failure) => {
      const plain = await send(api, failure)
      const other = await send(api, failure, { 'whereabouts-texts': 'others' })
      const full = await send(api, failure, asked)
      expect(JSON.stringify(plain)).not.toContain('"text"')
      expect(JSON.stringify(other)).not.toContain('"text"')
      const { error } = full
      expect(error.text).toEqual({
        key: expect.stringMatching(/^[a-z_]+\.[a-z0-9_]+$/),
        params: expect.anything(),
      })
      for (const field of error.fields ?? [])
        expect(field.text).toEqual({ key: expect.stringMatching(/^[a-z_]+\./), params: expect.anything() })
      expect(JSON.stringify(withoutTexts(full))).toBe(JSON.stringify(withoutTexts(plain)))
    },
  )

  test('has the values of its sentence', async () => {
    const ofField = await send(api, ['', 'POST', '/api/v1/assets', {}], asked)
    expect(ofField.error.fields[0].text).toEqual({ key: 'field.required', params: { field: 'name' } })
    const taken = await send(api, failures[2] as Failing, asked)
    expect(taken.error.text).toEqual({ key: 'asset.key_taken', params: { key: 'USED-1' } })
    const several = await send(api, failures[1] as Failing, asked)
    expect(several.error.text).toMatchObject({ key: 'text.more', params: { count: 2 } })
    expect(several.error.detail).toEndWith('(and 2 more errors)')
    const unknown = await send(api, failures[3] as Failing, asked)
    expect(unknown.error.fields[0].text).toEqual({ key: 'field.unknown', params: { field: hostile } })
  })
})

describe('an error of the private API', () => {
  // Rule: internal-api.md, Texts
  test('has the key and the values beside the English sentence', async () => {
    const { error } = await send(session, ['', 'POST', '/internal/v1/readers', { kind: 'fixed' }])
    expect(error.fields.map(({ message, text }: any) => [message, text.key])).toEqual([
      ['name is required', 'field.required'],
      ['A fixed reader needs a format', 'reader.needs_format'],
    ])
    const wrong = await send(clientOf(program.http, 'x'), ['', 'GET', '/internal/v1/members'])
    expect(wrong.error.text).toEqual({ key: 'caller.token', params: {} })
  })
})

describe('a refused row', () => {
  test('of an import has the key and the values of each error', async () => {
    const rows = [{ name: 'Good' }, { name: 'A', external_key: 'A B' }]
    const assets = await session.post('/internal/v1/assets/import', { rows, dry_run: true })
    expect(assets.body.data.rows[1].errors).toEqual([
      {
        field: 'external_key',
        code: 'invalid_value',
        message: 'external_key may contain letters, digits and hyphens only',
        text: { key: 'field.letters', params: { field: 'external_key' } },
      },
    ])
  })

  test('of a batch of the public API has no text', async () => {
    const rows = [{ action: 'create', asset: { name: '' } }]
    const { body, text } = await api.post('/api/v1/assets/batch', { rows })
    expect(body.refused).toBe(1)
    expect(text).not.toContain('"text"')
  })

  test('of a scan has the key and the values', async () => {
    const { id } = await newLocation(api)
    const { body } = await session.post('/internal/v1/scans', {
      location_id: id,
      reads: [{}, { asset_id: 999_999 }],
    })
    expect(body.data.rejected.map(({ text }: any) => text)).toEqual([
      { key: 'scan.needs_subject', params: {} },
      { key: 'field.no_asset', params: { field: 'asset_id' } },
    ])
  })
})
