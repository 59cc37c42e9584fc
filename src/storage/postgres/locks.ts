import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import { StartError } from '../../base/errors'
import type { Scope } from '../sql/transactions'

/** Advisory locks of Whereabouts in a database (PostgreSQL manual, Advisory Locks). A connection or a transaction holds them. */
const locks = {
  migrations: 0x57414201,
  instance: 0x57414202,
  leader: 0x57414203,
  writes: 0x57414204,
  writer: 0x57414205,
} as const

export const lockMigrations = (sql: ReservedSql): Promise<unknown> =>
  sql`select pg_advisory_lock(${locks.migrations})`.execute()
/** Releases the locks of a connection. */
export const releaseLocks = (sql: ReservedSql): Promise<unknown> =>
  sql`select pg_advisory_unlock_all()`.execute()

async function isTaken(taking: PromiseLike<readonly { taken: number }[]>): Promise<boolean> {
  return (await taking)[0]?.taken === 1
}

/** Joins the instances on the database, until the connection ends. Returns false while a command uses the database alone. */
export const shareInstallation = (sql: ReservedSql): Promise<boolean> =>
  isTaken(sql<{ taken: number }[]>`select pg_try_advisory_lock_shared(${locks.instance}) as taken`)

/**
 * Lets a connection of an instance write, until it ends. Returns false while a command uses the database alone. The connection by
 * which the instance has joined may end before this one.
 */
export const shareWriting = (sql: ReservedSql): Promise<boolean> =>
  isTaken(sql<{ taken: number }[]>`select pg_try_advisory_lock_shared(${locks.writer}) as taken`)

/** The server may notice late that an instance has ended. In milliseconds. */
const aloneWait = 5_000
const aloneInterval = 50

/** Takes the database for one command or migration. Throws StartError while an instance or another command uses it. */
export async function requireAlone(sql: ReservedSql, refusal: string): Promise<void> {
  for (let waited = 0; waited <= aloneWait; waited += aloneInterval) {
    const taking = sql<{ taken: number }[]>`
      select pg_try_advisory_lock(${locks.instance}) and pg_try_advisory_lock(${locks.writer}) as taken`
    if (await isTaken(taking)) return
    await sleep(aloneInterval)
  }
  throw new StartError(refusal)
}

/** Whether no other instance has joined. */
export const isAlone = (sql: ReservedSql): Promise<boolean> =>
  isTaken(sql<{ taken: number }[]>`
    select count(*) = 1 as taken from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = ${locks.instance}
      and database = (select oid from pg_database where datname = current_database())`)

/** Becomes the leader of the instances, until the connection ends. Returns false while another one is. */
export const tryToLead = (sql: ReservedSql): Promise<boolean> =>
  isTaken(sql<{ taken: number }[]>`select pg_try_advisory_lock(${locks.leader}) as taken`)

/**
 * Returns the command that locks the scope of a transaction. The locks of organizations are taken in the order of their ids, so
 * two transactions never wait for each other. They have a key space of their own: the number of the lock, and the id.
 */
export function scopeCommand(scope: Scope): string {
  if (scope === 'all') return `select pg_advisory_xact_lock(${locks.writes})`
  const each = scope.map((id) => `pg_advisory_xact_lock(${locks.writes}, ${id})`)
  return `select pg_advisory_xact_lock_shared(${locks.writes})${each.map((lock) => `; select ${lock}`).join('')}`
}
