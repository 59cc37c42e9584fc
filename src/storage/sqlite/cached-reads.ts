import type { Database } from 'bun:sqlite'
import { BoundedMap } from '../../base/bounded-map'
import { chain, type MaybePromise } from '../../base/turns/maybe-promise'
import type { Snapshots } from './snapshots'
import { withLazy } from '../core/lazy'
import type { Reads } from '../core/store'

/** Maximum number of cached results. */
const cachedMax = 10_000

/**
 * Caches the results of the reads that authenticate a request. They are valid until the next commit of any connection, also
 * of another process, which changes `data_version` (https://sqlite.org/pragma.html#pragma_data_version). The first request
 * after a revocation is therefore rejected, as without the cache.
 *
 * @param db the connection that `reads` use
 * @param snapshots those of the connection
 */
export function withCachedReads(reads: Reads, db: Database, snapshots: Pick<Snapshots, 'begin'>): Reads {
  const version = db.query<{ data_version: number }, []>('pragma data_version')
  const cached = new BoundedMap<string, unknown>(cachedMax)
  let known: number | undefined

  /** Clears the cache when the database has changed. */
  function clearIfChanged(): void {
    snapshots.begin()
    const current = version.get()?.data_version
    if (current !== known) cached.clear()
    known = current
  }

  const cache =
    <K extends string | number, T>(name: string, read: (key: K) => MaybePromise<T>) =>
    (key: K): MaybePromise<T> => {
      clearIfChanged()
      const id = `${name} ${key}`
      if (cached.has(id)) return cached.get(id) as T
      const versionBefore = known
      return chain(read(key), (result) => {
        // The result may be older than a commit that happened meanwhile.
        if (versionBefore === known) cached.set(id, result)
        return result
      })
    }

  return withLazy<Reads>(reads, {
    accounts: () => ({
      ...reads.accounts,
      findApiKey: cache('key', (id: string) => reads.accounts.findApiKey(id)),
      findSession: cache('session', (id: string) => reads.accounts.findSession(id)),
      findOrganization: cache('organization', (id: number) => reads.accounts.findOrganization(id)),
    }),
    readers: () => ({
      ...reads.readers,
      findByToken: cache('token', (hash: string) => reads.readers.findByToken(hash)),
    }),
  })
}
