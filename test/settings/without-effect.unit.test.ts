import { describe, expect, test } from 'bun:test'
import { readSettings, type Sources } from '../../src/settings/load'
import { withoutEffect } from '../../src/settings/without-effect'

/** Tests which settings a start reports as ineffective, with the names that the user gave. */

interface Given {
  args?: string[]
  env?: Sources['env']
  files?: Record<string, string>
  hadAdministrator?: boolean
}

const linesOf = ({ args = [], env = {}, files = {}, hadAdministrator = false }: Given) =>
  withoutEffect(readSettings({ args, env, readFile: (path) => files[path] ?? '' }), hadAdministrator)

const admin = { WHEREABOUTS_ADMIN_EMAIL: 'ada@example.org', WHEREABOUTS_ADMIN_PASSWORD: 'very secret' }

const cases: [what: string, given: Given, begin: string][] = [
  [
    'an administrator when the installation has one',
    { env: admin, hadAdministrator: true },
    'WHEREABOUTS_ADMIN_EMAIL and WHEREABOUTS_ADMIN_PASSWORD have no effect because the installation is already set up.',
  ],
  [
    'an administrator that is set by a file, a flag and a key of the TOML file',
    {
      args: ['--admin-email=ada@example.org', '--config=w.toml'],
      env: { WHEREABOUTS_ADMIN_PASSWORD_FILE: '/run/secret' },
      files: { '/run/secret': 'very secret', 'w.toml': "org_name = 'North'" },
      hadAdministrator: true,
    },
    '--admin-email, WHEREABOUTS_ADMIN_PASSWORD_FILE, and org_name in w.toml have no effect because the installation',
  ],
  [
    'an organization name without an administrator',
    { env: { WHEREABOUTS_ORG_NAME: 'North' } },
    'WHEREABOUTS_ORG_NAME has no effect because admin_email is not set.',
  ],
  [
    'a port for MQTT over TLS without TLS',
    { args: ['--mqtts-port', '8884'] },
    '--mqtts-port has no effect because tls is off.',
  ],
  [
    'the address of a broker that is off',
    { args: ['--mqtt-host', '::1', '--mqtt-port', 'off'] },
    '--mqtt-host has no effect because the built-in broker is off.',
  ],
  [
    'the CA and group of an external broker without its URL',
    { args: ['--mqtt-ca', 'ca.pem', '--mqtt-group', 'g'] },
    '--mqtt-ca and --mqtt-group have no effect because mqtt_url is not set.',
  ],
  [
    'a CA for a broker without TLS',
    { args: ['--mqtt-ca', 'ca.pem', '--mqtt-url', 'mqtt://user:very%20secret@broker'] },
    '--mqtt-ca has no effect because mqtt_url is not mqtts://.',
  ],
  [
    'a settle window, even when it is the default',
    { env: { WHEREABOUTS_SETTLE_SECONDS: '10' } },
    'WHEREABOUTS_SETTLE_SECONDS has no effect because the service no longer uses a settle window.',
  ],
]

describe('a start reports', () => {
  test.each(cases)('%s as ineffective, with a remedy and without values', (_what, given, begin) => {
    const [line, ...others] = linesOf(given)
    expect(others).toEqual([])
    expect(line).toStartWith(begin)
    expect(line).toMatch(/\. [A-Z].*\.$/)
    for (const value of ['ada@', 'secret"', 'very', 'North', 'ca.pem']) expect(line).not.toContain(value)
  })

  test.each<[what: string, given: Given]>([
    ['defaults', { hadAdministrator: true }],
    ['the administrator of a first start', { env: { ...admin, WHEREABOUTS_ORG_NAME: 'North' } }],
    ['a broker over TLS that is off', { args: ['--mqtts-port', 'off'] }],
    [
      'the address of a broker over TLS',
      { args: ['--mqtt-host=::1', '--mqtt-port=off', '--tls=self-signed'] },
    ],
    ['the CA of an external broker', { args: ['--mqtt-ca=ca.pem', '--mqtt-url=mqtts://broker'] }],
  ])('no problem of %s', (_what, given) => {
    expect(linesOf(given)).toEqual([])
  })
})
