import { fromMicros } from '../../time'
import { type EncodableRead, type Encoder, millisecondsText, withColons } from './encoder'

/** Fixed RFID readers, and a sled. */

const rfid = { tagType: 'rfid', hasAntennas: true, hasRssi: true, tick: 1 } as const

export const cslCs463: Encoder = {
  ...rfid,
  batch: 5,
  encode: (reads, { key, messages }) =>
    JSON.stringify({
      sequenceNumber: messages,
      rfidReaderName: key,
      pcEthernetMACAddress: '',
      numberOfTags: reads.length,
      tags: reads.map(({ value, at, antenna, rssi }) => ({
        epc: value,
        timeStampOfRead: at,
        timeZone: '+0:00',
        antennaPort: antenna,
        capturePointName: `${key}-${antenna}`,
        rssi: String(rssi),
      })),
    }),
}

/** One object, or an array where the reader is told to batch. */
export const zebraIotc: Encoder = {
  ...rfid,
  tick: 1000,
  batch: 10,
  encode(reads, origin) {
    const events = reads.map(({ value, at, antenna, rssi }, index) => ({
      type: 'SIMPLE',
      timestamp: zebraTime(at),
      data: {
        eventNum: origin.reads + index + 1,
        format: 'epc',
        idHex: value.toLowerCase(),
        MAC: withColons(origin.mac),
        antenna,
        peakRssi: rssi,
        reads: 1,
      },
    }))
    return JSON.stringify(events.length === 1 ? events[0] : events)
  },
}

/** Without a colon in its offset, and so not RFC 3339. */
const zebraTime = (at: number): string => millisecondsText(at).replace('Z', '+0000')

/** A sled: all reads of a message have its time, and none an antenna or an RSSI. */
export const zebraRfd: Encoder = {
  tagType: 'rfid',
  hasAntennas: false,
  hasRssi: false,
  tick: 1000,
  batch: 1,
  encode: ([read], origin) =>
    JSON.stringify({
      type: 'INVENTORY',
      timestamp: millisecondsText((read as EncodableRead).at),
      data: { tagData: [{ eventNum: origin.reads + 1, idHex: (read as EncodableRead).value }] },
    }),
}

/** One event, or an array of them as its webhooks send. */
export const impinjIot: Encoder = {
  ...rfid,
  batch: 10,
  encode(reads, { key, mac }) {
    const events = reads.map(({ value, at, antenna, rssi }) => {
      const time = fromMicros(at).replace('Z', '000Z')
      return {
        timestamp: time,
        hostname: `impinj-${withColons(mac.slice(-6)).replaceAll(':', '-')}`,
        eventType: 'tagInventory',
        tagInventoryEvent: {
          epc: Buffer.from(value, 'hex').toString('base64'),
          epcHex: value,
          antennaPort: antenna,
          antennaName: `${key}-${antenna}`,
          peakRssiCdbm: rssi * 100,
          frequency: 920_625,
          transmitPowerCdbm: 3000,
          lastSeenTime: time,
        },
      }
    })
    return JSON.stringify(events.length === 1 ? events[0] : events)
  },
}

export const impinjSmartreader: Encoder = {
  ...rfid,
  batch: 5,
  encode: (reads, { key, mac }) =>
    JSON.stringify({
      readerName: key,
      mac: withColons(mac),
      site: 'simulation',
      tag_reads: reads.map(({ value, at, antenna, rssi }) => ({
        epc: value,
        firstSeenTimestamp: at,
        antennaPort: antenna,
        antennaZone: `${key}-${antenna}`,
        peakRssi: rssi,
        txPower: 30,
      })),
    }),
}

export const impinjSpeedwayConnect: Encoder = {
  ...rfid,
  batch: 1,
  encode([read]) {
    const { value, at, antenna, rssi } = read as EncodableRead
    return JSON.stringify({
      antennaPort: antenna,
      epc: value,
      firstSeenTimestamp: fromMicros(at),
      peakRssi: rssi,
      isHeartBeat: false,
    })
  },
}

export const whereaboutsV1: Encoder = {
  ...rfid,
  batch: 5,
  encode: (reads) =>
    JSON.stringify({
      reads: reads.map(({ value, antenna, at, rssi }) => ({
        value,
        antenna,
        observed_at: fromMicros(at),
        rssi,
      })),
    }),
}
