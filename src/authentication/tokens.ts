import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { BoundedMap } from '../bounded-map'
import { type Clock, toUnixSeconds } from '../time'

/** Access tokens are valid for this many seconds (docs/api.md, Limits). */
export const accessSeconds = 900

/** Refresh tokens are valid for 30 days (docs/api.md, Refresh tokens). */
export const refreshSeconds = 30 * 86_400

export type TokenKind = 'access' | 'session'

/** What a token vouches for: `sub` is the API key's or the session's id. */
export interface Claims {
  readonly kind: TokenKind
  readonly subject: string
}

/** So many verified tokens are remembered: verifying costs more than all the rest of a small request. */
const verifiedMax = 10_000

const issuer = 'whereabouts'
const typeOf: Record<TokenKind, string> = { access: 'at+jwt', session: 'session+jwt' }

/** Creates the Elysia plugin that signs and verifies JWTs: `access` and `session`, each with a `typ` of its own. */
export const createJwt = (secret: string) =>
  new Elysia({ name: 'tokens' })
    .use(jwt({ name: 'access', secret, typ: typeOf.access, alg: 'HS256' }))
    .use(jwt({ name: 'session', secret, typ: typeOf.session, alg: 'HS256' }))

/**
 * Signs and verifies JWTs (HS256). The audience names the environment, so that tokens of a preview never work in
 * production, even with the same key; `typ` keeps the kinds apart (RFC 8725 §3.11).
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
    // Signed while the clock was wrong: it would live until that time comes.
    if (Number(payload.exp) > unixSeconds + livesMax) return undefined
    return { kind, subject: payload.sub, expiresAt: Number(payload.exp) }
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

    /** Undefined for anything but a token of ours that is not expired. Whether its subject still may is not said. */
    async verify(token: string): Promise<Claims | undefined> {
      const unixSeconds = toUnixSeconds(now())
      const known = verified.get(token)
      if (known) {
        if (known.expiresAt > unixSeconds && known.expiresAt <= unixSeconds + livesMax) return known
        verified.delete(token)
        return undefined
      }
      if (!isCanonical(token)) return undefined
      const claims =
        (await verifyAs('access', token, unixSeconds)) ?? (await verifyAs('session', token, unixSeconds))
      if (!claims) return undefined
      verified.set(token, claims)
      return claims
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** Clocks of two processes on one machine may differ by so much. */
const leewaySeconds = 5

const livesMax = accessSeconds + leewaySeconds

/** Base64url has several texts for the same signature; only the one that was issued counts. */
function isCanonical(token: string): boolean {
  const match = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)
  const signature = match?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}
