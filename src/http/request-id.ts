import { ulid } from 'ulid'

/** Random bytes that are read at once. A read of the system's source for each character would take longer than the rest. */
const pool = new Uint8Array(4096)
let used = pool.length

/** Returns a random number in [0, 1), as `ulid` takes it for each character of 5 bits. */
function random(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  return (pool[used++] as number) / 256
}

/** Returns the client's request id if it is valid, or else a new one (docs/api.md, Headers). */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id')
  return sent !== null && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : ulid(undefined, random)
}
