import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Mapping, mappingDecoder } from '../../../src/tracking/formats/mapping/mapping'
import { bytesOf } from './rows'

/** The examples of mappings in docs/readers.md. */

const text = await Bun.file(join(import.meta.dir, '../../../docs/readers.md')).text()
const section = text.slice(text.indexOf('### Examples'), text.indexOf('### Keonn AdvanNet'))
const blocks = [...section.matchAll(/```json\n([^`]*)```/g)].map(
  ([, json = '']) => JSON.parse(json) as unknown,
)
const names = [...section.matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, name = '']) => name)

const iBeacon = '0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000'
const expected: Readonly<Record<string, readonly object[]>> = {
  'KKM and KGateway': [{ value: iBeacon.replaceAll('-', ''), tagType: 'ble', rssi: -61 }],
  'Kontakt.io': [{ value: 'c8:1f:2a:0b:7d:33', tagType: 'ble', rssi: -64, sentAt: 1_787_294_700_000_000 }],
  'Tasmota iBeacon': [{ value: 'C81F2A0B7D33', tagType: 'ble', rssi: -71 }],
  TTN: [
    { value: '70B3D57ED0000001', antenna: 1, rssi: -101 },
    { value: '70B3D57ED0000001', antenna: 2, rssi: -119 },
  ],
  Cassia: [{ value: iBeacon, tagType: 'ble', aliases: [expect.any(String), 'C8:1F:2A:0B:7D:33'] }],
  'ifm IO-Core': [{ value: 'E00804011A2B3C4D', tagType: 'rfid' }],
}

describe('the example in the documents', () => {
  test('exists for each gateway', () => {
    expect(names).toEqual(Object.keys(expected))
  })

  test.each(names.map((name, index) => [name, index] as const))('of %s reads its message', (name, index) => {
    const [message, mapping] = blocks.slice(index * 2) as [unknown, Mapping]
    const { reads, faults } = mappingDecoder(mapping)(bytesOf(message))
    expect(faults).toEqual([])
    expect(reads).toMatchObject(expected[name] as object[])
  })

  /** Messages of gateways in public programs and documents, and what is read of them. */
  const published: readonly (readonly [name: string, message: object, reads: readonly object[]])[] = [
    // It has an Eddystone-UID and a URL; the example is for iBeacons.
    [
      'KKM and KGateway',
      {
        msg: 'advData',
        gmac: '68B9D3DFE78C',
        obj: [
          {
            type: 2,
            dmac: 'DD3304130897',
            refPwr: -14,
            nid: '6B6B6D636E2E636F6D01',
            sid: '000000000001',
            rssi: -60,
          },
          { type: 16, dmac: 'DD3304130897', refPwr: -14, url: '00696F742D6770732E636F2E7A61', rssi: -64 },
        ],
      },
      [],
    ],
    [
      'Tasmota iBeacon',
      { Time: '2021-01-02T12:08:40', IBEACON: { MAC: 'A4C1387FC1E1', RSSI: -56, STATE: 'ON' } },
      [{ value: 'A4C1387FC1E1', rssi: -56 }],
    ],
    [
      'Tasmota iBeacon',
      { Time: '2021-02-04T23:20:22', IBEACON: { MAC: 'FFFFA0003B19', NAME: 'iB1', RSSI: 0, STATE: 'OFF' } },
      [],
    ],
    [
      'TTN',
      {
        end_device_ids: {
          device_id: 'dev1',
          application_ids: { application_id: 'app1' },
          dev_eui: '4200000000000000',
        },
        uplink_message: {
          f_port: 15,
          rx_metadata: [
            {
              gateway_ids: { gateway_id: 'eui-0242020000247803' },
              time: '2019-01-29T13:02:34.981Z',
              rssi: -35,
              snr: 5,
            },
          ],
        },
      },
      [{ value: '4200000000000000', rssi: -35 }],
    ],
    [
      'Cassia',
      {
        name: 'LHB-91C8AD4E',
        evt_type: 0,
        rssi: -71,
        adData: '0201060AFF5D05000201010B06010D094C48422D3931433841443445',
        bdaddrs: [{ bdaddr: 'C7:88:AD:69:44:4E', bdaddrType: 'random' }],
      },
      [{ value: 'C7:88:AD:69:44:4E', rssi: -71 }],
    ],
  ]

  test.each(published)('of %s reads a published message', (name, message, expectedReads) => {
    const mapping = blocks[names.indexOf(name) * 2 + 1] as Mapping
    const { reads } = mappingDecoder(mapping)(bytesOf(message))
    expect(reads).toMatchObject(expectedReads as object[])
    expect(reads).toHaveLength(expectedReads.length)
  })

  test('of KKM reads raw data, as the documents say', () => {
    const { reads } = mappingDecoder({
      reads: '$.obj',
      value: ['$.data1', '$.dmac'],
      value_decode: 'advertisement',
      rssi: '$.rssi',
    } as Mapping)(
      bytesOf({
        msg: 'advData',
        gmac: 'D03304003302',
        obj: [
          {
            dmac: '4105020A33DD',
            rssi: '-50',
            data1: '0201061AFF4C0002157777772E6B6B6D636E2E636F6D00000100010001C5',
          },
        ],
        seq: 181,
      }),
    )
    expect(reads).toMatchObject([{ value: '7777772E-6B6B-6D63-6E2E-636F6D000001/1/1', rssi: -50 }])
  })
})
