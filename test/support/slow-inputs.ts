import { privateEndpoints, publicEndpoints, type Services } from '../../src/app'
import type { Endpoint } from '../../src/http/endpoint'
import { tlsRoutes } from '../../src/tls/routes'
import type { Random } from './hostile'
import { filled, slowLines, slowValue, valueKinds } from './slow-texts'
import type { Schema } from './validate'

/** Requests that are within the limits and made to be slow, for every endpoint and every page. */

export interface Input {
  /** What it is sent to, as `POST /api/v1/assets`. */
  readonly to: string
  /** What is slow about it. */
  readonly kind: string
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Bytes of each HTTP chunk; absent for a body of declared length. */
  readonly chunk?: number
  /** Whether it carries no credentials. */
  readonly isOpen: boolean
}

/** What the inputs name: credentials, which may be renewed meanwhile, and rows that exist. */
export interface Known {
  session: string
  key: string
  /** Fixed readers, one of each format. */
  readonly readers: readonly { readonly external_key: string; readonly device_token: string }[]
  /** By the last word of the path before the parameter, such as `assets`. */
  readonly ids: Readonly<Record<string, number>>
}

/** Descriptions call none of their services. */
const services = new Proxy({}, { get: () => ({}) }) as Services
export const endpoints: readonly Endpoint[] = [
  ...publicEndpoints(services),
  ...privateEndpoints(services),
  ...tlsRoutes(null),
]

/** What is served beside the endpoints. */
export const pages = [
  '/',
  '/docs',
  '/docs/reference.js',
  '/api/openapi.json',
  '/api/openapi.yaml',
  '/openapi.json',
  '/console/',
  '/console/assets',
  '/console/worker.js',
  '/console/manifest.webmanifest',
  '/console/files/none',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v1/none',
  '/none',
]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The server takes about 16 KiB of request line and headers. */
const headBytes = 14_000
const mebibyte = 1_048_576

export function createInputs(random: Random, known: Known) {
  const bodySize = () => random.oneOf([16_384, 16_384, mebibyte, mebibyte, 200_000])

  function pathOf({ path }: Endpoint, slow?: string): string {
    return path.replaceAll(/([\w-]+)\/:(\w+)/g, (_, collection: string, name: string) => {
      const right =
        name === 'reader' && path.endsWith('/events') ? ':reader' : String(known.ids[collection] ?? 1)
      return `${collection}/${slow ?? right}`
    })
  }

  function credentials(endpoint: Endpoint, reader?: Known['readers'][number]): Record<string, string> {
    const { kind } = endpoint.access
    if (kind === 'anyone') return {}
    if (reader) return { authorization: `Bearer ${reader.device_token}` }
    return {
      authorization: `Bearer ${kind === 'scope' || kind === 'credential' ? known.key : known.session}`,
    }
  }

  function inputTo(endpoint: Endpoint, kind: string, rest: Partial<Input>): Input {
    const readers = endpoint.access.kind === 'device' ? known.readers : []
    const reader = readers.length > 0 ? random.oneOf(readers) : undefined
    const [type] = endpoint.body?.mediaTypes ?? []
    const content = rest.body && endpoint.body ? { 'content-type': type ?? 'application/json' } : {}
    const target = rest.target ?? pathOf(endpoint)
    return {
      to: nameOf(endpoint),
      kind,
      method: endpoint.method,
      ...rest,
      target: reader ? target.replace(':reader', reader.external_key) : target,
      headers: { ...credentials(endpoint, reader), ...content, ...rest.headers },
      isOpen: endpoint.access.kind === 'anyone',
    }
  }

  // Bodies

  /** A value that the schema takes, for the most part. */
  function fitting(schema: Schema, field: string): unknown {
    const { type, properties, items, anyOf, enum: choices, example } = schema
    if (choices) return random.oneOf(choices as unknown[])
    if (anyOf) return fitting(random.oneOf(anyOf as Schema[]), field)
    if (meaningful[field]) return meaningful[field]()
    if (/_at$|^valid_/.test(field)) return '2026-01-01T00:00:00Z'
    if (properties)
      return Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, one]) => [name, fitting(one, name)]),
      )
    if (type === 'array') return [fitting(items as Schema, field), fitting(items as Schema, field)]
    if (type === 'integer' || type === 'number') return 1
    if (type === 'boolean') return true
    if (type === 'object') return {}
    return example ?? `X${random.below(1e6)}`
  }

  const meaningful: Record<string, () => unknown> = {
    email: () => 'ada@example.org',
    value: () => `T${random.below(1e9)}`,
    antenna: () => 1,
    rows: () => [{ name: 'A', tags: [{ tag_type: 'rfid', value: `R${random.below(1e9)}` }] }],
  }

  const placeholder = '\u0001here\u0001'

  /** Places in a value where something else may stand, as paths. */
  function placesIn(value: unknown, path: readonly string[] = []): string[][] {
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return [[...path], ...inner.flatMap(([key, item]) => placesIn(item, [...path, key]))]
  }

  function replaced(value: unknown, [key, ...rest]: readonly string[]): unknown {
    if (key === undefined) return placeholder
    const copy: Record<string, unknown> = Array.isArray(value)
      ? ([...value] as never)
      : { ...(value as object) }
    copy[key] = replaced(copy[key], rest)
    return copy
  }

  /** A right body with a slow value at one place; the whole body is a place, too. */
  function slowBody(endpoint: Endpoint, bytes: number): { kind: string; text: string } {
    const right = fitting(endpoint.body?.schema as Schema, '')
    const place = random.oneOf(placesIn(right))
    const kind = random.oneOf(valueKinds)
    const [before = '', after = ''] = JSON.stringify(replaced(right, place)).split(
      JSON.stringify(placeholder),
    )
    const value = slowValue(kind, random, bytes - Buffer.byteLength(before + after))
    return { kind: `${kind} as ${place.join('.') || 'the body'}`, text: before + value + after }
  }

  /** A right body with as many right items as fit in one of its arrays. */
  function fullBody(endpoint: Endpoint, bytes: number): { kind: string; text: string } | undefined {
    const schema = endpoint.body?.schema as Schema
    const arrays = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
      ([, one]) => one['type'] === 'array',
    )
    if (arrays.length === 0) return undefined
    const [name, array] = random.oneOf(arrays)
    const [before = '', after = ''] = JSON.stringify({
      ...(fitting(schema, '') as object),
      [name]: placeholder,
    }).split(JSON.stringify(placeholder))
    const items = array['items'] as Schema
    let left = Number(array['maxItems'] ?? Infinity)
    const room = bytes - Buffer.byteLength(before + after)
    const parts: string[] = []
    for (let used = 2; left-- > 0;) {
      const part = JSON.stringify(fitting(items, '') ?? {})
      used += part.length + 1
      if (used > room) break
      parts.push(part)
    }
    return { kind: `as many ${name} as fit`, text: `${before}[${parts.join()}]${after}` }
  }

  function body(endpoint: Endpoint): Input {
    const bytes = bodySize()
    const schema = endpoint.body?.schema
    const isRaw = schema === null
    const { kind, text } =
      (!isRaw && random.chance(0.1) && fullBody(endpoint, bytes)) ||
      (isRaw ? payload(bytes) : slowBody(endpoint, bytes))
    const isForm =
      random.chance(0.2) && endpoint.body?.mediaTypes.includes('application/x-www-form-urlencoded')
    if (isForm) return inputTo(endpoint, ...form(bytes))
    const broken = random.chance(0.1) ? `${text}x` : text
    return inputTo(endpoint, `${kind}, ${bytes} bytes`, { body: Buffer.from(broken).subarray(0, bytes) })
  }

  function payload(bytes: number): { kind: string; text: string } {
    if (random.chance(0.3)) return { kind: 'lines', text: slowLines(random, bytes) }
    const kind = random.oneOf(valueKinds)
    const names = [
      'reads',
      'tags',
      'tag_reads',
      'dev_list',
      'devices',
      'device_info',
      'data',
      'events',
      'epc',
      'id',
    ]
    const name = random.oneOf(names)
    if (random.chance(0.3)) return { kind, text: slowValue(kind, random, bytes) }
    return {
      kind: `${kind} as ${name}`,
      text: `{"${name}":${slowValue(kind, random, bytes - name.length - 5)}}`,
    }
  }

  function form(bytes: number): [string, Partial<Input>] {
    const unit = random.oneOf(['a&', 'a=&', '&', '%41', '+', 'grant_type=x&', '%', '=', 'ä'])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return [
      `a form of ${unit}, ${bytes} bytes`,
      { headers, body: Buffer.from(filled(bytes, '', () => unit, '', '')) },
    ]
  }

  /** A body in chunks as small as the protocol allows. */
  function pieces(endpoint: Endpoint): Input {
    const chunk = random.oneOf([1, 1, 3, 20])
    const bytes = endpoint.access.kind === 'anyone' ? 16_000 : 200_000
    return inputTo(endpoint, `${bytes} bytes in chunks of ${chunk}`, {
      chunk,
      body: Buffer.alloc(bytes, ' '),
    })
  }

  // Queries, paths and headers

  const longText = () => {
    const unit = random.oneOf([
      'x',
      '%25',
      '_',
      '%C3%A4',
      '%F0%9D%92%B3',
      '%2C',
      '+',
      '-',
      '%22',
      '%27',
      'a%1F',
      '%C4%B0',
      '1',
    ])
    return filled(headBytes - 2000, '', () => unit, '', '')
  }

  function query(endpoint: Endpoint): Input {
    const names = Object.keys(endpoint.query ?? {})
    const unknown = () => Array.from({ length: 2400 }, (_, i) => `u${i}`).join('&')
    const name = names.length > 0 ? random.oneOf(names) : 'limit'
    const again = (value: string) => filled(headBytes - 2000, '', () => `${name}=${value}`, '&', '')
    const one = random.oneOf(['1', 'A', '', 'true', '2026-01-01T00:00:00Z', '-1', '9007199254740992'])
    const some = Array.from({ length: 200 }, (_, i) => `${name}=${i + 1}`).join('&')
    const sorts = filled(
      headBytes - 2000,
      `${name}=`,
      () => random.oneOf(['name', '-name', 'id', 'external_key', 'x']),
      ',',
      '',
    )
    const text = random.oneOf([
      unknown,
      () => again(one),
      () => some,
      () => `${name}=${longText()}`,
      () => sorts,
    ])()
    const kind = `${text.slice(0, 60)}... in the query`
    return inputTo(endpoint, kind, { target: `${pathOf(endpoint)}?${text}` })
  }

  function path(endpoint: Endpoint): Input {
    const slow = random.oneOf([
      () => '7'.repeat(12_000),
      longText,
      () => '/'.repeat(12_000),
      () => '..%2F'.repeat(2000),
    ])()
    return inputTo(endpoint, `${slow.slice(0, 20)}... in the path`, { target: pathOf(endpoint, slow) })
  }

  const names = [
    'authorization',
    'content-type',
    'if-match',
    'if-none-match',
    'idempotency-key',
    'x-request-id',
    'cookie',
    'accept-encoding',
    'content-encoding',
    'x-forwarded-for',
    'x-forwarded-proto',
    'accept',
    'range',
    'host',
  ]

  function header(endpoint: Endpoint): Input {
    const name = random.oneOf(names)
    const unit = random.oneOf([
      'x',
      ', ',
      '"a",',
      'W/"a", ',
      ' ',
      ';',
      'a=b; ',
      'gzip ;',
      'gzip;q=0.000',
      'Basic ',
      'a.',
      '=',
      '1.2.3.4,',
      '::1, ',
    ])
    const open = random.oneOf(['', 'Bearer ', 'Basic ', 'application/json;', 'gzip', 'wad_'])
    const value = filled(headBytes, open, () => unit, '', random.oneOf(['', '!', 'x'])).trim()
    const body = endpoint.body ? { body: Buffer.from('{}') } : {}
    return inputTo(endpoint, `${open}${unit}... as ${name}`, { headers: { [name]: value }, ...body })
  }

  function page(): Input {
    const target = random.oneOf(pages)
    const plain = { to: `GET ${target}`, method: 'GET', isOpen: true }
    const encoding = random.oneOf(['', 'gzip', 'gzip ;'.repeat(2000), `gzip${' '.repeat(10_000)}x`])
    if (random.chance(0.5))
      return { ...plain, kind: 'Accept-Encoding', target, headers: { 'accept-encoding': encoding } }
    return { ...plain, kind: 'a query', target: `${target}?${longText()}`, headers: {} }
  }

  /** A body or a query that the endpoint takes, or one of the others. */
  function one(endpoint: Endpoint): Input {
    // It must be refused, for others need what it would delete.
    if (endpoint.method === 'DELETE') return query(endpoint)
    const isFit = random.chance(0.75)
    if (endpoint.body && isFit) return random.chance(0.93) ? body(endpoint) : pieces(endpoint)
    if (endpoint.method === 'GET' && isFit) return query(endpoint)
    return random.oneOf([query, path, header])(endpoint)
  }

  return { one, page, pieces, body, query }
}
