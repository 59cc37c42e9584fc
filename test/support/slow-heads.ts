import type { Random } from './random-inputs'
import { filled, repeated } from './slow-texts'

/** Queries, paths and headers that are slow to process. The server accepts 64 KiB of request line and headers. */

const bytes = 60_000

const escapes = 'x %25 _ %C3%A4 %F0%9D%92%B3 %2C + - %22 %27 a%1F %C4%B0 1'.split(' ')

const longText = (random: Random): string => {
  const unit = random.oneOf(escapes)
  return repeated(bytes, '', unit, '', '')
}

const queryValues = ['1', 'A', '', 'true', '2026-01-01T00:00:00Z', '-1', '9007199254740992']
const sortFields = ['name', '-name', 'id', 'external_key', 'x']

/** Returns a query string. `names` are the parameters of the endpoint. */
export function slowQuery(random: Random, names: readonly string[]): string {
  const name = names.length > 0 ? random.oneOf(names) : 'limit'
  const value = random.oneOf(queryValues)
  return random.oneOf([
    () => filled(bytes, '', (i) => `u${i}`, '&', ''),
    () => repeated(bytes, '', `${name}=${value}`, '&', ''),
    () => Array.from({ length: 200 }, (_, i) => `${name}=${i + 1}`).join('&'),
    () => filled(bytes, `${name}=`, () => random.oneOf(sortFields), ',', ''),
    () => `${name}=${longText(random)}`,
  ])()
}

/** One segment of a path, or what replaces it. */
export const slowSegment = (random: Random): string =>
  random.oneOf([
    () => '7'.repeat(bytes),
    () => '/'.repeat(bytes),
    () => '..%2F'.repeat(bytes / 5),
    () => longText(random),
  ])()

const headerNames = (
  'authorization content-type if-match if-none-match idempotency-key x-request-id cookie accept-encoding ' +
  'content-encoding x-forwarded-for x-forwarded-proto accept range host'
).split(' ')
const openings = ['', 'Bearer ', 'Basic ', 'application/json;', 'gzip', 'wad_']
const headerUnits = [
  'x',
  ', ',
  '"a",',
  'W/"a", ',
  ' ',
  ';',
  'a=b; ',
  'Basic ',
  'a.',
  '=',
  'gzip ;',
  'gzip;q=0.000',
  '1.2.3.4,',
  '::1, ',
]

export function slowHeader(random: Random): {
  readonly kind: string
  readonly name: string
  readonly value: string
} {
  const [name, open, unit] = [headerNames, openings, headerUnits].map((all) => random.oneOf(all)) as [
    string,
    string,
    string,
  ]
  const value = repeated(bytes, open, unit, '', random.oneOf(['', '!', 'x'])).trim()
  return { kind: `${open}${unit}... as ${name}`, name, value }
}

export const slowEncodings = ['', 'gzip', 'gzip ;'.repeat(bytes / 6), `gzip${' '.repeat(bytes)}x`]
