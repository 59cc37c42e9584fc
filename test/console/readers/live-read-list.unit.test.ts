import { describe, expect, test } from 'bun:test'
import type { components } from '../../../src/console/api/schema'
import { createLiveReadList, type LiveReadOrder } from '../../../src/console/readers/live-read-list'

/** The list of live reads on the page of a reader. */

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
  list: ReturnType<typeof createLiveReadList>,
  order: LiveReadOrder = 'latest',
  at = 0,
): string[] => list.list(order, 10, at).map((line) => `${line.read.value}@${line.read.antenna} ${line.count}`)

describe('the list of live reads', () => {
  test('has one line for each tag and antenna, the latest first', () => {
    const list = createLiveReadList(10)
    list.add(read('a'), 0)
    list.add(read('b'), 0)
    list.add(read('a', { antenna: 2 }), 0)
    list.add(read('a'), 0)
    expect(valuesOf(list)).toEqual(['a@1 2', 'a@2 1', 'b@1 1'])
    expect(list.counts()).toEqual({ reads: 4, lines: 3 })
    expect(list.list('latest', 2, 0)).toHaveLength(2)
  })

  test('does not count duplicates', () => {
    const list = createLiveReadList(10)
    list.add(read('a', { rssi: -50 }), 0)
    list.add(read('b'), 1)
    list.add(read('a', { rssi: -50, result: 'duplicate' }), 2)
    expect(valuesOf(list)).toEqual(['b@1 1', 'a@1 1'])
    list.add(read('c', { result: 'duplicate' }), 3)
    expect(valuesOf(list)[0]).toBe('c@1 1')
  })

  test('can be ordered by strength, with tags that are being read now before the others', () => {
    const list = createLiveReadList(10)
    list.add(read('gone', { rssi: -20 }), 0)
    list.add(read('weak', { rssi: -80 }), 15_000)
    list.add(read('strong', { rssi: -30 }), 15_000)
    list.add(read('unmeasured', { rssi: null }), 15_000)
    expect(valuesOf(list, 'strongest', 16_000)).toEqual([
      'strong@1 1',
      'weak@1 1',
      'unmeasured@1 1',
      'gone@1 1',
    ])
  })

  test('drops the line with the oldest last read when it is full', () => {
    const list = createLiveReadList(3)
    for (const value of ['a', 'b', 'c', 'a', 'd']) list.add(read(value), 0)
    expect(valuesOf(list)).toEqual(['d@1 1', 'a@1 2', 'c@1 1'])
  })

  test('drops a line five minutes after its last read', () => {
    const list = createLiveReadList(10)
    list.add(read('a'), 0)
    list.add(read('b'), 1000)
    list.removeOld(300_000)
    expect(list.counts().lines).toBe(2)
    list.removeOld(300_500)
    expect(valuesOf(list)).toEqual(['b@1 1'])
  })
})
