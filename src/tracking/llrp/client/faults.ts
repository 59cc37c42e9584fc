import type { Message } from '../../../base/messages'
import { linkMessages } from './messages'

/** The port of LLRP (IANA). */
export const llrpPort = 5084

/** Why there is no connection to a reader, or none that works. */
export const linkCauses = [
  'llrp_unreachable',
  'llrp_address',
  'llrp_held',
  'llrp_protocol',
  'llrp_silent',
  'llrp_refused',
] as const
export type LinkCause = (typeof linkCauses)[number]

export const secondsOf = (milliseconds: number): Message =>
  linkMessages('llrp.seconds', { count: Math.round(milliseconds / 1000) })

/** The connection to a reader has ended, or did not begin. */
export class LinkFault extends Error {
  constructor(
    override readonly cause: LinkCause,
    readonly said: Message,
  ) {
    super(said.english)
  }
}

const reasons: Readonly<Record<string, 'llrp.nothing_listens' | 'llrp.no_route' | 'llrp.unknown_host'>> = {
  ECONNREFUSED: 'llrp.nothing_listens',
  EHOSTUNREACH: 'llrp.no_route',
  ENETUNREACH: 'llrp.no_route',
  ENOTFOUND: 'llrp.unknown_host',
  DNS_ENOTFOUND: 'llrp.unknown_host',
  DNS_ENODATA: 'llrp.unknown_host',
}

/** Returns the fault of a connection that could not be made, or that broke. */
export function faultOf(error: unknown, address: string): LinkFault {
  if (error instanceof LinkFault) return error
  const { code = 'unknown' } = error as { code?: string }
  const known = reasons[code]
  const reason = known ? linkMessages(known) : linkMessages('llrp.network', { code })
  return new LinkFault('llrp_unreachable', linkMessages('llrp.unreachable', { address, reason }))
}
