import { connect, createServer, type Socket } from 'node:net'

/** A relay to a port of this machine that delays all bytes, or closes all connections. */
interface SlowNetwork {
  readonly port: number
  /** Delay of each direction, in milliseconds. */
  delay: number
  /** Closes the connections, and each later one as soon as it is opened. */
  refuse(): void
  /** Relays later connections. */
  accept(): void
  close(): void
}

export async function openSlowNetwork(target: number): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
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
    if (!isOpen) return void near.destroy()
    const far = connect({ host: '127.0.0.1', port: target })
    relay(near, far)
    relay(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network: SlowNetwork = {
    port: (server.address() as { port: number }).port,
    delay: 0,
    refuse() {
      isOpen = false
      closeAll()
    },
    accept() {
      isOpen = true
    },
    close() {
      closeAll()
      server.close()
    },
  }
  return network
}
