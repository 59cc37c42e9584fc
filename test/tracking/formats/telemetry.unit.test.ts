import { describe, expect, test } from 'bun:test'
import { fromHex, toHex } from '../../../src/tracking/formats/payloads/beacon'
import { openBthome } from '../../../src/tracking/formats/telemetry/bthome'
import type { Telemetry } from '../../../src/tracking/formats/telemetry/measured'
import { telemetryOf } from '../../../src/tracking/formats/telemetry/telemetry'

/** Returns an advertisement with one structure. */
const structure = (type: string, data: string): Uint8Array =>
  fromHex((data.length / 2 + 1).toString(16).padStart(2, '0') + type + data)
const bthome = (frame: string) => structure('16', `d2fc${frame}`)
const ruuvi = (frame: string) => structure('ff', `9904${frame}`)
const service = (uuid: string, frame: string) => structure('16', uuid + frame)

const summary = (telemetry: Telemetry | undefined) =>
  telemetry && { ...Object.fromEntries(telemetry.values), impossible: telemetry.impossible }

// Rule: history.md, Telemetry
describe('a tag says', () => {
  const air = { temperature_c: 25.06, humidity_percent: 50.55 }
  test.each<[string, Uint8Array, object | undefined]>([
    ['BTHome temperature and humidity', bthome('4002ca0903bf13'), { ...air, impossible: 0 }],
    [
      'BTHome whole numbers',
      bthome('40002e01641e012e34451601'),
      { battery_percent: 100, humidity_percent: 52, temperature_c: 27.8, impossible: 0 },
    ],
    ['BTHome temperatures below zero', bthome('4057ea'), { temperature_c: -22, impossible: 0 }],
    ['BTHome steps of 0.35', bthome('4058ea'), { temperature_c: -7.7, impossible: 0 }],
    ['BTHome voltage', bthome('400c020c'), { battery_volts: 3.074, impossible: 0 }],
    ['BTHome motion', bthome('402101'), { motion: 1, impossible: 0 }],
    ['BTHome button', bthome('44005201643a01'), { battery_percent: 100, button: 1, impossible: 0 }],
    ['BTHome second button', bthome('403a003a04'), { button: 4, impossible: 0 }],
    ['BTHome button that is not pressed', bthome('403a00'), undefined],
    [
      'BTHome first of several values',
      bthome('4002ca0902cf0902cf0803b71803b717015d'),
      { temperature_c: 25.06, humidity_percent: 63.27, battery_percent: 93, impossible: 0 },
    ],
    [
      'BTHome values up to an unknown object',
      bthome('40015dfe5d0903b718'),
      { battery_percent: 93, impossible: 0 },
    ],
    [
      'BTHome values behind a text',
      bthome('44530c48656c6c6f20576f726c6421015d'),
      { battery_percent: 93, impossible: 0 },
    ],
    ['BTHome values behind an address', bthome('42b2188d38c1a4015d'), { battery_percent: 93, impossible: 0 }],
    ['BTHome object that is cut off', bthome('40015d02ca'), { battery_percent: 93, impossible: 0 }],
    ['BTHome of another version', bthome('2002ca09'), undefined],
    ['BTHome impossible values', bthome('4001ff02ff7f03ffff'), { impossible: 3 }],
    [
      'RuuviTag format 5',
      ruuvi('0512fc5394c37c0004fffc040cac364200cdcbb8334c884f'),
      { temperature_c: 24.3, humidity_percent: 53.49, battery_volts: 2.977, impossible: 0 },
    ],
    [
      'RuuviTag format 5, greatest',
      ruuvi('057ffffffefffe7fff7fff7fffffdefefffecbb8334c884f'),
      { temperature_c: 163.835, battery_volts: 3.646, impossible: 1 },
    ],
    [
      'RuuviTag format 5, least',
      ruuvi('058001000000008001800180010000000000cbb8334c884f'),
      { temperature_c: -163.835, humidity_percent: 0, battery_volts: 1.6, impossible: 0 },
    ],
    [
      'RuuviTag format 5 without values',
      ruuvi('058000ffffffff800080008000ffffffffffffffffffffff'),
      undefined,
    ],
    [
      'RuuviTag format 3',
      ruuvi('03291a1ece1efc18f94202ca0b53'),
      { humidity_percent: 20.5, temperature_c: 26.3, battery_volts: 2.899, impossible: 0 },
    ],
    [
      'RuuviTag format 3 below zero',
      ruuvi('03008145c87dffffffffffff0b53'),
      { humidity_percent: 0, temperature_c: -1.69, battery_volts: 2.899, impossible: 0 },
    ],
    [
      'RuuviTag format 3 with half a percent above',
      ruuvi('03ff7f63ffff7fff7fff7fffffff'),
      { temperature_c: 127.99, impossible: 2 },
    ],
    [
      'Eddystone-TLM',
      service('aafe', '20000bb815800000000a00000064'),
      { battery_volts: 3, temperature_c: 21.5, impossible: 0 },
    ],
    ['Eddystone-TLM without values', service('aafe', '2000000080000000000a00000064'), undefined],
    ['encrypted Eddystone-TLM', service('aafe', '20010bb815800000000a00000064'), undefined],
    [
      'Minew temperature and humidity',
      fromHex('0201060303E1FF1016E1FFA1016419F8394AE53F390000C3'),
      { battery_percent: 100, temperature_c: 25.9688, humidity_percent: 57.2891, impossible: 0 },
    ],
    [
      'Minew without measurements',
      fromHex('0201060303E1FF1016E1FFA101648000FFFFE53F390000C3'),
      { battery_percent: 100, impossible: 1 },
    ],
    ['Eddystone-TLM with a broken sensor', service('aafe', '200000007fff0000000a00000064'), undefined],
    ['BTHome of a DS18B20 without its sensor', service('d2fc', '400264ce'), undefined],
    [
      'Minew acceleration',
      fromHex('0201060303e1ff1216e1ffa1034affe7004500fa55daba50e1fe'),
      { battery_percent: 74, impossible: 0 },
    ],
    ['Minew name', fromHex('0f16e1ffa10864aabbccddeeff433130'), { battery_percent: 100, impossible: 0 }],
    [
      'MOKO temperature and humidity',
      service('abfe', '70000a011201ee0caf03def14635998a'),
      { battery_volts: 3.247, temperature_c: 27.4, humidity_percent: 49.4, impossible: 0 },
    ],
    [
      'MOKO acceleration',
      service('abfe', '60000a010007154039c0fa000bf901f40c93fe3487'),
      { battery_volts: 3.065, impossible: 0 },
    ],
    ['MOKO device', service('abfe', '40000a0bb8'), { battery_volts: 3, impossible: 0 }],
    ['MOKO Beacon', service('01ff', '64000000005085a000f0ffe003'), { battery_percent: 100, impossible: 0 }],
    [
      'battery of an iBeacon in its scan response',
      fromHex('04160f1858'),
      { battery_percent: 88, impossible: 0 },
    ],
    [
      'Jaalee iBeacon',
      structure('ff', '4c000215ebefd08370a247c89837e7b5634df52567f857becb64'),
      { temperature_c: 26.0735, humidity_percent: 34.2748, battery_percent: 100, impossible: 0 },
    ],
    ['iBeacon', structure('ff', '4c000215fda50693a4e24fb1afcfc6eb0764782500010002c5'), undefined],
    ['nothing', new Uint8Array(), undefined],
  ])('%s', (_, advertisement, expected) => {
    expect(summary(telemetryOf([advertisement]))).toEqual(expected as never)
  })
})

// Rule: history.md, Telemetry
describe('values are those that other decoders of the format return', () => {
  test.each<[string, object]>([
    ['0201060916d2fc40014f45ad02', { battery_percent: 79, temperature_c: 68.5 }],
    ['0201060916d2fc4001150c1607', { battery_percent: 21, battery_volts: 1.814 }],
    ['0201060a16d2fc40032b040c3709', { humidity_percent: 10.67, battery_volts: 2.359 }],
    ['0201060816d2fc4001282100', { battery_percent: 40, motion: 0 }],
    [
      '02010611ff990403ba4d40ce1efc18f94202ca0ac4',
      { humidity_percent: 93, temperature_c: 77.64, battery_volts: 2.756 },
    ],
    [
      '02010611ff990403309f07ce1efc18f94202ca0d4e',
      { humidity_percent: 24, temperature_c: -31.07, battery_volts: 3.406 },
    ],
    [
      '0201061bff990405eb4c620897cc0000000003e89b164200cdcbb8334c884f',
      { temperature_c: -26.5, humidity_percent: 62.74, battery_volts: 2.84 },
    ],
    [
      '0201061bff99040530283f244db30000000003e895564200cdcbb8334c884f',
      { temperature_c: 61.64, humidity_percent: 40.41, battery_volts: 2.794 },
    ],
  ])('%s', (advertisement, expected) => {
    const { values } = telemetryOf([fromHex(advertisement)]) as Telemetry
    expect(Object.fromEntries(values)).toEqual(expected as never)
  })
})

/** Advertisements and values of the tests of other decoders. What differs is said beside it. */
const samples: readonly (readonly [source: string, advertisement: string, values: object])[] = [
  // bleparser, package/tests/test_bthome_v2.py
  ['BTHome packet and battery', '0201060816d2fc4000090161', { battery_percent: 97 }],
  [
    'BTHome temperature and humidity',
    '0201060a16d2fc4002ca0903bf13',
    { temperature_c: 25.06, humidity_percent: 50.55 },
  ],
  ['BTHome humidity in a byte', '0201060616d2fc402e33', { humidity_percent: 51 }],
  ['BTHome temperature in tenths', '0201060716d2fc40450101', { temperature_c: 25.7 }],
  ['BTHome motion', '0201060616d2fc402101', { motion: 1 }],
  // bleparser returns the last one, 25.9; bthome-ble names both. The first one counts here.
  ['BTHome two temperatures', '0201060a16d2fc40450101450301', { temperature_c: 25.7 }],
  // bthome-ble, tests/test_parser_v2.py
  [
    'BTHome Shelly BLU H&T',
    '0f16d2fc40002e01641e012e34451601',
    { battery_percent: 100, humidity_percent: 52, temperature_c: 27.8 },
  ],
  ['BTHome pressure only', '0816d2fc4004138a01', {}],
  // bleparser, package/tests/test_ruuvitag_parser.py. It also computes a battery in percent, which the tag does not send.
  [
    'RuuviTag format 3',
    '02010415ff990403291a1ece1efc18f94202ca0b5300000000',
    { temperature_c: 26.3, humidity_percent: 20.5, battery_volts: 2.899 },
  ],
  [
    'RuuviTag format 5',
    '0201061bff990405138a5f61c4f0ffe4ffdc0414c5b6ec29b3f27a52fad4cd',
    { temperature_c: 25.01, humidity_percent: 61.0425, battery_volts: 3.181 },
  ],
  // The formats 2 and 4 are URLs of Eddystone, and not sent any more.
  ['RuuviTag format 2', '0201060303aafe1616aafe10ee037275752e76692f23416a7759414d4666', {}],
  // ruuvitag-sensor, tests/test_decoder.py
  [
    'RuuviTag format 3, least',
    '12ff99040300ff630000fc18fc18fc180bb8',
    { temperature_c: -127.99, humidity_percent: 0, battery_volts: 3 },
  ],
  // bleparser, package/tests/test_kkm.py: a frame of its own in Eddystone-TLM of another version.
  ['KKM K6', '0201060303aafe1216aafe21010f0e07192a224fffffcfffec03eb', {}],
  // bleparser, package/tests/test_jaalee.py. It computes 32.86 °C and 37.51 % with the formula of another sensor; theengsdecoder
  // computes the values here.
  [
    'Jaalee',
    '0201041bff4c000215ebefd08370a247c89837e7b5634df5257420591acb64',
    { temperature_c: 34.3835, humidity_percent: 34.8058, battery_percent: 100 },
  ],
  // theengsdecoder, tests/BLE/test_ble.cpp
  ['BTHome Shelly button', '0a16d2fc40001d01643a01', { battery_percent: 100, button: 1 }],
]

// Rule: history.md, Telemetry
test.each(samples)('a sample of another decoder has its values: %s', (_, advertisement, values) => {
  const found = telemetryOf([fromHex(advertisement)], 'A4:C1:38:8D:18:B2')
  expect(Object.fromEntries(found?.values ?? [])).toEqual(values as never)
})

// Rule: history.md, Telemetry
describe('an encrypted frame', () => {
  const key = fromHex('231d39c1d7cc1ab1aee224cd096db932')
  const address = '54:48:E6:8F:80:A5'
  const opened = (frame: string, of = address, by = key) => {
    const { sealed } = telemetryOf([bthome(frame)], of) ?? {}
    return summary(sealed && openBthome(sealed, by))
  }
  const air = { temperature_c: 25.06, humidity_percent: 50.55, impossible: 0 }
  test.each<[string, object | undefined, object | undefined]>([
    ['is read with the key of the tag', opened('41a47266c95f730011223378237214'), air],
    ['is read with another counter', opened('41e445f3c9962b332211006c7c4519'), air],
    ['with its own address needs no other', opened('43a5808fe64854f196c06ffb4900112233f08ecbde', ''), air],
    [
      'is not read with another key',
      opened('41a47266c95f730011223378237214', address, fromHex('00'.repeat(16))),
      undefined,
    ],
    ['is not read with another address', opened('41a47266c95f730011223378237214', '5448e68f80a6'), undefined],
    ['is not read after a change', opened('41a47266c95f740011223378237214'), undefined],
    ['is not read when it is too short', opened('41a4726611'), undefined],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected as never)
  })
})

test('bytes of any device neither throw nor give an impossible value', () => {
  const heads = ['d2fc40', 'd2fc41', 'aafe20', 'e1ffa1', 'abfe70', '01ff', '0f18']
  const random = new Uint8Array(31)
  for (let round = 0; round < 20_000; round++) {
    crypto.getRandomValues(random)
    const head = fromHex(`1c16${heads[round % heads.length]}`)
    random.set(round % 2 === 0 ? head : fromHex(`1cff990${round % 3 === 0 ? '403' : '405'}`))
    const telemetry = telemetryOf([random], toHex(random.subarray(0, 6)))
    for (const [metric, value] of telemetry?.values ?? [])
      if (metric.endsWith('percent')) expect(value >= 0 && value <= 100).toBeTrue()
    if (telemetry?.sealed) openBthome(telemetry.sealed, random.subarray(0, 16))
  }
})
