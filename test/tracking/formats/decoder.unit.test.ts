import { plain } from '../../../src/base/messages'
import { describe, expect, test } from 'bun:test'
import { DecodeError, decodeEntries } from '../../../src/tracking/formats/payloads/decoder'
import { readOf } from './rows'

/** `ok` is a read, `event` contains no tag, anything else is bad. */
function decodeWord(word: string) {
  if (word === 'event') return null
  if (word !== 'ok') throw new DecodeError(plain(`${word} is bad`))
  return readOf(word)
}

describe('decodeEntries', () => {
  test.each<[sentence: string, entries: (string | DecodeError)[], reads: number, faults: string[]]>([
    ['finds nothing in nothing', [], 0, []],
    ['keeps the good beside the bad', ['one', 'ok', 'two', 'ok'], 2, ['one is bad', 'two is bad']],
    ['takes entries that tell of no tag for good ones', ['event', 'one'], 0, ['one is bad']],
    ['passes on why an entry could not be parsed', [new DecodeError(plain('cut off')), 'ok'], 1, ['cut off']],
  ])('%s', (_, entries, reads, faults) => {
    const decoded = decodeEntries(entries, decodeWord)
    expect(decoded).toEqual({
      reads: Array.from({ length: reads }, () => readOf('ok')),
      faults: faults.map(plain),
    })
  })

  // Rule: history.md, Messages
  test('throws the first reason when all entries are wrong', () => {
    expect(() => decodeEntries(['one', 'two'], decodeWord)).toThrow(new DecodeError(plain('one is bad')))
  })

  test('keeps the valid reads among 10,000 invalid ones, and rejects a payload with more', () => {
    const bad = Array.from({ length: 10_000 }, () => 'x')
    expect(decodeEntries([...bad, 'ok'], decodeWord).reads).toEqual([readOf('ok')])
    let decoded = 0
    const decode = (word: string) => {
      decoded++
      return decodeWord(word)
    }
    const reason = 'The payload has more than 10000 entries that are not reads: x is bad'
    expect(() => decodeEntries([...bad, ...bad, 'ok'], decode)).toThrow(new DecodeError(plain(reason)))
    expect(decoded).toBe(10_001)
  })

  test('omits antennas when none is reported', () => {
    expect(decodeEntries([], decodeWord, undefined, new Map())).not.toHaveProperty('antennas')
    expect(decodeEntries([], decodeWord, undefined, new Map([[1, true]])).antennas).toEqual(
      new Map([[1, true]]),
    )
  })

  test('does not treat a bug as a bad entry', () => {
    const buggy = () => {
      throw new TypeError('a bug')
    }
    expect(() => decodeEntries(['ok'], buggy)).toThrow(TypeError)
  })
})
