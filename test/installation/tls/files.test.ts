import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { type Files, makeCertificate } from '../../support/certificates'
import { clientOf } from '../../support/client'
import {
  administrator,
  newDataDir,
  type Program,
  type ProgramOptions,
  runProgram,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { freshKey, newTagged } from '../../support/records'
import { logged, until } from '../../support/until'

/** TLS with certificate files, and behind a trusted proxy. */

setDefaultTimeout(30_000)

const scratch = newDataDir()

afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const byFiles = ({ cert, key }: Files): ProgramOptions => ({
  env: { WHEREABOUTS_TLS: 'files', WHEREABOUTS_TLS_CERT: cert, WHEREABOUTS_TLS_KEY: key },
})

const portOf = (url: string | undefined): number => Number(new URL(String(url)).port)

/** The certificate that a port serves. */
const servedAt = (url: string | undefined): Promise<X509Certificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: portOf(url), rejectUnauthorized: false }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw))
      socket.end()
    })
    socket.on('error', reject)
  })

describe('with files', () => {
  const refusal = async ({ cert, key }: Files) => {
    const env = { WHEREABOUTS_DATA_DIR: newDataDir(), ...byFiles({ cert, key }).env } as Record<
      string,
      string
    >
    const { code, stdout, stderr } = await runProgram(['serve'], { env })
    rmSync(String(env['WHEREABOUTS_DATA_DIR']), { recursive: true })
    expect([code, stdout]).toEqual([1, ''])
    return stderr
  }

  test('that are missing, invalid or contradictory prevent the start with a message', async () => {
    const [one, other] = [makeCertificate(scratch), makeCertificate(scratch)]
    expect(await refusal({ ...one, cert: '/nowhere.pem' })).toBe(
      'TLS cannot be enabled: /nowhere.pem cannot be read (ENOENT).\n',
    )
    expect(await refusal({ cert: one.cert, key: other.key })).toContain(
      `the key in ${other.key} does not belong to the certificate in ${one.cert}.`,
    )
    expect(await refusal({ cert: one.key, key: one.key })).toContain('contains no PEM certificate')
    expect(await refusal({ cert: one.cert, key: one.cert })).toContain('contains no PEM private key')
  })

  test('serves them on both ports, sends Strict-Transport-Security, and offers no authority', async () => {
    const files = makeCertificate(scratch)
    const program = await startProgram(byFiles(files))
    const own = new X509Certificate(readFileSync(files.cert)).fingerprint256
    expect([
      (await servedAt(program.http)).fingerprint256,
      (await servedAt(program.mqtts)).fingerprint256,
    ]).toEqual([own, own])
    const client = clientOf(program.http, undefined, readFileSync(files.cert, 'utf8'))
    expect((await client.get('/console/')).headers.get('strict-transport-security')).toBe('max-age=2592000')
    expect((await client.get('/console/authority.crt')).status).toBe(404)
    expect((await client.get('/internal/v1/authority')).body.data.fingerprint).toBeNull()
    const env = { ...byFiles(files).env, WHEREABOUTS_PORT: `${portOf(program.http)}` } as Record<
      string,
      string
    >
    expect(await runProgram(['healthcheck'], { env })).toEqual({ code: 0, stdout: 'ready\n', stderr: '' })
    await program.stop()
  })

  test('renewed files are served without a restart; connections continue, and a partial renewal changes nothing', async () => {
    const [old, next] = [makeCertificate(scratch, { to: -0.5, from: -2 }), makeCertificate(scratch)]
    const live = { cert: join(scratch, 'live.crt'), key: join(scratch, 'live.key') }
    copyFileSync(old.cert, live.cert)
    copyFileSync(old.key, live.key)
    const program = await startProgram(byFiles(live))
    const before = await servedAt(program.http)
    const unverified = { tls: { rejectUnauthorized: false } } as RequestInit
    const client = clientOf(program.http)
    const { body } = await client.request('GET', '/readyz', unverified)
    expect([body.status, body.problems]).toEqual([
      'degraded',
      [expect.stringContaining('The TLS certificate expired on')],
    ])
    await logged(program, 'The TLS certificate expired on')

    const { body: signedIn } = await client.request('POST', '/internal/v1/session', {
      ...unverified,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    })
    const stream = await fetch(`${program.http}/internal/v1/stream`, {
      ...unverified,
      headers: { authorization: `Bearer ${signedIn.data.access_token}` },
    })
    const events = (stream.body as ReadableStream<Uint8Array>).getReader()
    await events.read()

    copyFileSync(next.cert, live.cert)
    const problems = async () =>
      (await client.request('GET', '/readyz', unverified)).body.problems.join() as string
    await until(
      async () => (await problems()).includes('does not belong to the certificate'),
      'the service reports that the key does not belong to the certificate',
    )
    expect((await servedAt(program.http)).serialNumber).toBe(before.serialNumber)

    copyFileSync(next.key, live.key)
    const wanted = new X509Certificate(readFileSync(next.cert)).fingerprint256
    // A connection that opens while the listener is replaced can be reset or refused.
    const served = () =>
      servedAt(program.http).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'ECONNREFUSED') throw error
        return null
      })
    await until(async () => (await served())?.fingerprint256 === wanted, 'the new certificate is served')
    expect((await servedAt(program.mqtts)).fingerprint256).toBe(wanted)
    const trusting = clientOf(program.http, signedIn.data.access_token, readFileSync(next.cert, 'utf8'))
    expect((await trusting.get('/readyz')).body).toEqual({ status: 'ready', problems: [] })

    const place = await trusting.post('/api/v1/locations', { name: 'Bay' })
    const asset = await newTagged(trusting, freshKey('E3'))
    const body3 = { location_id: place.body.data.id, reads: [{ value: asset.external_key }] }
    expect((await trusting.post('/internal/v1/scans', body3)).status).toBe(200)
    const { value } = await events.read()
    expect(new TextDecoder().decode(value)).toContain('event: move')
    await events.cancel()
    expect(await program.stop()).toBe(0)
  })
})

test('only a trusted proxy with an HTTPS client makes the cookie secure', async () => {
  const behind = await startProgram({ env: { WHEREABOUTS_TRUSTED_PROXIES: '127.0.0.1' } })
  const alone = await startProgram()
  const cookieFrom = async ({ http }: Program, proto: string) => {
    const response = await clientOf(http).request('POST', '/internal/v1/session', {
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': proto },
      body: JSON.stringify(administrator),
    })
    return response.headers.get('set-cookie')
  }
  expect(await cookieFrom(behind, 'https')).toStartWith('__Host-')
  expect(await cookieFrom(behind, 'http')).toStartWith('whereabouts_refresh=')
  expect(await cookieFrom(alone, 'https')).toStartWith('whereabouts_refresh=')
})
