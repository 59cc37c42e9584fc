import { forbidden } from '../errors'
import type { Reply } from '../http/endpoint'
import { refreshSeconds } from '../authentication/tokens'
import { type Origin, originSeconds } from '../authentication/origins'
import type { SignedIn } from './sessions'

/**
 * The refresh token of a session and the token of a device are in cookies that scripts can't read
 * (docs/internal-api.md, Cookies). Over TLS their names have a prefix that browsers protect: neither a service on another
 * port nor a page over plain HTTP can set them (RFC 6265bis).
 */

interface Cookie {
  readonly name: string
  readonly attributes: string
}

/** Over plain HTTP, and over TLS, where the prefix demands this path. */
const cookie = (name: string, path: string) => (isSecure: boolean) =>
  isSecure ? { name: `__Host-${name}`, attributes: 'Path=/; Secure' } : { name, attributes: `Path=${path}` }

const refreshCookie = cookie('whereabouts_refresh', '/internal/v1/session')
/** Sent with every request in which a password may be. */
const deviceCookie = cookie('whereabouts_device', '/internal/v1')

const setting = ({ name, attributes }: Cookie, value: string, seconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`

export function withCookies(status: number, signedIn: SignedIn, isSecure: boolean): Reply {
  const cookies = [setting(refreshCookie(isSecure), signedIn.refreshToken, refreshSeconds)]
  if (signedIn.deviceCookie !== null) cookies.push(settingDevice(signedIn.deviceCookie, isSecure))
  return { status, body: { data: signedIn.view }, cookies }
}

export const settingDevice = (token: string, isSecure: boolean): string =>
  setting(deviceCookie(isSecure), token, originSeconds)

/** The device is the same afterwards. */
export const signedOut = (isSecure: boolean): Reply => ({
  status: 204,
  cookies: [setting(refreshCookie(isSecure), '', 0)],
})

/** The refresh token of the session. */
export function cookieOf(request: Request, isSecure: boolean): string | undefined {
  // For SameSite a neighbour on another port or another subdomain is the same site; browsers tell it apart themselves.
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') throw forbidden('Requests of other origins are refused')
  return valueOf(refreshCookie(isSecure), request)
}

interface FromSomewhere {
  readonly request: Request
  readonly address: string
  readonly isSecure: boolean
}

export const originOf = ({ request, address, isSecure }: FromSomewhere): Origin => ({
  address,
  device: valueOf(deviceCookie(isSecure), request),
})

function valueOf({ name }: Cookie, request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
}
