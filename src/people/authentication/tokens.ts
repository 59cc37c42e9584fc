import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { BoundedMap } from '../../base/bounded-map'
import { type Clock, toUnixSeconds } from '../../base/time'
import type { MaybePromise } from '../../base/turns/maybe-promise'

/** Lifetime of an access token, in seconds (docs/api.md, Limits). */
export const accessSeconds = 900

/** Lifetime of a refresh token: 30 days, in seconds (docs/api.md, Refresh tokens). */
export const refreshSeconds = 30 * 86_400

type TokenKind = 'access' | 'session'

/** The claims of a token. `subject` is the id of the API key or the session. */
interface Claims {
  readonly kind: TokenKind
  readonly subject: string
}

/** Maximum number of verified tokens in memory. Verification costs more than the rest of a small request. */
const verifiedMax = 10_000

const issuer = 'whereabouts'
const typeOf: Record<TokenKind, string> = { access: 'at+jwt', session: 'session+jwt' }

/** Creates the Elysia plugin that signs and verifies JWTs: `access` and `session`, each with a separate `typ`. */
export const createJwt = (secret: string) =>
  new Elysia({ name: 'jwt' })
    .use(jwt({ name: 'access', secret, typ: typeOf.access, alg: 'HS256' }))
    .use(jwt({ name: 'session', secret, typ: typeOf.session, alg: 'HS256' }))

/**
 * Signs and verifies JWTs (HS256). The audience names the environment, so that tokens of a preview environment never
 * work in production, even with the same key; `typ` keeps the kinds apart (RFC 8725 §3.11).
 */
export function createTokens({ decorator }: ReturnType<typeof createJwt>, environment: string, now: Clock) {
  const audience = (kind: TokenKind) => `whereabouts:${environment}:${kind}`
  const verified = new BoundedMap<string, Claims & { readonly expiresAt: number }>(verifiedMax)

  async function verifyAs(kind: TokenKind, token: string, unixSeconds: number) {
    const payload = await decorator[kind].verify(token, {
      algorithms: ['HS256'],
      audience: audience(kind),
      issuer,
      typ: typeOf[kind],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(unixSeconds * 1000),
    })
    if (!payload || typeof payload.sub !== 'string' || !Number.isSafeInteger(payload.exp)) return undefined
    if (!Number.isSafeInteger(payload.iat) || Number(payload.iat) > unixSeconds + leewaySeconds)
      return undefined
    // The token was signed while the clock was ahead, and would be valid for too long.
    if (Number(payload.exp) > unixSeconds + livesMax) return undefined
    return { kind, subject: payload.sub, expiresAt: Number(payload.exp) }
  }

  async function verifyNew(token: string, unixSeconds: number): Promise<Claims | undefined> {
    const claims =
      (await verifyAs('access', token, unixSeconds)) ?? (await verifyAs('session', token, unixSeconds))
    if (claims) verified.set(token, claims)
    return claims
  }

  return {
    sign(kind: TokenKind, subject: string): Promise<string> {
      const iat = toUnixSeconds(now())
      return decorator[kind].sign({
        sub: subject,
        aud: audience(kind),
        iss: issuer,
        jti: crypto.randomUUID(),
        exp: iat + accessSeconds,
      })
    },

    /**
     * Returns the claims of a valid token; undefined if it is forged or expired. It does not check the rights of the
     * subject.
     */
    verify(token: string): MaybePromise<Claims | undefined> {
      const unixSeconds = toUnixSeconds(now())
      const known = verified.get(token)
      if (!known) return isCanonical(token) ? verifyNew(token, unixSeconds) : undefined
      if (known.expiresAt > unixSeconds && known.expiresAt <= unixSeconds + livesMax) return known
      verified.delete(token)
      return undefined
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** Tolerated difference between the clocks of two processes, in seconds. */
const leewaySeconds = 5

const livesMax = accessSeconds + leewaySeconds

/**
 * Reports whether the signature is canonical base64url: several encodings decode to the same bytes, and only one is
 * issued.
 */
function isCanonical(token: string): boolean {
  const match = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)
  const signature = match?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}
