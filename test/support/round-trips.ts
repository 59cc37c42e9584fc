import { connect, createServer, type Socket } from 'node:net'

/**
 * A relay to a server of PostgreSQL that counts the round trips for which a request waits. What the service sends after it has
 * received a response belongs to the round trip after that of the response, on whichever connection. The relay delays each response,
 * so that all that the service sends without waiting for it belongs to the same round trip.
 */
interface RoundTrips {
  readonly port: number
  /** Delay of the responses, in milliseconds. The count needs one. */
  delay: number
  /** Returns the number of round trips for which this work waits. */
  count(work: () => Promise<unknown>): Promise<number>
  close(): void
}

/** More than the service needs to send what does not wait for a response. */
const delayOfCount = 20

export async function openRoundTrips(target: number): Promise<RoundTrips> {
  const sockets = new Set<Socket>()
  /** The round trip of the last response that the service has received. */
  let received = 0
  let countNumber = 0

  function relay(near: Socket, far: Socket): void {
    let sent = { countNumber, trip: 0 }
    let last = 0
    near.on('data', (bytes) => {
      sent = { countNumber, trip: received + 1 }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      const { trip, countNumber: ofCount } = sent
      // A shorter delay must not let later bytes overtake.
      last = Math.max(last, performance.now() + trips.delay)
      setTimeout(
        () => {
          if (ofCount === countNumber) received = Math.max(received, trip)
          near.write(bytes)
        },
        Math.max(0, last - performance.now()),
      )
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }

  const server = createServer((near) => relay(near, connect({ host: '127.0.0.1', port: target })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const trips: RoundTrips = {
    port: (server.address() as { port: number }).port,
    delay: 0,
    async count(work) {
      trips.delay = delayOfCount
      received = 0
      countNumber++
      try {
        await work()
        return received
      } finally {
        trips.delay = 0
      }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return trips
}
