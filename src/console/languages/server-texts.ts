import { fieldName } from './field-names'
import { englishTexts } from './english-texts'
import { language, locale } from './language'
import { knownText, partsOf, t } from './messages'
import { timeFormat } from './zone'

/** The sentences of the service, by their keys and values. The catalog of a language contains the keys beside the messages. */

export interface ServerText {
  readonly key: string
  /** Names, numbers, instants, other sentences, and lists of them. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Returns a sentence of the service in the language of the page; in English when this console does not know the key. */
export function serverText(english: string, text: ServerText | null | undefined): string {
  const field = text?.params['field']
  const isNamed = typeof field === 'string' && english.startsWith(`${field} `)
  return (text && translated(text)) ?? (isNamed ? fieldName(field) + english.slice(field.length) : english)
}

function translated({ key, params }: ServerText): string | undefined {
  const known = language() === 'en' ? englishTexts[key] : knownText(key)
  if (known === undefined) return undefined
  const values = Object.entries(params).map(([name, value]) => [name, shown(name, value)] as const)
  const isKnown = values.every(([, value]) => value !== undefined)
  return isKnown ? partsOf(known, Object.fromEntries(values)).join('') : undefined
}

/** A reason or reply that is not a sentence of the service is what another program has said, which no language translates. */
const quoted = (words: string): string => (language() === 'en' ? words : t('“{words}”', { words }))

const momentText = timeFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** How values are shown, by the end of their names: names of fields as labels, quotations, and units. */
const units: Readonly<Record<string, (value: never) => string>> = {
  field: fieldName,
  reason: quoted,
  reply: quoted,
  seconds: durationText,
  bytes: sizeText,
  dbm: (value: number) => `${numberText(value)} dBm`,
  at: (value: string) => momentText.format(new Date(value)),
}

/** Returns a value as it is shown; undefined for a sentence that this console does not know. */
function shown(name: string, value: unknown): string | number | undefined {
  if (Array.isArray(value)) {
    const parts = value.map((each) => shown(name, each))
    return parts.includes(undefined) ? undefined : parts.join(', ')
  }
  if (typeof value === 'object') return translated(value as ServerText)
  const unit = units[/(?:^|_)([a-z]+)$/.exec(name)?.[1] ?? '']
  return unit ? unit(value as never) : (value as string | number)
}

const numberText = (value: number, maximumFractionDigits = 0): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits }).format(value).replace('-', '−')

/** Returns a duration in one unit: 2.7 s, 42 s, 12 min, 3 h, 9 d. */
function durationText(seconds: number): string {
  if (seconds < 10) return `${numberText(seconds, 1)} s`
  if (seconds <= 120) return `${numberText(seconds)} s`
  if (seconds <= 7200) return `${numberText(seconds / 60)} min`
  if (seconds <= 172_800) return `${numberText(seconds / 3600)} h`
  return `${numberText(seconds / 86_400)} d`
}

function sizeText(bytes: number): string {
  const powers = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), powers.length - 1)
  const digits = power === 0 ? 0 : 1
  const style = { style: 'unit', unit: powers[power] ?? 'byte', minimumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale(), { ...style, maximumFractionDigits: digits }).format(
    bytes / 1000 ** power,
  )
}
