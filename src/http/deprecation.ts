import { StartError } from '../errors'
import { parseInstant, toUnixSeconds, toWire } from '../time'
import type { Endpoint } from './endpoint'

const monthsMin = 6

/** The endpoint with the headers of its deprecation on every answer: RFC 9745's Deprecation, RFC 8594's Sunset. */
export function withDeprecationHeaders(endpoint: Endpoint): Endpoint {
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
