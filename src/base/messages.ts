/**
 * The sentences of the service. Each is a template in a catalog and has a key: the console translates by the key and the
 * values (docs/internal-api.md, Texts), so no value can change the sentence around it.
 */

type Value = string | number

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

/** How English shows a value. The end of its name says the unit. */
const units: Readonly<Record<string, (value: Value) => string>> = {
  seconds: (value) => durationOf(Number(value)),
  dbm: (value) => `${value} dBm`,
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type ParamsOf<T extends string> = {
  readonly [Name in NamesIn<T>]: Name extends `${string}_${'seconds' | 'dbm'}` ? number : Value
}

/** Returns a function that writes the sentences of a catalog: `say('move.scanned', { here: 'Dock' })`. */
export function catalogOf<const T extends Readonly<Record<string, string>>>(templates: T) {
  const say = <K extends keyof T & string>(
    key: K,
    ...[params]: NamesIn<T[K]> extends never ? [] : [params: ParamsOf<T[K]>]
  ): Message => {
    const values: Readonly<Record<string, Value>> = params ?? {}
    const shown = (_: string, name: string) => english(name, values[name] ?? '')
    return {
      english: (templates[key] ?? '').replaceAll(/\{(\w+)\}/g, shown),
      text: { key, params: values },
    }
  }
  return Object.assign(say, { templates })
}

const english = (name: string, value: Value): string =>
  (units[/_([a-z]+)$/.exec(name)?.[1] ?? ''] ?? String)(value)

/** Returns a duration with as many digits as a reader needs: 2.7 s, 42 s, 12 min, 3 h, 9 d. */
function durationOf(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  if (seconds <= 120) return `${Math.round(seconds)} s`
  if (seconds <= 7200) return `${Math.round(seconds / 60)} min`
  if (seconds <= 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} d`
}
