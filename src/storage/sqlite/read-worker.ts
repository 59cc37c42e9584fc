import type { Database } from 'bun:sqlite'
import { openDrizzle } from '../sql/drizzle'
import { lowerThreadPriority } from '../../base/turns/thread-priority'
import type { ReadResponse, ReadRequest } from './read-pool'
import { openReader } from './reader'
import { createReads } from '../core/areas'

/** A thread of the read pool. It runs one read at a time on a separate connection. */

declare const self: Worker

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>

let areas: Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>

function methodOf(area: string, method: string): AnyMethod {
  const found = areas[area]?.[method]
  if (!found) throw new Error(`There is no read ${area}.${method}.`)
  return found
}

async function respond({ area, method, args }: ReadRequest): Promise<ReadResponse> {
  // The time of the clock would include the time in which other threads had the processor.
  const before = process.threadCpuUsage()
  const milliseconds = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  try {
    // One snapshot for all statements of a read: the total of a list belongs to its page.
    db.run('begin')
    const value = await methodOf(area, method)(...args)
    return { value, milliseconds: milliseconds() }
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: string }
    return { error: { message, stack, code }, milliseconds: milliseconds() }
  } finally {
    if (db.inTransaction) db.run('rollback')
  }
}

let db: Database

lowerThreadPriority()
self.onmessage = ({ data }: MessageEvent<ReadRequest | { readonly path: string } | 'close'>) => {
  if (data === 'close') {
    // A thread that is terminated with an open connection may hold a lock of the database for a while.
    db.close()
    self.postMessage('closed')
  } else if ('path' in data) {
    db = openReader(data.path)
    areas = createReads(openDrizzle(db)) as unknown as typeof areas
  } else void respond(data).then((result) => self.postMessage(result))
}
