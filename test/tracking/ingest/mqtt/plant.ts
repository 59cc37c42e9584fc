import { expect } from 'bun:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { apiClient, type Client, signIn } from '../../../support/client'
import { startProgram } from '../../../support/program'
import { countersOf, gainsOf } from '../../../support/warehouse'

/** A reader of the plant, which sends to the topics below `plant/{external_key}`. */
export interface Reader {
  readonly id: number
  readonly external_key: string
  readonly device_token: string
}

/** Starts a service with a dock, for readers in the format csl_cs463 that send to the built-in broker. */
export async function startPlant() {
  const program = await startProgram()
  const session = await signIn(program)
  const api = await apiClient(program, session)
  const locationId: number = (await api.post('/api/v1/locations', { name: 'Dock' })).body.data.id
  const { hostname, port } = new URL(program.mqtt as string)
  let readers = 0
  let clock = Date.now() * 1000 - 3_600_000_000

  async function newReader(as: Client = session, location = locationId, extra: object = {}): Promise<Reader> {
    const key = `reader-${++readers}`
    const response = await as.post('/internal/v1/readers', {
      external_key: key,
      name: key,
      kind: 'fixed',
      format: 'csl_cs463',
      topic: `plant/${key}/#`,
      antennas: [{ port: 1, location_id: location }],
      ...extra,
    })
    expect(response.status).toBe(201)
    return response.body.data
  }

  async function newAsset(epc: string, as: Client = api): Promise<number> {
    const body = { name: epc, tags: [{ tag_type: 'rfid', value: epc }] }
    return (await as.post('/api/v1/assets', body)).body.data.id
  }

  /** Later messages have later reads. */
  function letTimePass(seconds: number): void {
    clock += seconds * 1_000_000
  }

  return {
    program,
    session,
    api,
    locationId,
    hostname,
    port: Number(port),
    newReader,
    newAsset,
    letTimePass,

    connect: ({ external_key: username, device_token: password }: Reader): Promise<MqttClient> =>
      connectAsync({ host: hostname, port: Number(port), username, password, reconnectPeriod: 0 }),

    /** A message with a read of each EPC, each a millisecond after the one before. */
    payloadOf: (...epcs: string[]): string =>
      JSON.stringify({
        tags: epcs.map((epc) => ({ epc, timeStampOfRead: (clock += 1000), antennaPort: 1, rssi: '-50' })),
      }),

    /** Returns by how much work has increased the counters of ingest. */
    gained: (work: () => Promise<unknown>): Promise<Record<string, number>> =>
      gainsOf(() => countersOf(program.http), work),

    placesOf: async (client: Client) =>
      (await client.get('/api/v1/reports/asset-locations?limit=200')).body.data as {
        asset_id: number
        location_id: number
      }[],
  }
}
