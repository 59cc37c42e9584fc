import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { loadLibc } from './libc'

/**
 * Keeps the room on the disk for the index of the write-ahead log, `whereabouts.db-shm`. Without the room, a full disk
 * prevents a start, and a commit to a long log fails after its frames are in the file (decision 0017).
 *
 * SQLite shortens the index when it opens a database that no process uses. On a full disk, another program then takes
 * the room. With a lock on the index, SQLite treats it as in use (https://sqlite.org/walformat.html, WAL-index locks).
 */
export interface LogIndex {
  /** Enlarges the index. Must be called after SQLite has opened it. On a full disk, it has no effect. */
  reserve(): void
  /** Must be called after SQLite has closed the database: closing a file releases all POSIX locks on it. */
  close(): void
}

/** 16 regions of 32 KB: the index of a log of 65,502 frames, 268 MB. */
const reservedBytes = 16 * 32 * 1024
/** Both copies of the header and the state of checkpoints. SQLite makes the index again when they are zero. */
const headerBytes = 136

/** Must be called before SQLite opens the database. On other systems than Linux, it has no effect. */
export function keepLogIndex(database: string): LogIndex {
  const path = `${database}-shm`
  let descriptor = openExisting(path)
  if (descriptor !== undefined && setLock(descriptor, exclusive)) {
    // The content is from a process that was killed, or from before a power cut.
    const length = Math.min(fstatSync(descriptor).size, headerBytes)
    writeSync(descriptor, Buffer.alloc(length), 0, length, 0)
    setLock(descriptor, shared)
  }
  return {
    reserve() {
      if (process.platform !== 'linux') return
      descriptor ??= openSync(path, 'r+')
      enlarge(descriptor)
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/** Writes zeros, because a hole would take no room. */
function enlarge(descriptor: number): void {
  const { size } = fstatSync(descriptor)
  if (size >= reservedBytes) return
  try {
    writeSync(descriptor, Buffer.alloc(reservedBytes - size), 0, reservedBytes - size, size)
  } catch (error) {
    if (!isNoRoom(error)) throw error
  }
}

const isNoRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')

/** Returns undefined when there is no index, or when it cannot be opened. SQLite then reports the reason. */
function openExisting(path: string): number | undefined {
  try {
    return process.platform === 'linux' ? openSync(path, 'r+') : undefined
  } catch {
    return undefined
  }
}

/** A lock of the open file, which conflicts with the POSIX locks of this process, as F_OFD_SETLK of fcntl(2). */
const setOpenFileLock = 37
const shared = 0
const exclusive = 1
/** The byte that each process locks while it uses the index. */
const inUseByte = 128

/** Returns false when another process has a lock, or when the file system has no locks. */
function setLock(descriptor: number, type: typeof shared | typeof exclusive): boolean {
  // struct flock: type and origin of 2 bytes, 4 unused bytes, start and length of 8 bytes, a process of 4 bytes.
  const lock = Buffer.alloc(32)
  lock.writeInt16LE(type, 0)
  lock.writeBigInt64LE(BigInt(inUseByte), 8)
  lock.writeBigInt64LE(1n, 16)
  return (
    loadLibc({ fcntl: { args: ['i32', 'i32', 'ptr'], returns: 'i32' } }).fcntl(
      descriptor,
      setOpenFileLock,
      lock,
    ) === 0
  )
}
