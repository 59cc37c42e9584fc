import { createConnection, type Socket } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import type { BuiltInBroker } from '../../src/tracking/ingest/mqtt/broker'
import { dock, openResources, waitFor } from './broker'

/** A connection of MQTT 5 that sends any packets, and the packets that it received. */
export class Client5 {
  readonly received: Packet[] = []
  isClosed = false

  private constructor(readonly socket: Socket) {
    const incoming = parser({ protocolVersion: 5 })
    incoming.on('packet', (packet) => this.received.push(packet))
    socket.on('data', (chunk: Buffer) => incoming.parse(chunk))
    socket.on('error', () => {})
    for (const event of ['end', 'close']) socket.on(event, () => (this.isClosed = true))
    openResources.push(async () => socket.destroy())
  }

  static async open(broker: BuiltInBroker): Promise<Client5> {
    const socket = createConnection({ port: broker.port as number, host: '127.0.0.1', allowHalfOpen: true })
    const client = new Client5(socket)
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return client
  }

  /** Opens a connection and returns it after its CONNACK, which is the first received packet. */
  static async connected(broker: BuiltInBroker, connect: Partial<IConnectPacket> = {}): Promise<Client5> {
    const client = await Client5.open(broker)
    client.connect(connect)
    await waitFor(() => client.received.length === 1)
    return client
  }

  connect(connect: Partial<IConnectPacket> = {}): void {
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clean: true,
      keepalive: 0,
      clientId: 'five',
      username: dock.externalKey,
      password: Buffer.from(dock.tokenHash),
      ...connect,
    })
  }

  send(...packets: Packet[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: 5 }))))
  }

  publish(qos: 0 | 1 | 2, messageId: number, payload: string | Buffer, properties = {}, topic = 'a/b'): void {
    this.send({ cmd: 'publish', qos, messageId, topic, payload, properties, dup: false, retain: false })
  }

  /** Waits for this number of packets, and returns and forgets them. */
  async receives(count = 1): Promise<Packet[]> {
    await waitFor(() => this.received.length >= count || this.isClosed)
    return this.received.splice(0)
  }

  async closes(): Promise<void> {
    await waitFor(() => this.isClosed)
  }
}
