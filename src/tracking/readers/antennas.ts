import { readerMessages } from './messages'
import { fieldMessages } from '../../contract/messages'
import type { FieldError } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Antenna, Reads } from '../../storage/core/store'
import type { AntennaInput } from './schema'

/** The antennas of a reader in a request (docs/internal-api.md, Antennas). */

/** Returns the problems of `antennas`: a port that is mapped twice, or a location that is not live. */
export async function antennaProblems(
  { locations }: Pick<Reads, 'locations'>,
  organizationId: number,
  body: JsonObject,
  known: readonly FieldError[],
): Promise<FieldError[]> {
  if (!Array.isArray(body['antennas']) || known.some(({ field }) => field.startsWith('antennas'))) return []
  const mapping = body['antennas'] as AntennaInput[]
  const live = new Set<number>()
  for (const row of await locations.findAll(
    organizationId,
    mapping.map((antenna) => antenna.location_id),
  ))
    if (row.deletedAt === null) live.add(row.id)
  return mapping.flatMap(({ port, location_id: locationId }, index): FieldError[] => {
    const name = `antennas[${index}]`
    const isRepeated = mapping.findIndex((antenna) => antenna.port === port) < index
    if (isRepeated)
      return [
        {
          field: `${name}.port`,
          code: 'invalid_value',
          message: readerMessages('reader.port_twice', { port }),
        },
      ]
    if (live.has(locationId)) return []
    const field = `${name}.location_id`
    return [{ field, code: 'fk_not_found', message: fieldMessages('field.no_location', { field }) }]
  })
}

export const toAntennas = (mapping: readonly AntennaInput[]): Antenna[] =>
  mapping.map((antenna) => ({
    port: antenna.port,
    locationId: antenna.location_id,
    rssiOffsetDb: antenna.rssi_offset_db ?? 0,
    minRssiDbm: antenna.min_rssi_dbm ?? null,
    powerDbm: antenna.power_dbm ?? null,
  }))
