import { closeSync, openSync } from 'node:fs'
import { loadLibc } from './libc'

/**
 * flock(2): a lock on the file itself, even after the file is renamed or deleted. The operating system releases it when
 * the process ends. It does not conflict with the locks of SQLite, which are POSIX locks.
 */

export interface FileLock {
  /** The descriptor of the locked file. */
  readonly descriptor: number
  close(): void
}

const exclusive = 2
const withoutWaiting = 4
const unlock = 8

/**
 * Locks a file. Returns undefined when another process holds the lock. On a file system without such locks, it always
 * succeeds.
 *
 * The descriptor must stay open while SQLite has the file open, because closing any descriptor of a file releases all
 * POSIX locks of the process on it.
 */
export function flockFile(path: string): FileLock | undefined {
  const descriptor = openSync(path, 'r+')
  const isGranted = flock(descriptor, exclusive | withoutWaiting) === 0
  if (isGranted || isUnsupported(descriptor)) return { descriptor, close: () => closeSync(descriptor) }
  closeSync(descriptor)
  return undefined
}

/** Whether the file system has no such locks. Only then does unlocking an unlocked file fail. */
const isUnsupported = (descriptor: number): boolean => flock(descriptor, unlock) !== 0

const load = () => loadLibc({ flock: { args: ['i32', 'i32'], returns: 'i32' } }).flock
let loaded: ReturnType<typeof load> | undefined

function flock(descriptor: number, operation: number): number {
  // Windows has no such locks.
  if (process.platform === 'win32') return -1
  loaded ??= load()
  return loaded(descriptor, operation)
}
