import { epcOf } from '../../../base/gs1/epc'
import { giaiOf } from '../../../base/gs1/uris'

/** How EPCIS names what an event is about: an EPC URI, or the id when there is none (docs/decisions/0030-epcis.md). */
export interface EventNames {
  readonly epc: string
  /** `reader:antenna`; the name of the place when no antenna has read it. */
  readonly readPoint: string
  readonly bizLocation: string
}

/** The row of a scan event, as far as it gives names. */
export interface NamedRow {
  readonly assetId: number
  readonly assetKey: string
  readonly companyPrefix: string | null
  /** JSON list of the RFID tags of the asset in normal form, the oldest first. */
  readonly rfidValues: string
  readonly locationId: number
  readonly sgln: string | null
  readonly readerId: number | null
  readonly antenna: number | null
}

export function namesOf(row: NamedRow): EventNames {
  const bizLocation = row.sgln ?? String(row.locationId)
  const isOfAntenna = row.readerId !== null && row.antenna !== null
  return {
    epc: epcUriOf(row) ?? String(row.assetId),
    readPoint: isOfAntenna ? `${row.readerId}:${row.antenna}` : bizLocation,
    bizLocation,
  }
}

function epcUriOf({ rfidValues, companyPrefix, assetKey }: NamedRow): string | null {
  for (const value of JSON.parse(rfidValues) as string[]) {
    const epc = epcOf(value)
    // An SGLN names a place.
    if (epc && epc.scheme !== 'sgln-96') return epc.uri
  }
  return companyPrefix === null ? null : giaiOf(companyPrefix, assetKey)
}
