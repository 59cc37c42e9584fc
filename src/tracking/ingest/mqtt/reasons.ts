/** The reason codes of MQTT 5 that the broker sends (MQTT 5.0, section 2.4). */
export const reasons = {
  success: 0x00,
  noSubscription: 0x11,
  unspecified: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  /** The message is valid, and the receiver does not accept it. */
  notAccepted: 0x83,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  unavailable: 0x88,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  topicInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  aliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  noSubscriptionIdentifiers: 0xa1,
} as const

export type Reason = (typeof reasons)[keyof typeof reasons]

/** Ends a connection. MQTT 5 sends the reason and the message to the client. */
export class ConnectionFault extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}
