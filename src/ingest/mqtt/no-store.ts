import { Readable } from 'node:stream'

/**
 * The message bus and the store of aedes, which hold messages for subscribers. The broker has no subscribers, so both
 * store nothing: no retained message, no session, no heartbeat. No message passes from one client to another.
 */
export const noBus = {
  on(): void {},
  removeListener(): void {},
  emit: (_packet: unknown, done: () => void): void => done(),
  close: (done: () => void): void => done(),
}

export const noStore = {
  async setup(): Promise<void> {},
  async storeRetained(): Promise<void> {},
  async cleanSubscriptions(): Promise<void> {},
  subscriptionsByTopic: async (): Promise<never[]> => [],
  outgoingStream: (): Readable => Readable.from([]),
  async outgoingEnqueueCombi(): Promise<void> {},
  async outgoingClearMessageId(): Promise<void> {},
  async incomingStorePacket(): Promise<void> {},
  /**
   * aedes calls this for a PUBLISH of QoS 2 and for its PUBREL. It finds only the PUBREL, which makes aedes free the
   * packet id. A repeated PUBLISH is processed again, as on a new connection. Its reads are recognized as repeats.
   */
  async incomingGetPacket(_client: unknown, packet: { readonly cmd: string }): Promise<object> {
    if (packet.cmd !== 'pubrel') throw new Error('no such packet')
    return packet
  },
  async incomingDelPacket(): Promise<void> {},
  async cleanIncoming(): Promise<void> {},
  async delWill(): Promise<void> {},
  streamWill: (): Readable => Readable.from([]),
}
