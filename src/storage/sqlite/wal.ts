import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** Reads the file of SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat). */

interface WalHeader {
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
export const readWal = (path: string): WalState | undefined =>
  readHead(path, (descriptor, head) => readFrames(descriptor, head, false))

/** Returns the same of a log that ends with its first commit. */
export const readWalBegin = (path: string): WalState | undefined =>
  readHead(path, (descriptor, head) => readFrames(descriptor, head, true))

/**
 * Returns the number of committed frames that SQLite ignores because an earlier one is damaged. The whole log is checked
 * only if it has frames after those that SQLite reads.
 *
 * @param committed the number of frames that SQLite reads
 */
export const countDropped = (path: string, committed: number): number =>
  readHead(path, (descriptor, head) => {
    const header = headerOf(head)
    if (header && !hasFrames(descriptor, header, committed)) return 0
    return readFrames(descriptor, head, false).dropped
  }) ?? 0

/** Whether the log has frames of its present use after the first ones. */
function hasFrames(descriptor: number, { pageSize, salts }: WalHeader, first: number): boolean {
  const frameBytes = frameHeaderBytes + pageSize
  for (let position = headerBytes + first * frameBytes; ; position += frameBytes) {
    const head = readAt(descriptor, position, frameHeaderBytes)
    if (head.length < frameHeaderBytes) return false
    if (saltsAt(head, 8) === salts) return true
  }
}

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

function readFrames(descriptor: number, head: Buffer, isFirstCommitEnough: boolean): WalState {
  const header = headerOf(head)
  const pageSize = header?.pageSize ?? 4096
  const isLittleEndian = header?.isLittleEndian ?? true
  const frameBytes = frameHeaderBytes + pageSize
  const scan = createScan(header?.salts, checksumAt(head, 24))
  let firstUserVersion: number | undefined
  for (let position = headerBytes; ; position += framesAtOnce * frameBytes) {
    const bytes = readAt(descriptor, position, framesAtOnce * frameBytes)
    const words = wordsOf(bytes, isLittleEndian)
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
      const frame = bytes.subarray(at, at + frameBytes)
      const isFirst = position === headerBytes && at === 0
      if (isFirst && frame.readUInt32BE(0) === 1)
        firstUserVersion = frame.readInt32BE(frameHeaderBytes + userVersionOffset)
      scan.take(frame, words.subarray(at / wordBytes, (at + frameBytes) / wordBytes))
    }
    if (bytes.length < framesAtOnce * frameBytes) break
    if (isFirstCommitEnough && scan.result().committed > 0) break
  }
  return { header, firstUserVersion, ...scan.result() }
}

function headerOf(head: Buffer): WalHeader | undefined {
  const magic = head.readUInt32BE(0)
  const pageSize = head.readUInt32BE(8)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined
  const isLittleEndian = magic === 0x377f0682
  if (!isSame(checksum(wordsOf(head.subarray(0, 24), isLittleEndian), [0, 0]), checksumAt(head, 24)))
    return undefined
  return {
    pageSize,
    isLittleEndian,
    salts: saltsAt(head, 16),
    identity: (head.readUInt32BE(16) - head.readUInt32BE(12)) >>> 0,
  }
}

/**
 * Follows the chain of checksums, in which each frame continues the checksum of its predecessor. After a break of the
 * chain, a frame counts as sound when it continues the checksum that its predecessor contains, or should contain.
 *
 * Each commit is synced before the next one is written (src/storage/sqlite/commits.ts). A power failure therefore damages at most
 * the last transaction. So frames count as dropped only when another transaction was committed after the damaged one.
 *
 * A commit that fails after its frames are written, as on a full disk, leaves sound frames too. The next transaction
 * overwrites the first of them. So the rest of each failed commit breaks the chain and contains only its own end, while
 * damage is followed by transactions that continue each other.
 */
function createScan(current: string | undefined, first: Checksum) {
  let salts = current
  let previous: readonly Checksum[] = [first]
  let index = 0
  let committed = 0
  let damagedAt = current === undefined ? 0 : -1
  /** Number of transactions that ended since the last break of the chain. */
  let endsSinceBreak = 0
  let hasDropped = false
  let lastEnd = -1

  return {
    /** @param words the same frame as 32-bit numbers in the byte order of the log */
    take(frame: Buffer, words: Int32Array): void {
      salts ??= saltsAt(frame, 8)
      const written = checksumAt(frame, 16)
      const isCurrent = saltsAt(frame, 8) === salts
      const isEnd = frame.readUInt32BE(4) !== 0
      const continued = isCurrent ? previous.map((from) => frameChecksum(words, from)) : []
      const isSound = continued.some((sum) => isSame(sum, written))
      if (!isSound) {
        if (damagedAt < 0) damagedAt = index
        endsSinceBreak = 0
      } else if (isEnd && damagedAt < 0) committed = index + 1
      else if (isEnd) lastEnd = index
      if (isEnd && damagedAt >= 0) endsSinceBreak++
      hasDropped ||= endsSinceBreak > 1
      previous = isSound ? [written] : [written, ...continued.slice(0, 1)]
      index++
    },
    result: () => ({ committed, dropped: hasDropped ? lastEnd - damagedAt + 1 : 0 }),
  }
}

const wordBytes = 4
const isHostLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Returns the bytes as 32-bit numbers in the byte order of the log, without a last incomplete number. */
function wordsOf(bytes: Buffer, isLittleEndian: boolean): Int32Array {
  const aligned = bytes.subarray(0, bytes.length - (bytes.length % wordBytes))
  const isNative = isLittleEndian === isHostLittleEndian
  const source = isNative && aligned.byteOffset % wordBytes === 0 ? aligned : Buffer.from(aligned)
  if (!isNative) source.swap32()
  return new Int32Array(source.buffer, source.byteOffset, source.length / wordBytes)
}

function frameChecksum(words: Int32Array, from: Checksum): Checksum {
  const start = checksum(words.subarray(0, 2), from)
  return checksum(words.subarray(frameHeaderBytes / wordBytes), start)
}

function checksum(words: Int32Array, [from0, from1]: Checksum): Checksum {
  let [sum0, sum1] = [from0, from1]
  for (let at = 0; at < words.length; at += 2) {
    sum0 = (sum0 + words[at]! + sum1) | 0
    sum1 = (sum1 + words[at + 1]! + sum0) | 0
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
