import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** Reads the file of SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat). */

export interface WalHeader {
  readonly pageSize: number
  readonly isLittleEndian: boolean
  /** Both salts, as each valid frame contains them. */
  readonly salts: string
  /** Constant while the log is used, because each reset adds 1 to the first salt and to the counter. */
  readonly identity: number
}

export interface WalState {
  /** Undefined when the header is damaged. */
  readonly header: WalHeader | undefined
  /** Number of frames up to the last commit that SQLite reads. */
  readonly committed: number
  /** `user_version` of the first page when the first frame is a copy of it. */
  readonly firstUserVersion: number | undefined
  /** Number of committed frames after a damaged one. SQLite ignores them without an error. */
  readonly dropped: number
}

type Checksum = readonly [number, number]

const headerBytes = 32
const frameHeaderBytes = 24
const framesAtOnce = 256
/** Offset of `user_version` in the header of the database. */
export const userVersionOffset = 60

/** Returns the state of the log; undefined when the file does not exist or is shorter than a header. */
export const readWal = (path: string): WalState | undefined => readHead(path, readFrames)

/** Returns the header of the log without reading its frames. */
export const readWalHeader = (path: string): WalHeader | undefined =>
  readHead(path, (_descriptor, head) => headerOf(head))

function readHead<T>(path: string, read: (descriptor: number, head: Buffer) => T): T | undefined {
  if (!existsSync(path)) return undefined
  const descriptor = openSync(path, 'r')
  try {
    const head = readAt(descriptor, 0, headerBytes)
    return head.length < headerBytes ? undefined : read(descriptor, head)
  } finally {
    closeSync(descriptor)
  }
}

function readFrames(descriptor: number, head: Buffer): WalState {
  const header = headerOf(head)
  const pageSize = header?.pageSize ?? 4096
  const isLittleEndian = header?.isLittleEndian ?? true
  const frameBytes = frameHeaderBytes + pageSize
  const scan = createScan(header?.salts, checksumAt(head, 24))
  let firstUserVersion: number | undefined
  for (let position = headerBytes; ; position += framesAtOnce * frameBytes) {
    const bytes = readAt(descriptor, position, framesAtOnce * frameBytes)
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
      const frame = bytes.subarray(at, at + frameBytes)
      const isFirst = position === headerBytes && at === 0
      if (isFirst && frame.readUInt32BE(0) === 1)
        firstUserVersion = frame.readInt32BE(frameHeaderBytes + userVersionOffset)
      scan.take(frame, isLittleEndian)
    }
    if (bytes.length < framesAtOnce * frameBytes) break
  }
  return { header, firstUserVersion, ...scan.result() }
}

function headerOf(head: Buffer): WalHeader | undefined {
  const magic = head.readUInt32BE(0)
  const pageSize = head.readUInt32BE(8)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined
  const isLittleEndian = magic === 0x377f0682
  if (!isSame(checksum(head.subarray(0, 24), isLittleEndian, [0, 0]), checksumAt(head, 24))) return undefined
  return {
    pageSize,
    isLittleEndian,
    salts: saltsAt(head, 16),
    identity: (head.readUInt32BE(16) - head.readUInt32BE(12)) >>> 0,
  }
}

/**
 * Follows the chain of checksums, in which each frame continues the checksum of its predecessor. After a damaged frame,
 * a frame counts as sound when it continues the checksum that its predecessor contains.
 *
 * Each commit is synced before the next one is written (src/storage/commits.ts). A power failure therefore damages at most
 * the last transaction. So frames count as dropped only when another transaction was committed after the damaged one.
 */
function createScan(current: string | undefined, first: Checksum) {
  let salts = current
  let previous = first
  let index = 0
  let committed = 0
  let damagedAt = current === undefined ? 0 : -1
  let isDamagedTransactionOver = false
  let lastDropped = -1

  return {
    take(frame: Buffer, isLittleEndian: boolean): void {
      salts ??= saltsAt(frame, 8)
      const written = checksumAt(frame, 16)
      const isCurrent = saltsAt(frame, 8) === salts
      const isCommit = isCurrent && frame.readUInt32BE(4) !== 0
      const isSound = isCurrent && isSame(frameChecksum(frame, isLittleEndian, previous), written)
      if (damagedAt < 0 && !isSound) {
        damagedAt = index
        isDamagedTransactionOver = isCommit
      } else if (isSound && isCommit) {
        if (damagedAt < 0) committed = index + 1
        else if (isDamagedTransactionOver) lastDropped = index
        else isDamagedTransactionOver = true
      }
      previous = written
      index++
    },
    result: () => ({ committed, dropped: lastDropped < 0 ? 0 : lastDropped - damagedAt + 1 }),
  }
}

function frameChecksum(frame: Buffer, isLittleEndian: boolean, from: Checksum): Checksum {
  const start = checksum(frame.subarray(0, 8), isLittleEndian, from)
  return checksum(frame.subarray(frameHeaderBytes), isLittleEndian, start)
}

function checksum(bytes: Buffer, isLittleEndian: boolean, [from0, from1]: Checksum): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [sum0, sum1] = [from0, from1]
  for (let at = 0; at < bytes.length; at += 8) {
    sum0 = (sum0 + view.getInt32(at, isLittleEndian) + sum1) | 0
    sum1 = (sum1 + view.getInt32(at + 4, isLittleEndian) + sum0) | 0
  }
  return [sum0, sum1]
}

const isSame = (one: Checksum, other: Checksum): boolean => one[0] === other[0] && one[1] === other[1]
const checksumAt = (bytes: Buffer, at: number): Checksum => [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)]
const saltsAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 8)

/** Reads up to `length` bytes; fewer at the end of the file. */
export function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let taken = 0
  while (taken < length) {
    const count = readSync(descriptor, bytes, taken, length - taken, position + taken)
    if (count === 0) break
    taken += count
  }
  return bytes.subarray(0, taken)
}
