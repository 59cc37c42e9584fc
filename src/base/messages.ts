/**
 * The sentences of the service. Each is a template in a catalog and has a key: the console translates by the key and the
 * values (docs/internal-api.md, Texts), so no value can change the sentence around it.
 */

/** A value of a sentence: a name, a number, an instant in RFC 3339, another sentence, or a list of them. */
export type Value = string | number | Text | readonly Value[]

/** What the console needs to write a sentence in another language. */
export interface Text {
  readonly key: string
  readonly params: Readonly<Record<string, Value>>
}

/** A sentence in English, with its key and values. */
export interface Message {
  readonly english: string
  readonly text: Text
}

export type Param = string | number | Message | readonly Param[]

/** How English shows a number. The end of its name says the unit. */
const units: Readonly<Record<string, (value: number) => string>> = {
  seconds: durationOf,
  bytes: sizeOf,
  dbm: (value) => `${value} dBm`,
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type ParamsOf<T extends string> = {
  readonly [Name in NamesIn<T>]: Name extends `${string}_${'seconds' | 'bytes' | 'dbm'}` ? number : Param
}

/** Returns a function that writes the sentences of a catalog: `say('move.scanned', { here: 'Dock' })`. */
export function catalogOf<const T extends Readonly<Record<string, string>>>(templates: T) {
  const say = <K extends keyof T & string>(
    key: K,
    ...[params]: NamesIn<T[K]> extends never ? [] : [params: ParamsOf<T[K]>]
  ): Message => {
    const values: Readonly<Record<string, Param>> = params ?? {}
    const shown = (_: string, name: string) => english(name, values[name] ?? '')
    return {
      english: (templates[key] ?? '').replaceAll(/\{(\w+)\}/g, shown),
      text: {
        key,
        params: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sent(value)])),
      },
    }
  }
  return Object.assign(say, { templates })
}

const isList = (value: Param): value is readonly Param[] => Array.isArray(value)

function english(name: string, value: Param): string {
  if (isList(value)) return value.map((each) => english(name, each)).join(', ')
  if (typeof value === 'object') return value.english
  const unit = units[/_([a-z]+)$/.exec(name)?.[1] ?? '']
  return unit && typeof value === 'number' ? unit(value) : String(value)
}

function sent(value: Param): Value {
  if (isList(value)) return value.map(sent)
  return typeof value === 'object' ? value.text : value
}

/** Sentences that are made of others. */
export const textMessages = catalogOf({
  'text.two': '{first} {second}',
  'text.plain': '{english}',
  'text.foreign': '{reason}',
  'text.one_more': '{first} (and 1 more error)',
  'text.more': '{first} (and {count} more errors)',
})

/** The limits that JSON exceeds. They complete the sentence "The text …". */
export const jsonMessages = catalogOf({
  'json.deep': 'is nested more than {max} levels deep',
  'json.values': 'has more than {max} values',
  'json.object_names': 'has an object with more than {max} different names',
  'json.names': 'has more than {max} different names',
})

/** Joins sentences. */
export const sentences = (first: Message, ...others: readonly Message[]): Message =>
  others.reduce((before, next) => textMessages('text.two', { first: before, second: next }), first)

/** Returns what another program has said. Other languages show it as a quotation, as they do each value named `reason`. */
export const foreign = (reason: string): Message => textMessages('text.foreign', { reason })

/** Returns a text that is the same in each language, such as an address. */
export const plain = (english: string): Message => textMessages('text.plain', { english })

/** Returns a sentence as the database stores it. Its values may come from a reader or a provider, which control their length. */
export const storedOf = ({ english, text }: Message): string =>
  JSON.stringify({ english: shortened(english, sentenceMax), text }, (_, value: unknown) =>
    typeof value === 'string' ? shortened(value, sentenceMax) : value,
  )

/** Returns a stored sentence. Earlier versions stored the English text only. */
export function readStored(stored: string, other: (text: string) => Message = plain): Message {
  if (!stored.startsWith('{"english":')) return other(stored)
  return JSON.parse(stored) as Message
}

/** Maximum length of a stored sentence, and of a value in it, in characters. */
const sentenceMax = 1_000

/** PostgreSQL does not store U+0000. */
export const shortened = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll('\0', ' ')

/** Returns a duration with as many digits as a reader needs: 2.7 s, 42 s, 12 min, 3 h, 9 d. */
export function durationOf(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  if (seconds <= 120) return `${Math.round(seconds)} s`
  if (seconds <= 7200) return `${Math.round(seconds / 60)} min`
  if (seconds <= 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} d`
}

function sizeOf(bytes: number): string {
  const powers = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), powers.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${powers[power]}`
}
