/** The places and readers of the demo warehouse. */

/** Left, upper, right and lower edge on the plan, in pixels of the plan. */
type Drawn = readonly [left: number, top: number, right: number, bottom: number]

interface DemoLocation {
  readonly key: string
  readonly name: string
  readonly area: string
  readonly drawn: Drawn
}

export const hall = { key: 'HALL', name: 'North hall' } as const

export const areas = [
  { key: 'INBOUND', name: 'Inbound' },
  { key: 'STORAGE', name: 'Storage' },
  { key: 'OUTBOUND', name: 'Outbound' },
  { key: 'COLD', name: 'Cold area' },
  { key: 'RETURNS', name: 'Returns area' },
] as const

export const locations: readonly DemoLocation[] = [
  { key: 'DOCK-1', name: 'Dock 1', area: 'INBOUND', drawn: [110, 600, 360, 732] },
  { key: 'DOCK-2', name: 'Dock 2', area: 'INBOUND', drawn: [430, 600, 680, 732] },
  { key: 'AISLE-A', name: 'Aisle A', area: 'STORAGE', drawn: [90, 90, 400, 440] },
  { key: 'AISLE-B', name: 'Aisle B', area: 'STORAGE', drawn: [430, 90, 740, 440] },
  { key: 'PACKING', name: 'Packing', area: 'OUTBOUND', drawn: [850, 90, 1310, 360] },
  { key: 'GATE', name: 'Gate', area: 'OUTBOUND', drawn: [850, 390, 1310, 570] },
  { key: 'COLD-STORE', name: 'Cold store', area: 'COLD', drawn: [850, 600, 1070, 732] },
  { key: 'RETURNS-DESK', name: 'Returns', area: 'RETURNS', drawn: [1090, 600, 1310, 732] },
]

/** The area whose reader was last heard before the demo began. */
export const silentArea = 'COLD'
/** The area whose reader is registered with a format other than the one that it sends. */
export const wrongFormatArea = 'RETURNS'

/** The area whose reader speaks LLRP: the service connects to it. */
export const llrpArea = 'OUTBOUND'

/** Longer than the time between two reads of an asset that stays, so that it does not count as returned. */
export const presenceTimeoutSeconds = 1800

/** The locations between which assets move. */
export const visited = locations.filter(({ area }) => area !== silentArea && area !== wrongFormatArea)

export interface DemoReader {
  readonly key: string
  readonly area: string
  readonly token: string
  readonly locationKeys: readonly string[]
}

/** A read of a tag at a location, in milliseconds since 1970 and dBm. */
export interface DemoRead {
  readonly epc: string
  readonly location: string
  readonly at: number
  readonly rssi: number
}

/** Returns the message that a CS463 sends for these reads, which are at locations of the reader. */
export const messageOf = ({ key, locationKeys }: DemoReader, reads: readonly DemoRead[]): string =>
  JSON.stringify({
    sequenceNumber: 0,
    rfidReaderName: key,
    pcEthernetMACAddress: '',
    numberOfTags: reads.length,
    tags: reads.map(({ epc, location, at, rssi }, index) => {
      const port = 1 + locationKeys.indexOf(location)
      return {
        epc,
        timeStampOfRead: Math.round(at) * 1000 + (index % 1000),
        timeZone: '+0:00',
        antennaPort: port,
        capturePointName: `${key}-${port}`,
        rssi: String(rssi),
      }
    }),
  })
