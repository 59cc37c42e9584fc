import { userMessages } from '../authentication/messages'
import { forbidden } from '../../base/errors'
import type { Reply } from '../../http/endpoint'
import { refreshSeconds } from '../authentication/tokens'
import { type Origin, originSeconds } from '../authentication/origins'
import { deviceOf } from './device'
import type { SignedIn } from './sessions'

/**
 * The cookies of the refresh token and of the device, which scripts cannot read (docs/internal-api.md, Cookies). Over
 * TLS their names have the prefix `__Host-`: neither a service on another port nor a page over plain HTTP can set them
 * (RFC 6265bis).
 */

interface Cookie {
  readonly name: string
  readonly attributes: string
}

/** Returns a cookie's name and attributes. Over TLS, the prefix `__Host-` requires the path `/`. */
const cookie = (name: string, path: string) => (isSecure: boolean) =>
  isSecure ? { name: `__Host-${name}`, attributes: 'Path=/; Secure' } : { name, attributes: `Path=${path}` }

const refreshCookie = cookie('whereabouts_refresh', '/internal/v1/session')
/** Its path covers every request that may contain a password. */
const deviceCookie = cookie('whereabouts_device', '/internal/v1')

/** Binds a sign-in with a provider to the browser that began it. */
const flowCookie = cookie('whereabouts_sign_in', '/internal/v1')

const setting = ({ name, attributes }: Cookie, value: string, seconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`

export function withCookies(status: number, signedIn: SignedIn, isSecure: boolean): Reply {
  const cookies = [setting(refreshCookie(isSecure), signedIn.refreshToken, refreshSeconds)]
  if (signedIn.deviceCookie !== null) cookies.push(settingDevice(signedIn.deviceCookie, isSecure))
  return { status, body: { data: signedIn.view }, cookies }
}

export const settingDevice = (token: string, isSecure: boolean): string =>
  setting(deviceCookie(isSecure), token, originSeconds)

export const settingFlow = (token: string, seconds: number, isSecure: boolean): string =>
  setting(flowCookie(isSecure), token, seconds)

export const flowOf = (request: Request, isSecure: boolean): string | undefined =>
  valueOf(flowCookie(isSecure), request)

/**
 * Returns 204 and deletes the refresh token. The device cookie stays, so that the next sign-in is from a known device.
 */
export const signedOut = (isSecure: boolean): Reply => ({
  status: 204,
  cookies: [setting(refreshCookie(isSecure), '', 0)],
})

/**
 * Returns the refresh token of the session; undefined if there is none. Throws `forbidden` for requests of other
 * origins.
 */
export function refreshTokenOf(request: Request, isSecure: boolean): string | undefined {
  // SameSite allows requests from another port or subdomain of the same site. Sec-Fetch-Site distinguishes them.
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') throw forbidden(userMessages('user.other_origin'))
  return valueOf(refreshCookie(isSecure), request)
}

interface RequestSource {
  readonly request: Request
  readonly address: () => string
  readonly isSecure: boolean
}

export const originOf = ({ request, address, isSecure }: RequestSource): Origin => ({
  address: address(),
  device: valueOf(deviceCookie(isSecure), request),
  deviceName: deviceOf(request.headers.get('user-agent')),
})

function valueOf({ name }: Cookie, request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
}
