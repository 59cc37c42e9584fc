import { storageMessages } from '../core/messages'
import postgres, { type Options, type PostgresType, type ReservedSql, type Sql } from 'postgres'
import { AppError } from '../../base/errors'
import type { Executed, Row, Value } from '../sql/connection'
import { toPostgres } from './dialect'
import { keepAlive, planner } from './parameters'
import { noResponse, type Presence } from './presence'
import { createResponses, type Responses } from './responses'

/** Connections to PostgreSQL through postgres.js. Values have the types that SQLite gives them. */

/** Time to open a connection, in seconds. */
const connectSeconds = 5
/** Delay before a lost connection is opened again, in seconds. */
const reconnectSeconds = 0.1

/** Numbers of the types of PostgreSQL (pg_type.oid), and how their text is read. */
const oids = { boolean: 16, bytes: 17, bigint: 20, json: 114, numeric: 1700, jsonb: 3802 } as const

function read<T>(from: number[], parse: (text: string) => T): PostgresType {
  return { to: from[0] as number, from, serialize: (value: unknown) => value, parse }
}

const types: Record<string, PostgresType> = {
  integer: { ...read([oids.bigint, oids.numeric], Number), serialize: String },
  flag: {
    ...read([oids.boolean], (text) => (text === 't' ? 1 : 0)),
    serialize: (value) => (value ? 't' : 'f'),
  },
  bytes: {
    ...read([oids.bytes], (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))),
    serialize: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  },
  json: read([oids.json, oids.jsonb], (text) => text),
}

/** Interval at which the system checks an idle connection, in seconds. */
const checkSeconds = 15

interface PoolOptions extends Options<Record<string, PostgresType>> {
  /** Called with what another connection has sent with NOTIFY. The client has the option, and its types lack it. */
  readonly onnotify?: (channel: string, payload: string) => void
}

interface SessionOptions extends PoolOptions {
  /** Time after which a session without a response to a statement is lost, in milliseconds. By default, it waits. */
  readonly silence?: number
  /** The session is lost when the database stops responding, even while it is being opened. By default, it waits. */
  readonly presence?: Presence
}

/** Returns a client that connects when it is used first, and again after its connections are lost. */
export function createClient(url: string, options: PoolOptions): Sql {
  const { address, socket } = addressOf(url)
  return postgres(address, {
    ...(socket && { host: socket }),
    connect_timeout: connectSeconds,
    keep_alive: checkSeconds,
    // By default, the delay grows to 20 seconds, for which requests would wait after the database is back.
    backoff: () => reconnectSeconds,
    // A lifetime would close a connection in the middle of a transaction.
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    types,
    ...options,
    connection: { application_name: 'whereabouts', ...planner, ...keepAlive, ...options.connection },
  }) as unknown as Sql
}

/** The directory of a Unix socket is the parameter `host` of a URL (PostgreSQL manual, Connection URIs). */
function addressOf(url: string): { readonly address: string; readonly socket: string | undefined } {
  const [address = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const socket = parameters.get('host') ?? undefined
  parameters.delete('host')
  return { address: parameters.size === 0 ? address : `${address}?${parameters.toString()}`, socket }
}

/** One connection, which is not opened again when it is lost. */
export interface Session extends Pick<Responses, 'guard'> {
  /** The connection. Throws when it is lost. A statement must be guarded: the client drops statements that it has not sent. */
  readonly sql: ReservedSql
  readonly isLost: boolean
  close(): Promise<void>
}

/** Opens a connection. Rejects when the database cannot be reached or refuses it. */
export async function openSession(
  url: string,
  { silence, presence, ...options }: SessionOptions = {},
): Promise<Session> {
  presence?.require()
  let isLost = false
  const lose = (): void => {
    isLost = true
    responses.stop()
    forget?.()
  }
  const onclose = (): void => {
    lose()
    // The client first rejects the statements that it has sent, with the cause. It drops the others.
    setImmediate(() => responses.giveUp(connectionLost()))
  }
  const close = async (cause = connectionLost()): Promise<void> => {
    lose()
    // The client may never report that a connection without a response is closed.
    responses.giveUp(cause)
    await client.end({ timeout: 0 })
  }
  const end = (): void => void close(noResponse())
  const responses = createResponses(silence, end)
  const forget = presence?.onAway(end)
  const client = createClient(url, { ...options, max: 1, onclose })
  try {
    // The client reserves only a connection that is open already, if it does not fetch types.
    await responses.guard(client`select 1`)
    const reserved = await responses.guard(client.reserve())
    return {
      get sql() {
        if (isLost) throw connectionLost()
        return reserved
      },
      guard: (statement) => responses.guard(statement),
      get isLost() {
        return isLost
      },
      close: () => close(),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where a statement is executed: on the connection of a session, or on any of a pool. */
interface Target extends Pick<Responses, 'guard'> {
  readonly sql: Pick<Sql, 'unsafe'>
}

type Bound = readonly Parameter[]

const valuesOn = (client: Pick<Sql, 'unsafe'>, text: string, parameters: Bound) =>
  client.unsafe(text, [...parameters], { prepare: true }).values()

const connectionLost = (cause?: unknown): Error =>
  Object.assign(new Error('The connection to the database was lost', { cause }), {
    code: 'CONNECTION_CLOSED',
  })

/** What a statement has read and changed. */
interface Result extends Executed {
  readonly rows: Row[]
}

/** Prepares a statement in the dialect of SQLite, for any connection. */
export function prepareOn(sql: string): (target: Target, values: readonly Value[]) => Promise<Result> {
  const { text, returnsId } = toPostgres(sql)
  const isChange = /^(insert|update|delete)/.test(text)
  return async (target, values) => {
    try {
      const parameters = values.map(toParameter)
      const result = await target.guard(valuesOn(target.sql, text, parameters))
      const rows = result as unknown as Row[]
      return {
        rows,
        changes: isChange ? result.count : 0,
        lastInsertRowid: returnsId ? Number(rows[0]?.[0] ?? 0) : 0,
      }
    } catch (error) {
      // The client has no socket when the connection was lost.
      throw error instanceof TypeError ? connectionLost(error) : error
    }
  }
}

export type Parameter = string | number | null | Uint8Array

/** SQLite stores booleans as 0 and 1. */
export function toParameter(value: Value): Parameter {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.includes('\u0000'))
    throw new AppError('malformed', storageMessages('storage.nul'))
  return value as Parameter
}
