import {
  createRandom,
  damage,
  invalidEscapes,
  invalidHeaders,
  unusualTexts,
  Members,
  mutate,
  type Node,
  write,
} from './random-inputs'
import type { Contract, Parameter, Route, Schema } from './validate'

/** A client that calls an API at random, by its document. Some requests are valid, others have an invalid part. */

export interface Sent {
  readonly route: Route
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

interface Credentials {
  readonly token: string
  readonly client_id: string
  readonly client_secret: string
}

interface Row {
  readonly id: number
  readonly external_key: string
  readonly tags: readonly { readonly id: number }[]
}

type Collection = 'assets' | 'locations'

export interface Walker {
  next(): Sent
  /** Records the rows that a request has created or deleted. */
  learn(sent: Sent, status: number, body: unknown): void
}

const rowsMax = 40

// What only the server sets, or what only another endpoint changes, is seldom sent back.
const isEchoed = (schema: Schema): boolean => schema['readOnly'] === true

/** Walkers of different names share no keys. */
export function createWalker(
  contract: Contract,
  credentials: Credentials,
  name: string,
  seed: number,
): Walker {
  const random = createRandom(seed)
  const rows: Record<Collection, Row[]> = { assets: [], locations: [] }
  const refreshTokens: string[] = []
  let fresh = 0

  const anyRow = (collection: Collection): Row | undefined => random.oneOf(rows[collection])
  const collectionOf = ({ path }: Route): Collection => (path.includes('/locations') ? 'locations' : 'assets')

  /** Values that fit by their meaning, which a schema does not express. */
  const meaningful: Record<string, () => Node> = {
    name: () => random.oneOf(['Pallet', 'x', 'Ä 漢字 𝒳', 'a  b', '%_', 'x'.repeat(255), "O'Brien"]),
    external_key: () => `${name}-${++fresh}`,
    value: () => random.oneOf([`${name}/${++fresh}`, `${name} ${++fresh} ä`, `\t${name}${++fresh}\n`]),
    client_id: () => credentials.client_id,
    client_secret: () => credentials.client_secret,
    refresh_token: () => refreshTokens.pop() ?? 'war_none',
    parent_id: () => (random.chance(0.3) ? null : (anyRow('locations')?.id ?? null)),
    metadata: () =>
      new Members([
        ['a', mutate(random, [1, 'x', null])],
        ['b', [true, new Members([['c', 1]])]],
      ]),
    action: () => random.oneOf(['create', 'update', 'upsert']),
    asset: () => fitting({ $ref: '#/components/schemas/AssetCreate' }, ''),
    valid_from: () => random.oneOf(['2020-01-01T00:00:00Z', '2020-02-29T23:59:59.123456789+14:00']),
    valid_to: () => random.oneOf([null, '2999-12-31T23:59:59Z', '9999-12-31T00:00:00.5-12:00']),
  }

  function fitting(schema: Schema, field: string): Node {
    const { oneOf, type, properties, items, enum: values } = contract.resolve<Schema>(schema)
    const known = meaningful[field]
    if (oneOf) return fitting(random.oneOf(oneOf as Schema[]), field)
    if (values) return random.oneOf(values as string[])
    if (known) return known()
    if (properties) return members(contract.resolve<Schema>(schema))
    if (type === 'array')
      return Array.from({ length: random.below(3) }, () => fitting(items as Schema, field))
    if (type === 'boolean') return random.chance(0.8)
    if (type === 'integer') return 1 + random.below(50)
    return random.oneOf(['Text', 'Two\nlines', 'x'.repeat(1024)])
  }

  function members(schema: Schema): Members {
    const { properties, required = [] } = schema as {
      properties: Record<string, Schema>
      required?: string[]
    }
    const entries = Object.entries(properties).filter(([field, property]) => {
      if (required.includes(field)) return true
      // The two forms of a parent would name different ones.
      if (field === 'parent_external_key') return false
      return random.chance(isEchoed(property) ? 0.02 : 0.4)
    })
    return new Members(entries.map(([field, property]) => [field, fitting(property, field)]))
  }

  function tokenBody(): Members {
    const isRefresh = refreshTokens.length > 0 && random.chance(0.5)
    const fields = isRefresh ? ['refresh_token'] : ['client_id', 'client_secret']
    const grant = isRefresh ? 'refresh_token' : 'client_credentials'
    return new Members([
      ['grant_type', grant],
      ...fields.map((field): [string, Node] => [field, meaningful[field]!()]),
    ])
  }

  function bodyOf(route: Route, isHostile: boolean): Sent['body'] {
    const [content] = Object.values(route.requestBody?.content ?? {})
    if (!content) return undefined
    const schema = contract.resolve<Schema>(content.schema)
    const right = route.operationId === 'createToken' ? tokenBody() : (fitting(schema, '') as Members)
    if (!isHostile) return write(right)
    return random.chance(0.25) ? damage(random, write(right)) : write(mutate(random, right))
  }

  function pathOf(route: Route, isHostile: boolean): string {
    // The first ids are those of rows that were there before, with a history.
    const row = random.chance(0.2) ? undefined : anyRow(collectionOf(route))
    return route.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      if (isHostile && random.chance(0.7)) return random.oneOf(invalidEscapes)
      const id = parameter === 'tag_id' ? random.oneOf(row?.tags ?? [])?.id : row?.id
      return String(id ?? 1 + random.below(50))
    })
  }

  function queryOf(route: Route, isHostile: boolean): string {
    const known = route.parameters
      .map((one) => contract.resolve<Parameter>(one))
      .filter((one) => one.in === 'query')
    const pairs = known
      .filter(({ required }) => required || random.chance(isHostile ? 0.3 : 0.15))
      // A period that must be given must have a length.
      .map((one) => [
        one.name,
        one.required && one.name === 'to' ? '2026-01-02T00:00:00Z' : valueOf(one, route),
      ])
    const chosen = isHostile
      ? pairs
      : pairs.filter(([field]) => !/^(parent_ext|location_|asset_ext)/.test(field ?? ''))
    if (isHostile) chosen.push(...hostilePairs(known))
    const text = chosen.map((pair) => pair.join('=')).join('&')
    return text === '' ? '' : `?${text}`
  }

  function hostilePairs(known: readonly Parameter[]): string[][] {
    const names = [
      ...known.map((one) => one.name),
      'unknown',
      '',
      '__proto__',
      '%zz',
      'limit',
      'sort',
      'q%00',
    ]
    const value = () =>
      random.chance(0.5) ? random.oneOf(invalidEscapes) : encodeURIComponent(random.oneOf(unusualTexts))
    const field = random.oneOf(names)
    const times = random.oneOf([1, 1, 2, 3, 201])
    return Array.from({ length: times }, () => (random.chance(0.1) ? [field] : [field, value()]))
  }

  function valueOf({ name: field, schema }: Parameter, route: Route): string {
    const one = (schema['items'] ?? schema) as Schema
    const right: Record<string, () => string> = {
      sort: () => String(one['default']),
      q: () => random.oneOf(['pal', '%25', 'Ä', '_', '%F0%9D%92%B3']),
      limit: () => String(1 + random.below(200)),
      offset: () => String(random.below(30)),
      // A response may be as late as the request asks.
      wait: () => String(random.below(2)),
      parent_id: () => String(anyRow('locations')?.id ?? 1),
      asset_id: () => String(anyRow('assets')?.id ?? 1),
    }
    if (right[field]) return right[field]()
    if (one['type'] === 'boolean') return random.oneOf(['true', 'false'])
    if (one['type'] === 'integer') return String(1 + random.below(50))
    if (one['format'] === 'date-time') return '2026-01-01T00:00:00Z'
    return anyRow(collectionOf(route))?.external_key ?? 'NONE'
  }

  function headersOf(route: Route, isHostile: boolean): Record<string, string> {
    const [type] = Object.keys(route.requestBody?.content ?? {})
    const headers: Record<string, string> = {
      ...(route.security?.length !== 0 && { authorization: `Bearer ${credentials.token}` }),
      ...(type !== undefined && { 'content-type': type }),
    }
    if (!isHostile) return headers
    for (let times = 1 + random.below(3); times > 0; times--) {
      const field = random.oneOf(Object.keys(invalidHeaders))
      headers[field] = random.oneOf(invalidHeaders[field] as string[])
    }
    return headers
  }

  function learnRow(collection: Collection, row: Row): void {
    const known = rows[collection]
    const at = known.findIndex(({ id }) => id === row.id)
    if (at >= 0) known[at] = row
    else known.push(row)
    if (known.length > rowsMax) known.shift()
  }

  return {
    next() {
      // Locations grow above and below each other; the rest is chosen evenly.
      const route = random.oneOf(contract.routes)
      const isHostile = random.chance(0.75)
      const wrong = isHostile ? random.below(5) : -1
      const isDeletion = route.method === 'DELETE' && !route.path.includes('tag_id')
      // Fewer deletions keep enough rows for later requests.
      const isSpared = isDeletion && random.chance(0.5)
      const method =
        wrong === 4 && random.chance(0.4)
          ? random.oneOf(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST'])
          : route.method
      const target = pathOf(route, wrong === 0 || isSpared) + queryOf(route, wrong === 1)
      const body = method === 'HEAD' ? undefined : bodyOf(route, wrong === 2 || wrong === 4)
      return { route, method, target, headers: headersOf(route, wrong === 3 || wrong === 4), body }
    },

    learn({ route, method, target }, status, body) {
      if (status >= 300 || method !== route.method) return
      const { data } = (body ?? {}) as { data?: Row | Row[] }
      const collection = collectionOf(route)
      const found = Array.isArray(data) ? data : data === undefined ? [] : [data]
      for (const row of found) if (Array.isArray(row.tags)) learnRow(collection, row)
      if (route.operationId === 'createToken')
        refreshTokens.push((body as { refresh_token: string }).refresh_token)
      const gone = route.operationId.startsWith('delete') ? Number(target.split(/[/?]/)[4]) : undefined
      rows[collection] = rows[collection].filter(({ id }) => id !== gone)
    },
  }
}
