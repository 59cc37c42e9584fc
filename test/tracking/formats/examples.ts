import { encode } from '@msgpack/msgpack'

const uuid = '7B1E9C40D2F34A6B8C55E0A1F2D3C4B5'
/** An advertisement of flags and an iBeacon, numbers 7 and 21. */
const iBeacon = `0201061AFF4C000215${uuid}00070015C5`
/** An advertisement of flags and an Eddystone-UID. */
const eddystone = '0201060303AAFE1716AAFE00E80102030405060708090A0B0C0D0E0F100000'

/** A good payload of each format: text and bytes as they are, anything else as JSON. */
export const examples: Readonly<Record<string, unknown>> = {
  aprbrother_v4: encode({
    v: '1.5.0',
    mid: 7,
    time: 1234,
    ip: '10.0.0.7',
    mac: 'F0B5D1000007',
    devices: [iBeacon, eddystone].map((ad) => Buffer.from(`03C0FFEE0000A1C4${ad}`, 'hex')),
  }),
  csl_cs463: {
    timeZone: '-6:00',
    tags: [
      { epc: 'E2C06F920001', antennaPort: '1', rssi: '-58', timeOfRead: '2026/06/01 06:00:00.250' },
      { epc: 'E2C06F920002', antennaPort: 2, rssi: -61, timeStampOfRead: 1_780_315_200_250_000 },
    ],
  },
  espresense: {
    mac: 'c0ffee0000a1',
    id: `iBeacon:7b1e9c40-d2f3-4a6b-8c55-e0a1f2d3c4b5-7-21`,
    'rssi@1m': -59,
    rssi: -71.5,
    distance: 3.2,
    int: 1003,
  },
  gl_s10: {
    dev_id: 'ic000007',
    dev_list: [
      { mac: 'C0FFEE0000A1', rssi: -56, ts: 1_780_315_200_250, ad: iBeacon },
      { mac: 'C0FFEE0000A2', rssi: '-61', ts: '1780315200250', ad: eddystone, n: 'Cart' },
    ],
  },
  impinj_iot: [
    {
      timestamp: '2026-06-01T12:00:00.250000001Z',
      eventType: 'tagInventory',
      tagInventoryEvent: {
        epc: '4sBvkgAB',
        epcHex: 'E2C06F920001',
        tidHex: 'E28011',
        antennaPort: 1,
        peakRssiCdbm: -5250,
        lastSeenTime: '2026-06-01T12:00:00.2Z',
      },
    },
    { timestamp: '2026-06-01T12:00:00Z', tagInventoryEvent: { epc: '4sBvkgAB' } },
    { timestamp: '2026-06-01T12:00:01Z', antennaConnectedEvent: { antennaPort: 2 } },
    { timestamp: '2026-06-01T12:00:02Z', antennaDisconnectedEvent: { antennaPort: 2 } },
  ],
  impinj_smartreader: {
    readerName: 'gate',
    tag_reads: [
      { epc: 'E2C06F920001', firstSeenTimestamp: 1_780_315_200_250_000, antennaPort: 1, peakRssi: -51.25 },
    ],
  },
  impinj_speedway_connect: {
    antennaPort: 7,
    epc: 'E2C06F920001',
    firstSeenTimestamp: '2026-06-01T12:00:00.25Z',
    peakRssi: -51,
    isHeartBeat: false,
  },
  mapping: {
    seen: [
      { id: 'E2C06F920001', port: '2', when: 1_780_315_200_250, level: -575, kind: 'rfid' },
      { id: 'R-1', port: 1, when: '1780315200250', kind: 'barcode' },
    ],
  },
  ingics: `$GPRP,C0FFEE0000A1,C0FFEE000001,-62,${iBeacon},1780315200\r\n$GPRP,C0FFEE0000A2,C0FFEE000001,-70,${eddystone}\r\n`,
  // A report of EPCData and one of EPC_96, and a notification that antenna 2 was connected.
  llrp: Buffer.from(
    [
      '043d0000004a0000000700f0002100f1000c0030e2c06f92000181000186c6840006532fef19609088000100f0',
      '001f8d3414257bf40000000000163081000286c38500000000004c4b40',
      '043f000000210000000800f600170080000c0006532fef19609000ff0007010002',
    ].join(''),
    'hex',
  ),
  minew_g1: [
    { timestamp: '2026-06-01T12:00:00Z', type: 'Gateway', mac: 'AC233F000001' },
    {
      timestamp: '2026-06-01T12:00:00.250Z',
      type: 'iBeacon',
      mac: 'C0FFEE0000A1',
      rssi: -64,
      ibeaconUuid: uuid,
      ibeaconMajor: 7,
      ibeaconMinor: 21,
    },
    {
      timestamp: '2026-06-01T12:00:01Z',
      type: 'Unknown',
      mac: 'C0FFEE0000A2',
      rssi: -79,
      rawData: eddystone,
    },
  ],
  moko_mk107: {
    msg_id: 3004,
    device_info: { mac: 'C0FFEE000001' },
    data: [
      {
        type: 0,
        value: { mac: 'C0FFEE0000A1', timestamp: '2026-6-1&12:00:00+00', rssi: -53, 'raw data': eddystone },
      },
      {
        type: 1,
        value: { mac: 'C0FFEE0000A2', timestamp: 1_780_315_200_250, rssi: -58, uuid, major: 7, minor: 21 },
      },
    ],
  },
  openmqttgateway: { id: 'C0:FF:EE:00:00:A1', rssi: -70, servicedatauuid: '0xfeaa', servicedata: '00e801' },
  ruuvi_gateway: {
    data: {
      coordinates: '',
      timestamp: '1780315201',
      nonce: '7',
      gw_mac: 'C0:FF:EE:00:00:01',
      tags: {
        'C0:FF:EE:00:00:A1': { rssi: -62, timestamp: '1780315200', data: iBeacon },
        'C0:FF:EE:00:00:A2': { rssi: -70, timestamp: 1_780_315_200, data: eddystone },
      },
    },
  },
  whereabouts_v1: {
    reads: [
      { value: 'E2C06F920001', antenna: 1, observed_at: '2026-06-01T12:00:00.25Z', rssi: -57.5 },
      { tag_type: 'barcode', value: '4012345678901' },
    ],
  },
  zebra_iotc: [
    {
      type: 'SIMPLE',
      timestamp: '2026-06-01T12:00:00.250+0000',
      data: { eventNum: 1, format: 'epc', idHex: 'e2c06f920001', antenna: 2, peakRssi: -57 },
    },
    { type: 'heartbeat', data: { radio_control: { antennas: { 1: 'connected', 2: 'disconnected' } } } },
  ],
  zebra_rfd: {
    type: 'INVENTORY',
    timestamp: '2026-06-01T12:00:00.250Z',
    data: {
      tagData: [{ eventNum: 1, idHex: 'E2C06F920001', antenna: 1, peakRssi: -48 }],
      barcodeData: [{ decodedBarcode: '4012345678901', symbology: 'EAN13' }],
    },
  },
}
