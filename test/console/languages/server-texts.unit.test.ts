import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Text } from '../../../src/base/messages'
import catalog from '../../../src/console/languages/de.json'
import { englishTexts } from '../../../src/console/languages/english-texts'
import { setLanguage } from '../../../src/console/languages/language'
import { setCatalog } from '../../../src/console/languages/messages'
import { serverText } from '../../../src/console/languages/server-texts'
import { reasonOf } from '../../../src/tracking/tracking/reason'
import { serverMessages } from '../../support/server-messages'

/** The sentences of the service as the console shows them, in German and in English. */

const messages = await serverMessages()

test('every text of the English console belongs to a sentence of the service with the same values', () => {
  const valuesOf = (text = '') => text.match(/\{\w+/g)?.toSorted()
  for (const [key, text] of Object.entries(englishTexts))
    expect([key, valuesOf(text)]).toEqual([key, valuesOf(messages.get(key))])
})

function inGerman(): void {
  beforeAll(() => {
    setLanguage('de', 'de-DE')
    setCatalog(catalog)
  })
  afterAll(() => {
    setLanguage('en', 'en-US')
    setCatalog(undefined)
  })
}

const why = {
  fromId: 1,
  fromDbm: -58.2,
  toDbm: -41.4,
  silentSeconds: 42,
  pauseSeconds: 3,
  leadSeconds: 2.7,
  evidence: 27,
  needed: 23,
}

type Cause = Parameters<typeof reasonOf>[0]['cause']

type Move = [cause: Cause, here: string, there: string | null, changes?: Partial<typeof why> | null]

/** A reason as the private API sends it. */
function sent(...[cause, here, there, changes = {}]: Move) {
  const reason = reasonOf({
    locationName: here,
    previousName: there,
    cause,
    why: changes && { ...why, ...changes },
  })
  return JSON.parse(JSON.stringify(reason)) as { english: string; text: Text }
}

const shown = (...args: Move): string => {
  const { english, text } = sent(...args)
  return serverText(english, text)
}

const eachMove = (rows: readonly [expected: string, ...move: Move][]) =>
  test.each(rows.map(([expected, ...move]): [string, Move] => [expected, move]))

// Rule: internal-api.md, Texts
describe('in German', () => {
  inGerman()

  eachMove([
    ['Tor 4 mit −41 dBm, Halle mit −58 dBm; stärker seit 2,7 s', 'stronger', 'Tor 4', 'Halle'],
    ['Stärkeres Signal an Yard als an Rack than at Dock', 'stronger', 'Yard', 'Rack than at Dock', null],
    [
      'Dock, Cage at −61 dBm mit −41 dBm, Hall for A mit −58 dBm; stärker schon bei der ersten Lesung',
      'stronger',
      'Dock, Cage at −61 dBm',
      'Hall for A',
      { leadSeconds: 0 },
    ],
    [
      'An Dock gelesen; seit 42 s nicht an Hall for A gelesen (sonst alle 3 s)',
      'unheard',
      'Dock',
      'Hall for A',
    ],
    [
      'An Dock gelesen; seit 13 h nicht an {a} gelesen',
      'unheard',
      'Dock',
      '{a}',
      { silentSeconds: 45_000, pauseSeconds: 0 },
    ],
    ['An Dock gelesen; seit 42 s nicht am vorherigen Ort gelesen (sonst alle 3 s)', 'unheard', 'Dock', null],
    ['Erste Lesung des Objekts', 'first', 'Dock', null],
    ['Nach einer Pause wieder an Scanned at Dock gelesen', 'returned', 'Scanned at Dock', 'Dock'],
    ['An Tor 4 gescannt', 'scanned', 'Tor 4', 'Dock'],
    ['Nach einem Scan an anderer Stelle weiterhin an Tor 4 gelesen', 'resumed', 'Tor 4', 'Dock'],
    ['Verspätet gemeldet, nachdem das Lesegerät wieder verbunden war', 'late', 'Tor 4', 'Dock'],
  ])('the reason of a move is "%s"', (expected, move) => {
    expect(shown(...move)).toBe(expected)
  })

  test('a sentence with a key of a later version stays English', () => {
    expect(serverText('A new sentence', { key: 'move.of_later', params: { here: 'Dock' } })).toBe(
      'A new sentence',
    )
    expect(serverText('A new sentence', undefined)).toBe('A new sentence')
  })
})

describe('in English', () => {
  eachMove([
    ['Door at −41 dBm, Hall-3 dBm at −58 dBm; stronger for 2.7 s', 'stronger', 'Door', 'Hall-3 dBm'],
    ['Stronger signal at Yard than at Rack than at Dock', 'stronger', 'Yard', 'Rack than at Dock', null],
    ['Read at Dock; not read at Hall for A for 42 s (usually every 3 s)', 'unheard', 'Dock', 'Hall for A'],
    ['Read at Dock; no longer read at the previous location', 'unheard', 'Dock', null, null],
  ])('the reason of a move is "%s"', (expected, move) => {
    expect(shown(...move)).toBe(expected)
  })
})
