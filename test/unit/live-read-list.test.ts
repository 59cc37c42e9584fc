import { describe, expect, test } from 'bun:test'
import type { components } from '../../src/console/api/schema'
import { createLiveReadList, type LiveReadOrder } from '../../src/console/readers/live-read-list'

/** What the page of a reader gathers of its reads. */

type LiveRead = components['schemas']['LiveRead']

const read = (value: string, over: Partial<LiveRead> = {}): LiveRead => ({
  reader_id: 3,
  antenna: 1,
  tag_type: 'rfid',
  value,
  rssi: -60,
  observed_at: '2026-05-04T03:02:01.000Z',
  result: 'applied',
  asset_id: null,
  asset_external_key: null,
  asset_name: null,
  hint: null,
  ...over,
})

const valuesOf = (
  heard: ReturnType<typeof createLiveReadList>,
  order: LiveReadOrder = 'latest',
  at = 0,
): string[] =>
  heard.list(order, 10, at).map((line) => `${line.read.value}@${line.read.antenna} ${line.count}`)

describe('what is heard', () => {
  test('is one line for each tag and antenna, the latest first', () => {
    const heard = createLiveReadList(10)
    heard.take(read('a'), 0)
    heard.take(read('b'), 0)
    heard.take(read('a', { antenna: 2 }), 0)
    heard.take(read('a'), 0)
    expect(valuesOf(heard)).toEqual(['a@1 2', 'a@2 1', 'b@1 1'])
    expect(heard.counts()).toEqual({ reads: 4, lines: 3 })
    expect(heard.list('latest', 2, 0)).toHaveLength(2)
  })

  test('does not count what a reader sends again', () => {
    const heard = createLiveReadList(10)
    heard.take(read('a', { rssi: -50 }), 0)
    heard.take(read('b'), 1)
    heard.take(read('a', { rssi: -50, result: 'duplicate' }), 2)
    expect(valuesOf(heard)).toEqual(['b@1 1', 'a@1 1'])
    heard.take(read('c', { result: 'duplicate' }), 3)
    expect(valuesOf(heard)[0]).toBe('c@1 1')
  })

  test('is ordered by its strength where that is asked for: what is heard now before what was', () => {
    const heard = createLiveReadList(10)
    heard.take(read('gone', { rssi: -20 }), 0)
    heard.take(read('weak', { rssi: -80 }), 15_000)
    heard.take(read('strong', { rssi: -30 }), 15_000)
    heard.take(read('unmeasured', { rssi: null }), 15_000)
    expect(valuesOf(heard, 'strongest', 16_000)).toEqual([
      'strong@1 1',
      'weak@1 1',
      'unmeasured@1 1',
      'gone@1 1',
    ])
  })

  test('is bounded: the longest unheard goes first', () => {
    const heard = createLiveReadList(3)
    for (const value of ['a', 'b', 'c', 'a', 'd']) heard.take(read(value), 0)
    expect(valuesOf(heard)).toEqual(['d@1 1', 'a@1 2', 'c@1 1'])
  })

  test('is forgotten five minutes after it was heard last', () => {
    const heard = createLiveReadList(10)
    heard.take(read('a'), 0)
    heard.take(read('b'), 1000)
    heard.forgetOld(300_000)
    expect(heard.counts().lines).toBe(2)
    heard.forgetOld(300_500)
    expect(valuesOf(heard)).toEqual(['b@1 1'])
  })
})
