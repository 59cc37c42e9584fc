import { createConnection, type Socket } from 'node:net'
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type Packet,
  parser,
} from 'mqtt-packet'
import type { Credential } from './client'
import type { Program } from './program'
import { until } from './until'

/** A connection of an API key that acknowledges nothing by itself, and the packets that it received. */
export interface RawSubscriber {
  readonly socket: Socket
  readonly connack: IConnackPacket
  /** The messages so far. */
  messages(): IPublishPacket[]
  /** Resolves with the next packet of this kind that was not returned before. */
  next<K extends Packet['cmd']>(cmd: K): Promise<Extract<Packet, { cmd: K }>>
  isClosed(): boolean
  send(...packets: Packet[]): void
  acknowledge(message: IPublishPacket): void
  subscribe(filters: readonly string[], qos?: 0 | 1 | 2): Promise<number[]>
  /** Disconnects and waits until the broker has closed the connection. */
  disconnect(): Promise<void>
}

const open: Socket[] = []

/** Connects with the credentials of an API key. Version 5 is the default. */
export async function openRaw(
  program: Program,
  key: Credential,
  connect: Partial<IConnectPacket> = {},
): Promise<RawSubscriber> {
  const protocolVersion = connect.protocolVersion ?? 5
  const received: Packet[] = []
  const returned = new Set<Packet>()
  let isClosed = false
  const socket = createConnection({ port: Number(new URL(program.mqtt as string).port), host: '127.0.0.1' })
  open.push(socket)
  const incoming = parser({ protocolVersion })
  incoming.on('packet', (packet) => received.push(packet))
  socket.on('data', (chunk: Buffer) => incoming.parse(chunk))
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  const send = (...packets: Packet[]): void =>
    void socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion }))))
  const ofKind = <K extends Packet['cmd']>(cmd: K) =>
    received.filter((packet): packet is Extract<Packet, { cmd: K }> => packet.cmd === cmd)
  async function next<K extends Packet['cmd']>(cmd: K): Promise<Extract<Packet, { cmd: K }>> {
    const fresh = () => ofKind(cmd).filter((packet) => !returned.has(packet))
    await until(() => fresh().length > 0 || isClosed, `a ${cmd}`)
    const [one] = fresh()
    if (!one) throw new Error(`The connection was closed before a ${cmd}.`)
    returned.add(one)
    return one
  }
  send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 0,
    clientId: crypto.randomUUID(),
    username: key.client_id,
    password: Buffer.from(key.client_secret),
    ...connect,
  })
  const connack = await next('connack')
  return {
    socket,
    connack,
    messages: () => ofKind('publish'),
    next,
    isClosed: () => isClosed,
    send,
    acknowledge: ({ messageId = 0 }) => send({ cmd: 'puback', messageId }),
    async subscribe(filters, qos = 1) {
      send({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: filters.map((topic) => ({ topic, qos, nl: false, rap: false, rh: 0 })),
      })
      return (await next('suback')).granted.map(Number)
    },
    async disconnect() {
      send({ cmd: 'disconnect' })
      await until(() => isClosed, 'the end of the connection')
    },
  }
}

/** For `afterEach`. */
export function closeRaw(): void {
  for (const socket of open.splice(0)) socket.destroy()
}
