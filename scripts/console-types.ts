import { privateEndpoints, publicEndpoints } from '../src/app/app'
import type { Endpoint } from '../src/http/endpoint'
import { documentTexts } from '../src/http/openapi/plugin'
import { typesOf } from './openapi-types'

/**
 * Generates the types of the console's client for the public and the private API, from the descriptions of the endpoints. A
 * private endpoint has a typed response if its `response` has a schema.
 */

export const typesPath = 'src/console/api/schema.d.ts'

export async function consoleTypes(): Promise<string> {
  const endpoints = [...publicEndpoints(), ...privateEndpoints().map(shown)]
  return typesOf((await documentTexts(endpoints)).json)
}

/** Adds a name to a private endpoint, which has no documentation because the public document omits it. */
const shown = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  doc: { operationId: `${endpoint.method} ${endpoint.path}`, summary: endpoint.path, tag: 'Private' },
})

if (import.meta.main) await Bun.write(typesPath, await consoleTypes())
