import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, connectAsync } from 'mqtt'
import { freePort } from '../../scripts/free-port'
import { lastReadOf, parseCapture } from '../../src/commands/capture'
import { replay, replayHelp } from '../../src/commands/replay'
import { brokerUrlForm } from '../../src/settings/broker-url'
import { parseInstant, toMicros } from '../../src/base/time'
import { until } from '../support/until'

const mosquitto = Bun.which('mosquitto', { PATH: `${process.env['PATH']}:/usr/sbin` })
const suffix = mosquitto ? '' : ' (skipped: mosquitto is not on PATH)'

let directory: string
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'replay-'))
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  await rm(directory, { recursive: true })
})

async function acceptsConnections(port: number): Promise<boolean> {
  const dialled = Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
  const socket = await dialled.catch(() => undefined)
  socket?.end()
  return socket !== undefined
}

/** A separate mosquitto, which can be stopped and started again on its port. */
async function startBroker(settings: readonly string[] = ['allow_anonymous true']) {
  const port = await freePort()
  const config = join(directory, 'mosquitto.conf')
  // Started by root, mosquitto would become a user who may not write the directory.
  const unbounded = ['max_inflight_messages 0', 'max_queued_messages 0']
  const common = [`listener ${port} 127.0.0.1`, 'user root', ...unbounded]
  await Bun.write(config, [...common, ...settings, ''].join('\n'))
  let child: Bun.Subprocess
  const start = async () => {
    child = Bun.spawn([mosquitto!, '-c', config], { stdout: 'ignore', stderr: 'ignore' })
    await until(() => acceptsConnections(port), 'mosquitto accepts connections')
  }
  const signal = (name: NodeJS.Signals) => child.kill(name)
  const stop = async (name: NodeJS.Signals) => {
    signal(name)
    await child.exited
  }
  await start()
  cleanups.push(() => stop('SIGKILL'))
  return { url: `mqtt://127.0.0.1:${port}`, start, signal, stop }
}

interface Line {
  topic: string
  payload: string
}

/** Every message that reaches a subscriber, over restarts of the broker too. */
async function subscribe(url: string, credentials: object = {}): Promise<Line[]> {
  const received: Line[] = []
  const options = { clientId: 'subscriber', clean: false, reconnectPeriod: 50, ...credentials }
  const client = connect(url, options)
  cleanups.push(() => client.endAsync(true))
  client.on('message', (topic, payload) => received.push({ topic, payload: payload.toString() }))
  await client.subscribeAsync('#', { qos: 1 })
  return received
}

interface Texts {
  stdout: string
  stderr: string
}

/** Replays to the end. What it prints is in `texts` as soon as it is printed. */
async function run(...args: string[]): Promise<Texts & { code: number }> {
  return runInto({ stdout: '', stderr: '' }, args)
}

async function runInto(texts: Texts, args: readonly string[]): Promise<Texts & { code: number }> {
  const into = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) })
  const io = { stdout: into('stdout'), stderr: into('stderr') }
  const code = await replay(args, io as unknown as Parameters<typeof replay>[1])
  return { code, ...texts }
}

const begin = 1_787_321_000_000_000
const many = 10_000

/** One read each, `gap` microseconds apart, of two readers in turn. */
const reads = (count: number, gap = 1000): Line[] =>
  Array.from({ length: count }, (_, i) => ({
    topic: `site/dock-${(i % 2) + 1}/reads`,
    payload: JSON.stringify({
      sequenceNumber: i,
      tags: [{ epc: 'E28011', timeStampOfRead: begin + i * gap }],
    }),
  }))

const textOf = (lines: readonly Line[]): string =>
  lines.map(({ topic, payload }) => `${topic}\t${payload}\n`).join('')

async function write(lines: readonly Line[], file = join(directory, 'capture.tsv')): Promise<string> {
  await Bun.write(file, textOf(lines))
  return file
}

const sequenceOf = ({ payload }: Line): number => JSON.parse(payload).sequenceNumber as number
const endAt = '2026-01-31T08:05:00.123456Z'
const summary = (messages: number, acknowledged = messages, reads = acknowledged): RegExp =>
  new RegExp(
    `^${messages} messages sent, ${acknowledged} acknowledged, ${reads} reads, in \\d+\\.\\d\\d s \\(\\d+ messages/s\\)\\.\n$`,
  )

describe.skipIf(!mosquitto)(`whereabouts replay${suffix}`, () => {
  test('publishes every message in order, with its times shifted', async () => {
    const broker = await startBroker()
    const received = await subscribe(broker.url)
    const others = [
      { topic: 'site/other', payload: 'not JSON' },
      { topic: 'site/own', payload: '{"reads":[{"value":"A"},{"value":"B"}]}' },
    ]
    const file = await write([...reads(1000), ...others])
    const result = await run(file, '--url', broker.url, '--end-at', endAt)
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(summary(1002, 1002, 1002)), stderr: '' })

    await until(() => received.length >= 1002, 'all messages')
    expect(received.slice(1000)).toEqual(others)
    expect(received.slice(0, 1000).map(sequenceOf)).toEqual(Array.from({ length: 1000 }, (_, i) => i))
    expect(lastReadOf(parseCapture(Buffer.from(textOf(received))))).toBe(toMicros(parseInstant(endAt)!))
  })

  test('keeps the intervals of the reads, and ends one minute ago unless a flag sets another time', async () => {
    const broker = await startBroker()
    const received = await subscribe(broker.url)
    const before = Date.now()
    const replaying = run(await write(reads(4, 150_000)), '--url', broker.url, '--speed', 'recorded')
    for (let count = 1; count <= 4; count++) {
      await until(() => received.length === count, `message ${count}`)
      expect(Date.now() - before).toBeGreaterThanOrEqual(150 * (count - 1) - 5)
    }
    expect((await replaying).code).toBe(0)
    const last = lastReadOf(parseCapture(Buffer.from(textOf(received))))! / 1000 + 60_000
    expect(last).toBeWithin(before, Date.now() + 1)
  })

  test('uses a separate connection for each reader, and topics from a template', async () => {
    const [passwords, acl] = [join(directory, 'passwords'), join(directory, 'acl')]
    const users = ['dock-1', 'dock-2', 'rest']
    await Bun.write(passwords, 'dock-1:one\ndock-2:two=2\nrest:three\nall:all\n')
    Bun.spawnSync(['mosquitto_passwd', '-U', passwords])
    const rules = users.map((user) => `user ${user}\ntopic write ${user}/#\n`)
    await Bun.write(acl, `user all\ntopic #\n${rules.join('')}`)
    const files = [`password_file ${passwords}`, `acl_file ${acl}`]
    const broker = await startBroker(['allow_anonymous false', ...files])
    const received = await subscribe(broker.url, { username: 'all', password: 'all' })

    const file = await write([...reads(100), { topic: 'site/rest/reads', payload: 'x' }])
    const url = ['--url', broker.url.replace('//', '//rest:wrong@')]
    const tokens = ['--token', 'site/dock-1=dock-1:one', '--token', 'site/dock-2/reads=dock-2:two=2']
    const result = await run(file, ...url, '--password', 'three', ...tokens, '--topic', '{2}/x')
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(summary(101, 101, 100)), stderr: '' })

    // What a user may not publish, mosquitto acknowledges and drops.
    await until(() => received.length === 101, 'all messages')
    for (const user of ['dock-1', 'dock-2']) {
      const own = received.filter(({ topic }) => topic === `${user}/x`).map(sequenceOf)
      expect(own).toHaveLength(50)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }

    const refused = await run(file, ...url, ...tokens)
    expect(refused.stderr).toEndWith(
      ` not acknowledged: ${broker.url} refused the user rest (Not authorized).\n`,
    )
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(summary(0)) })
  })

  test('loses nothing when the broker is restarted', async () => {
    const files = ['persistence true', `persistence_location ${directory}/`]
    const broker = await startBroker(['allow_anonymous true', ...files])
    const received = await subscribe(broker.url)
    const texts: Texts = { stdout: '', stderr: '' }
    const replaying = runInto(texts, [await write(reads(many)), '--url', broker.url, '--end-at', endAt])
    await until(() => received.length > 1000, 'the first messages')
    // Killed by SIGKILL, mosquitto would lose what it has acknowledged and not yet passed on.
    await broker.stop('SIGTERM')
    expect(received.length).toBeLessThan(many)
    await until(() => texts.stderr.includes('No connection'), 'the replay reports the lost connection')
    await broker.start()

    const { code, stdout, stderr } = await replaying
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(summary(many)) })
    expect(stderr).toMatch(/^No connection to \S+ \(.+\)\. Retrying for up to 60 s\.\n$/)
    await until(() => new Set(received.map(sequenceOf)).size === many, 'all messages')
    expect(lastReadOf(parseCapture(Buffer.from(textOf(received))))).toBe(toMicros(parseInstant(endAt)!))
  })

  test('loses nothing when its connection is repeatedly cut', async () => {
    const broker = await startBroker()
    const received = await subscribe(broker.url)
    const replaying = run(await write(reads(many)), '--url', broker.url, '--client-id', 'taken')
    for (let cuts = 0; cuts < 3; cuts++) {
      // More than were on their way when the connection was cut: it is open again.
      const seen = received.length + 1000
      await until(() => received.length > seen, `${seen} messages`)
      // A broker drops the connection whose client identifier another one takes.
      await (await connectAsync(broker.url, { clientId: 'taken', reconnectPeriod: 0 })).endAsync()
    }
    const { code, stdout, stderr } = await replaying
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(summary(many)) })
    expect(stderr.match(/No connection/g)).toHaveLength(3)
    await until(() => new Set(received.map(sequenceOf)).size === many, 'all messages')
  })

  test('counts only acknowledged messages as acknowledged', async () => {
    const broker = await startBroker()
    const received = await subscribe(broker.url)
    const replaying = run(await write(reads(many)), '--url', broker.url, '--give-up-after', '0.5')
    await until(() => received.length > 1000, 'the first messages')
    broker.signal('SIGSTOP')
    const { code, stdout, stderr } = await replaying
    broker.signal('SIGCONT')

    const [, sent, acknowledged] = /^(\d+) messages sent, (\d+) acknowledged/.exec(stdout)!.map(Number)
    expect(code).toBe(1)
    expect(sent! - acknowledged!).toBe(500)
    expect(stderr).toBe(
      `${many - acknowledged!} of ${many} messages were not acknowledged: ${broker.url} acknowledged no message for 0.5 s.\n`,
    )
    await until(() => received.length >= acknowledged!, 'all that was acknowledged')
  })

  test('gives up when there is no broker', async () => {
    const url = `mqtt://127.0.0.1:${await freePort()}`
    const { code, stdout, stderr } = await run(await write(reads(2)), '--url', url, '--give-up-after', '0.3')
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(summary(0)) })
    expect(stderr).toContain(
      `2 of 2 messages were not acknowledged: there was no connection to ${url} for 0.3 s`,
    )
  })

  test('stops at SIGINT with the summary', async () => {
    const broker = await startBroker()
    const received = await subscribe(broker.url)
    const script = `import { replay } from '${join(import.meta.dir, '../../src/commands/replay')}'
      process.exitCode = await replay(process.argv.slice(1), process)`
    const file = await write(reads(50, 20_000_000))
    const command = [process.execPath, '-e', script, file, '--url', broker.url, '--speed', 'recorded']
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
    await until(() => received.length === 1, 'the first message')
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await child.stdout.text()).toMatch(/^1 message sent, [01] acknowledged, [01] reads?, in /)
    expect(await child.stderr.text()).toBe('')
  })
})

const url = '--url mqtt://127.0.0.1:1'
const urlRule = `--url must be ${brokerUrlForm}.`

test.each(
  Object.entries({
    [`c.tsv ${url} --sped full`]: 'Unknown flag --sped; did you mean --speed?',
    [`c.tsv ${url} --topic`]: '--topic needs a value.',
    'c.tsv --url --speed': '--url needs a value; write --url=<value> if it starts with two dashes.',
    '--help=yes': '--help does not accept a value.',
    [url]: 'Specify one capture file.',
    [`a.tsv b.tsv ${url}`]: 'Specify one capture file.',
    'c.tsv': 'Specify the broker with --url, such as --url mqtt://127.0.0.1:1883.',
    'c.tsv --url http://x': urlRule,
    'c.tsv --url mqtt://%x@x': urlRule,
    'c.tsv --url mqtt://x/topic': urlRule,
    'c.tsv --url mqtt://x:0': urlRule,
    [`c.tsv ${url} ${url}`]: '--url is given more than once.',
    [`c.tsv ${url} --speed fast`]: "--speed must be full or recorded, not 'fast'.",
    [`c.tsv ${url} --end-at 2026-01-31T08:05:00`]:
      '--end-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.',
    [`c.tsv ${url} --give-up-after 0`]:
      '--give-up-after must be a number of seconds greater than 0 and at most 86400.',
    [`c.tsv ${url} --password x`]:
      'The password has no user name. Set --user, or put the user name into the URL.',
    [`c.tsv ${url} --token a/b=c`]: '--token must be of the form <recorded topic>=<user>:<token>.',
    [`c.tsv ${url} --token a=b:c --token a/=b:d`]: '--token is given twice for the topic a.',
  }),
)('refuses %s', async (args, message) => {
  expect(await run(...args.split(' '))).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
})

test.each([
  [undefined, '', 1, /^Cannot read \S+ \(ENOENT\)\.\n$/],
  ['', '', 1, /^\S+ contains no messages\.\n$/],
  ['x', '', 1, /^Line 1 of the capture has no tab between topic and payload\.\n$/],
  [
    'a/b\tx',
    ' --topic {3}',
    2,
    /^--topic contains \{3\}, but the recorded topic a\/b has no such level\.\n$/,
  ],
])('rejects the capture %p%s', async (text, args, code, message) => {
  const file = join(directory, 'given.tsv')
  if (text !== undefined) await Bun.write(file, text)
  const stderr = expect.stringMatching(message)
  expect(await run(file, ...(url + args).split(' '))).toEqual({ code, stdout: '', stderr })
})

test('whereabouts replay --help', async () => {
  expect(await run('--help')).toEqual({ code: 0, stdout: replayHelp, stderr: '' })
})
