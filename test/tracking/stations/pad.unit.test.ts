import { describe, expect, test } from 'bun:test'
import { Pad } from '../../../src/tracking/stations/pad'

/** What lies on an encode station, by its reads. */

interface Case {
  readonly name: string
  /** Tags with the time of their read in seconds. A tag is its EPC, perhaps with `/` and its chip. */
  readonly reads: readonly (readonly [tag: string, seconds: number])[]
  readonly signs: readonly string[]
}

const cases: readonly Case[] = [
  { name: 'a tag that was read once is not on the pad yet', reads: [['A', 0]], signs: [] },
  {
    name: 'a tag is alone after a second, and this is said once',
    reads: [
      ['A', 0],
      ['A', 0.5],
      ['A', 1],
      ['A', 1.5],
      ['A', 4],
    ],
    signs: ['alone A'],
  },
  {
    name: 'two tags that take turns are together, which is said every two seconds',
    reads: [
      ['A', 0],
      ['B', 0.1],
      ['A', 0.2],
      ['B', 0.3],
      ['A', 2.1],
      ['B', 2.3],
      ['A', 2.4],
    ],
    signs: ['two A', 'two A'],
  },
  {
    name: 'one tag after another is an exchange',
    reads: [
      ['A', 0],
      ['A', 1],
      ['B', 1.1],
      ['B', 2.1],
    ],
    signs: ['alone A', 'alone B'],
  },
  {
    name: 'the second begins when the other tag was taken away',
    reads: [
      ['A', 0],
      ['B', 0.5],
      ['A', 0.6],
      ['A', 1.2],
      ['A', 1.6],
    ],
    signs: ['two A', 'alone A'],
  },
  {
    name: 'a tag that was away lies there anew',
    reads: [
      ['A', 0],
      ['A', 1],
      ['A', 7],
      ['A', 8],
    ],
    signs: ['alone A', 'alone A'],
  },
  {
    name: 'two chips with one EPC are two tags',
    reads: [
      ['A/1', 0],
      ['A/2', 0.1],
      ['A/1', 0.2],
    ],
    signs: ['two A/1'],
  },
  {
    name: 'the chip of a tag may be read later',
    reads: [
      ['A', 0],
      ['A/1', 0.5],
      ['A', 1],
    ],
    signs: ['alone A/1'],
  },
  {
    name: 'a read that arrives late counts as one of now',
    reads: [
      ['A', 10],
      ['A', 0],
      ['A', 10.9],
      ['A', 11],
    ],
    signs: ['alone A'],
  },
]

// Rule: internal-api.md, Print jobs
describe('a read of the pad', () => {
  for (const { name, reads, signs } of cases)
    test(name, () => {
      const pad = new Pad()
      const said: string[] = []
      for (const [tag, seconds] of reads) {
        const [value = '', tid] = tag.split('/')
        const sign = pad.next(
          { value, ...(tid !== undefined && { tid }) },
          1_000_000_000 + seconds * 1_000_000,
        )
        if (!sign) continue
        said.push(`${sign.kind} ${[sign.tag.value, sign.tag.tid ?? []].flat().join('/')}`)
        if (sign.kind === 'alone') pad.settle()
      }
      expect(said).toEqual([...signs])
    })
})

// Rule: internal-api.md, Print jobs
test('a tag that is not settled is asked about again every two seconds while it stays', () => {
  const pad = new Pad()
  const signs = [0, 1, 2, 3, 4, 5].filter((at) => pad.next({ value: 'A' }, 1_000_000 * (at + 1)))
  expect(signs).toEqual([1, 3, 5])
})
