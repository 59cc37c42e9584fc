import { connect, createServer, type Socket } from 'node:net'

/** A relay to a port of this machine that delays all bytes. */
export interface SlowNetwork {
  readonly port: number
  /** Delay of each direction, in milliseconds. */
  delay: number
  close(): void
}

export async function openSlowNetwork(target: number): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from)
    let last = 0
    from.on('data', (bytes) => {
      // A shorter delay must not let later bytes overtake.
      last = Math.max(last, performance.now() + network.delay)
      setTimeout(() => to.write(bytes), Math.max(0, last - performance.now()))
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: target })
    relay(near, far)
    relay(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network: SlowNetwork = {
    port: (server.address() as { port: number }).port,
    delay: 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return network
}
