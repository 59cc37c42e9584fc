import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { encoders } from '../../src/commands/simulate/payloads/vendors'
import { formats } from '../../src/tracking/formats/formats'
import { type Client, signIn } from '../support/client'
import {
  administrator,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import {
  type Mosquitto,
  mosquittoSuffix,
  newMosquitto,
  stopMosquittos,
  withMosquitto,
} from '../support/mosquitto'
import { readsIn } from '../support/simulated'
import { until } from '../support/until'

/** Simulated readers that publish to an external broker. */

const scratch = newDataDir()

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})

afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

let logs = 0
const newLog = (): string => join(scratch, `reads-${++logs}.ndjson`)

const summary = (reads: number, acknowledged = reads): RegExp =>
  new RegExp(
    `^${reads} reads sent in \\d+ messages, ${acknowledged} acknowledged in .* reads/s\\), p50 .*, p99 .*\\n$`,
  )

withMosquitto(`whereabouts simulate against an external broker${mosquittoSuffix}`, () => {
  let url: string
  let port: string
  let broker: Mosquitto
  beforeAll(async () => {
    broker = await newMosquitto(['password_file DIRECTORY/passwords'])
    const passwords = join(broker.directory, 'passwords')
    await Bun.write(passwords, 'plant:secret\n')
    Bun.spawnSync(['mosquitto_passwd', '-U', passwords])
    await broker.start()
    port = String(broker.port)
    url = `mqtt://127.0.0.1:${port}`
  })
  afterAll(stopMosquittos)

  /** Starts mosquitto's client, and waits until it has subscribed. */
  async function subscribe(
    topic: string,
    ...flags: string[]
  ): Promise<Bun.Subprocess<'ignore', 'pipe', 'inherit'>> {
    const before = subscriptions()
    const login = ['-p', port, '-u', 'plant', '-P', 'secret']
    const command = ['mosquitto_sub', ...login, '-t', topic, ...flags, '-W', '20']
    const subscriber = Bun.spawn(command, { stdout: 'pipe' })
    await until(() => subscriptions() > before, `the subscription to ${topic}`)
    return subscriber
  }
  const subscriptions = (): number => broker.log().split('Sending SUBACK').length

  const outside = (flags: string): string[] => ['simulate', ...flags.split(' ')]

  test('publishes payloads that the decoders understand, without registering anything', async () => {
    const subscriber = await subscribe('simulated/readers/+/reads', '-q', '1', '-F', '%t %x', '-C', '40')
    const log = newLog()
    const result = await runProgram(
      outside(
        `--url ${url} --user plant --password secret --vendor mixed --readers 15 --batch 3 --rate full --count 60 --log ${log}`,
      ),
    )
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(summary(60)), stderr: '' })

    await subscriber.exited
    const messages = (await subscriber.stdout.text()).trim().split('\n')
    expect(messages).toHaveLength(40)
    const vendors = [...encoders.keys()]
    const readCounts = vendors.map(() => 0)
    for (const line of messages) {
      const [, reader, hex] = /^simulated\/readers\/sim-(\d+)\/reads ([\da-f]+)$/.exec(line)!
      const index = Number(reader) - 1
      readCounts[index]! += formats[vendors[index]!]!(Buffer.from(hex!, 'hex')).reads.length
    }
    expect(readCounts).toEqual(vendors.map(() => 4))
    expect(readsIn(log)).toHaveLength(60)
  })

  test('gives up with the reason when the broker refuses, and logs no read', async () => {
    const log = newLog()
    const result = await runProgram(
      outside(`--url mqtt://plant:wrong@127.0.0.1:${port} --count 10 --log ${log}`),
    )
    expect(result.code).toBe(1)
    expect(result.stdout).toMatch(summary(0))
    expect(result.stderr).toContain(`Not all reads were acknowledged: ${url} refused the user plant`)
    expect(readsIn(log)).toEqual([])
  })

  test('publishes to the broker for readers that it registers with a service', async () => {
    const { email, password } = administrator
    const topic = '--topic outside/{reader}/tags'
    const subscriber = await subscribe('outside/+/tags', '-F', '%t', '-C', '2')
    const result = await runProgram(
      outside(`--server ${program.http} --email ${email} --password`).concat(
        password,
        ...`--url mqtt://plant:secret@127.0.0.1:${port} ${topic} --prefix out --readers 2 --tags 4 --count 10 --rate full`.split(
          ' ',
        ),
      ),
    )
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(summary(10)), stderr: '' })
    await subscriber.exited
    expect((await subscriber.stdout.text()).trim().split('\n').toSorted()).toEqual([
      'outside/out-1/tags',
      'outside/out-2/tags',
    ])
    const { body } = await session.get('/internal/v1/readers?limit=200')
    const topics = (body.data as { topic: string }[]).map((reader) => reader.topic)
    expect(topics).toContain('outside/out-1/tags')
  })
})
