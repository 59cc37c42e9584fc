import { encodeTime } from 'ulid'

/** Random bytes that are read at once. A read of the system's source for each character would take longer than the rest. */
const pool = new Uint8Array(4096)
let used = pool.length

/** The characters of a ULID (Crockford's base 32), and the numbers of those for the time and for randomness. */
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16

let encodedAt = -1
let encodedTime = ''

function timePart(): string {
  const at = Date.now()
  if (at === encodedAt) return encodedTime
  encodedTime = encodeTime(at, timeLength)
  encodedAt = at
  return encodedTime
}

function randomPart(): string {
  if (used + randomLength > pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let text = ''
  for (const end = used + randomLength; used < end; used++)
    text += characters[(pool[used] as number) % characters.length] as string
  return text
}

/** Returns the client's request id if it is valid, or else a new ULID (docs/api.md, Headers). */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id')
  return sent !== null && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : timePart() + randomPart()
}
