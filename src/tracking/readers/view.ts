import { toWire } from '../../base/time'
import type { ReaderRecord } from '../../storage/core/store'
import { toMapping } from './mapping'
import type { ReaderView } from './schema'

/** Returns the fields of a reader that are stored with it. */
export const toView = (
  reader: ReaderRecord,
): Omit<ReaderView, 'health' | 'diagnosis' | 'reads_per_minute'> => ({
  id: reader.id,
  external_key: reader.externalKey,
  name: reader.name,
  kind: reader.kind,
  format: reader.format,
  mapping: toMapping(reader.mapping),
  topic: reader.topic,
  time_zone: reader.timeZone,
  address: reader.address,
  llrp: reader.address === null ? null : { takes_over: reader.takesOver },
  is_active: reader.isActive,
  presence_timeout_seconds: reader.presenceTimeoutSeconds,
  antennas: reader.antennas.map((antenna) => ({
    port: antenna.port,
    location_id: antenna.locationId,
    rssi_offset_db: antenna.rssiOffsetDb,
    min_rssi_dbm: antenna.minRssiDbm,
    power_dbm: antenna.powerDbm,
  })),
  created_at: toWire(reader.createdAt),
  updated_at: toWire(reader.updatedAt),
})
