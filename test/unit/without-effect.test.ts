import { describe, expect, test } from 'bun:test'
import { readSettings, type Sources } from '../../src/settings/load'
import { withoutEffect } from '../../src/settings/without-effect'

/** Which settings a start calls without effect, by the names by which they were given. */

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
    'an administrator, once there is one',
    { env: admin, hadAdministrator: true },
    'WHEREABOUTS_ADMIN_EMAIL and WHEREABOUTS_ADMIN_PASSWORD have no effect: the installation is set up already.',
  ],
  [
    'an administrator by a file, a flag and a key of the TOML file',
    {
      args: ['--admin-email=ada@example.org', '--config=w.toml'],
      env: { WHEREABOUTS_ADMIN_PASSWORD_FILE: '/run/secret' },
      files: { '/run/secret': 'very secret', 'w.toml': "org_name = 'North'" },
      hadAdministrator: true,
    },
    '--admin-email, WHEREABOUTS_ADMIN_PASSWORD_FILE, and org_name in w.toml have no effect: the installation',
  ],
  [
    'a name for an organization that the set-up page makes',
    { env: { WHEREABOUTS_ORG_NAME: 'North' } },
    'WHEREABOUTS_ORG_NAME has no effect: it names the organization of admin_email',
  ],
  [
    'a port for MQTT over TLS without TLS',
    { args: ['--mqtts-port', '8884'] },
    '--mqtts-port has no effect: tls is off.',
  ],
  [
    'an address of a broker that is off',
    { args: ['--mqtt-host', '::1', '--mqtt-port', 'off'] },
    '--mqtt-host has no effect: the built-in broker is off.',
  ],
  [
    'what belongs to an external broker that is not there',
    { args: ['--mqtt-ca', 'ca.pem', '--mqtt-group', 'g'] },
    '--mqtt-ca and --mqtt-group have no effect: there is no external broker.',
  ],
  [
    'an authority for a broker without TLS',
    { args: ['--mqtt-ca', 'ca.pem', '--mqtt-url', 'mqtt://user:very%20secret@broker'] },
    '--mqtt-ca has no effect: mqtt_url is not mqtts://.',
  ],
]

describe('a start names as without effect', () => {
  test.each(cases)('%s, and says what to do, without a value', (_what, given, begin) => {
    const [line, ...others] = linesOf(given)
    expect(others).toEqual([])
    expect(line).toStartWith(begin)
    expect(line).toMatch(/\. [A-Z].*\.$/)
    for (const value of ['ada@', 'secret"', 'very', 'North', 'ca.pem']) expect(line).not.toContain(value)
  })

  test.each<[what: string, given: Given]>([
    ['defaults', { hadAdministrator: true }],
    ['the administrator of a first start', { env: { ...admin, WHEREABOUTS_ORG_NAME: 'North' } }],
    ['a broker over TLS that stays off', { args: ['--mqtts-port', 'off'] }],
    [
      'an address of the broker over TLS',
      { args: ['--mqtt-host=::1', '--mqtt-port=off', '--tls=self-signed'] },
    ],
    ['the authority of an external broker', { args: ['--mqtt-ca=ca.pem', '--mqtt-url=mqtts://broker'] }],
  ])('nothing of %s', (_what, given) => {
    expect(linesOf(given)).toEqual([])
  })
})
