import { expect, test } from 'bun:test'
import { reasonOf } from '../../../src/tracking/tracking/reason'

test.each([
  [2.7, '2.7 s'],
  [90, '90 s'],
  [600, '10 min'],
  [36_000, '10 h'],
  [745_200, '9 d'],
])('the reason of a silence of %p s says %p', (silentSeconds, text) => {
  const why = {
    toDbm: null,
    fromDbm: null,
    leadSeconds: 0,
    silentSeconds,
    pauseSeconds: 0,
    fromId: 1,
    evidence: 0,
    needed: 0,
  }
  const reason = reasonOf({ locationName: 'Dock', previousName: 'Aisle', cause: 'unheard', why })
  expect(reason.english).toBe(`Read at Dock; not read at Aisle for ${text}`)
})
