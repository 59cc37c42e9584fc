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
})
