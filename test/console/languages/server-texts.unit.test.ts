import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  catalogOf,
  foreign,
  type Message,
  plain,
  readStored,
  sentences,
  storedOf,
  type Text,
} from '../../../src/base/messages'
import catalog from '../../../src/console/languages/de.json'
import { englishTexts } from '../../../src/console/languages/english-texts'
import { setLanguage } from '../../../src/console/languages/language'
import { setCatalog } from '../../../src/console/languages/messages'
import { serverText } from '../../../src/console/languages/server-texts'
import { mailMessages } from '../../../src/events/mail/messages'
import { backupMessages } from '../../../src/installation/backups/messages'
import { toTargetError } from '../../../src/installation/backups/target'
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

/** Sentences that only the tests have. */
const testTexts = {
  'test.name': '„{name}“ fehlt',
  'test.fault': '{place}: {fault}',
  'test.list': 'Es fehlen {names}',
  'test.units': '{free_bytes} frei, seit {seen_at}, {days, plural, one {# Tag} other {# Tage}}',
}

const say = catalogOf({
  'test.name': '"{name}" is missing',
  'test.fault': '{place}: {fault}',
  'test.list': '{names} are missing',
  'test.units': '{free_bytes} free since {seen_at}, {days} days',
})

/** What users may call things. None of it may change a sentence. */
const names = [
  'Hall for A',
  'Rack than at Dock',
  '{a}',
  '{name}',
  "O'Brien's {place}",
  `"quoted" 'single' „low“`,
  '{n, plural, one {#} other {#}}',
  '$1 $& <b>',
  'text.plain',
]

const inBoth = ({ english, text }: Message): [english: string, german: string] => [
  english,
  serverText(english, JSON.parse(JSON.stringify(text)) as Text),
]

describe('the values of a sentence', () => {
  beforeAll(() => {
    setLanguage('de', 'de-DE')
    setCatalog({ ...catalog, ...testTexts })
  })
  afterAll(() => {
    setLanguage('en', 'en-US')
    setCatalog(undefined)
  })

  test.each(names)('may contain %s, which does not change the sentence', (name) => {
    expect(inBoth(say('test.name', { name }))).toEqual([`"${name}" is missing`, `„${name}“ fehlt`])
    const nested = say('test.fault', { place: name, fault: say('test.name', { name }) })
    expect(inBoth(nested)).toEqual([`${name}: "${name}" is missing`, `${name}: „${name}“ fehlt`])
    const list = say('test.list', { names: [name, say('test.name', { name })] })
    expect(inBoth(list)).toEqual([
      `${name}, "${name}" is missing are missing`,
      `Es fehlen ${name}, „${name}“ fehlt`,
    ])
  })

  /** Returns the values of a sentence: `text` at each place that may have a name. */
  function valuesOf(key: string, text: string): Record<string, string | number> {
    const names = [...(messages.get(key) ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const german = (catalog as Record<string, string>)[key] ?? ''
    const valueOf = (name: string) => {
      if (name.endsWith('_at')) return '2026-11-27T08:00:00Z'
      return /_(seconds|bytes|dbm)$/.test(name) || german.includes(`{${name}, plural`) ? 3 : text
    }
    return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
  }

  test.each(names)('may be %s in each sentence of the service, which stays the same around it', (name) => {
    const shownWith = (key: string, text: string) => serverText('', { key, params: valuesOf(key, text) })
    const changed = [...messages.keys()].filter(
      (key) => shownWith(key, name) !== shownWith(key, '~1~').replaceAll('~1~', () => name),
    )
    expect(messages.size).toBeGreaterThan(300)
    expect(changed).toEqual([])
  })

  test.each(names)('may contain %s, and are the same after they were stored', (name) => {
    const message = say('test.fault', { place: name, fault: say('test.name', { name }) })
    expect(readStored(storedOf(message))).toEqual(message)
  })

  test('are shown in the units of the language', () => {
    const units = { free_bytes: 9_600_000, seen_at: '2026-11-27T08:00:00Z', days: 1 }
    const [english, german] = inBoth(say('test.units', units))
    expect(english).toBe('9.6 MB free since 2026-11-27T08:00:00Z, 1 days')
    expect(german).toMatch(/^9,6 MB frei, seit 27\.11\.2026, \d\d:00:00, 1 Tag$/)
  })

  test('make a sentence English when the console does not know a sentence in it', () => {
    const unknown = { english: 'new', text: { key: 'of_later.version', params: {} } }
    expect(inBoth(say('test.fault', { place: 'Dock', fault: unknown }))[1]).toBe('Dock: new')
  })

  test('are whole sentences, one after another', () => {
    const joined = sentences(plain('One.'), say('test.name', { name: 'B' }), plain('Three.'))
    expect(inBoth(joined)).toEqual(['One. "B" is missing Three.', 'One. „B“ fehlt Three.'])
  })

  test('are kept to a length that the database stores, without U+0000', () => {
    const { english, text } = readStored(storedOf(say('test.name', { name: `\0${'x'.repeat(5000)}` })))
    expect([english.length, text.params['name']]).toEqual([1000, ` ${'x'.repeat(999)}`])
    expect(english).not.toContain('\0')
  })

  test('are not known for a sentence that an earlier version stored', () => {
    expect(readStored('value must be hex')).toEqual(plain('value must be hex'))
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

describe('what another program has said', () => {
  inGerman()

  // Rule: internal-api.md, Texts
  test.each([
    ['alone', foreign('connect ECONNREFUSED'), '„connect ECONNREFUSED“'],
    [
      'as the reply of a server',
      mailMessages('mail.refused', { host: 'mx.example.org', reply: '550 no such user' }),
      catalog['mail.refused'].replace('{host}', 'mx.example.org').replace('{reply}', '„550 no such user“'),
    ],
    ['printed by it', readStored('EACCES: permission denied', foreign), '„EACCES: permission denied“'],
    [
      'as the reason in a sentence',
      backupMessages('backup.failed', { reason: 'disk I/O error' }),
      'Das Backup ist fehlgeschlagen: „disk I/O error“.',
    ],
    [
      'in a reason of the service',
      toTargetError({ kind: 'directory', path: '/mnt/share' }, { code: 'EIO', message: 'i/o error' }).said,
      '/mnt/share ist nicht verwendbar (EIO: „i/o error“).',
    ],
    [
      'not at all',
      toTargetError(
        { kind: 'directory', path: '/mnt/share' },
        { code: 'ConnectionRefused', message: 'an unexpected error has occurred' },
      ).said,
      '/mnt/share ist nicht verwendbar (ConnectionRefused: der S3-Dienst antwortet nicht).',
    ],
  ])('is a quotation in German, %s', (_, message, german) => {
    const { english, text } = message as Message
    expect(serverText(english, text)).toBe(german)
  })
})
