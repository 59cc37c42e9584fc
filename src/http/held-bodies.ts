import { requestMessages } from './messages'
import { AppError } from '../base/errors'

/**
 * Bounds the bytes of the large request bodies that are in memory at once, of all clients. A body counts from the arrival
 * of its bytes until the request is processed. Small bodies are always accepted, so that large ones of others do not
 * delay reads and sign-ins.
 */

/** Bytes up to which a body is small. */
const largeMin = 65_536

const heldBytesMax = 67_108_864

/** Bytes of the large bodies, by request. */
const heldBytes = new Map<Request, number>()
let total = 0

const busy = (): AppError =>
  new AppError('unavailable', requestMessages('request.many_large'), {
    headers: { connection: 'close', 'retry-after': '1' },
  })

/** Counts a body of which `length` bytes have arrived. Returns the error if there is no room for it beside others. */
export function hold(request: Request, length: number): AppError | undefined {
  if (length <= largeMin) return undefined
  const before = heldBytes.get(request) ?? 0
  total += length - before
  heldBytes.set(request, length)
  return total > heldBytesMax && heldBytes.size > 1 ? busy() : undefined
}

/** Releases the body of a request that has been processed. */
export function releaseBody(request: Request): void {
  total -= heldBytes.get(request) ?? 0
  heldBytes.delete(request)
}
