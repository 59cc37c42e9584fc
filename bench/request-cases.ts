/** The requests that bench/requests.ts measures. */

export interface Case {
  readonly name: string
  /** Path for a number of assets. */
  readonly path: (assets: number) => string
  /** Path of the same rows in bench/bare.ts and in bench/peer. */
  readonly bare?: string
  readonly fastify?: string
  readonly clients: number
  /** Lua script of wrk that makes the requests. */
  readonly script?: string
  /** Whether the last part of the path is the id of an asset. Each request then has a random one. */
  readonly hasRandomId?: true
  /** Whether it is a route of the console, which needs a session. */
  readonly isPrivate?: boolean
  readonly goals?: {
    /** Processor time of the other server for a request to that of the service. */
    readonly bare?: number
    readonly fastify?: number
    /** Processor time with the larger number of assets to that with the smaller one. */
    readonly growth?: number
    /** Milliseconds. */
    readonly p99?: number
  }
}

/**
 * Returns a script that creates assets, each with a tag that no other request has.
 *
 * @param group a digit that differs between scripts that run at once
 */
export const createWithTag = (group: number): string => `
local n = 0
local run = os.time() * 10 + ${group}
request = function()
  n = n + 1
  local value = string.format("%012X%012X", run, n)
  return wrk.format("POST", nil, nil, '{"name":"Pallet ' .. n .. '","tags":[{"tag_type":"rfid","value":"' .. value .. '"}]}')
end`

/** Returns a script that requests the path with random ids in place of its last part. */
export const withRandomIds = (path: string, assets: number): string => `
math.randomseed(os.time())
request = function()
  return wrk.format("GET", "${path.replace(/[^/]+$/, '')}" .. math.random(1, ${assets}))
end`

const first = (name: string, query: string): Case => ({
  name: `first page, ${name}`,
  path: () => `/api/v1/assets${query}`,
  clients: 1,
  goals: { p99: 5 },
})
const deep = (name: string, path: (offset: number) => string): Case => ({
  name: `offset 90 %, ${name}`,
  path: (assets) => path(assets * 0.9),
  clients: 1,
  goals: { p99: 60 },
})
const search = (name: string, q: string, p99: number): Case => ({
  name: `search, ${name}`,
  path: () => `/api/v1/assets?q=${q}`,
  clients: 1,
  goals: { p99 },
})
const internal = (name: string, path: string): Case => ({
  name,
  path: () => path,
  clients: 1,
  isPrivate: true,
  goals: { p99: 100 },
})

const sorts = [
  'external_key',
  '-external_key',
  'name',
  '-name',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
]
const reportSorts = ['asset_external_key', 'location_external_key', '-asset_last_seen']
/** An instant of the filled histories (bench/large-data.ts), which begin with 2026. */
const past = '2026-01-01T05:00:00Z'

export const cases: readonly Case[] = [
  {
    name: 'GET asset by id',
    path: () => '/api/v1/assets/1000',
    bare: '/asset/1000',
    fastify: '/asset/1000',
    hasRandomId: true,
    clients: 32,
    goals: { bare: 0.75, fastify: 1 },
  },
  {
    name: 'list of 50 with total_count',
    path: () => '/api/v1/assets',
    bare: '/assets',
    fastify: '/assets',
    clients: 8,
    goals: { bare: 0.75, fastify: 1, growth: 1.2 },
  },
  {
    name: 'report page of 50',
    path: () => '/api/v1/reports/asset-locations',
    bare: '/report',
    fastify: '/report',
    clients: 8,
    goals: { bare: 0.6, fastify: 1, growth: 1.2 },
  },
  ...[32, 128].map((clients): Case => ({
    name: `create with tag, ${clients} clients`,
    path: () => '/api/v1/assets',
    bare: '/assets',
    clients,
    script: createWithTag(0),
    goals: { bare: 0.6 },
  })),
  first('inactive', '?is_active=false'),
  first('with deleted', '?include_deleted=true'),
  ...sorts.map((sort) => first(`sort=${sort}`, `?sort=${sort}`)),
  ...reportSorts.map((sort): Case => ({
    ...first(`report, sort=${sort}`, ''),
    path: () => `/api/v1/reports/asset-locations?sort=${sort}`,
  })),
  ...sorts.map((sort) => deep(`sort=${sort}`, (offset) => `/api/v1/assets?sort=${sort}&offset=${offset}`)),
  ...reportSorts.map((sort) =>
    deep(`report, sort=${sort}`, (offset) => `/api/v1/reports/asset-locations?sort=${sort}&offset=${offset}`),
  ),
  search('one asset', 'bulk-0000123', 5),
  search('25 % of the assets', 'dock', 60),
  search('two letters', 'ro', 60),
  search('one letter', 'a', 60),
  internal('location tree', '/internal/v1/location-tree'),
  internal('time travel', `/internal/v1/whereabouts?at=${past}`),
  internal('floor of a day', `/internal/v1/floor/day?to=${past}`),
  internal('floor in the past', `/internal/v1/floor/past?at=${past}`),
  internal('activity', '/internal/v1/activity'),
  internal('floor', '/internal/v1/floor'),
  {
    name: 'history of 100,000 events, offset 0',
    path: () => '/api/v1/assets/1/history',
    clients: 1,
    goals: { p99: 10 },
  },
  {
    name: 'history of 100,000 events, offset 90,000',
    path: () => '/api/v1/assets/1/history?offset=90000',
    clients: 1,
    goals: { p99: 10 },
  },
  {
    name: 'descendants of a location with 10,000 locations, first page',
    path: () => '/api/v1/locations/1/descendants',
    clients: 1,
    goals: { p99: 5 },
  },
]
