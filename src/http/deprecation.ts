import { StartError } from '../errors'
import { parseInstant, toUnixSeconds, toWire } from '../time'
import type { Endpoint } from './endpoint'

/** When an endpoint is deprecated, and when it may be removed (docs/api.md, Deprecation). */
export interface Deprecation {
  /** RFC 3339: from then on clients had better not rely on it. */
  readonly since: string
  /** RFC 3339: from then on it may be gone. */
  readonly sunset: string
  /** A page that says what to use instead. */
  readonly link?: string
}

const monthsMin = 6

/** The endpoint with the headers of its deprecation on every answer: RFC 9745's Deprecation, RFC 8594's Sunset. */
export function announced(endpoint: Endpoint): Endpoint {
  const { deprecated, method, path } = endpoint
  if (!deprecated) return endpoint
  const [since, sunset] = [parseInstant(deprecated.since), parseInstant(deprecated.sunset)]
  if (!since || !sunset)
    throw new StartError(`The deprecation of ${method} ${path} is not dated in RFC 3339.`)
  const earliest = new Date(toWire(since))
  earliest.setUTCMonth(earliest.getUTCMonth() + monthsMin)
  const end = new Date(toWire(sunset))
  if (end < earliest) {
    const dates = `${toWire(since)} and ${toWire(sunset)}`
    throw new StartError(
      `${method} ${path} must be deprecated ${monthsMin} months before its sunset: ${dates} are too close.`,
    )
  }
  const headers = {
    ...endpoint.headers,
    deprecation: `@${toUnixSeconds(since)}`,
    sunset: end.toUTCString(),
    ...(deprecated.link !== undefined && { link: `<${deprecated.link}>; rel="deprecation"` }),
  }
  return { ...endpoint, headers }
}

/** The same for the document. */
export const deprecationHeaders = {
  Deprecation: {
    description: 'Unix second from which the operation is deprecated (RFC 9745).',
    required: true,
    schema: { type: 'string', example: '@1798761600' },
  },
  Sunset: {
    description: 'When it may be gone (RFC 8594).',
    required: true,
    schema: { type: 'string', example: 'Thu, 01 Jul 2027 00:00:00 GMT' },
  },
}
