import { Glob } from 'bun'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { limits } from '../../../src/installation/about/installation'
import catalog from '../../../src/console/languages/de.json'
import { setLanguage } from '../../../src/console/languages/language'
import { setCatalog, setServiceMessages } from '../../../src/console/languages/messages'
import { serviceMessages } from '../../../src/console/languages/service-messages'
import { detailText, fieldText, serviceText } from '../../../src/console/languages/service-texts'
import { settingsTable } from '../../../src/settings/table'

/** The texts of the service as the German console shows them. */

beforeAll(() => {
  setLanguage('de', 'de-DE')
  setCatalog(catalog)
  setServiceMessages(serviceMessages)
})
afterAll(() => {
  setLanguage('en', 'en-US')
  setCatalog(undefined)
})

test.each([
  ['required', 'name is required', undefined, 'Name: erforderlich'],
  ['too_long', 'name must have at most 255 characters', { max_length: 255 }, 'Name: höchstens 255 Zeichen'],
  ['too_short', 'name must have at least 1 character', { min_length: 1 }, 'Name: mindestens 1 Zeichen'],
  ['too_large', 'name must be at most 10', { maximum: 10 }, 'Name: höchstens 10'],
  ['too_large', 'A new text of a later version', { maximum: 10 }, 'Name: höchstens 10'],
  ['read_only', 'A new text of a later version', undefined, 'Name: kann nicht geändert werden'],
  ['invalid_value', 'A new text of a later version', undefined, 'A new text of a later version'],
])('a field error with the code %s and the message "%s" is translated', (code, message, params, expected) => {
  expect(fieldText({ field: 'name', code, message, ...(params && { params }) })).toBe(expected)
})

const namedTexts: readonly (readonly [field: string, message: string, english: string, german: string])[] = [
  [
    'valid_to',
    'valid_to must be after valid_from',
    'Valid to must be after Valid from',
    'Gültig bis: muss nach „Gültig von“ liegen',
  ],
  [
    'valid_to',
    'valid_to must be an RFC 3339 timestamp',
    'Valid to must be a date, such as 2027-12-31 or 31.12.2027',
    'Gültig bis: ein Datum eingeben, zum Beispiel 31.12.2027 oder 2027-12-31',
  ],
  [
    'external_key',
    'external_key may contain letters, digits and hyphens only',
    'Key may contain letters, digits and hyphens only',
    'Kennung: darf nur Buchstaben, Ziffern und Bindestriche enthalten',
  ],
  ['name', 'name is required', 'Name is required', 'Name: erforderlich'],
  ['is_active', 'is_active must be a boolean', 'Active must be yes or no', 'Aktiv: Ja oder Nein eingeben'],
  [
    'tags[1].value',
    'tags[1].value must have at most 255 characters',
    'Tag must have at most 255 characters',
    'Transponder: höchstens 255 Zeichen',
  ],
  [
    'external_key',
    'An asset with the external_key A-1 already exists',
    'Another asset has the key A-1',
    'Ein anderes Objekt hat die Kennung A-1',
  ],
  [
    'format',
    'A fixed reader needs a format',
    'A fixed reader needs a format',
    'Ein festes Lesegerät braucht ein Format',
  ],
  [
    'description',
    'A new text of a later version',
    'A new text of a later version',
    'A new text of a later version',
  ],
  [
    'of_later_version',
    'of_later_version is required',
    'of_later_version is required',
    'of_later_version: erforderlich',
  ],
]

test.each(namedTexts)(
  'an error of %s with the message "%s" has the label of the field',
  (field, message, english, german) => {
    expect(fieldText({ field, code: 'invalid_value', message })).toBe(german)
    setLanguage('en', 'en-US')
    setCatalog(undefined)
    expect(fieldText({ field, code: 'invalid_value', message })).toBe(english)
    setLanguage('de', 'de-DE')
    setCatalog(catalog)
  },
)

test.each([
  ['not_found', 'Asset not found', 'Objekt nicht gefunden'],
  ['conflict', 'A new text of a later version', 'Konflikt: A new text of a later version'],
  ['a_new_type', 'A new text of a later version', 'A new text of a later version'],
])('the detail of a %s error "%s" is translated, or follows the kind of error', (type, detail, expected) => {
  expect(detailText(type, detail)).toBe(expected)
})

test.each([
  [
    'The certificate /data/tls/server.crt is valid for 9 more days.',
    'Das Zertifikat /data/tls/server.crt ist noch 9 Tage gültig.',
  ],
  ['9.6 MB are free. The database has 1.2 GB.', '9.6 MB sind frei. Die Datenbank hat 1.2 GB.'],
  [
    '9.6 MB are free. The database has 1.2 GB. At the present rate it is used up in 4 days. A backup and an upgrade need a copy of the database.',
    '9.6 MB sind frei. Die Datenbank hat 1.2 GB. Bei gleichbleibendem Verbrauch ist der Platz in 4 Tagen belegt. Ein Backup und ein Upgrade benötigen eine Kopie der Datenbank.',
  ],
])('the finding "%s" is translated', (finding, expected) => {
  expect(serviceText(finding)).toBe(expected)
})

test('the meaning of every limit of the installation has a translation', () => {
  const meanings = limits.map((key) => settingsTable[key].meaning)
  expect(meanings.filter((meaning) => serviceText(meaning) === meaning)).toEqual([])
})

const doctor = join(import.meta.dir, '../../../src/installation/doctor')

/** Returns the sentences of the code, with a word for each value. */
async function sentencesOf(path: string): Promise<string[]> {
  const code = (await Bun.file(path).text()).replaceAll(/^ *(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter(
      (text) =>
        /^[A-Z$].* /.test(text) &&
        !/^(MQTT|\$\{[^}]+\} [($]|\$\{summary\}|At the present rate|The lock of)|:\/\//.test(text),
    )
    .map((text) =>
      text
        .replaceAll(/\$\{trend\}/g, '')
        .replaceAll(/\$\{state\}/g, 'are free')
        .replaceAll(/\$\{[^}]+\}/g, 'x'),
    )
}

test('every finding and every piece of advice of the doctor has a translation', async () => {
  const paths = [
    ...new Glob('{disk-space,examine,network,service}.ts').scanSync({ cwd: doctor, absolute: true }),
  ]
  const sentences = (await Promise.all(paths.map(sentencesOf))).flat()
  expect(sentences.length).toBeGreaterThan(30)
  expect(sentences.filter((text) => serviceText(text) === text)).toEqual([])
})
