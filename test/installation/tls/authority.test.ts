import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { makeCertificate, openssl } from '../../support/certificates'
import { type Client, clientOf, signIn } from '../../support/client'
import {
  administrator,
  newDataDir,
  type Program,
  type ProgramOptions,
  runProgram,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { hasMosquitto, mosquittoSuffix } from '../../support/mosquitto'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader } from '../../support/scans'
import { until } from '../../support/until'

/** The certificate authority of the installation, as openssl, curl and mosquitto see it. */

setDefaultTimeout(30_000)

const scratch = newDataDir()

afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const selfSigned = (env: ProgramOptions['env'] = {}): ProgramOptions => ({
  env: { WHEREABOUTS_TLS: 'self-signed', ...env },
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

/** Sends bytes without TLS, and waits until the other side has had enough. */
const spoken = (url: string | undefined, bytes: string | Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    let response = ''
    const socket = connectTcp({ host: '127.0.0.1', port: portOf(url) }, () => socket.write(bytes))
    socket.on('data', (chunk) => (response += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(response))
  })

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Connections without a handshake. They are opened first and checked last, so that no test waits ten seconds. */
const unfinished: Promise<string>[] = []

describe('with a self-signed authority', () => {
  let program: Program
  let session: Client
  let authority: string
  beforeAll(async () => {
    program = await startProgram(selfSigned({ WHEREABOUTS_TLS_NAMES: 'Tracking.lan,192.0.2.77' }))
    unfinished.push(spoken(program.mqtts, ''), spoken(program.mqtts, Uint8Array.of(0x16, 3, 1)))
    session = await signIn(program)
    authority = join(program.dataDir, 'tls', 'authority.crt')
  })

  test.each([
    ['-verify_ip', '127.0.0.1'],
    ['-verify_hostname', 'localhost'],
    ['-verify_hostname', 'tracking.lan'],
    ['-verify_ip', '192.0.2.77'],
  ])('openssl accepts both ports (%s %s)', (option, name) => {
    const client = ['s_client', '-x509_strict', '-verify_return_error']
    for (const url of [program.http, program.mqtts])
      expect(
        openssl(...client, '-connect', `127.0.0.1:${portOf(url)}`, '-CAfile', authority, option, name),
      ).toContain('Verify return code: 0 (ok)')
  })

  test('curl connects by address and by name, and rejects the certificate without the authority', () => {
    const port = portOf(program.http)
    for (const host of ['127.0.0.1', 'localhost'])
      expect(run('curl', '-sS', '--cacert', authority, `https://${host}:${port}/healthz`)).toContain('ok')
    expect(() => run('curl', '-sS', `https://localhost:${port}/healthz`)).toThrow('SSL')
  })

  // Rule: internal-api.md, Version and limits
  test('prints https and mqtts addresses, and serves the authority with the printed fingerprint', async () => {
    expect([program.http, program.mqtts, program.mqtt]).toEqual([
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^mqtts:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^mqtt:\/\/127\.0\.0\.1:\d+$/),
    ])
    const { status, headers, text } = await clientOf(program.http, undefined, program.ca).get(
      '/console/authority.crt',
    )
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-x509-ca-cert'])
    const certificate = new X509Certificate(text)
    const { body } = await clientOf(program.http, undefined, program.ca).get('/internal/v1/authority')
    expect(body.data.fingerprint).toBe(certificate.fingerprint256)
    expect(program.output()).toContain(`tls  CA SHA-256 ${certificate.fingerprint256}\n`)
    expect(text).not.toContain('PRIVATE')
  })

  test('restricts its keys to the owner', () => {
    const modeOf = (name: string) => (statSync(join(program.dataDir, 'tls', name)).mode & 0o777).toString(8)
    expect(['.', 'authority.key', 'server.key'].map(modeOf)).toEqual(['700', '600', '600'])
  })

  test('has a certificate authority that is limited to names of local networks and cannot sign authorities', () => {
    const text = openssl('x509', '-in', authority, '-noout', '-text')
    expect(text).toContain('CA:TRUE, pathlen:0')
    const by = { cert: authority, key: join(program.dataDir, 'tls', 'authority.key') }
    const verify = (names: string) =>
      openssl('verify', '-CAfile', authority, makeCertificate(scratch, { names, by }).cert)
    expect(verify('DNS:other.lan')).toContain('OK')
    expect(() => verify('DNS:bank.example.com')).toThrow('permitted subtree violation')
  })

  test('does not respond to plain HTTP and plain MQTT, and continues', async () => {
    const connectPacket = Uint8Array.of(0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0)
    for (const [url, bytes] of [
      [program.http, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
      [program.mqtts, connectPacket],
      [program.mqtts, 'GET / HTTP/1.0\r\n\r\n'],
    ] as const)
      expect(await spoken(url, bytes)).not.toMatch(/HTTP\/1|^ /)
    expect((await session.get('/readyz')).body).toEqual({ status: 'ready', problems: [] })
    await servedAt(program.mqtts)
  })

  test.skipIf(!hasMosquitto)(
    `stores the messages of a reader over TLS, like those on the plain port${mosquittoSuffix}`,
    async () => {
      const place = await newLocation(session, { external_key: freshKey('DOCK') })
      const asset = await newTagged(session, freshKey('E2'))
      const reader = await newReader(session, freshKey('READER'), [place.id])
      const topic = reader.topic.replace('#', 'reads')
      const publish = (port: number, password: string, payload: string, ...tls: string[]) => {
        const file = join(scratch, freshKey('payload'))
        writeFileSync(file, payload)
        const access = ['-u', reader.external_key, '-P', password, '-q', '1', '-t', topic, '-f', file]
        return run('mosquitto_pub', '-h', 'localhost', '-p', `${port}`, ...tls, ...access)
      }
      const [port, trust] = [portOf(program.mqtts), ['--cafile', authority]]
      publish(port, reader.device_token, JSON.stringify({ reads: [{ value: asset.external_key }] }), ...trust)
      const { body } = await session.get(`/api/v1/assets/${asset.id}/history`)
      expect(body.data.map((event: { location_id: number }) => event.location_id)).toEqual([place.id])

      expect(() => publish(port, 'wad_wrong', '{}', ...trust)).toThrow('bad user name or password')
      expect(() => publish(port, reader.device_token, '{}', '--capath', scratch)).toThrow('TLS error')
      publish(port, reader.device_token, 'x'.repeat(1_100_000), ...trust)
      const problem = async () =>
        (await session.get(`/internal/v1/readers/${reader.id}`)).body.data.health.problem?.message as string
      await until(
        async () => (await problem()) !== undefined,
        'the dropped message is a problem of the reader',
      )
      expect(await problem()).toContain('larger than the limit')
    },
  )

  // Rule: internal-api.md, Cookies
  test('marks the cookie as secure, and accepts no other cookie', async () => {
    const anyone = clientOf(program.http, undefined, program.ca)
    const { headers } = await anyone.post('/internal/v1/session', administrator)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split('; '))
    const [[pair = ''] = [], [device] = []] = cookies
    expect(pair).toStartWith('__Host-whereabouts_refresh=')
    expect(device).toStartWith('__Host-whereabouts_device=')
    for (const [, ...attributes] of cookies)
      expect(attributes.toSorted()).toEqual([
        'HttpOnly',
        expect.stringMatching(/^Max-Age=\d+$/),
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ])
    const refresh = (cookie: string) =>
      anyone.request('POST', '/internal/v1/session/refresh', { headers: { cookie } })
    expect((await refresh(pair.replace('__Host-', ''))).status).toBe(401)
    expect((await refresh(pair)).status).toBe(200)
    const out = await anyone.request('DELETE', '/internal/v1/session', { headers: { cookie: pair } })
    expect(out.headers.get('set-cookie')).toStartWith(
      '__Host-whereabouts_refresh=; Path=/; Secure; Max-Age=0;',
    )
  })

  test('does not bind browsers to HTTPS, as they may not trust the authority yet', async () => {
    expect((await session.get('/console/')).headers.has('strict-transport-security')).toBe(false)
  })

  test('is verified by the healthcheck and by simulated readers', async () => {
    const { http, mqtts, dataDir } = program
    const env = {
      WHEREABOUTS_DATA_DIR: dataDir,
      WHEREABOUTS_TLS: 'self-signed',
      WHEREABOUTS_PORT: `${portOf(http)}`,
    }
    expect(await runProgram(['healthcheck'], { env })).toEqual({ code: 0, stdout: 'ready\n', stderr: '' })
    expect((await runProgram(['healthcheck', '--url', http, '--ca', authority])).code).toBe(0)
    const unknown = await runProgram(['healthcheck', '--url', http])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('VERIFY')])

    const flags = ['--server', http, '--url', String(mqtts), '--readers', '1', '--tags', '3', '--count', '5']
    const person = ['--email', administrator.email, '--password', administrator.password]
    const simulated = await runProgram(['simulate', ...flags, ...person, '--rate', 'full', '--ca', authority])
    expect([simulated.code, simulated.stdout]).toEqual([0, expect.stringContaining('5 acknowledged')])
    const refused = await runProgram(['simulate', ...flags, ...person])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('certificate')])
  })
})

test('an expiring or invalid certificate is replaced at the start, and the authority remains', async () => {
  const dataDir = newDataDir()
  const first = await startProgram({ dataDir, ...selfSigned() })
  const before = await servedAt(first.http)
  await first.stop()
  const again = await startProgram({ dataDir, ...selfSigned() })
  expect((await servedAt(again.http)).serialNumber).toBe(before.serialNumber)
  await again.stop()

  const folder = join(dataDir, 'tls')
  const by = { cert: join(folder, 'authority.crt'), key: join(folder, 'authority.key') }
  const soon = makeCertificate(scratch, {
    by,
    to: 10,
    names: before.subjectAltName?.replaceAll('IP Address', 'IP') ?? '',
  })
  for (const [cert, key] of [
    [soon.cert, soon.key],
    [soon.cert, join(folder, 'authority.key')],
    [soon.key, soon.key],
  ] as const) {
    copyFileSync(cert, join(folder, 'server.crt'))
    copyFileSync(key, join(folder, 'server.key'))
    const next = await startProgram({ dataDir, ...selfSigned() })
    const after = await servedAt(next.http)
    const days = (Date.parse(after.validTo) - Date.now()) / 86_400_000
    expect([days > 380, days < 398, after.checkIssued(new X509Certificate(first.ca as string))]).toEqual([
      true,
      true,
      true,
    ])
    expect(next.ca).toBe(first.ca as string)
    expect((await servedAt(next.mqtts)).serialNumber).toBe(after.serialNumber)
    await next.stop()
  }
})

test('an additional name is in the next certificate; a name that the authority may not sign is rejected', async () => {
  const dataDir = newDataDir()
  await (await startProgram({ dataDir, ...selfSigned() })).stop()
  const named = await startProgram({ dataDir, ...selfSigned({ WHEREABOUTS_TLS_NAMES: 'dock.lan' }) })
  expect((await servedAt(named.http)).checkHost('dock.lan')).toBe('dock.lan')
  await named.stop()
  const env = {
    WHEREABOUTS_DATA_DIR: dataDir,
    WHEREABOUTS_TLS: 'self-signed',
    WHEREABOUTS_TLS_NAMES: 'shop.example.com',
  }
  const { code, stderr } = await runProgram(['serve'], { env })
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('cannot issue a certificate for shop.example.com'),
  ])
})

test('a connection that never finishes its handshake with the broker is closed', async () => {
  expect(await Promise.all(unfinished)).toEqual(['', ''])
})
