import type { Micros } from '../../base/time'
import type { ReadResult } from '../../base/metrics'
import type { AntennaTarget, ArrivingReader, Read, TagMatch } from '../../storage/core/store'
import type { DecodedRead } from '../formats/payloads/decoder'
import type { PadRead } from '../stations/pads'
import type { LiveRead } from '../tracking/live'
import type { Signal } from '../tracking/nearness'
import { withOffset } from '../tuning/antenna-rules'
import type { SeenRead } from '../tuning/seen-reads'
import type { SentRead } from './repeats'

/** A read with what was found for it. */
export interface FoundRead extends SeenRead {
  readonly reader: ArrivingReader
  /** Undefined when its antenna has no location. */
  readonly target: AntennaTarget | undefined
  /** Undefined when its tag is unknown. */
  readonly match: TagMatch | undefined
  /** With the RSSI offset of the antenna. */
  readonly read: DecodedRead
  readonly sent: SentRead | null
}

/** Returns the read as a console that follows its reader gets it. */
export function toLiveRead({ reader, read, assetId, at }: FoundRead, result: ReadResult): LiveRead {
  const { organizationId, id: readerId } = reader
  const { antenna, tagType, value, aliases, rssi } = read
  return {
    organizationId,
    readerId,
    antenna,
    tagType,
    value,
    ...(aliases && { aliases }),
    rssi,
    at,
    result,
    assetId,
  }
}

/** Returns the read as an encode station gets it. */
export const toPadRead = ({ reader, read, at }: FoundRead, jobId: number, receivedAt: Micros): PadRead => ({
  organizationId: reader.organizationId,
  readerId: reader.id,
  jobId,
  value: read.value,
  ...(read.tid !== undefined && { tid: read.tid }),
  at,
  receivedAt,
})

/** Returns the read as a console that looks for its asset gets it. */
export const toSignal = ({ reader, read, at }: FoundRead, assetId: number, receivedAt: Micros): Signal => ({
  organizationId: reader.organizationId,
  assetId,
  readerId: reader.id,
  antenna: read.antenna,
  tagType: read.tagType,
  rssi: read.rssi,
  at,
  receivedAt,
})

/** Returns the read as the history records it. */
export const toRead = ({ reader, read, at }: FoundRead, target: AntennaTarget, tagId: number): Read => ({
  at,
  locationId: target.locationId,
  rssi: read.rssi,
  readerId: reader.id,
  antenna: read.antenna,
  tagId,
  presenceTimeoutSeconds: reader.presenceTimeoutSeconds,
  isScan: false,
})

/** Adds the RSSI offset of the antenna. */
export function corrected(read: DecodedRead, target: AntennaTarget | undefined): DecodedRead {
  if (read.rssi === null || !target || target.rssiOffsetDb === 0) return read
  return { ...read, rssi: withOffset(read.rssi, target.rssiOffsetDb) }
}
