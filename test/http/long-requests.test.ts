import { afterAll, expect, test } from 'bun:test'
import { clientOf, mintKey, signIn } from '../support/client'
import { exchange } from '../support/identity'
import { startProgram, stopPrograms } from '../support/program'

/** Requests that take longer than a connection may be idle. */

afterAll(stopPrograms)

test('a request that waits longer than 30 seconds gets its response', async () => {
  const program = await startProgram()
  const session = await signIn(program)
  const key = await mintKey(session, ['tracking:read'])
  const { access_token: token } = (await exchange(clientOf(program.http), key)).body
  const { status, body } = await clientOf(program.http, token).get('/api/v1/events?wait=40')
  expect([status, body.data]).toEqual([200, []])
}, 60_000)
