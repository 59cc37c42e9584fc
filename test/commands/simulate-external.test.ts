import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { encoders } from '../../src/commands/payloads/vendors'
import { formats } from '../../src/formats/formats'
import { type Client, signIn } from '../support/client'
import {
  administrator,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { readsIn } from '../support/simulated'

/** Simulated readers that publish to an external broker. */

const mosquitto = Bun.which('mosquitto', { PATH: `${process.env['PATH']}:/usr/sbin` })
const suffix = mosquitto ? '' : ' (skipped: mosquitto is not on PATH)'
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

describe.skipIf(!mosquitto)(`whereabouts simulate against an external broker${suffix}`, () => {
  let url: string
  let port: string
  let broker: Bun.Subprocess
  beforeAll(async () => {
    const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    server.stop()
    port = String(server.port)
    url = `mqtt://127.0.0.1:${port}`
    const config = join(scratch, 'mosquitto.conf')
    const passwords = join(scratch, 'passwords')
    await Bun.write(passwords, 'plant:secret\n')
    Bun.spawnSync(['mosquitto_passwd', '-U', passwords])
    const lines = [
      `listener ${port} 127.0.0.1`,
      'user root',
      `password_file ${passwords}`,
      'max_queued_messages 0',
    ]
    await Bun.write(config, `${lines.join('\n')}\n`)
    broker = Bun.spawn([mosquitto!, '-c', config], { stdout: 'ignore', stderr: 'ignore' })
    await Bun.sleep(300)
  })
  afterAll(async () => {
    broker.kill()
    await broker.exited
  })

  const outside = (flags: string): string[] => ['simulate', ...flags.split(' ')]

  test('publishes payloads that the decoders understand, without registering anything', async () => {
    const login = ['-u', 'plant', '-P', 'secret']
    const wanted = ['-t', 'simulated/readers/+/reads', '-F', '%t %x', '-C', '30', '-W', '20']
    const subscriber = Bun.spawn(['mosquitto_sub', '-p', port, '-q', '1', ...login, ...wanted], {
      stdout: 'pipe',
    })
    await Bun.sleep(300)
    const log = newLog()
    const result = await runProgram(
      outside(
        `--url ${url} --user plant --password secret --vendor mixed --readers 12 --batch 3 --rate full --count 48 --log ${log}`,
      ),
    )
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(summary(48)), stderr: '' })

    await subscriber.exited
    const messages = (await subscriber.stdout.text()).trim().split('\n')
    expect(messages).toHaveLength(30)
    const vendors = [...encoders.keys()]
    const heard = vendors.map(() => 0)
    for (const line of messages) {
      const [, reader, hex] = /^simulated\/readers\/sim-(\d+)\/reads ([\da-f]+)$/.exec(line)!
      const index = Number(reader) - 1
      heard[index]! += formats[vendors[index]!]!(Buffer.from(hex!, 'hex')).reads.length
    }
    expect(heard).toEqual(vendors.map(() => 4))
    expect(readsIn(log)).toHaveLength(48)
  })

  test('gives up with the reason when the broker refuses, and logs no read', async () => {
    const log = newLog()
    const result = await runProgram(
      outside(`--url mqtt://plant:wrong@127.0.0.1:${port} --count 10 --log ${log}`),
    )
    expect(result.code).toBe(1)
    expect(result.stdout).toMatch(summary(0))
    expect(result.stderr).toContain(`Not all was acknowledged: ${url} refuses user plant`)
    expect(readsIn(log)).toEqual([])
  })

  test('publishes there for readers that it registers with a service', async () => {
    const { email, password } = administrator
    const topic = '--topic outside/{reader}/tags'
    const subscriber = Bun.spawn(
      [
        'mosquitto_sub',
        '-p',
        port,
        '-u',
        'plant',
        '-P',
        'secret',
        '-t',
        'outside/+/tags',
        '-F',
        '%t',
        '-C',
        '2',
        '-W',
        '20',
      ],
      { stdout: 'pipe' },
    )
    await Bun.sleep(300)
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
