import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type Answer, apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'

/**
 * A client that did not receive the response repeats the request with the same Idempotency-Key, and nothing is done
 * twice.
 */

afterAll(stopPrograms)

const path = '/api/v1/assets'
const rounds = 4
const writers = 24

const create = (client: Client, key: string): Promise<Answer> =>
  client.request('POST', path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name: key }),
  })

const isReplay = ({ headers }: Answer): boolean => headers.has('idempotent-replayed')

/** The response to each key; undefined when none came. */
type Heard = Map<string, string | undefined>

async function createUntilCutOff(client: Client, heard: Heard): Promise<void> {
  for (;;) {
    const key = `key-${heard.size}`
    heard.set(key, undefined)
    const answer = await create(client, key).catch(() => undefined)
    if (!answer) return
    expect(answer.status).toBe(201)
    heard.set(key, answer.text)
  }
}

async function namesOf(client: Client): Promise<string[]> {
  const names: string[] = []
  for (let total = 1; names.length < total;) {
    const { body } = await client.get(`${path}?limit=200&offset=${names.length}`)
    total = body.total_count
    names.push(...body.data.map(({ name }: { name: string }) => name))
  }
  return names
}

test('after kill -9 during many POSTs all of them can be repeated: there is one asset for each key', async () => {
  let program = await startProgram()
  const { token } = await apiClient(program, await signIn(program))
  const heard: Heard = new Map()
  for (let round = 1; round <= rounds; round++) {
    const before = heard.size
    const client = clientOf(program.http, token)
    const writing = Promise.all(Array.from({ length: writers }, () => createUntilCutOff(client, heard)))
    await Promise.race([Bun.sleep(50 + Math.random() * 100), writing])
    await program.kill()
    await writing
    expect([...heard.values()].slice(before)).toContain(undefined)

    program = await startProgram({ dataDir: program.dataDir })
    const again = clientOf(program.http, token)
    const repeat = async ([key, text]: [string, string | undefined]): Promise<void> => {
      const answer = await create(again, key)
      expect(answer.status).toBe(201)
      if (text !== undefined) expect([answer.text, isReplay(answer)]).toEqual([text, true])
      heard.set(key, answer.text)
    }
    await Promise.all([...heard].slice(before).map(repeat))
    expect((await namesOf(again)).toSorted()).toEqual([...heard.keys()].toSorted())
  }
}, 30_000)

test('a client whose connection broke before the response receives it when it repeats the request', async () => {
  const program = await startProgram()
  const client = await apiClient(program, await signIn(program))
  await sendAndHangUp(program, client.token as string, 'hung-up')
  // It is done, though the response is lost.
  let id: number | undefined
  while (id === undefined) id = (await client.get(path)).body.data[0]?.id
  const answer = await create(client, 'hung-up')
  expect([answer.status, isReplay(answer), answer.body.data.id]).toEqual([201, true, id])
  expect(await namesOf(client)).toEqual(['hung-up'])
})

async function sendAndHangUp({ http }: Program, token: string, key: string): Promise<void> {
  const { hostname, port } = new URL(http)
  const body = JSON.stringify({ name: key })
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `idempotency-key: ${key}`,
    `content-length: ${body.length}`,
  ]
  const socket = connect(Number(port), hostname)
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()))
  socket.destroy()
}
