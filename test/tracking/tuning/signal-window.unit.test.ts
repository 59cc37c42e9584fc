import { describe, expect, test } from 'bun:test'
import { second } from '../../../src/base/time'
import { histogramOf, SignalWindow } from '../../../src/tracking/tuning/signal-window'

/** The signal of an antenna: percentiles of the RSSI, reads a minute and weak reads in the last minutes. */

/** The beginning of a minute. */
const start = 1_790_000_040 * second

type Given = readonly [seconds: number, rssi: number | null, isWeak?: boolean]

function summaryOf(given: readonly Given[], now: number) {
  const window = new SignalWindow()
  for (const [seconds, rssi, isWeak = false] of given)
    window.add(start + seconds * second, rssi ?? Number.NaN, isWeak)
  return window.summary(start + now * second)
}

const levels = (...rssi: (number | null)[]): Given[] => rssi.map((level) => [1, level])

describe('the percentiles of an antenna', () => {
  // Rule: internal-api.md, Signal
  test.each<[title: string, given: (number | null)[], p10: number, p50: number, p90: number]>([
    ['of one read are its level', [-61], -61, -61, -61],
    [
      'of ten reads are those of the ranks 1, 5 and 9',
      [-70, -69, -68, -67, -66, -65, -64, -63, -62, -61],
      -70,
      -66,
      -62,
    ],
    ['are rounded to 1 dB', [-60.4], -60, -60, -60],
    ['do not include reads without RSSI', [null, -50, null], -50, -50, -50],
    ['have limits', [-200, -200, 12, 12], -127, -127, 0],
  ])('%s', (_, given, p10, p50, p90) => {
    expect(summaryOf(levels(...given), 2).percentiles).toEqual({ p10, p50, p90 })
  })

  test('are null without a read, and without RSSI', () => {
    expect(summaryOf([], 1).percentiles).toBeNull()
    expect(summaryOf(levels(null, null), 2)).toMatchObject({ reads: 2, percentiles: null })
  })
})

describe('the histogram of an antenna', () => {
  test.each<[title: string, given: number[], offset: number, bars: Record<number, number>]>([
    ['has a bar for each 2 dB', [-80, -78, -78, -30], 0, { 0: 1, 1: 2, 25: 1 }],
    ['counts weaker and stronger reads in its first and last bar', [-127, -81, -29, 0], 0, { 0: 2, 25: 2 }],
    ['contains the offset', [-60], 10, { 15: 1 }],
  ])('%s', (_, given, offset, bars) => {
    const histogram = histogramOf(summaryOf(levels(...given), 2).levels, offset)
    expect(histogram).toHaveLength(26)
    expect(Object.fromEntries(histogram.entries().filter(([, count]) => count > 0))).toEqual(bars)
  })
})

describe('the window of an antenna', () => {
  // Rule: internal-api.md, Signal
  test('contains the current minute and five before it', () => {
    const given = Array.from({ length: 20 }, (_, minute): Given => [minute * 60, -40 - minute])
    const { reads, percentiles } = summaryOf(given, 19 * 60 + 30)
    expect(reads).toBe(6)
    expect(percentiles).toEqual({ p10: -59, p50: -57, p90: -54 })
  })

  test('ends some minutes after the last read', () => {
    expect(summaryOf([[0, -50]], 5 * 60).reads).toBe(1)
    expect(summaryOf([[0, -50]], 6 * 60).reads).toBe(0)
  })

  test('does not contain a read that is older than itself', () => {
    const given: Given[] = [
      [600, -50],
      [0, -90],
      [-3600, -90],
    ]
    expect(summaryOf(given, 601)).toMatchObject({ reads: 1, percentiles: { p10: -50 } })
  })

  // Rule: internal-api.md, Signal
  test('counts the reads a minute', () => {
    const given = Array.from({ length: 330 }, (_, at): Given => [at, -50])
    expect(summaryOf(given, 330).readsPerMinute).toBe(60)
  })

  test.each([
    [1, 1],
    [30, 30],
    [90, 60],
    [120, 60],
  ])('counts them since the first read, %d s ago, and over a minute at least', (seconds, rate) => {
    const given = Array.from({ length: seconds }, (_, at): Given => [600 + at, -50])
    expect(summaryOf(given, 600 + seconds).readsPerMinute).toBe(rate)
  })

  test('counts weak reads', () => {
    const given: Given[] = [
      [1, -50],
      [2, -80, true],
      [3, -81, true],
    ]
    expect(summaryOf(given, 4)).toMatchObject({ reads: 3, weakReads: 2 })
  })
})
