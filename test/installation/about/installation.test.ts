import { networkInterfaces } from 'node:os'
import { afterAll, expect, test } from 'bun:test'
import { version } from '../../../package.json'
import { apiClient, clientOf, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** The version, limits and ports of the installation. access/roles.test.ts tests the roles. */

afterAll(stopPrograms)

const path = '/internal/v1/installation'

// Rule: internal-api.md, Version and limits
test('contains the current limits, their defaults, and the ports of the broker', async () => {
  const program = await startProgram({
    env: {
      WHEREABOUTS_RATE_LIMIT_BURST: '777',
      WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '8888',
      WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT: undefined,
      WHEREABOUTS_MAX_BODY_BYTES: '54321',
    },
  })
  const session = await signIn(program)
  const { status, body, text } = await session.get(path)
  expect([status, body.data.mqtt_port]).toEqual([200, Number(new URL(program.mqtt as string).port)])
  expect(body.data.mqtts_port).toBeNull()
  const limits = body.data.limits.map(({ variable, value, default: usual }: Record<string, unknown>) => [
    variable,
    value,
    usual,
  ])
  expect(limits).toEqual([
    ['WHEREABOUTS_RATE_LIMIT_BURST', 777, 1200],
    ['WHEREABOUTS_RATE_LIMIT_PER_MINUTE', 8888, 6000],
    ['WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT', 10, 10],
    ['WHEREABOUTS_LOGIN_FAILURES_PER_ADDRESS', 100, 100],
    ['WHEREABOUTS_LOGIN_FAILURES_ACCOUNT_TOTAL', 300, 300],
    ['WHEREABOUTS_MAX_BODY_BYTES', 54_321, 1_048_576],
  ])
  expect(text).not.toContain(program.dataDir)
  for (const client of [await apiClient(program, session), clientOf(program.http)])
    expect(faultsOf(await client.get(path))).toEqual([401, 'unauthorized'])
})

test('names the addresses of the machine when other machines reach the ports', async () => {
  const program = await startProgram({
    env: { WHEREABOUTS_HOST: '127.0.0.1', WHEREABOUTS_MQTT_HOST: '0.0.0.0' },
  })
  const { data } = (await (await signIn(program)).get(path)).body
  const own = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  const addresses = own.filter(({ internal, family }) => !internal && family === 'IPv4')
  expect(data.mqtt_hosts).toEqual(addresses.map(({ address }) => address))
  expect(data.http_hosts).toEqual([])
})

// Rule: internal-api.md, Version and limits
test('shows that the broker is off', async () => {
  const program = await startProgram({ env: { WHEREABOUTS_MQTT_PORT: 'off' } })
  expect((await (await signIn(program)).get(path)).body.data.mqtt_port).toBeNull()
})

test('contains the port of the broker over TLS', async () => {
  const program = await startProgram({
    env: { WHEREABOUTS_TLS: 'self-signed', WHEREABOUTS_MQTT_PORT: 'off' },
  })
  const { data } = (await (await signIn(program)).get(path)).body
  expect([data.mqtt_port, data.mqtts_port]).toEqual([null, Number(new URL(String(program.mqtts)).port)])
})

test('the license page lists the license of Whereabouts first, then those of its components', async () => {
  const program = await startProgram()
  const { status, body } = await (await signIn(program)).get('/internal/v1/about')
  expect([status, body.data.version]).toEqual([200, version])
  const [own, ...others] = body.data.licenses
  expect(own).toMatchObject({ name: 'Apache-2.0', components: [`whereabouts ${version}`] })
  expect(own.text).toContain('Copyright 2026 The Whereabouts authors')
  expect(others.length).toBeGreaterThan(100)
})
