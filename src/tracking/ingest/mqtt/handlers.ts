import type { Reason } from './reasons'

/** The interface between the broker and the service: the authentication of clients, and the storage of messages. */

/** A device that may publish. Its token identifies it, because two organizations may use the same external_key. */
export interface Device {
  readonly organizationId: number
  readonly readerId: number
  readonly externalKey: string
  /** The hash of the token that the connection was opened with. */
  readonly tokenHash: string
}

/** A program that may subscribe to the events of its organization: an API key. */
export interface Subscriber {
  readonly organizationId: number
  /** The first level of the topics. */
  readonly slug: string
  readonly apiKeyId: string
}

/** The options in the CONNECT of a subscriber. */
export interface SubscriberConnect {
  /** Identifies the connection. */
  readonly connection: string
  readonly clientId: string
  /** Whether an earlier session ends. */
  readonly isClean: boolean
  /** How long the session outlives the connection. */
  readonly expirySeconds: number
  /** Messages with QoS 1 that the client accepts without having acknowledged them. */
  readonly receiveMaximum: number
}

export interface SubscriptionRequest {
  readonly filter: string
  readonly qos: 0 | 1 | 2
  /** 0: send the present places; 1: only for a new subscription; 2: never. */
  readonly retainHandling: number
  readonly retainAsPublished: boolean
}

interface OutgoingMessage {
  readonly topic: string
  readonly payload: string
  readonly qos: 0 | 1
  readonly retain: boolean
  /** Whether it was sent with an earlier connection. */
  readonly dup: boolean
  /** Present for QoS 1. */
  readonly messageId?: number
}

/** The connection to a subscriber. */
export interface Outlet {
  /** Sends a message. Returns false when the client does not accept messages of its size. */
  send(message: OutgoingMessage): boolean
  /** Resolves when the client has read what was sent, or when the connection is closed. */
  drained(): Promise<void>
  /** Whether the connection is closed, or is being closed and sends nothing more. */
  isEnding(): boolean
  end(reason: Reason, reasonString?: string): void
}

/** The session of a subscriber. */
export interface SubscriberSession {
  /** Whether it continues an earlier session. */
  readonly isPresent: boolean
  readonly expirySeconds: number
  /** Returns the granted QoS, or the reason of a refusal. */
  subscribe(request: SubscriptionRequest): number
  /** Returns whether there was such a subscription. */
  unsubscribe(filter: string): boolean
  acknowledged(messageId: number): void
  /** Resolves when the subscriptions are stored, if the session outlives the connection. */
  saved(): Promise<void>
  /** Changes how long the session outlives the connection. */
  expireAfter(seconds: number): void
  /** Delivers messages until `closed`. */
  run(): Promise<void>
  closed(): Promise<void>
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
  /**
   * `address` is that of the client. Returns undefined for wrong credentials. Throws ConnectionFault with another reason
   * to refuse the connection.
   */
  authenticate(
    username: string | undefined,
    password: string | undefined,
    address: string | undefined,
  ): Promise<Device | Subscriber | undefined>
  /** Begins or continues the session of a subscriber. Throws ConnectionFault to refuse it. */
  openSession(subscriber: Subscriber, connect: SubscriberConnect, outlet: Outlet): Promise<SubscriberSession>
  /** Called when a device connects with a name. Its sessions at other instances end. */
  connected(connection: string, name: string): void
  /** Called before `openSession`, which announces the connection to the other instances in the order of its session. */
  connecting(connection: string, name: string): void
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
