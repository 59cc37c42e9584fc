import { Type } from '@sinclair/typebox'
import { accepted, problemsOf } from '../../contract/check'
import { Nullable } from '../../contract/fields'
import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { deviceFields, deviceViewOf } from '../readers/link'
import { AddressOfReader, AntennaPort, antennasMax, Power } from '../readers/schema'
import { type LlrpDiscovery, trialMillis } from './discovery'

const DiscoveryRequest = Type.Object({ address: AddressOfReader })

const TrialRequest = Type.Object({
  address: AddressOfReader,
  antennas: Type.Optional(
    Type.Array(Type.Object({ port: AntennaPort, power_dbm: Type.Optional(Power) }), {
      maxItems: antennasMax,
      description: 'Where the reader reads, and with which power. Absent or empty: at all antennas.',
    }),
  ),
})

const LlrpTrial = Type.Object(
  {
    seconds: Type.Number({ description: 'The time for which the reader has read.' }),
    antennas: Type.Array(
      Type.Object({
        port: AntennaPort,
        reads: Type.Integer({ description: 'The number of reads. At most 20,000 are counted in all.' }),
        tags: Type.Integer({ description: 'The number of different tags.' }),
        rssi_p50_dbm: Nullable(Type.Number({ description: 'The median of the RSSI.' })),
      }),
      { description: 'The antennas of the reader that were asked for, in the order of their ports.' },
    ),
  },
  { $id: 'LlrpTrial', description: 'What the antennas of a reader have read in a moment.' },
)

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
export const llrpRoutes = (discovery: LlrpDiscovery): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/llrp/discovery',
    access: { kind: 'session', role: 'admin' },
    body: { mediaTypes: [json], schema: DiscoveryRequest },
    response: { status: 200, description: 'The reader.', schema: itemOf(DiscoveredReader) },
    mayConflict: true,
    async handle({ caller, body }) {
      const { address } = accepted(DiscoveryRequest, body, problemsOf(DiscoveryRequest, body))
      const { device, isHeld } = await discovery.find(caller.organizationId, address)
      return ok({ ...(device ? deviceViewOf(device) : unknown), is_held: isHeld })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/llrp/trial',
    access: { kind: 'session', role: 'admin' },
    body: { mediaTypes: [json], schema: TrialRequest },
    response: { status: 200, description: 'What the antennas have read.', schema: itemOf(LlrpTrial) },
    mayConflict: true,
    async handle({ caller, body }) {
      const { address, antennas = [] } = accepted(TrialRequest, body, problemsOf(TrialRequest, body))
      const wanted = new Map(
        antennas.map(({ port, power_dbm: powerDbm = null }) => [port, { port, powerDbm }]),
      )
      const counted = await discovery.tryAntennas(caller.organizationId, address, [...wanted.values()])
      return ok({
        seconds: trialMillis / 1000,
        antennas: counted.map(({ port, reads, tags, rssiP50Dbm }) => ({
          port,
          reads,
          tags,
          rssi_p50_dbm: rssiP50Dbm,
        })),
      })
    },
  }),
]
