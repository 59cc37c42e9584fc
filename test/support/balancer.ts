import { connect, createServer, type Socket } from 'node:net'

/** A plain TCP balancer: each connection goes to the next instance, and to another one if that does not accept it. */

export interface Balancer {
  readonly url: string
  /** Replaces the instances. Open connections stay. */
  use(urls: readonly string[]): void
  close(): void
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let ports = portsOf(urls)
  let next = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  function forward(near: Socket, attempts: number): void {
    if (attempts === 0 || ports.length === 0) return void near.destroy()
    const far = connect({ host: '127.0.0.1', port: ports[next++ % ports.length] as number })
    const refused = (): void => forward(near, attempts - 1)
    far.once('error', refused)
    far.once('connect', () => {
      far.off('error', refused)
      keep(far)
      near.pipe(far)
      far.pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
  }

  const server = createServer((near) => {
    keep(near)
    forward(near, ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    use(others) {
      ports = portsOf(others)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const portsOf = (urls: readonly string[]): number[] => urls.map((url) => Number(new URL(url).port))
