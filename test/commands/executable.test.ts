import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { version } from '../../package.json'
import { onOtherMachines } from '../../src/commands/local-url'
import { clientOf, signIn } from '../support/client'
import {
  administrator,
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { withoutServer } from '../support/openapi-document'
import { until } from '../support/until'

/** The executable on its command line: its commands, what it prints, and when it refuses to start. */

let program: Program
const scratch = newDataDir()
beforeAll(async () => {
  program = await startProgram()
})
afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const sentence = /^[^\n]+[.?]\n$/

describe('--help', () => {
  test.each([['--help'], ['-h'], ['help']])('as %s names every command and leaves by 0', async (flag) => {
    const { code, stdout, stderr } = await runProgram([flag])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of [
      'serve',
      'openapi',
      'healthcheck',
      'replay',
      'simulate',
      'listen',
      'backup',
      'restore',
      'admin',
      'service',
    ])
      expect(stdout).toContain(`  ${command} `)
  })

  test('after serve lists the settings in all their forms', async () => {
    const { code, stdout } = await runProgram(['serve', '--help'])
    expect(code).toBe(0)
    for (const word of [
      '--data-dir',
      '--port',
      '--mqtt-port',
      'WHEREABOUTS_',
      '_FILE',
      'TOML',
      '8080',
      './data',
    ])
      expect(stdout).toContain(word)
  })

  test.each([
    ['openapi', 'openapi print'],
    ['healthcheck', '--url'],
    ['replay', '--token'],
    ['simulate', '--vendor'],
    ['admin', 'reset-password <email>'],
  ])('after %s lists its arguments and flags', async (command, what) => {
    const { code, stdout } = await runProgram([command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(what)
  })
})

test.each([[['--version']], [['serve', '--version']]])(
  '%p prints one line with the versions',
  async (args) => {
    const { code, stdout, stderr } = await runProgram(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const commit = String.raw`([0-9a-f]{40}(\+changes)?|unknown)`
    expect(stdout).toMatch(
      new RegExp(
        String.raw`^whereabouts ${version}, commit ${commit}, Bun ${Bun.version}, SQLite 3\.\d+\.\d+\n$`,
      ),
    )
  },
)

describe('the help fits into 100 columns:', () => {
  test.each([
    [],
    ...[
      'serve',
      'demo',
      'replay',
      'simulate',
      'listen',
      'backup',
      'restore',
      'copy',
      'check',
      'doctor',
      'signing-key',
      'service',
      'admin',
      'clock',
      'openapi',
      'healthcheck',
    ].map((command) => [command]),
  ])('whereabouts %s --help', async (...command: string[]) => {
    const { code, stdout } = await runProgram([...command, '--help'])
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
  })
})

describe('bad usage exits with code 2 and suggests no name when none is near:', () => {
  test.each<[string, string[], Record<string, string>, string]>([
    ['an unknown command', ['frobnicate'], {}, 'Unknown command frobnicate. whereabouts --help lists'],
    ['an unknown flag', ['serve', '--xyzzy'], {}, 'Unknown flag --xyzzy. With --help'],
    ['an unknown action', ['backup', 'xyzzy'], {}, 'Unknown action xyzzy. whereabouts backup --help'],
    [
      'an unknown variable',
      [],
      { WHEREABOUTS_XYZZY: '1' },
      'Unknown variable WHEREABOUTS_XYZZY. whereabouts serve',
    ],
    [
      'a URL without its protocol',
      ['healthcheck', '--url', '127.0.0.1:8080'],
      {},
      '--url must be an http:// or https:// URL',
    ],
    [
      'an unknown vendor',
      ['simulate', '--url', 'mqtt://h', '--vendor', 'acme'],
      {},
      'Unknown vendor acme. whereabouts',
    ],
  ])('%s', async (_, args, env, message) => {
    const { code, stdout, stderr } = await runProgram(args, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('did you mean')
  })
})

describe('bad usage exits with code 2 and suggests the closest name:', () => {
  const config = join(scratch, 'settings.toml')
  writeFileSync(config, 'prot = 80\n')
  const cases: [string, string[], Record<string, string>, string][] = [
    ['an unknown command', ['serv'], {}, 'did you mean serve?'],
    ['a misspelled help', ['hlep'], {}, 'did you mean help?'],
    ['an unknown flag', ['serve', '--prot', '80'], {}, 'did you mean --port?'],
    ['an unknown flag without a command', ['--dat-dir=x'], {}, 'did you mean --data-dir?'],
    ['a misspelled --version', ['--versoin'], {}, 'did you mean --version?'],
    ['an unknown flag of healthcheck', ['healthcheck', '--ulr=x'], {}, 'did you mean --url?'],
    ['an unknown flag of openapi', ['openapi', 'print', '--yml'], {}, 'did you mean --yaml?'],
    ['an unknown flag of backup', ['backup', 'list', '--datadir', 'x'], {}, 'did you mean --data-dir?'],
    ['an unknown flag of demo', ['demo', '--prot', '1'], {}, 'did you mean --port?'],
    ['an unknown variable', ['serve'], { WHEREABOUTS_PROT: '80' }, 'did you mean WHEREABOUTS_PORT?'],
    ['an unknown key of the file', ['serve', '--config', config], {}, 'did you mean port?'],
  ]
  test.each(cases)('%s', async (_what, args, env, nearest) => {
    const { code, stdout, stderr } = await runProgram(args, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(nearest)
  })

  test.each([['healthcheck'], ['demo'], ['simulate']])('%s accepts only flags', async (command) => {
    const { code, stdout, stderr } = await runProgram([command, 'fast'])
    expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: '' })
    expect(stderr).toContain(`Unexpected argument 'fast': ${command} accepts only flags.`)
  })
})

/** Returns the sorted lines that a start prints on standard output until it is ready. Then stops it. */
async function linesOf(env: Record<string, string>): Promise<string[]> {
  const child = Bun.spawn([executable, 'serve'], {
    stdout: 'pipe',
    stderr: 'ignore',
    env: {
      PATH: Bun.env['PATH'],
      WHEREABOUTS_DATA_DIR: join(scratch, Bun.randomUUIDv7()),
      WHEREABOUTS_HOST: '127.0.0.1',
      WHEREABOUTS_PORT: '0',
      WHEREABOUTS_MQTT_PORT: '0',
      ...env,
    },
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (/^http .*\n/m.test(text)) child.kill()
  }
  await child.exited
  return text.trimEnd().split('\n').toSorted()
}

test('the demo leaves no files when Ctrl-C is pressed repeatedly until it ends', async () => {
  const folder = join(scratch, 'demo')
  mkdirSync(folder)
  const child = Bun.spawn([executable, 'demo', '--port', '0', '--mqtt-port', '0'], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: Bun.env['PATH'], TMPDIR: folder },
  })
  const stderr = child.stderr.text()
  let text = ''
  const reading = (async () => {
    for await (const chunk of child.stdout) text += new TextDecoder().decode(chunk)
  })()
  await until(() => text.includes('Ctrl-C') || child.exitCode !== null, 'the introduction of the demo', 120)
  expect(readdirSync(folder)).toHaveLength(1)
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT')
    await Bun.sleep(1)
  }
  await reading
  expect([child.exitCode, await stderr]).toEqual([0, ''])
  expect(readdirSync(folder)).toEqual([])
}, 150_000)

test('the log of a start lists the settings without effect by name and without their values', async () => {
  const own = await startProgram()
  expect(own.log()).not.toContain('WHEREABOUTS_ADMIN')
  await own.stop()
  const changed = 'a password that comes too late'
  const again = await startProgram({
    dataDir: own.dataDir,
    env: {
      WHEREABOUTS_ADMIN_PASSWORD: changed,
      WHEREABOUTS_SETTLE_SECONDS: '4',
      WHEREABOUTS_LOG_FORMAT: 'json',
    },
  })
  const lines = again
    .log()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const warnings = lines.filter(
    ({ level, msg }) => level === 40 && /WHEREABOUTS_(ADMIN_EMAIL|SETTLE_SECONDS)/.test(msg),
  )
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'WHEREABOUTS_ADMIN_EMAIL, WHEREABOUTS_ADMIN_PASSWORD, and WHEREABOUTS_ORG_NAME have no effect because the installation ' +
      'is already set up. Change passwords and names in the console, ' +
      'or run "whereabouts admin reset-password <email>" to set a new password.',
    'WHEREABOUTS_SETTLE_SECONDS has no effect because the service no longer uses a settle window. ' +
      'Remove it, and set the sensitivity of the organization on the Settings page of the console.',
  ])
  for (const value of [changed, administrator.email, 'North']) expect(again.log()).not.toContain(value)
  expect((await signIn(again)).token).toBeDefined()
})

describe('a start prints on standard output', () => {
  const admin = { WHEREABOUTS_ADMIN_EMAIL: 'ada@example.org', WHEREABOUTS_ADMIN_PASSWORD: 'correct horse' }
  const http = expect.stringMatching(/^http {2}listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  const mqtt = expect.stringMatching(/^mqtt {2}listening on mqtt:\/\/127\.0\.0\.1:[1-9]\d*$/)

  test('only its two addresses, with any log format', async () => {
    const logging = { WHEREABOUTS_LOG_LEVEL: 'trace', WHEREABOUTS_LOG_FORMAT: 'pretty' }
    expect(await linesOf({ ...admin, ...logging })).toEqual([http, mqtt])
  })

  test('loopback addresses when it listens on all addresses', async () => {
    expect(await linesOf({ ...admin, WHEREABOUTS_HOST: '0.0.0.0' })).toEqual([http, mqtt])
  })

  test('no MQTT address when the broker is off', async () => {
    expect(await linesOf({ ...admin, WHEREABOUTS_MQTT_PORT: 'off' })).toEqual([http])
  })

  test('the one-time set-up link when there is no administrator', async () => {
    const lines = await linesOf({})
    const setup = /^setup {2}(http:\/\/127\.0\.0\.1:\d+)\/console\/setup#\S{20,}$/
    expect(lines).toEqual([http, mqtt, expect.stringMatching(setup)])
    expect(lines[0]).toEndWith(` ${setup.exec(lines[2] ?? '')?.[1]}`)
  })

  test('the set-up link for other machines, after its addresses, when it listens on all addresses', async () => {
    const fresh = await startProgram({ withAdministrator: false, env: { WHEREABOUTS_HOST: '0.0.0.0' } })
    const link = new URL(fresh.setup as string)
    const expected = onOtherMachines(link.href, { host: '0.0.0.0', publicUrl: undefined })
    const lines = () => fresh.allOutput().trimEnd().split('\n')
    const after = () => lines().slice(lines().findIndex((line) => line.startsWith('http ')) + 1)
    await until(() => after().length === expected.length, 'the lines are complete')
    expect(after()).toEqual(expected.map((url) => `network  ${url}`))
  })

  test('its addresses only when both ports accept connections', async () => {
    const fresh = await startProgram()
    const [ready, device] = await Promise.all([
      fetch(`${fresh.http}/readyz`),
      connectAsync(fresh.mqtt as string, { username: 'x', password: 'y', reconnectPeriod: 0 }).catch(
        (error: Error) => error.message,
      ),
    ])
    expect(ready.status).toBe(200)
    expect(device).toContain('Bad username or password')
  })
})

describe('a start exits with code 1 and one sentence', () => {
  async function refusalOf(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await runProgram(['serve', ...args], {
      env: {
        WHEREABOUTS_DATA_DIR: join(scratch, Bun.randomUUIDv7()),
        WHEREABOUTS_HOST: '127.0.0.1',
        WHEREABOUTS_PORT: '0',
        WHEREABOUTS_MQTT_PORT: '0',
        ...env,
      },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(sentence)
    return stderr
  }

  test.each([
    ['HTTP', '--port'],
    ['MQTT', '--mqtt-port'],
  ])('when the %s port is in use, with its number', async (door, flag) => {
    // Linux lets processes share a port if all of them ask for it.
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, reusePort: true, fetch: () => new Response() })
    const refusal = await refusalOf([flag, String(taken.port)])
    await taken.stop(true)
    expect(refusal).toContain(door)
    expect(refusal).toContain(String(taken.port))
    expect(refusal).toContain(`Choose another port with ${flag}.`)
  })

  test('when the data directory cannot be created', async () => {
    const refusal = await refusalOf(['--data-dir', '/proc/whereabouts'])
    expect(refusal).toContain('/proc/whereabouts')
    expect(refusal).toContain('Name another one with --data-dir.')
  })

  test('when the data directory is a file, which is not changed', async () => {
    const file = join(scratch, 'file')
    writeFileSync(file, 'mine', { mode: 0o644 })
    expect(await refusalOf(['--data-dir', file])).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  test('soon when another process uses the data directory, without an effect on that process', async () => {
    const begun = performance.now()
    const refusal = await refusalOf(['--data-dir', program.dataDir])
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(refusal).toContain(program.dataDir)
    const session = await signIn(program)
    expect((await session.post('/internal/v1/organizations', { name: 'Unaffected' })).status).toBe(201)
  })

  test('only while that other process runs', async () => {
    const first = await startProgram()
    await first.kill()
    const second = await startProgram({ dataDir: first.dataDir })
    expect((await signIn(second)).token).toBeString()
  })
})

test('the data directory and its files can be read by their owner only', async () => {
  const dataDir = join(scratch, 'private')
  mkdirSync(dataDir, { mode: 0o755 })
  await startProgram({ dataDir })
  const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
  expect(['.', 'whereabouts.db', 'signing.key'].map(modeOf)).toEqual(['700', '600', '600'])
})

describe('healthcheck', () => {
  test('exits with code 0 when the service is ready', async () => {
    const response = await runProgram(['healthcheck', '--url', program.http])
    expect(response).toEqual({ code: 0, stdout: 'ready\n', stderr: '' })
  })

  test('uses the port of the environment', async () => {
    const env = { WHEREABOUTS_PORT: new URL(program.http).port }
    expect((await runProgram(['healthcheck'], { env })).code).toBe(0)
  })

  test('exits with code 1 and a message when no service responds', async () => {
    const { code, stdout, stderr } = await runProgram(['healthcheck', '--url', 'http://127.0.0.1:1'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain('http://127.0.0.1:1')
  })

  test.each(['<html>', '{}', 'null'])(
    'exits with code 1 when another program responds with %s',
    async (body) => {
      const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(body) })
      const { code, stdout, stderr } = await runProgram(['healthcheck', '--url', other.url.href])
      await other.stop(true)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toBe(`The program at ${other.url.origin} is not Whereabouts: 200 to /readyz.\n`)
    },
  )
})

describe('openapi print', () => {
  test.each([
    ['json', []],
    ['yaml', ['--yaml']],
  ])('prints the same document as the service returns, in %s', async (form, flags) => {
    const { code, stdout } = await runProgram(['openapi', 'print', ...flags])
    expect(code).toBe(0)
    const served = await clientOf(program.http).get(`/api/openapi.${form}`)
    expect(served.status).toBe(200)
    expect(stdout).toBe(withoutServer(served.text, program))
  })

  test('prints the whole document to a process that reads slowly', async () => {
    const child = Bun.spawn(['sh', '-c', '"$0" openapi print | (sleep 0.5; cat)', executable], {
      stdout: 'pipe',
    })
    const served = await clientOf(program.http).get('/api/openapi.json')
    expect(await new Response(child.stdout).text()).toBe(withoutServer(served.text, program))
  })
})

// Rule: internal-api.md, Process
describe('health', () => {
  test('is returned without a token and without a budget', async () => {
    const frugal = await startProgram({
      env: { WHEREABOUTS_RATE_LIMIT_BURST: '1', WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '1' },
    })
    const client = clientOf(frugal.http)
    for (const path of ['/healthz', '/readyz', '/metrics', '/healthz', '/readyz']) {
      const response = await client.get(path)
      expect(response.status).toBe(200)
      expect([...response.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
    }
    const signIns = [
      await client.post('/internal/v1/session', {}),
      await client.post('/internal/v1/session', {}),
    ]
    expect(signIns[1]?.status).toBe(429)
  })

  test('has the same response to HEAD as to GET', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const response = await clientOf(program.http).request('HEAD', path)
      expect([response.status, response.text]).toEqual([200, ''])
    }
  })

  test('metrics are Prometheus text with every counter at zero, and no organization', async () => {
    const { headers, text } = await clientOf(program.http).get('/metrics')
    expect(headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
    const counters = (name: string) =>
      Object.fromEntries(
        [...text.matchAll(new RegExp(`^${name}\\{result="(\\w+)"\\} (\\d+)$`, 'gm'))].map(
          ([, result, count]) => [result, count],
        ),
      )
    const zero = (...results: string[]) => Object.fromEntries(results.map((result) => [result, '0']))
    expect(counters('whereabouts_ingest_messages_total')).toEqual(
      zero('accepted', 'duplicate', 'malformed', 'unauthorized'),
    )
    expect(counters('whereabouts_ingest_reads_total')).toEqual(
      zero('applied', 'duplicate', 'unknown_tag', 'unmapped_antenna', 'unresolved_location', 'ignored'),
    )
    expect(text).not.toMatch(/org/i)
  })

  test('metrics are 404 when they are off', async () => {
    const quiet = await startProgram({ env: { WHEREABOUTS_METRICS: 'off' } })
    expect((await clientOf(quiet.http).get('/metrics')).status).toBe(404)
  })

  test('is served under a short host name', async () => {
    for (const host of ['x', 'pi', 'wms'])
      expect((await clientOf(program.http).request('GET', '/readyz', { headers: { host } })).status).toBe(200)
  })
})
