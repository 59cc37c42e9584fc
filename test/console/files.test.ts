import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { consoleTypes, typesPath } from '../../scripts/console-types'
import { type Client, clientOf } from '../support/client'
import { startProgram, stopPrograms } from '../support/program'

/** The files of the console as the executable serves them. */

const maxScriptBytes = 350_000

let client: Client
let html: string
beforeAll(async () => {
  client = clientOf((await startProgram()).http)
  html = (await client.get('/console/')).text
})
afterAll(stopPrograms)

const gzipped = { headers: { 'accept-encoding': 'gzip' } }
const scripts = () =>
  [...html.matchAll(/(?:src|href)="(\/console\/files\/[^"]+\.js)"/g)].map(([, path]) => path as string)
const style = () => /href="(\/console\/files\/[^"]+\.css)"/.exec(html)?.[1] as string

describe('the page', () => {
  test.each(['/console/', '/console/setup', '/console/assets', '/console/assets/42', '/console/any/where'])(
    'is served at %s, not to be kept or framed, and runs no inline script',
    async (path) => {
      const { status, headers, text } = await client.get(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
    },
  )

  test('has a policy without unsafe sources and with a new nonce each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(
        async () => (await client.get('/console/')).headers.get('content-security-policy') as string,
      ),
    )
    for (const policy of policies) {
      expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('http')
    }
    expect(policies[0]).not.toBe(policies[1] as string)
  })

  test('responds to HEAD like GET, and to other methods with 405', async () => {
    const head = await client.request('HEAD', '/console/')
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(html.length),
    ])
    const refused = await client.post('/console/assets/42', {})
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('is the target of the redirects from / and /console', async () => {
    for (const path of ['/', '/console']) {
      const { status, headers } = await client.get(path)
      expect([status, headers.get('location')]).toEqual([302, '/console/'])
    }
  })
})

describe('a file', () => {
  test('may be cached permanently, since its name contains a hash of its content', async () => {
    for (const path of [...scripts(), style()]) {
      expect(path).toMatch(/-[a-z0-9]{8}\.(js|css)$/)
      const { status, headers } = await client.request('GET', path, gzipped)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await client.get(style())).headers.get('content-type')).toBe('text/css; charset=utf-8')
    const [script] = scripts()
    expect((await client.get(script as string)).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    )
  })

  test('is compressed for clients that accept Brotli or gzip, and plain for others', async () => {
    const plain = await client.request('GET', style(), { headers: { 'accept-encoding': 'identity' } })
    const packed = await client.request('GET', style(), gzipped)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 3)
    expect(packed.text).toBe(plain.text)
    const head = await client.request('HEAD', style(), gzipped)
    expect([head.status, head.text]).toEqual([200, ''])
    const brotli = await client.request('GET', style(), { headers: { 'accept-encoding': 'gzip, br' } })
    expect([brotli.headers.get('content-encoding'), brotli.headers.get('vary')]).toEqual([
      'br',
      expect.stringContaining('accept-encoding'),
    ])
    expect(brotli.text).toBe(plain.text)
    expect(Number(brotli.headers.get('content-length'))).toBeLessThan(
      Number(packed.headers.get('content-length')),
    )
    const refused = await client.request('GET', style(), { headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(refused.headers.get('content-encoding')).toBe('gzip')
  })

  test('that does not exist returns 404 in the error envelope', async () => {
    for (const name of ['main.js', 'page.json', '..%2fpage.json', 'main-00000000.js.gz']) {
      const { status, body } = await client.get(`/console/files/${name}`)
      expect([name, status, body.error?.type]).toEqual([name, 404, 'not_found'])
    }
  })

  test('of script is small enough for a fast first page', async () => {
    const sizes = await Promise.all(
      scripts().map(async (path) =>
        (await client.request('HEAD', path, gzipped)).headers.get('content-length'),
      ),
    )
    const bytes = sizes.reduce((sum, size) => sum + Number(size), 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(maxScriptBytes)
  })
})

test("the types of the console's client are those of the service's descriptions (bun run openapi)", async () => {
  expect(await Bun.file(typesPath).text()).toBe(await consoleTypes())
})
