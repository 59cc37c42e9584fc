import { privateEndpoints, publicEndpoints, type Services } from '../src/app'
import type { Endpoint } from '../src/http/endpoint'
import { documentTexts } from '../src/http/openapi/plugin'
import { typesOf } from './openapi-types'

/**
 * The types of the console's client: of the public API and of the private surface together, from the same descriptions
 * that the server answers by. A private endpoint gets a typed response when its `response` has a schema.
 */

export const typesPath = 'src/console/api/schema.d.ts'

export async function consoleTypes(): Promise<string> {
  // Describing the routes calls none of their services.
  const services = new Proxy({}, { get: () => ({}) }) as Services
  const endpoints = [...publicEndpoints(services), ...privateEndpoints(services, null).map(shown)]
  return typesOf((await documentTexts(endpoints)).json)
}

/** The public document does not show it, so it says nothing of itself. */
const shown = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  doc: { operationId: `${endpoint.method} ${endpoint.path}`, summary: endpoint.path, tag: 'Private' },
})

if (import.meta.main) await Bun.write(typesPath, await consoleTypes())
