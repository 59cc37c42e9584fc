import { forbidden } from '../errors'
import type { Reply } from '../http/endpoint'
import { refreshSeconds } from './credentials'
import type { SignedIn } from './sessions'

/**
 * The refresh token of a session is in a cookie that scripts can't read (contract part 3). Over TLS it has the prefix
 * that browsers let nobody else set: no neighbour on another port, no page that came over plain HTTP (RFC 6265bis).
 */

interface Cookie {
  readonly name: string
  readonly attributes: string
}

const plain: Cookie = {
  name: 'whereabouts_refresh',
  attributes: 'Path=/internal/v1/session',
}

/** The prefix demands this path. */
const secure: Cookie = { name: '__Host-whereabouts_refresh', attributes: 'Path=/; Secure' }

const cookieFor = (isSecure: boolean): Cookie => (isSecure ? secure : plain)

const setting = ({ name, attributes }: Cookie, value: string, seconds: number) => ({
  'set-cookie': `${name}=${value}; ${attributes}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`,
})

export function withCookie(status: number, { view, refreshToken }: SignedIn, isSecure: boolean): Reply {
  return { status, body: { data: view }, headers: setting(cookieFor(isSecure), refreshToken, refreshSeconds) }
}

export const signedOut = (isSecure: boolean): Reply => ({
  status: 204,
  headers: setting(cookieFor(isSecure), '', 0),
})

export function cookieOf(request: Request, isSecure: boolean): string | undefined {
  // For SameSite a neighbour on another port or another subdomain is the same site; browsers tell it apart themselves.
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') throw forbidden('Requests of other origins are refused')
  const { name } = cookieFor(isSecure)
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}
