import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Ports for servers of tests. */

/** Fewer ports than this would often be taken by other tests. */
const enough = 1000

interface Ports {
  readonly from: number
  /** Not among them. */
  readonly to: number
}

/**
 * Returns the ports that the system does not give to outgoing connections: those below its range if there are enough, otherwise
 * those above.
 * @param range the content of /proc/sys/net/ipv4/ip_local_port_range; undefined if the system has no such file
 */
export function portsForServers(range: string | undefined): Ports {
  const [first = 32_768, last = 60_999] = range === undefined ? [] : range.trim().split(/\s+/).map(Number)
  const below = { from: Math.min(10_000, Math.max(1024, first - 20_000)), to: first }
  return below.to - below.from >= enough ? below : { from: Math.min(last + 1, 65_536 - enough), to: 65_536 }
}

const file = '/proc/sys/net/ipv4/ip_local_port_range'
const ports = portsForServers(existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const chosen = new Set<number>()

/**
 * Returns a port on which a server can be started, more than once and any time later. A port that the system chose (port 0)
 * cannot: while the server is down, an outgoing connection of another test could occupy it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.from + Math.floor(Math.random() * (ports.to - ports.from))
    if (chosen.has(port)) continue
    chosen.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const canListen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (canListen) await new Promise((resolve) => server.close(resolve))
  return canListen
}
