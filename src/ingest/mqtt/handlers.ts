/** What the broker needs from the service: who a client is, and where its messages go. */

/** A device that may publish. Its token identifies it, because two organizations may use the same external_key. */
export interface Device {
  readonly organizationId: number
  readonly readerId: number
  readonly externalKey: string
  /** The hash of the token that the connection was opened with. */
  readonly tokenHash: string
}

/** The sender of a message. Fields are missing while they are unknown. */
export interface Sender {
  readonly device?: Device
  readonly address?: string
}

export interface IncomingMessage {
  readonly device: Device
  readonly topic: string
  /** Part of the bytes that were received. Copy it to keep it for longer than the message. */
  readonly payload: Uint8Array
}

/** Why a message was dropped. MQTT 5 sends it with the acknowledgement; older versions cannot. */
export interface Rejection {
  readonly result: 'malformed' | 'unauthorized'
  readonly reason: string
}

export interface BrokerHandlers {
  /** `address` is that of the client. Returns undefined to refuse the connection. */
  authenticate(
    username: string | undefined,
    password: string | undefined,
    address: string | undefined,
  ): Promise<Device | undefined>
  /** Called when a device has signed in. The function that it returns is called when the connection is closed. */
  signedIn(device: Device, address: string | undefined): () => void
  /**
   * Resolves when the reads of the message are durable, or with the reason when it was counted and dropped. Only then
   * is it acknowledged. Rejects when it could not be stored. The connection is then closed without an acknowledgement,
   * so that the reader sends the message again. It may be called twice with one message of QoS 2, and concurrently.
   */
  accept(message: IncomingMessage): Promise<Rejection | undefined>
  /** Called for a message that never reaches `accept` and for a refused connection, to count and log it. */
  refused(reason: 'unauthorized' | 'oversize', sender: Sender): void
  /** Called with a protocol or socket error of one client, to log it. */
  clientError(error: Error, device: Device | undefined): void
}
