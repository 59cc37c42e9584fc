import type { Random } from './random-inputs'

/** Texts that are slow to parse or check for their length. Each has at most `bytes` bytes. */

type SlowText = (random: Random, bytes: number) => string

/** Repeats `unit` between `open` and `close`, as often as it fits. */
export function repeated(
  bytes: number,
  open: string,
  unit: string,
  separator: string,
  close: string,
): string {
  const room = bytes - Buffer.byteLength(open + close) + separator.length
  const times = Math.max(0, Math.floor(room / Buffer.byteLength(unit + separator)))
  const text = (unit + separator).repeat(times)
  return open + text.slice(0, text.length - (times > 0 ? separator.length : 0)) + close
}

/** Like `repeated`, with ASCII units that differ. */
export function filled(
  bytes: number,
  open: string,
  unit: (index: number) => string,
  separator: string,
  close: string,
): string {
  const parts: string[] = []
  let left = bytes - open.length - close.length
  for (let index = 0; ; index++) {
    const part = unit(index)
    left -= part.length + separator.length
    if (left < 0) break
    parts.push(part)
  }
  return open + parts.join(separator) + close
}

/** Characters that patterns repeat, and characters that are escaped, case-folded or split. */
const characters = [
  'x',
  ' ',
  '	',
  '.',
  '/',
  '+/',
  '#',
  '[',
  '(',
  '-',
  '0',
  '1',
  '%',
  '_',
  ',',
  '|',
  "'",
  '=',
  ':',
  '@',
  '*',
  'ä',
  'ß',
  'İ',
  '𝒳',
  '́',
  '\u2028',
  '',
  '$.',
  '..*',
  '$..[?@.a==1]',
  'a@',
  '1.',
  '1e',
  'T',
  '2026-01-01T00:00:00',
  '+00:00',
  'wab_',
  'Ab-',
  '0001-',
  'AA:',
  'Bearer ',
  '&a=',
  '{"a":',
  '"',
]

/** Returns a JSON string that repeats one unit. */
export const slowString: SlowText = (random, bytes) => {
  const escaped = JSON.stringify(random.oneOf(characters)).slice(1, -1)
  const last = random.oneOf(['', '!', 'x', '\\n', '\\ud800', '\\u0000'])
  return repeated(bytes, '"', escaped, '', `${last}"`)
}

const units = [
  '1',
  '0.1',
  '-0',
  '1e5',
  '""',
  '{}',
  '[]',
  'null',
  'true',
  '{"a":1}',
  '{"a":0.1}',
  '{"value":"x"}',
  '"\\u0000"',
  '"2026-01-01T00:00:00Z"',
  '12345678901234567890',
  '{"tag_type":"rfid","value":"A"}',
  '{"id":1}',
  '[[1]]',
]

const depth = 190

/** JSON values that are slow to parse, to check, to store or to write again. */
const values: Readonly<Record<string, SlowText>> = {
  'a string': slowString,
  digits: (_, bytes) => '7'.repeat(bytes),
  'digits of a fraction': (_, bytes) => `0.${'3'.repeat(bytes - 2)}`,
  'an array of one item': (random, bytes) => {
    return repeated(bytes, '[', random.oneOf(units), ',', ']')
  },
  'an array of different strings': (_, bytes) => filled(bytes, '[', (i) => `"A${i}"`, ',', ']'),
  'an array of objects with different names': (_, bytes) =>
    filled(bytes, '[', (i) => `{"a${i}":1}`, ',', ']'),
  'an object with different names': (_, bytes) => filled(bytes, '{', (i) => `"u${i}":1`, ',', '}'),
  'an object with numbers as names': (_, bytes) => filled(bytes, '{', (i) => `"${i * 7919}":1`, ',', '}'),
  'an object with fractions': (_, bytes) => filled(bytes, '{', (i) => `"u${i}":0.1`, ',', '}'),
  'an object with long names': (random, bytes) => {
    const length = random.oneOf([200, 5000, 100_000])
    return filled(bytes, '{', (i) => `"${'n'.repeat(length)}${i}":1`, ',', '}')
  },
  'an object with one name again and again': (random, bytes) => {
    const name = random.oneOf(['a', '__proto__', 'constructor', 'toJSON', 'name', 'tags'])
    return repeated(bytes, '{', `"${name}":{}`, ',', '}')
  },
  'deep arrays': (_, bytes) => repeated(bytes, '[', '['.repeat(depth) + ']'.repeat(depth), ',', ']'),
  'deep objects with different names': (_, bytes) => {
    let names = 0
    const deep = () => Array.from({ length: depth }, () => `{"d${names++}":`).join('') + 1 + '}'.repeat(depth)
    return filled(bytes, '[', deep, ',', ']')
  },
  'as many objects as fit': (random, bytes) => {
    const names = Array.from({ length: 1 + random.below(12) }, (_, i) => `"n${i}":${random.below(3)}`)
    return repeated(bytes, '[', `{${names.join()}}`, ',', ']')
  },
}

export const valueKinds: readonly string[] = Object.keys(values)

export const slowValue = (kind: string, random: Random, bytes: number): string =>
  (values[kind] as SlowText)(random, bytes)

const lines = [
  '{',
  '[',
  '"',
  '{"a":',
  '}\n{',
  '\n[',
  '{}\n',
  '[]',
  '\\',
  '"\\',
  '\n',
  '[1]\n',
  '{"a":1}\n',
  '}\n',
  '],',
]

/** Returns payloads that are several JSON documents or none. */
export const slowLines: SlowText = (random, bytes) => {
  const some = Array.from({ length: 1 + random.below(3) }, () => random.oneOf(lines)).join('')
  return repeated(bytes, random.oneOf(['', '{', '[', '[{']), some, '', '')
}
