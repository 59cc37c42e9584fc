import { describe, expect, expectTypeOf, test } from 'bun:test'
import { UsageError } from '../../src/base/errors'
import { loadSettings, type Sources } from '../../src/settings/load'
import {
  environmentFileVariable,
  environmentVariable,
  flagOf,
  type Setting,
  settingKeys,
  type Settings,
  settingsTable,
} from '../../src/settings/table'
import { fitted } from '../../src/commands/help'
import { retiredSettings, settingGroups } from '../../src/settings/groups'
import { settingsHelp } from '../../src/settings/help'
import { settingsDocument, settingsDocumentPath } from '../../scripts/settings-document'

interface Given {
  args?: string[]
  env?: Sources['env']
  files?: Record<string, string>
}

function load({ args = [], env = {}, files = {} }: Given = {}): Settings {
  const readFile = (path: string) => {
    const content = files[path]
    if (content === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`)
    return content
  }
  return loadSettings({ args, env, readFile })
}

const toml = (content: string): Given => ({ args: ['--config', 'w.toml'], files: { 'w.toml': content } })

function messageOf(given: Given): string {
  try {
    load(given)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error('These settings were accepted.')
}

const defaults: Settings = {
  dataDir: './data',
  networkDataDir: false,
  databaseUrl: undefined,
  databaseReplicaUrl: undefined,
  secretKey: undefined,
  host: '0.0.0.0',
  port: 8080,
  environment: 'production',
  adminEmail: undefined,
  adminPassword: undefined,
  orgName: 'Warehouse',
  rateLimitBurst: 1200,
  rateLimitPerMinute: 6000,
  loginFailuresPerAccount: 10,
  loginFailuresPerAddress: 100,
  loginFailuresAccountTotal: 300,
  secondFactor: 'optional',
  publicUrl: undefined,
  signInProviders: [],
  providerSessionDays: 30,
  localSignIn: true,
  maxBodyBytes: 1_048_576,
  readMaxAgeDays: 30,
  readMaxAheadSeconds: 300,
  settleSeconds: 10,
  tls: 'off',
  tlsCert: undefined,
  tlsKey: undefined,
  tlsNames: [],
  trustedProxies: [],
  mqttHost: '0.0.0.0',
  mqttPort: 1883,
  mqttsPort: 8883,
  mqttUrl: undefined,
  mqttCa: undefined,
  mqttGroup: undefined,
  mqttEvents: false,
  mqttHomeAssistant: false,
  backupSchedule: '30 1 * * *',
  backupTo: undefined,
  backupPassphrase: undefined,
  backupS3Endpoint: undefined,
  backupS3Region: 'us-east-1',
  backupS3AccessKeyId: undefined,
  backupS3SecretAccessKey: undefined,
  webhookAllow: [],
  smtpUrl: undefined,
  smtpPassword: undefined,
  mailFrom: undefined,
  ca: undefined,
  metrics: true,
  logLevel: 'info',
  logFormat: undefined,
}

describe('the table', () => {
  test('gives every setting its default', () => {
    expect(load()).toStrictEqual(defaults)
  })

  test('gives every setting its type', () => {
    expectTypeOf<Settings['port']>().toEqualTypeOf<number>()
    expectTypeOf<Settings['environment']>().toEqualTypeOf<'production' | 'preview'>()
    expectTypeOf<Settings['adminEmail']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Settings['trustedProxies']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<Settings['mqttHost']>().toEqualTypeOf<string>()
    expectTypeOf<Settings['mqttPort']>().toEqualTypeOf<number | null>()
    expectTypeOf<Settings['metrics']>().toEqualTypeOf<boolean>()
    expectTypeOf<Settings['logFormat']>().toEqualTypeOf<'pretty' | 'json' | undefined>()
  })

  test('derives the names of a flag and a variable from the key', () => {
    expect(environmentVariable('data_dir')).toBe('WHEREABOUTS_DATA_DIR')
    expect(environmentFileVariable('data_dir')).toBe('WHEREABOUTS_DATA_DIR_FILE')
    expect(flagOf('data_dir')).toBe('--data-dir')
  })
})

test('settings are frozen, and so are their lists', () => {
  expect(load()).toSatisfy(Object.isFrozen)
  expect(load().trustedProxies).toSatisfy(Object.isFrozen)
})

describe('precedence', () => {
  const files = { 'w.toml': 'port = 1', 'other.toml': 'port = 4', 'port.txt': '2' }
  const cases: [string, Given, number][] = [
    ['the default counts where nothing is given', {}, 8080],
    ['the file wins over the default', { args: ['--config=w.toml'] }, 1],
    ['a variable wins over the file', { args: ['--config=w.toml'], env: { WHEREABOUTS_PORT: '2' } }, 2],
    ['its file does too', { args: ['--config=w.toml'], env: { WHEREABOUTS_PORT_FILE: 'port.txt' } }, 2],
    ['a flag wins over a variable', { args: ['--port', '3'], env: { WHEREABOUTS_PORT: '2' } }, 3],
    ['a flag wins over the file', { args: ['--config', 'w.toml', '--port=3'] }, 3],
    ['a variable can name the TOML file', { env: { WHEREABOUTS_CONFIG: 'w.toml' } }, 1],
    [
      'the flag that names it wins',
      { args: ['--config', 'other.toml'], env: { WHEREABOUTS_CONFIG: 'w.toml' } },
      4,
    ],
    ['an undefined variable is not given', { env: { WHEREABOUTS_PORT: undefined } }, 8080],
    ['a variable of another program is none of ours', { env: { PORT: '5', WHEREABOUT_PORT: '6' } }, 8080],
  ]
  test.each(cases)('%s', (_name, given, port) => {
    expect(load({ files, ...given }).port).toBe(port)
  })

  test('a whereabouts.toml is not read without --config', () => {
    expect(load({ files: { 'whereabouts.toml': 'port = 1' } }).port).toBe(8080)
  })
})

describe('values', () => {
  const cases: [string, Partial<Settings>][] = [
    ['--data-dir /x', { dataDir: '/x' }],
    ['--data-dir=/a=b', { dataDir: '/a=b' }],
    ['--org-name=--x', { orgName: '--x' }],
    ['--port 0', { port: 0 }],
    ['--port 65535 --settle-seconds 0', { port: 65535, settleSeconds: 0 }],
    ['--host ::1', { host: '::1', mqttHost: '::1' }],
    ['--host ::1 --mqtt-host ::2', { host: '::1', mqttHost: '::2' }],
    ['--mqtt-port off', { mqttPort: null }],
    ['--mqtt-url mqtt://h', { mqttUrl: { protocol: 'mqtt', host: 'h', port: 1883 } }],
    ['--mqtt-url mqtts://broker.lan/', { mqttUrl: { protocol: 'mqtts', host: 'broker.lan', port: 8883 } }],
    ['--mqtt-url mqtt://[::1]:2', { mqttUrl: { protocol: 'mqtt', host: '::1', port: 2 } }],
    [
      '--mqtt-url mqtts://north:a%40%2Fb@h:9 --mqtt-ca ca.pem',
      {
        mqttUrl: { protocol: 'mqtts', host: 'h', port: 9, username: 'north', password: 'a@/b' },
        mqttCa: 'ca.pem',
      },
    ],
    ['--mqtt-group north_1-a', { mqttGroup: 'north_1-a' }],
    ['--metrics off', { metrics: false }],
    ['--trusted-proxies=', { trustedProxies: [] }],
    ['--trusted-proxies 10.0.0.1,::1', { trustedProxies: ['10.0.0.1', '::1'] }],
    ['--trusted-proxies=10.0.0.1,\t::1', { trustedProxies: ['10.0.0.1', '::1'] }],
    ['--log-format json', { logFormat: 'json' }],
    ['--admin-email a@b --admin-password 8letters', { adminEmail: 'a@b', adminPassword: '8letters' }],
    ['--admin-email a@b --admin-password -8letters', { adminEmail: 'a@b', adminPassword: '-8letters' }],
  ]
  test.each(cases)('of the arguments "%s" are accepted and change nothing else', (args, expected) => {
    expect(load({ args: args.split(' ') })).toStrictEqual({ ...defaults, ...expected })
  })

  test('in a file may be numbers, booleans, arrays and quoted texts', () => {
    const file = toml(`
      port = 80
      settle_seconds = "5"
      mqtt_port = "off"
      metrics = false
      trusted_proxies = ["10.0.0.1", "::1"]
      log_level = "debug"
    `)
    const numbers = { port: 80, settleSeconds: 5, mqttPort: null }
    const others = { metrics: false, trustedProxies: ['10.0.0.1', '::1'], logLevel: 'debug' } as const
    expect(load(file)).toStrictEqual({ ...defaults, ...numbers, ...others })
  })

  test.each([
    ['no newline', 'secret-1', 'secret-1'],
    ['one newline, which is not part of it', 'secret-1\n', 'secret-1'],
    ['a carriage return and newline, which are not part of it', 'secret-1\r\n', 'secret-1'],
    ['a space, which is part of it', 'secret-1 \n', 'secret-1 '],
  ])('in the file of a variable may end with %s', (_name, content, password) => {
    const env = { WHEREABOUTS_ADMIN_EMAIL: 'a@b.test', WHEREABOUTS_ADMIN_PASSWORD_FILE: '/run/secret' }
    expect(load({ env, files: { '/run/secret': content } }).adminPassword).toBe(password)
  })

  test.each(settingKeys)('for %s can come from the file of a variable', (key) => {
    const { default: content }: Setting = settingsTable[key]
    const given = { env: { [environmentFileVariable(key)]: 'f' }, files: { f: `${content}\n` } }
    if (content !== undefined) expect(load(given)).toStrictEqual(defaults)
  })
})

const portRule = 'must be a whole number from 0 to 65535.'
const fileMissing = "which can't be read (ENOENT: no such file or directory)."
const passwordRule = 'must be at least 8 characters long, without control characters.'
const adminHalf = (present: string, absent: string): string =>
  `${present} is set, but ${absent} is not. Set both to create an administrator.`

describe('the command line', () => {
  test.each([
    ['--prot 1', 'Unknown flag --prot; did you mean --port?'],
    ['--data_dir=x', 'Unknown flag --data_dir; did you mean --data-dir?'],
    ['--admin-pasword=hunter22', 'Unknown flag --admin-pasword; did you mean --admin-password?'],
    ['8080', "Unexpected argument '8080': serve accepts only flags."],
    ['--port 80 x', "Unexpected argument 'x': serve accepts only flags."],
    ['--port 1 --port=1', '--port is given more than once.'],
    ['--port', '--port needs a value.'],
    ['-p 80', 'Unknown flag -p; did you mean --port?'],
    ['--host --port 1', '--host needs a value; write --host=<value> if it starts with two dashes.'],
    ['--port=65536', `--port is "65536", but ${portRule}`],
    ['--mqtt-group a/b', '--mqtt-group is "a/b", but must be 1 to 100 letters, digits, _ and -.'],
    ['--config=/c', `--config names "/c", ${fileMissing}`],
    ['--admin-email a@b', adminHalf('admin_email', 'admin_password')],
    ['--admin-password long-enough', adminHalf('admin_password', 'admin_email')],
  ])('"%s" is rejected with: %s', (args, message) => {
    expect(messageOf({ args: args.split(' ') })).toBe(message)
  })
})

describe('TLS', () => {
  const files = ['--tls', 'files', '--tls-cert', 'a.pem', '--tls-key', 'a.key']
  test.each([
    [['--tls', 'files'], 'tls is files, but tls_cert is not set. Set tls_cert.'],
    [files.slice(0, 4), 'tls is files, but tls_key is not set. Set tls_key.'],
    [files.slice(2), 'tls_cert is set, but tls is off. Set tls to files, or remove tls_cert.'],
    [
      [...files.slice(4), '--tls', 'self-signed'],
      'tls_key is set, but tls is self-signed. Set tls to files, or remove tls_key.',
    ],
    [
      ['--tls-names', 'dock.lan'],
      'tls_names is set, but tls is off. Set tls to self-signed, or remove tls_names.',
    ],
    [
      ['--tls', 'self-signed', '--tls-names', 'dock_1'],
      '--tls-names is "dock_1", but must be host names and IP addresses separated by commas.',
    ],
  ])('%p is rejected with: %s', (args, message) => {
    expect(messageOf({ args })).toBe(message)
  })

  test('takes a certificate with its key, or further names in any case', () => {
    expect(load({ args: files })).toMatchObject({ tls: 'files', tlsCert: 'a.pem', tlsKey: 'a.key' })
    const names = ['--tls', 'self-signed', '--tls-names', 'Dock.LAN, 10.0.0.9']
    expect(load({ args: names }).tlsNames).toEqual(['dock.lan', '10.0.0.9'])
  })
})

describe('the URL of a broker', () => {
  test.each([
    'secret',
    'mqtt:secret',
    'mqtt://',
    'http://secret@h',
    'ws://secret@h',
    'mqtt://secret@h/topic',
    'mqtt://secret@h?x',
    'mqtt://secret@h#',
    'mqtt://u:sec/ret@h',
    'mqtt://u:secret%@h',
    'mqtt://secret@h:0',
    'mqtt://secret@h:65536',
    'mqtt://secret@h h',
    ' mqtt://secret@h',
  ])('is rejected when it is %j, and not shown', (url) => {
    const message = messageOf({ args: [`--mqtt-url=${url}`] })
    expect(message).toStartWith('--mqtt-url must be the URL of an MQTT broker')
    expect(message).not.toContain('secret')
  })
})

describe('the environment', () => {
  test.each([
    ['PROT', 'Unknown variable WHEREABOUTS_PROT; did you mean WHEREABOUTS_PORT?'],
    ['PROT_FILE', 'Unknown variable WHEREABOUTS_PROT_FILE; did you mean WHEREABOUTS_PORT_FILE?'],
    ['CONFIG_FILE', 'Unknown variable WHEREABOUTS_CONFIG_FILE; did you mean WHEREABOUTS_CONFIG?'],
    ['PORT', `WHEREABOUTS_PORT is "80a", but ${portRule}`],
    ['PORT_FILE', `WHEREABOUTS_PORT_FILE names "80a", ${fileMissing}`],
    ['ADMIN_PASSWORD', `WHEREABOUTS_ADMIN_PASSWORD ${passwordRule}`],
  ])('with "80a" as its %s is rejected with: %s', (name, message) => {
    expect(messageOf({ env: { [`WHEREABOUTS_${name}`]: '80a' } })).toBe(message)
  })

  test('may not contain a variable and its file, even when a flag takes precedence', () => {
    const env = { WHEREABOUTS_PORT: '1', WHEREABOUTS_PORT_FILE: 'p' }
    const message = 'WHEREABOUTS_PORT and WHEREABOUTS_PORT_FILE are both set. Remove one of them.'
    expect(messageOf({ args: ['--port=1'], env })).toBe(message)
  })

  test('is named when the file of a variable contains an invalid value', () => {
    const given = { env: { WHEREABOUTS_PORT_FILE: 'p' }, files: { p: 'x\n' } }
    expect(messageOf(given)).toBe(`The content of WHEREABOUTS_PORT_FILE is "x", but ${portRule}`)
  })
})

describe('the TOML file', () => {
  test.each([
    ['prot = 1', 'Unknown key prot in w.toml; did you mean port?'],
    ['[hosts]', 'Unknown key hosts in w.toml; did you mean host?'],
    ['__proto__ = 1', 'Unknown key __proto__ in w.toml. whereabouts serve --help lists all settings.'],
    ['port = -1', `port in w.toml is -1, but ${portRule}`],
    ['port = 1\nport = 2', "w.toml is not valid TOML at line 2 (Cannot redefine key 'port')."],
    ['admin_password = hunter22', 'w.toml is not valid TOML at line 1 (Strings must be quoted).'],
    ['port = 1\n\nhost = [\n  1,\n  x\n]\n', 'w.toml is not valid TOML at line 3 (Strings must be quoted).'],
  ])('%j is rejected with: %s', (content, message) => {
    expect(messageOf(toml(content))).toBe(message)
  })

  test.each([
    ['host = 5', '5'],
    ['org_name = ["a", "b"]', '["a","b"]'],
    ['port = true', 'true'],
    ['port = 1.5', '1.5'],
    ['port = inf', 'Infinity'],
    ['port.x = 1', '{"x":1}'],
    ['metrics = 1', '1'],
    ['trusted_proxies = [1]', '[1]'],
    ['log_level = 2026-01-01', '"2026-01-01"'],
  ])('%s is rejected for its type', (content, shown) => {
    const [key] = content.split(/[ .]/)
    expect(messageOf(toml(content))).toStartWith(`${key} in w.toml is ${shown}, but must be `)
  })
})

const textRule = '1 to 255 characters, without control characters or white space at either end'

test.each([
  ['--host', '', textRule],
  ['--org-name', ' Depot', textRule],
  ['--org-name', 'a\nb', textRule],
  ['--environment', 'test', 'production or preview'],
  ['--rate-limit-burst', '0', 'a whole number from 1 to 1000000000'],
  ['--mqtt-port', 'on', 'a whole number from 0 to 65535, or off'],
  ['--metrics', 'true', 'on or off'],
  ['--log-level', 'INFO', 'trace, debug, info, warn or error'],
  ['--log-format', 'text', 'pretty or json'],
  ['--trusted-proxies', 'localhost', 'IP addresses separated by commas'],
  ['--trusted-proxies', '::1,', 'IP addresses separated by commas'],
  ['--trusted-proxies', '10.0.0.0/8', 'IP addresses separated by commas'],
])('%s %j is rejected with the allowed values: %s', (flag, value, allowed) => {
  const message = `${flag} is ${JSON.stringify(value)}, but must be ${allowed}.`
  expect(messageOf({ args: [flag, value] })).toBe(message)
})

test.each(['', ' 80', '080', '+80', '80.0', '1e3', '0x50'])('%j is not a whole number', (value) => {
  expect(messageOf({ args: ['--port', value] })).toBe(`--port is ${JSON.stringify(value)}, but ${portRule}`)
})

describe('the groups of settings', () => {
  test('contain each setting once, except the retired ones', () => {
    const grouped = settingGroups.flatMap(([, keys]) => keys)
    expect([...grouped, ...retiredSettings].toSorted()).toEqual(settingKeys.toSorted())
  })
})

describe('the help', () => {
  const lines = settingsHelp().split('\n')

  test('has each setting in the order of the groups, after the file, with its meaning below', () => {
    const flags = lines.flatMap((line) => (/^ {2}--/.test(line) ? [line.trim().split(' ')[0] as string] : []))
    expect(flags).toEqual(['--config', ...settingGroups.flatMap(([, keys]) => keys.map(flagOf))])
    const below = lines.filter((_, index) => /^ {2}--/.test(lines[index - 1] ?? ''))
    for (const meaning of below) expect(meaning).toMatch(/^ {6}\S/)
  })

  test.each([
    ['--port', ['8080']],
    ['--admin-password', ['none']],
    ['--trusted-proxies', ['none']],
    ['--mqtt-host', ['as --host']],
    ['--log-level', ['info', '(trace, debug, info, warn or error)']],
    ['--log-format', ['by terminal']],
  ])('has the default and choices of %s', (flag, parts) => {
    const found = lines.findIndex((candidate) => candidate.startsWith(`  ${flag} `))
    const line = lines.slice(found, found + 2).join('\n')
    for (const part of parts) expect(line).toContain(part)
  })

  test('has lines of at most 100 columns when it is printed', () => {
    expect(
      fitted(settingsHelp())
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([])
  })
})

test('docs/settings.md is created from the table of settings', async () => {
  // After a change of the table: bun run settings
  expect(await Bun.file(settingsDocumentPath).text()).toBe(settingsDocument())
})

describe('sign-in providers', () => {
  const provider = { id: 'a', name: 'A', issuer: 'https://a.example', client_id: 'w', client_secret: 'hush' }
  const publicUrl = { WHEREABOUTS_PUBLIC_URL: 'https://w.example/' }
  const messageWith = (...list: object[]) =>
    messageOf({ env: { ...publicUrl, WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify(list) } })

  test('come from tables of the file or from JSON, with defaults', () => {
    const [fromFile, fromJson] = [
      load(
        toml(
          'public_url = "https://w.example"\n[[sign_in_providers]]\nid = "a"\nname = "A"\n' +
            'issuer = "https://a.example"\nclient_id = "w"\nclient_secret = "hush"\n',
        ),
      ),
      load({ env: { ...publicUrl, WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify([provider]) } }),
    ]
    expect([fromFile.publicUrl, fromFile.signInProviders]).toEqual([
      'https://w.example',
      [
        {
          ...provider,
          scope: 'openid email profile',
          groups_claim: 'groups',
          membership: 'invitation',
          trusts_email: false,
          roles: [],
        },
      ],
    ])
    expect(fromJson.signInProviders).toEqual(fromFile.signInProviders)
  })

  test.each([
    [
      'an http:// issuer of another machine',
      { issuer: 'http://a.example' },
      'issuer must be an https:// address',
    ],
    ['a wrong type', { trusts_email: 'yes' }, '/0/trusts_email'],
    ['an unknown key', { secret: 'hush' }, '/0/secret'],
    ['two secrets', { client_secret_file: '/s' }, 'not both'],
    ['automatic membership without roles', { membership: 'automatic' }, 'roles is empty'],
    [
      'roles with invitations',
      { roles: [{ group: 'g', organization: 'o', role: 'viewer' }] },
      'not automatic',
    ],
    ['a scope without openid', { scope: 'email' }, '/0/scope'],
  ])('are refused with %s, without the secret in the message', (_, change, expected) => {
    const message = messageWith({ ...provider, ...change })
    expect(message).toContain(expected)
    expect(message).not.toContain('hush')
  })

  test('are refused twice, as invalid JSON, without public_url, and with a public_url that has a path', () => {
    expect(messageWith(provider, { ...provider, id: 'b' })).toContain('two providers')
    expect(messageOf({ env: { WHEREABOUTS_SIGN_IN_PROVIDERS: '[{"client_secret":"hush' } })).toBe(
      'WHEREABOUTS_SIGN_IN_PROVIDERS is not valid JSON.',
    )
    expect(messageOf({ env: { WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify([provider]) } })).toContain(
      'Set public_url',
    )
    expect(messageOf({ env: { WHEREABOUTS_PUBLIC_URL: 'https://w.example/console' } })).toContain(
      'without user name, path or query',
    )
  })

  test('are needed when local sign-in is off', () => {
    expect(messageOf({ env: { WHEREABOUTS_LOCAL_SIGN_IN: 'off' } })).toContain('Nobody could sign in')
  })
})
