import { fromMicros } from '../../../base/time'
import { type EncodableRead, type Encoder, millisecondsText, withColons } from './encoder'

/** Encoders of fixed RFID readers and of a sled. */

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

/** Encodes one read as an object and several as an array. */
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

/** Returns a time whose offset has no colon, which is not RFC 3339. */
const zebraTime = (at: number): string => millisecondsText(at).replace('Z', '+0000')

/** Encodes a read of a sled. Its reads have the time of the message, and no antenna or RSSI. */
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

/** Encodes one event as an object and several as an array, as the webhooks of the reader do. */
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
