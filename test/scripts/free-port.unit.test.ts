import { expect, test } from 'bun:test'
import { freePort, portsForServers } from '../../scripts/free-port'

test.each<[string, string | undefined, number, number]>([
  ['the usual range', '32768\t60999\n', 10_000, 32_768],
  ['a system without the file', undefined, 10_000, 32_768],
  ['a range that begins early', '15000\t65535\n', 1024, 15_000],
  ['a range from the first port of users', '1024\t60999\n', 61_000, 65_536],
  ['a range of almost all ports', '1024\t65535\n', 64_536, 65_536],
])('servers of tests listen outside of the ports of outgoing connections, with %s', (_, range, from, to) => {
  expect(portsForServers(range)).toEqual({ from, to })
})

test('a port is given only once, and while nothing listens on it', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
  const server = Bun.listen({ hostname: '127.0.0.1', port: ports[0] as number, socket: { data() {} } })
  expect(server.port).toBe(ports[0] as number)
  server.stop()
})
