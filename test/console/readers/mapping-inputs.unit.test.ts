import { describe, expect, test } from 'bun:test'
import { mappingInputsOf, mappingOf, usualMapping } from '../../../src/console/readers/form/mapping-inputs'

/** The form of a mapping in the console (docs/readers.md, Other readers). */

type Mapping = NonNullable<Parameters<typeof mappingInputsOf>[0]>

describe('the inputs of a mapping', () => {
  test.each<[what: string, mapping: Mapping]>([
    ['with few fields', { reads: '$.items', value: '$' }],
    ['with numbers', { reads: '$', value: '$.id', rssi: '$.r', rssi_scale: 0.01, antenna: '3' }],
    [
      'with a time',
      { reads: '$', value: '$.id', observed_at: '$.t', time_format: 'unix_ms', tag_type: 'ble' },
    ],
    ['with joined paths', { reads: '$', value: ['$.uuid', '$.major'], value_join: '/' }],
    ['of a key', { reads: '$.tags', value_from: 'key', value_decode: 'hex' }],
    ['of the topic', { reads: '$', value_from: 'topic:-1' }],
    ['of a tag above the reads', { reads: '$.rx', parent: '$.id', value_decode: 'base64' }],
    [
      'with conditions and named antennas',
      {
        reads: '$',
        value: '$.id',
        when: [
          { path: '$.state', equals: 'ON' },
          { path: "$['a b'][?@.x=='y']", not_equals: 'a = b' },
          { path: '$.empty', not_equals: '' },
          { path: '$.rssi', exists: true },
          { path: '$.gone', exists: false },
        ],
        antenna: '$.gateway',
        antenna_names: { 'Gate = North': 1, south: 2 },
      },
    ],
  ])('%s give the same mapping', (_, mapping) => {
    expect(mappingOf(mappingInputsOf(mapping))).toEqual(mapping)
  })

  test('write numbers, booleans and null of conditions as text with the same meaning', () => {
    const when = [
      { path: '$.a', equals: 4 },
      { path: '$.b', not_equals: true },
      { path: '$.c', equals: null },
      { path: '$.d', not_equals: null },
    ]
    expect(mappingOf(mappingInputsOf({ reads: '$', value: '$.id', when })).when).toEqual([
      { path: '$.a', equals: '4' },
      { path: '$.b', not_equals: 'true' },
      { path: '$.c', exists: false },
      { path: '$.d', exists: true },
    ])
  })

  test('leave a line that is neither a condition nor a port to the service, which says what is wrong', () => {
    const inputs = { ...usualMapping, when: '$.a\n\n$.b=1', antenna_names: 'north\nsouth = x' }
    expect(mappingOf(inputs)).toMatchObject({
      when: [{ path: '$.a' }, { path: '$.b=1' }],
      antenna_names: { north: '', south: 'x' },
    })
  })
})
