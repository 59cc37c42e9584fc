/** Random inputs for parsers, most of them invalid: values, texts and bytes, chosen by a seed. */

export type Random = ReturnType<typeof createRandom>

/** Creates a Mulberry32 generator, which returns the same numbers for the same seed on every machine. */
export function createRandom(seed: number) {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    oneOf: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  }
}

/** JSON text that is sent unchanged, even when JSON.stringify would not produce it. */
class Raw {
  constructor(readonly text: string) {}
}

export type Node = null | boolean | number | string | Raw | Node[] | Members

/** The members of an object in order. A key may occur twice. */
export class Members {
  constructor(readonly entries: [key: string, value: Node][]) {}
}

export function write(node: Node): string {
  if (node instanceof Raw) return node.text
  if (Array.isArray(node)) return `[${node.map(write).join(',')}]`
  if (node instanceof Members)
    return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(',')}}`
  return JSON.stringify(node)
}

const int64Max = '9223372036854775807'

/** Splits a text at spaces. */
const words = (text: string): string[] => text.split(' ')

const numbers = [
  ...words(
    '0 -0 -1 1 5.0 5e0 0.1 1e400 -1e400 1e-400 2147483648 4294967296 9007199254740991 9007199254740992',
  ),
  ...words(`${int64Max} 9223372036854775808 -9223372036854775809 ${'1'.repeat(400)} 0.${'3'.repeat(400)}`),
  ...words('01 +1 .5 1. NaN Infinity 0x10'),
]

const dates = words(
  '0001-01-01T00:00:00Z 1970-01-01T00:00:00Z 1970-01-01T01:00:00+01:00 2026-02-30T00:00:00Z 2026-01-01 ' +
    '9999-12-31T23:59:59.999999999Z 0000-01-01T00:00:00Z 2026-06-30T23:59:60Z 2026-01-01T00:00:00+23:59 ' +
    '2026-01-01t00:00:00z 10000-01-01T00:00:00Z 2026-01-01T24:00:00Z 9999-12-31T23:59:59-01:00 2026/01/01',
)

export const unusualTexts = [
  ...words(
    'null true - , a,b ä % _ %00 \\ " \' $1 ?1 * __proto__ constructor toString ../../etc/passwd <script>',
  ),
  ...words('\u0000 \t \n \u001f \u007f \u0085 \u2028 \ufeff \u202e e\u0301 \ufffd ${x} {{x}} 👩‍👩‍👧'),
  '',
  ' ',
  ' x',
  "' or 1=1 --",
  'MATCH "x"',
  '\u0301'.repeat(300),
  '𝒳'.repeat(255),
  ...[255, 256, 1025].map((length) => 'x'.repeat(length)),
  ...dates,
]

const brokenStrings = [
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud800\\ud800"',
  '"\\u12"',
  '"\\x41"',
  '"\t"',
  '"',
  "'a'",
]

const nested = (depth: number, open: string, close: string): Raw =>
  new Raw(`${open.repeat(depth)}1${close.repeat(depth)}`)

function randomNode(random: Random): Node {
  const kinds: (() => Node)[] = [
    () => random.oneOf([null, true, false]),
    () => new Raw(random.oneOf(numbers)),
    () => random.oneOf(unusualTexts),
    () => 'x'.repeat(random.oneOf([2000, 60_000, 70_000])),
    () => new Raw(random.oneOf(brokenStrings)),
    () => random.oneOf<Node>([[], [[]], [null], new Members([]), new Members([['', '']])]),
    () => nested(random.oneOf([3, 190, 199, 200, 201, 5000]), '[', ']'),
    () => nested(random.oneOf([3, 190, 199, 200, 5000]), '{"a":', '}'),
    () => Array.from({ length: random.oneOf([2, 100, 101, 3000]) }, () => random.oneOf<Node>([1, 'x', null])),
    () => new Members(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
    () =>
      new Members([
        ['__proto__', new Members([['isAdmin', true]])],
        ['constructor', 1],
        ['a', 1],
        ['a', 2],
      ]),
  ]
  return random.oneOf(kinds)()
}

/** Returns the value with one change: a part is replaced, repeated, added, removed or of another type. */
export function mutate(random: Random, node: Node): Node {
  const inner = node instanceof Members ? node.entries.length : Array.isArray(node) ? node.length : 0
  if (inner === 0 || random.chance(0.15)) return randomNode(random)
  const at = random.below(inner)
  if (Array.isArray(node)) return node.map((item, index) => (index === at ? mutate(random, item) : item))
  const { entries } = node as Members
  const [key, value] = entries[at] as [string, Node]
  const changes: (() => [string, Node][])[] = [
    () => entries.with(at, [key, randomNode(random)]),
    () => entries.with(at, [key, mutate(random, value)]),
    () => entries.with(at, [key, [value]]),
    () => entries.toSpliced(at, 1),
    () => [...entries, [key, randomNode(random)]],
    () => [...entries, [random.oneOf([...unusualTexts, 'location_id', 'id', 'unknown']), randomNode(random)]],
  ]
  return new Members(random.oneOf(changes)())
}

/** Returns the text as damaged bytes, which may be invalid JSON or invalid UTF-8. */
export function damage(random: Random, text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text)
  const at = random.below(bytes.length + 1)
  const inserted = random.oneOf<number[]>([
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5],
    [0],
    [0x0a],
    [0x7d],
  ])
  const changes: (() => Buffer[])[] = [
    () => [bytes.subarray(0, at)],
    () => [bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)],
    () => [bytes, Buffer.from(random.oneOf(['x', ',', '{}', '\0', '//']))],
    () => [Buffer.from([0xef, 0xbb, 0xbf]), bytes],
    () => [Buffer.from(text, 'utf16le')],
    () => [
      Buffer.from(
        random.oneOf(['', ' ', '{', '[]', '1', '"x"', 'null', '{"a"}', '{a:1}', '[['.repeat(9000)]),
      ),
    ],
  ]
  return new Uint8Array(Buffer.concat(random.oneOf(changes)()))
}

/** For a part of a path or a query that is written as it is, including percent signs. */
export const invalidEscapes = [
  ...words(
    '0 -1 1.0 1e3 +1 %31 01 0x1 %20 1%00 % %zz %ff %c0%80 %ed%a0%80 %2F %2e%2e ..%2f null NaN ä ~ * :id',
  ),
  ...words(`9007199254740991 9007199254740992 ${int64Max} 9223372036854775808 -9223372036854775808`),
  ...words(`-9223372036854775809 ${'1'.repeat(400)} %F0%9F%92%A9 1;x 1,2`),
]

/** A long value. The server accepts 16 KiB of headers in total. */
const long = 'x'.repeat(4000)

export const invalidHeaders: Readonly<Record<string, readonly string[]>> = {
  authorization: [
    ...words('Bearer bearer%20x \u00ff Bearer,x wad_x'),
    ...words('x a.b.c é wad_x eyJhbGciOiJub25lIn0.e30.').map((token) => `Bearer ${token}`),
    '',
    'Bearer ',
    'Bearer x y',
    'bearer x',
    'Basic Og==',
    'Basic %%%',
    'Digest x',
    `Bearer ${long}`,
  ],
  'content-type': [
    ...words(
      'application/json application/merge-patch+json application/x-www-form-urlencoded text/plain / é',
    ),
    ...words('application/json;charset=utf-16 application/json,application/json application/json;'),
    '',
    'APPLICATION/JSON ; a="b;c"',
    'multipart/form-data; boundary=x',
    `text/json;${' '.repeat(4000)}`,
  ],
  'if-match': [...words('* "x" W/"x" "a","b" " , ,,,, é'), '', long, ', '.repeat(2000)],
  'if-none-match': [...words('* "x" W/* "a",* " , é'), '', long],
  'x-request-id': [...words('é " {} %0d%0a'), '', ' ', 'a b', 'a\tb', 'x'.repeat(128), 'x'.repeat(129)],
  'idempotency-key': [...words('a "a" é , a,b'), '', ' ', 'a\tb', 'x'.repeat(255), 'x'.repeat(256), long],
  'content-encoding': ['gzip', 'identity', 'br, gzip', ''],
  accept: ['text/html', '*/*;q=0', 'application/xml'],
  'x-forwarded-for': ['1.2.3.4', ',,,', long, '::1'],
  'x-api-key': ['wab_0', ''],
  origin: ['null', 'https://example.org', 'é'],
  cookie: ['a=b', ';;;=', long],
  range: ['bytes=0-1', 'bytes=9-1'],
  expect: ['nothing'],
  'x-http-method-override': ['DELETE'],
}
