import { StartError } from '../base/errors'
import { parseInstant, toUnixSeconds, toWire } from '../base/time'
import type { Endpoint } from './endpoint'

/** Minimum number of months between deprecation and sunset. */
const monthsMin = 6

/**
 * Adds the headers Deprecation (RFC 9745) and Sunset (RFC 8594) to every response of a deprecated endpoint. Throws
 * StartError if a date is not RFC 3339 or the sunset comes too early (docs/api.md, Deprecation).
 */
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
