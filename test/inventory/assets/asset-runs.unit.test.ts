import { describe, expect, test } from 'bun:test'
import { runsOf } from '../../../src/inventory/assets/runs'
import type { JsonObject } from '../../../src/base/json'

/** The rows of a batch that are written concurrently. */

const tag = (value: string, type = 'rfid'): JsonObject => ({ tag_type: type, value })
const key = (external_key: string, ...tags: JsonObject[]): JsonObject => ({
  external_key,
  ...(tags.length > 0 && { tags }),
})

const runs = (...rows: JsonObject[]): number[] => [...runsOf(rows, (row) => row)].map((run) => run.length)

describe('rows of a batch are in one run', () => {
  test.each<[what: string, rows: JsonObject[], lengths: number[]]>([
    ['if they have different keys and tags', [key('A', tag('1')), key('B', tag('2'))], [2]],
    ['unless they have the same key', [key('A'), key('B'), key('A'), key('C')], [2, 2]],
    [
      'unless they have the same tag',
      [key('A', tag('1')), key('B', { value: '1', tag_type: 'rfid' })],
      [1, 1],
    ],
    ['if only the type of a tag differs', [key('A', tag('1')), key('B', tag('1', 'ble'))], [2]],
    ['if a key is the value of a tag', [key('1'), key('B', tag('1'))], [2]],
    ['if a row has the same tag twice', [key('A', tag('1'), tag('1')), key('B')], [2]],
    ['unless a key is missing', [key('A'), {}, {}, key('B'), key('C')], [1, 1, 1, 2]],
    ['unless a key could have been minted', [key('A'), key('ASSET-0001'), key('B')], [1, 1, 1]],
    ['also if what they contain is invalid', [key('A'), { external_key: 'B', tags: 7 }], [2]],
    ['if there are none', [], []],
  ])('%s', (_, rows, lengths) => {
    expect(runs(...rows)).toEqual(lengths)
  })

  test('with at most 64 keys and tags, in their order', () => {
    const rows = Array.from({ length: 100 }, (_, index) => key(`K${index}`, tag(`T${index}`)))
    const all = [...runsOf(rows, (row) => row)]
    expect(all.map((run) => run.length)).toEqual([32, 32, 32, 4])
    expect(all.flat()).toEqual(rows)
  })

  test('that has more than 64 tags by itself', () => {
    const large = key('A', ...Array.from({ length: 100 }, (_, index) => tag(`T${index}`)))
    expect(runs(key('B'), large, key('C'))).toEqual([1, 1, 1])
  })
})
