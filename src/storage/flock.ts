import { dlopen } from 'bun:ffi'
import { closeSync, openSync } from 'node:fs'

/**
 * flock(2): a lock on the file itself, whatever becomes of its name, which the operating system frees when the process
 * ends. It does not conflict with SQLite's locks on the file, which are of another kind.
 */

export interface FileLock {
  /** Of the locked file. */
  readonly descriptor: number
  close(): void
}

const exclusive = 2
const withoutWaiting = 4
const unlock = 8

/**
 * Undefined when another process holds it. A file system without such locks grants it to everyone.
 *
 * The descriptor must stay open for as long as SQLite has the file open: to close any descriptor of a file drops all the
 * POSIX locks that the process holds on it.
 */
export function flockFile(path: string): FileLock | undefined {
  const descriptor = openSync(path, 'r+')
  const isGranted = flock(descriptor, exclusive | withoutWaiting) === 0
  if (isGranted || isUnsupported(descriptor)) return { descriptor, close: () => closeSync(descriptor) }
  closeSync(descriptor)
  return undefined
}

/** To unlock what is not locked fails only when there are no such locks. */
const isUnsupported = (descriptor: number): boolean => flock(descriptor, unlock) !== 0

const libraries =
  process.platform === 'darwin'
    ? ['libSystem.B.dylib']
    : ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']

let loaded: ((descriptor: number, operation: number) => number) | undefined

function flock(descriptor: number, operation: number): number {
  loaded ??= load()
  return loaded(descriptor, operation)
}

function load() {
  for (const [index, name] of libraries.entries()) {
    try {
      return dlopen(name, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    } catch (error) {
      if (index === libraries.length - 1) throw error
    }
  }
  throw new Error('There is no C library.')
}
