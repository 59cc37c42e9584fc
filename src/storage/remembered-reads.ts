import type { Database } from 'bun:sqlite'
import { BoundedMap } from '../bounded-map'
import type { Snapshots } from './snapshots'
import type { Reads } from './store'

/** Maximum number of remembered results. */
const rememberedMax = 10_000

/**
 * Remembers the results of the reads that authenticate a request. They are valid until the next commit of any
 * connection, also one of another process, which `data_version` tells (https://sqlite.org/pragma.html#pragma_data_version).
 * A revoked API key is therefore rejected by the first request after the commit, as without this.
 *
 * @param db the connection that `reads` use
 * @param snapshots those of the connection
 */
export function withRememberedReads(reads: Reads, db: Database, snapshots: Pick<Snapshots, 'begin'>): Reads {
  const version = db.query<{ data_version: number }, []>('pragma data_version')
  const remembered = new BoundedMap<string, unknown>(rememberedMax)
  let known: number | undefined

  /** Forgets everything when the database has changed. */
  function forgetChanged(): void {
    snapshots.begin()
    const current = version.get()?.data_version
    if (current !== known) remembered.clear()
    known = current
  }

  const remember =
    <K extends string | number, T>(name: string, read: (key: K) => Promise<T>) =>
    async (key: K): Promise<T> => {
      forgetChanged()
      const id = `${name} ${key}`
      if (remembered.has(id)) return remembered.get(id) as T
      const asked = known
      const result = await read(key)
      // A commit may have happened meanwhile. The result may be older than it.
      if (asked === known) remembered.set(id, result)
      return result
    }

  const { identity, readers } = reads
  return {
    ...reads,
    identity: {
      ...identity,
      findApiKey: remember('key', (id: string) => identity.findApiKey(id)),
      findSession: remember('session', (id: string) => identity.findSession(id)),
      findOrganization: remember('organization', (id: number) => identity.findOrganization(id)),
    },
    readers: { ...readers, findByToken: remember('token', (hash: string) => readers.findByToken(hash)) },
  }
}
