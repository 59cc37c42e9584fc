import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { apiClient, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation } from '../../support/records'
import { until } from '../../support/until'
import { deliveriesOf, newWebhook } from '../../support/webhooks'

/** Receivers whose responses do not end. */

setDefaultTimeout(120_000)

const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) server.close()
  await stopReceivers()
  await stopPrograms()
})

/** Starts a receiver that sends `beginning`, and then `part` as often as the client reads it. Returns its URL. */
async function startEndless(beginning: string, part: string): Promise<string> {
  const server = createServer((socket: Socket) => {
    const fill = () => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.write(beginning)
      socket.on('drain', fill)
      fill()
    })
  })
  servers.push(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

// Rule: internal-api.md, Webhooks
test('responses without an end neither fill the memory nor delay other deliveries, and the status counts', async () => {
  const program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  const session = await signIn(program)
  const api = await apiClient(program, session)
  const line = `x: ${'y'.repeat(1000)}\r\n`
  const ok = 'HTTP/1.1 200 OK\r\n'
  const urls = {
    body: await startEndless(`${ok}\r\n`, 'z'.repeat(65_536)),
    chunks: await startEndless(`${ok}transfer-encoding: chunked\r\n\r\n`, `400\r\n${'z'.repeat(1024)}\r\n`),
    headers: await startEndless(ok, line),
    header: await startEndless(`${ok}x: `, 'y'.repeat(65_536)),
    status: await startEndless('HTTP/1.1 ', '2'.repeat(65_536)),
    informational: await startEndless('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  }
  const ids: Record<string, number> = {}
  for (const [name, url] of Object.entries(urls)) ids[name] = (await newWebhook(session, url)).id
  const healthy = startReceiver()
  await newWebhook(session, healthy.url)
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8'))?.[1])
  const before = memory()
  await newLocation(api)
  await until(() => healthy.received.length === 1, 'the other webhook receives the event')
  const first = async (name: string) => (await deliveriesOf(session, ids[name] as number)).at(-1)
  for (const name of Object.keys(urls))
    await until(async () => (await first(name)) !== undefined, `the attempt ${name} ends`)
  await until(() => memory() - before < 100_000, 'little memory')
  expect(await first('body')).toMatchObject({ status: 200, error: null, response: 'z'.repeat(1000) })
  expect(await first('chunks')).toMatchObject({ status: 200, error: null, response: 'z'.repeat(1000) })
  for (const name of ['headers', 'header', 'status', 'informational'])
    expect(await first(name)).toMatchObject({ status: null, error: expect.any(String) })
})
