/** The parameters with which connections start. */

/**
 * Settings of the planner. All queries are written for lookups in an index. Without statistics of a new table, the planner would
 * choose scans; with them, it would plan each execution again.
 */
export const planner = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // Starting another process takes longer than most requests.
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_generic_plan',
} as const

/** Time after which the server ends a connection whose other end does not respond, in seconds, so that its locks end. */
export const keepAlive = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
} as const

/** Time after which a statement without a response has lost its connection, in milliseconds. It is more than the server allows. */
export const silenceLimit = 40_000

/** Limits of the connections of the service, in milliseconds. */
export const ofReader = { silence: silenceLimit, connection: { statement_timeout: 30_000 } } as const

/** Limits of the transactions that write. Other instances wait for their locks. */
export const ofWriter = {
  silence: silenceLimit,
  connection: {
    idle_in_transaction_session_timeout: 15_000,
    lock_timeout: 30_000,
    statement_timeout: 35_000,
  },
} as const

/** How a copy reads rows. The texts of values must be those of `lines.ts`. */
export const ofCopy = {
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  statement_timeout: 0,
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const

/** The names of all, for the setting `ignore_startup_parameters` of PgBouncer, which refuses unknown ones. */
export const parameterNames: readonly string[] = [
  ...new Set([planner, keepAlive, ofReader.connection, ofWriter.connection, ofCopy].flatMap(Object.keys)),
]
