import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicApp } from '../../../src/app/app'
import { features } from '../../../src/app/features'
import { createJwt } from '../../../src/people/authentication/tokens'
import { createOpenApi } from '../../../src/http/openapi/plugin'
import { type Client, clientOf } from '../../support/client'
import { type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { withoutServer } from '../../support/openapi-document'
import { compileProgram } from '../../support/types'
import { createContract } from '../../support/validate'

/** The addresses of the OpenAPI document, which is the same everywhere. Its content: contract-document.test.ts. */

const root = join(import.meta.dir, '../../..')
const committed = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
const contract = createContract(JSON.parse(committed))

let client: Client
let served: Program
beforeAll(async () => {
  served = await startProgram()
  client = clientOf(served.http)
})
afterAll(stopPrograms)

const jsonPath = '/api/openapi.json'
const yamlPath = '/api/openapi.yaml'

/** Public, but not part of the API that the document describes. */
const undocumented = [
  jsonPath,
  yamlPath,
  '/openapi.json',
  '/openapi.yaml',
  '/api/v1/openapi.json',
  '/api/v1/openapi.yaml',
  '/docs',
  '/docs/reference.js',
  '/docs/integrate.md',
]

// Rule: api.md, OpenAPI document
describe('the document', () => {
  test('names the address of its request as the server', async () => {
    expect((await client.get(jsonPath)).body.servers).toMatchObject([{ url: served.http }])
    const headers = { host: 'track.example.com:8443' }
    for (const path of [jsonPath, yamlPath]) {
      const { text } = await client.request('GET', path, { headers })
      expect(Bun.YAML.parse(text)).toMatchObject({ servers: [{ url: 'http://track.example.com:8443' }] })
    }
    const quoted = await client.request('GET', jsonPath, { headers: { host: 'a<b' } })
    expect(quoted.body.servers).toMatchObject([{ url: '/' }])
  })

  test('is committed as the executable serves it; bun run openapi refreshes docs/openapi.json', async () => {
    const { text, headers } = await client.get(jsonPath)
    expect(headers.get('content-type')).toBe('application/json')
    const isFresh = withoutServer(text, served) === committed
    expect(isFresh || 'docs/openapi.json is not what the executable serves: run `bun run openapi`').toBeTrue()
  })

  test('is printed as it is served', async () => {
    const [json, yaml] = await Promise.all([
      runProgram(['openapi', 'print']),
      runProgram(['openapi', 'print', '--yaml']),
    ])
    expect([json.code, yaml.code]).toEqual([0, 0])
    expect(json.stdout).toBe(withoutServer((await client.get(jsonPath)).text, served))
    expect(yaml.stdout).toBe(withoutServer((await client.get(yamlPath)).text, served))
  })

  test('is the same in YAML, even for parsers that read a plain timestamp as a date', async () => {
    const { text, headers } = await client.get(yamlPath)
    expect(headers.get('content-type')).toBe('application/yaml')
    expect(Bun.YAML.parse(withoutServer(text, served))).toEqual(JSON.parse(committed))
    expect(text).toMatch(/^ +example: '\d{4}-\d\d-\d\dT\S+'$/m)
    expect(text).not.toMatch(/^[ -]*(\w+: )?\d{4}-\d\d-\d\d/m)
  })

  test('describes every public route except those of the document itself', async () => {
    const app = createPublicApp(
      features.describe(),
      { jwt: createJwt('secret') } as never,
      createOpenApi().plugin,
    )
    // Beside each route there are its HEAD and, as ALL, the refusal of other methods; OPTIONS is for preflight requests.
    const registered = app.routes.filter(({ method }) => !['HEAD', 'ALL', 'OPTIONS'].includes(method))
    const described = contract.routes.map(({ method, path }) => `${method} ${path}`)
    const routes = registered.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(routes.toSorted()).toEqual([...described, ...undocumented.map((path) => `GET ${path}`)].toSorted())
  })

  test.each([
    ['/openapi.json', jsonPath],
    ['/openapi.yaml', yamlPath],
    ['/api/v1/openapi.json', jsonPath],
    ['/api/v1/openapi.yaml', yamlPath],
  ])('is found from %s by a permanent redirect', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await client.request(method, from)
      expect([method, status, headers.get('location')]).toEqual([method, 301, to])
    }
  })
})

// Rule: api.md, Request budget
// Rule: api.md, Paths and methods
// Rule: api.md, CORS
test.each(undocumented)(
  '%s responds to HEAD like GET, allows every origin and has the rate-limit headers',
  async (path) => {
    const [get, head] = await Promise.all([client.get(path), client.request('HEAD', path)])
    expect([head.status, head.text]).toEqual([get.status, ''])
    for (const name of ['content-type', 'content-length', 'location'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    for (const { headers } of [get, head]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PATCH, DELETE, OPTIONS')
      for (const name of ['limit', 'remaining', 'reset'])
        expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
      expect(headers.get('x-request-id')).toBeTruthy()
    }
  },
)

// Rule: api.md, Error types
test.each(undocumented)(
  '%s rejects other methods with the error envelope, and lists its own',
  async (path) => {
    const response = await client.post(path, {})
    expect([response.status, response.body.error.type]).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  },
)

// Rule: api.md, Tag
test('the types that openapi-typescript generates accept exactly the requests that clients may send', async () => {
  const user = await compileProgram(program, committed)
  user.remove()
  expect(user.errors).toBe('')
})

/** It does not compile when a line that is marked as an error is correct. */
const program = `
  import type { components, paths } from './api'
  type Asset = components['schemas']['AssetView']
  type Create = paths['/api/v1/assets']['post']['requestBody']['content']['application/json']
  type Patch = paths['/api/v1/assets/{asset_id}']['patch']['requestBody']['content']['application/merge-patch+json']
  type Query = NonNullable<paths['/api/v1/assets']['get']['parameters']['query']>

  export const create: Create = { name: 'Pallet', tags: [{ tag_type: 'rfid', value: '1' }] }
  export const patchOf = ({ valid_to, updated_at }: Asset): Patch => ({ description: null, valid_to, updated_at })
  export const query: Query = { external_key: ['A', 'B'], is_active: true, limit: 200 }
  export const isRadio = ({ tags }: Asset) => tags.some((tag) => tag.tag_type !== 'barcode' && tag.id > 0)

  // @ts-expect-error there is no such tag type
  export const unknownTag: Create = { name: 'Pallet', tags: [{ tag_type: 'nfc', value: '1' }] }
  // @ts-expect-error the server assigns it
  export const withId: Create = { name: 'Pallet', id: 1 }
  // @ts-expect-error it cannot be null
  export const withNull: Patch = { is_active: null }
  // @ts-expect-error it can be null
  export const lengthOf = ({ description }: Asset) => description.length
`
