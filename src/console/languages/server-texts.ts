import { englishTexts } from './english-texts'
import { language, locale } from './language'
import { formatOf, knownText } from './messages'

/** The sentences of the service, by their keys and values. The catalog of a language contains the keys beside the messages. */

interface ServerText {
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Returns a sentence of the service in the language of the page; in English when this console does not know the key. */
export function serverText(english: string, text: ServerText | null | undefined): string {
  if (!text) return english
  const known = language() === 'en' ? englishTexts[text.key] : knownText(text.key)
  return known === undefined ? english : String(formatOf(known).format(shown(text.params)))
}

const shown = (params: ServerText['params']): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shownValue(name, value)]))

/** The units of values, by the end of their names. */
const units: Readonly<Record<string, (value: number) => string>> = {
  seconds: durationText,
  dbm: (value) => `${numberText(value)} dBm`,
}

function shownValue(name: string, value: string | number): string | number {
  const unit = units[/_([a-z]+)$/.exec(name)?.[1] ?? '']
  return unit && typeof value === 'number' ? unit(value) : value
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
