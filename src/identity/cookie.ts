import { forbidden } from '../errors'
import type { Reply } from '../http/endpoint'
import { refreshSeconds } from './credentials'
import type { SignedIn } from './sessions'

/** The refresh token of a session is in a cookie that scripts can't read (contract part 3). */

const name = 'whereabouts_refresh'
const path = '/internal/v1/session'

export function withCookie(status: number, { view, refreshToken }: SignedIn): Reply {
  const cookie = `${name}=${refreshToken}; Path=${path}; Max-Age=${refreshSeconds}; HttpOnly; SameSite=Strict`
  return { status, body: { data: view }, headers: { 'set-cookie': cookie } }
}

export const signedOut: Reply = {
  status: 204,
  headers: { 'set-cookie': `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict` },
}

export function cookieOf(request: Request): string | undefined {
  // SameSite is the browser's promise; a cross-site request says so itself, too.
  if (request.headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('Cross-site requests are refused')
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}
