import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'bun:test'
import german from '../../../src/console/languages/de.json'
import { readMessages } from '../../support/console-messages'

/** The languages of the console: the messages in its source code, and the German catalog. */

const { messages, literals } = await readMessages()
const keys = new Set(messages.map(({ key }) => key))
const catalog: Readonly<Record<string, string>> = german

test('every message has a German translation', () => {
  const missing = messages.filter(({ key }) => !catalog[key])
  expect(messages.length).toBeGreaterThan(1000)
  expect(missing.map(({ at, key }) => `${at}: ${key}`)).toEqual([])
})

test('every translation belongs to a message', () => {
  expect(Object.keys(catalog).filter((key) => !keys.has(key))).toEqual([])
})

/** Returns the names of the values in a message, sorted. Throws when the message is not valid ICU MessageFormat. */
function namesIn(text: string, language: string): string[] {
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  const names = new Set<string>()
  type Parts = ReturnType<typeof format.getAst>
  const collect = (parts: Parts): void => {
    for (const part of parts) {
      if ('options' in part) for (const { value } of Object.values(part.options)) collect(value)
      // A literal and the number of a plural have no name.
      if (part.type !== 0 && part.type !== 7) names.add(part.value as string)
    }
  }
  collect(format.getAst())
  return [...names].toSorted()
}

test('every message has the values of its calls, and the same values in German', () => {
  const offences = messages
    .filter(({ hasValues }) => hasValues)
    .flatMap(({ at, key, names }) => {
      // The key of a text of the service is not its text.
      const isKey = /^[a-z_]+\.[a-z0-9_]+$/.test(key)
      const own = (isKey ? (names ?? []).toSorted() : namesIn(key, 'en')).join(', ')
      const called = names === undefined ? own : names.toSorted().join(', ')
      const translated = namesIn(catalog[key] ?? '', 'de').join(', ')
      return own === called && own === translated ? [] : [`${at}: ${own} / ${called} / ${translated}`]
    })
  expect(offences).toEqual([])
})

/** The names of products, commands and files, which are the same in each language, and errors that only developers see. */
const untranslated = [
  'English',
  'Deutsch',
  'Whereabouts',
  'whereabouts restore',
  'whereabouts simulate',
  'whereabouts admin reset-password &lt;email&gt;',
  'whereabouts admin reset-password &lt;email&gt; --allow-local-sign-in',
  'signing.key',
  'pg_dump',
  'WHEREABOUTS_SECRET_KEY',
  'WHEREABOUTS_BACKUP_SCHEDULE',
  'WHEREABOUTS_BACKUP_TO',
  'WHEREABOUTS_BACKUP_PASSPHRASE',
  '/console/',
  'Code 128',
  'CSL CS463',
  'Impinj R700, R720 (IoT Device Interface)',
  'Impinj with SmartReader',
  'Impinj Speedway Connect',
  'Zebra FX7500, FX9600, ATR7000 (IoT Connector)',
  'Zebra RFD40, RFD90',
  'April Brother BLE Gateway V4',
  'GL.iNet GL-S10',
  'Ingics iGS01, iGS02, iGS03',
  'Minew G1, MG3, MG4',
  'MOKO MK107, MKGW',
  'Ruuvi Gateway',
  'Bearer …',
  '… ms',
  '… dBm',
  '… min',
  'No user is signed in',
  'The page has no element with the id "app"',
  'The message "…" needs the value …',
  'The message "…" is malformed at character …',
  'The page belongs to another version of the console',
  // The key of a query, of a label and of a row.
  'first photos',
  'moves …',
  'key …',
  'edited row',
  // A part of a message of the service, only in English.
  'enter at least ',
]

test('every text that users see is a message', () => {
  const found = literals.map((literal) => literal.slice(literal.indexOf(': ') + 2))
  expect(literals.filter((_, at) => !untranslated.includes(found[at] as string))).toEqual([])
  expect(untranslated.filter((text) => !found.includes(text))).toEqual([])
})
