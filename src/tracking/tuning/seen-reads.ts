import type { Micros } from '../../base/time'
import { scanOriginOf } from './columns'

/**
 * How a read counts in the signal of its antenna: like any other, as weaker than the minimum RSSI, or not at all, because
 * its antenna has no location.
 */
export type SignalKind = 'usual' | 'weak' | 'none'

/** A read as an antenna has received it. */
export interface SeenRead {
  /** The antenna (`originOf`), or the location of a scan by hand. */
  readonly origin: number
  /** Null when the tag belongs to no asset. */
  readonly assetId: number | null
  readonly at: Micros
  /** Without the offset of the antenna. */
  readonly rssi: number | null
}

/** The reads of one write, as columns. They are added to the sample and the signals after the commit. */
export class SeenReads {
  readonly organizationIds: number[] = []
  readonly origins: number[] = []
  /** 0 when the tag belongs to no asset. */
  readonly assetIds: number[] = []
  readonly at: Micros[] = []
  /** NaN without RSSI. */
  readonly rssi: number[] = []
  readonly kinds: SignalKind[] = []

  add(organizationId: number, { origin, assetId, at, rssi }: SeenRead, kind: SignalKind): void {
    this.organizationIds.push(organizationId)
    this.origins.push(origin)
    this.assetIds.push(assetId ?? 0)
    this.at.push(at)
    this.rssi.push(rssi ?? Number.NaN)
    this.kinds.push(kind)
  }

  /** Adds a scan by hand, which has no RSSI. */
  addScan(organizationId: number, locationId: number, assetId: number, at: Micros): void {
    this.add(organizationId, { origin: scanOriginOf(locationId), assetId, at, rssi: null }, 'none')
  }
}
