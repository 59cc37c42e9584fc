import { Readable } from 'node:stream'

/**
 * The broker's bus and store, where messages would wait for their subscribers. There are none, so both keep nothing:
 * no retained message, no session, no heartbeat, and no way from one client to another.
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
   * Asked at a PUBLISH of QoS 2 and at its PUBREL. Only the latter is known: it makes the broker free the packet id. A
   * PUBLISH that is repeated is handed on again, as it would be on a new connection; repeats are recognized by what
   * they hold.
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
