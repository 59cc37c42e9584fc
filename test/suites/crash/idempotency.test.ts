import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type ApiResponse, apiClient, type Client, clientOf, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'

/**
 * A client that did not receive the response repeats the request with the same Idempotency-Key, and nothing is done
 * twice.
 */

afterAll(stopPrograms)

const path = '/api/v1/assets'
const rounds = 4
const writers = 24

const create = (client: Client, key: string): Promise<ApiResponse> =>
  client.request('POST', path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name: key }),
  })

const isReplay = ({ headers }: ApiResponse): boolean => headers.has('idempotent-replayed')

/** The response to each key; undefined when none came. */
type Responses = Map<string, string | undefined>

async function createUntilCutOff(client: Client, received: Responses): Promise<void> {
  for (;;) {
    const key = `key-${received.size}`
    received.set(key, undefined)
    const response = await create(client, key).catch(() => undefined)
    if (!response) return
    expect(response.status).toBe(201)
    received.set(key, response.text)
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

// Rule: api.md, Idempotency-Key
test('after kill -9 during many POSTs, all can be repeated: there is one asset for each key', async () => {
  let program = await startProgram()
  const { token } = await apiClient(program, await signIn(program))
  const received: Responses = new Map()
  for (let round = 1; round <= rounds; round++) {
    const before = received.size
    const client = clientOf(program.http, token)
    const writing = Promise.all(Array.from({ length: writers }, () => createUntilCutOff(client, received)))
    await Promise.race([Bun.sleep(50 + Math.random() * 100), writing])
    await program.kill()
    await writing
    expect([...received.values()].slice(before)).toContain(undefined)

    program = await startProgram({ dataDir: program.dataDir })
    const again = clientOf(program.http, token)
    const repeat = async ([key, text]: [string, string | undefined]): Promise<void> => {
      const response = await create(again, key)
      expect(response.status).toBe(201)
      if (text !== undefined) expect([response.text, isReplay(response)]).toEqual([text, true])
      received.set(key, response.text)
    }
    await Promise.all([...received].slice(before).map(repeat))
    expect((await namesOf(again)).toSorted()).toEqual([...received.keys()].toSorted())
  }
}, 30_000)

test('a client whose connection broke before the response receives it when it repeats the request', async () => {
  const program = await startProgram()
  const client = await apiClient(program, await signIn(program))
  await sendAndHangUp(program, client.token as string, 'hung-up')
  // It is done, though the response is lost.
  let id: number | undefined
  while (id === undefined) id = (await client.get(path)).body.data[0]?.id
  const response = await create(client, 'hung-up')
  expect([response.status, isReplay(response), response.body.data.id]).toEqual([201, true, id])
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
