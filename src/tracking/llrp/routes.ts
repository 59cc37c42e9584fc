import { Type } from '@sinclair/typebox'
import { accepted, problemsOf } from '../../contract/check'
import { Nullable } from '../../contract/fields'
import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { deviceFields, deviceViewOf } from '../readers/link'
import { AddressOfReader } from '../readers/schema'
import type { Discovery } from './discovery'

const DiscoveryRequest = Type.Object({ address: AddressOfReader })

const nullable = Object.fromEntries(
  Object.entries(deviceFields).map(([name, schema]) => [name, Nullable(schema)]),
) as { [Name in keyof typeof deviceFields]: ReturnType<typeof Nullable<(typeof deviceFields)[Name]>> }

const DiscoveredReader = Type.Object(
  {
    ...nullable,
    is_held: Type.Boolean({
      description:
        'Whether another client is connected to the reader, or has set it up. A reader with a connected client tells nothing, so all other fields are null.',
    }),
  },
  { $id: 'DiscoveredReader', description: 'The reader at an address.' },
)

const unknown = {
  manufacturer: null,
  model: null,
  firmware: null,
  antenna_count: null,
  powers_dbm: null,
  region: null,
}

/** Readers that speak LLRP, for the console (docs/internal-api.md, Readers by LLRP). */
export const llrpRoutes = (discover: Discovery): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/llrp/discovery',
    access: { kind: 'session', role: 'admin' },
    body: { mediaTypes: [json], schema: DiscoveryRequest },
    response: { status: 200, description: 'The reader.', schema: itemOf(DiscoveredReader) },
    mayConflict: true,
    async handle({ caller, body }) {
      const { address } = accepted(DiscoveryRequest, body, problemsOf(DiscoveryRequest, body))
      const { device, isHeld } = await discover(caller.organizationId, address)
      return ok({ ...(device ? deviceViewOf(device) : unknown), is_held: isHeld })
    },
  }),
]
