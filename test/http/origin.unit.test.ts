import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createOriginOf, HttpServer } from '../../src/http/server'

/** How clients without a token are distinguished, and whether a client has received its response. */

const proxy = '192.0.2.1'

function clientOf(peer: string, forwarded?: string): string {
  const origin = createOriginOf([proxy], false)
  origin.attach({ server: () => ({ requestIP: () => ({ address: peer }) }) as never })
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return origin.address(new Request('http://localhost/', { headers }))
}

test.each<[peer: string, forwarded: string | undefined, client: string]>([
  ['198.51.100.7', undefined, '198.51.100.7'],
  ['::ffff:198.51.100.7', undefined, '198.51.100.7'],
  ['198.51.100.7', '203.0.113.5', '198.51.100.7'],
  [proxy, '203.0.113.5', '203.0.113.5'],
  [proxy, '9.9.9.9, 203.0.113.5', '203.0.113.5'],
  [proxy, undefined, proxy],
  [proxy, '203.0.113.5:50001', '203.0.113.5'],
  [proxy, '[2001:db8:1:2::5]:50001', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', undefined, '2001:db8:1:2::/64'],
  ['2001:db8::1', undefined, '2001:db8:0:0::/64'],
  ['::1', undefined, '0:0:0:0::/64'],
  ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  [proxy, 'unknown', 'unknown'],
])('a connection of %s, forwarded for %s, is by the client %s', (peer, forwarded, client) => {
  expect(clientOf(peer, forwarded)).toBe(client)
})

test('a client waits until it has received its response to the last byte, or has disconnected', async () => {
  const requests: Request[] = []
  const http = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    pair: null,
    async fetch(request) {
      requests.push(request)
      return new Response('x'.repeat(20_000_000))
    },
    onError: () => {},
  })
  const origin = createOriginOf([], false)
  origin.attach(http)
  const waiting = () => requests.map(origin.isWaiting)
  const until = async (...expected: boolean[]) => {
    for (let i = 0; i < 200 && !Bun.deepEquals(waiting(), expected); i++) await Bun.sleep(10)
    expect(waiting()).toEqual(expected)
  }
  const open = () => {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n')
    return new Promise<typeof socket>((resolve) => {
      socket.once('data', () => {
        socket.pause()
        resolve(socket)
      })
    })
  }
  const [taking, leaving] = [await open(), await open()]
  await until(true, true)
  taking.on('data', () => {})
  taking.resume()
  await until(false, true)
  leaving.destroy()
  await until(false, false)
  taking.destroy()
  await http.stop(0)
})
