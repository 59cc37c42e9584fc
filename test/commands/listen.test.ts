import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { type Client, mintKey, signIn } from '../support/client'
import {
  executable,
  fixedPorts,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { type Receiver, startReceiver, stopReceivers } from '../support/receiver'
import { newLocation } from '../support/records'
import { until } from '../support/until'

/** whereabouts listen (docs/webhooks.md, Development). */

const env = await fixedPorts()
let program: Program
let session: Client
let key: Awaited<ReturnType<typeof mintKey>>

beforeAll(async () => {
  program = await startProgram({ env })
  session = await signIn(program)
  key = await mintKey(session, ['tracking:read'])
})
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

/** Starts the command, and returns what it prints when it is stopped. */
function startListen(receiver: Pick<Receiver, 'url'>, ...args: string[]) {
  const child = Bun.spawn(
    [executable, 'listen', '--server', program.http, '--forward-to', receiver.url, ...args],
    {
      env: { CLIENT_ID: key.client_id, CLIENT_SECRET: key.client_secret },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  let [printed, errors] = ['', '']
  const reading = Promise.all([
    (async () => {
      for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) printed += part
    })(),
    (async () => {
      for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) errors += part
    })(),
  ])
  return {
    printed: () => printed,
    errors: () => errors,
    secret: () => /whsec_\S+/.exec(printed)?.[0],
    async stop(): Promise<number> {
      child.kill('SIGINT')
      const code = await child.exited
      await reading
      return code
    },
  }
}

describe('whereabouts listen', () => {
  // Rule: internal-api.md, Webhooks
  test('forwards new events in order, signed with the secret that it prints, until Ctrl-C', async () => {
    await newLocation(session)
    const receiver = startReceiver()
    const listening = startListen(receiver)
    await until(() => listening.printed().includes('Forwarding'), 'it listens')
    for (let i = 0; i < 3; i++) await newLocation(session)
    await until(() => receiver.received.length === 3, 'the events arrive')
    const [first = 0] = receiver.sequences()
    expect(receiver.sequences()).toEqual([first, first + 1, first + 2])
    for (const { body, headers } of receiver.received)
      expect(new Webhook(String(listening.secret())).verify(body, headers)).toMatchObject({
        type: 'location.created',
      })
    await until(() => listening.printed().includes(`${first + 2} location.created: 200\n`), 'it prints them')
    expect(await listening.stop()).toBe(0)
  })

  test('begins after a sequence, with a given secret, and prints what the program responds', async () => {
    await newLocation(session)
    const receiver = startReceiver({ respond: () => new Response('', { status: 500 }) })
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const listening = startListen(receiver, '--after', '0', '--secret', secret)
    await until(() => listening.printed().includes('The endpoint returned 500'), 'an event arrives')
    expect(receiver.sequences()[0]).toBe(1)
    expect(listening.secret()).toBe(secret)
    expect(await listening.stop()).toBe(0)
  })

  test('waits for a service that is not running yet', async () => {
    const { dataDir, http } = program
    await program.stop()
    const receiver = startReceiver()
    const listening = startListen(receiver)
    await until(() => listening.errors().includes(`Cannot reach ${http}`), 'it waits')
    program = await startProgram({ dataDir, env })
    session = await signIn(program)
    await until(() => listening.printed().includes('Forwarding'), 'it listens')
    await newLocation(session)
    await until(() => receiver.received.length === 1, 'the event arrives')
    expect(await listening.stop()).toBe(0)
  })

  test('says why an API key is refused', async () => {
    const args = ['listen', '--server', program.http, '--forward-to', 'http://127.0.0.1:9/']
    const wrong = ['--client-id', key.client_id, '--client-secret', 'wrong']
    const { code, stdout, stderr } = await runProgram([...args, ...wrong])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('The service returned 401')
  })

  test.each([
    [[], 'Specify the URL of the program'],
    [['--forward-to', 'localhost:3000'], 'Specify the URL of the program'],
    [['--forward-to', 'http://localhost:3000'], 'Specify an API key'],
    [
      ['--forward-to', 'http://localhost:3000', '--client-id', 'a', '--client-secret', 'b', '--after', '-1'],
      '--after must be',
    ],
  ])('refuses %p', async (args, message) => {
    const { code, stderr } = await runProgram(['listen', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
