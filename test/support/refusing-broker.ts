import { createServer, type Socket } from 'node:net'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'

/** A broker of MQTT 5 that refuses messages, because no setting of mosquitto makes it return all reasons. */

export interface RefusingBroker {
  readonly port: number
  /** The messages that it has accepted. */
  readonly accepted: IPublishPacket[]
  close(): void
}

const version = { protocolVersion: 5 }

/**
 * @param reasonOf returns the reason code of a message; 0 accepts it
 * @param grantOf returns the reason code of a subscription; 1 accepts it
 */
export async function startRefusingBroker(
  reasonOf: (message: IPublishPacket) => number,
  grantOf: (filter: string) => number = () => 1,
): Promise<RefusingBroker> {
  const accepted: IPublishPacket[] = []
  const sockets = new Set<Socket>()

  function responseTo(packet: Packet): Packet | undefined {
    switch (packet.cmd) {
      case 'connect':
        return { cmd: 'connack', reasonCode: 0, sessionPresent: false }
      case 'subscribe':
        return {
          cmd: 'suback',
          messageId: packet.messageId ?? 0,
          granted: packet.subscriptions.map(({ topic }) => grantOf(topic)),
        }
      case 'pingreq':
        return { cmd: 'pingresp' }
      case 'publish': {
        const reasonCode = reasonOf(packet)
        if (reasonCode === 0) accepted.push(packet)
        return { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode }
      }
      default:
        return undefined
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const incoming = parser(version)
    incoming.on('packet', (packet) => {
      const response = responseTo(packet)
      if (response) socket.write(generate(response, version))
    })
    socket.on('data', (bytes: Buffer) => incoming.parse(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    accepted,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
