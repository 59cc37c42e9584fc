import { describe, expect, test } from 'bun:test'
import { Gauge, nearnessOf, type Signal, wordOf } from '../../../src/tracking/tracking/nearness'

/** How near a tag is, from the strength of its reads (docs/readers.md, Finding an asset by signal). */

const start = 1_790_000_000_000_000

/** Reads as [milliseconds, RSSI, antenna, milliseconds until the receipt]. */
type Heard = readonly [at: number, rssi: number | null, antenna?: number, delay?: number]
const signalOf = ([at, rssi, antenna = 1, delay = 20]: Heard): Signal => ({
  organizationId: 1,
  assetId: 2,
  readerId: 3,
  antenna,
  tagType: 'rfid',
  rssi,
  at: start + at * 1_000,
  receivedAt: start + (at + delay) * 1_000,
})
const heard = (...reads: readonly Heard[]): (number | null)[] => {
  const gauge = new Gauge()
  return reads.map((read) => gauge.next(signalOf(read)))
}

// Rule: internal-api.md, Stream
describe('the nearness of a read', () => {
  test.each([
    ['rfid', -90, 0],
    ['rfid', -75, 0],
    ['rfid', -65, 25],
    ['rfid', -55, 50],
    ['rfid', -45, 75],
    ['rfid', -35, 100],
    ['rfid', -20, 100],
    ['ble', -95, 0],
    ['ble', -70, 50],
    ['ble', -45, 100],
    ['rfid', null, null],
    ['barcode', -40, null],
  ] as const)('of %s at %p dBm is %p', (tagType, rssi, nearness) => {
    expect(nearnessOf(tagType, rssi)).toBe(nearness)
  })

  test.each([
    [0, 'far'],
    [34, 'far'],
    [35, 'near'],
    [64, 'near'],
    [65, 'very_near'],
    [94, 'very_near'],
    [95, 'here'],
    [100, 'here'],
  ] as const)('of %p has the word %s', (nearness, word) => {
    expect(wordOf(nearness)).toBe(word)
  })
})

describe('the bar', () => {
  test.each<[string, Heard[], (number | null)[]]>([
    [
      'shows the strongest of the reads of 1.5 s',
      [
        [0, -45],
        [700, -65],
        [1_400, -70],
      ],
      [75, 75, 75],
    ],
    [
      'falls when the strong read is older',
      [
        [0, -45],
        [1_000, -65],
        [1_500, -70],
      ],
      [75, 75, 25],
    ],
    [
      'rises with the first stronger read',
      [
        [0, -75],
        [100, -55],
        [200, -35],
      ],
      [0, 50, 100],
    ],
    [
      'keeps antennas apart',
      [
        [0, -45, 1],
        [100, -65, 2],
        [200, -70, 1],
      ],
      [75, 25, 75],
    ],
    [
      'does not move for a read without RSSI',
      [
        [0, -45],
        [100, null],
        [200, -65],
      ],
      [75, null, 75],
    ],
    [
      'does not move for a read that arrives late',
      [
        [0, -65],
        [-11_000, -35, 1, 11_050],
        [100, -65],
      ],
      [25, null, 25],
    ],
    [
      'puts a delayed read in its place',
      [
        [2_000, -65],
        [0, -35, 1, 2_100],
        [2_100, -65],
      ],
      [25, 25, 25],
    ],
  ])('%s', (_title, reads, expected) => {
    expect(heard(...reads)).toEqual(expected)
  })

  test('remembers a bounded number of antennas and reads', () => {
    const gauge = new Gauge()
    for (let antenna = 0; antenna < 1_000; antenna++) gauge.next(signalOf([antenna, -45, antenna]))
    for (let at = 0; at < 1_000; at++) gauge.next(signalOf([at, -65, 7]))
    expect(gauge.next(signalOf([1_001, -65, 0]))).toBe(25)
  })
})
