import { expect, test } from 'bun:test'
import { reasonOf } from '../../../src/tracking/tracking/reason'
import type { Cause, Why } from '../../../src/storage/core/store'

/** The reason of a scan event, as a sentence. */

const why: Why = {
  fromId: 1,
  fromDbm: -58.2,
  toDbm: -41.4,
  silentSeconds: 42.4,
  pauseSeconds: 3,
  leadSeconds: 2.7,
  evidence: 27,
  needed: 23,
}

const reason = (cause: Cause, changes: Partial<Why> | null, previousName: string | null = 'Staging') =>
  reasonOf({ locationName: 'Door 4', previousName, cause, why: changes && { ...why, ...changes } }).english

test.each<[Cause, Partial<Why> | null, string]>([
  ['stronger', {}, 'Door 4 at -41 dBm, Staging at -58 dBm; stronger for 2.7 s'],
  ['stronger', { leadSeconds: 0 }, 'Door 4 at -41 dBm, Staging at -58 dBm; stronger in the first read'],
  ['stronger', { leadSeconds: 14.4, fromDbm: null }, 'Read more often at Door 4 than at Staging for 14 s'],
  ['stronger', null, 'Stronger signal at Door 4 than at Staging'],
  ['unheard', {}, 'Read at Door 4; not read at Staging for 42 s (usually every 3 s)'],
  ['unheard', { silentSeconds: 900, pauseSeconds: 0 }, 'Read at Door 4; not read at Staging for 15 min'],
  [
    'unheard',
    { silentSeconds: 86_400, pauseSeconds: 60 },
    'Read at Door 4; not read at Staging for 24 h (usually every 60 s)',
  ],
  ['unheard', null, 'Read at Door 4; no longer read at Staging'],
  ['first', null, 'First read of the asset'],
  ['returned', null, 'Read at Door 4 again after a pause'],
  ['scanned', null, 'Scanned at Door 4'],
  ['resumed', null, 'Still read at Door 4 after a scan elsewhere'],
  ['late', null, 'Reported late, after the reader reconnected'],
])('the reason of %s with %p is "%s"', (cause, changes, sentence) => {
  expect(reason(cause, changes)).toBe(sentence)
})

test('a location whose name is not known is the previous location', () => {
  expect(reason('unheard', null, null)).toBe('Read at Door 4; no longer read at the previous location')
})
