import { formatMessages } from './messages'
import { jsonLimits } from '../../../base/json'
import { DecodeError } from './decoder'

/** Maximum number of nested values. The message of a reader is a map with an array, so it needs few. */
const depthMax = 8

/**
 * Returns the single value of MessagePack bytes (github.com/msgpack/msgpack, spec.md). Binary data are views of the
 * bytes. It allocates no memory for a length that is only declared, so its memory is proportional to the number of
 * bytes. Throws DecodeError, even for extension types and for more values or names than JSON may have.
 */
export function parseMessagePack(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes)
  const value = reader.value(depthMax)
  if (!reader.isAtEnd) throw new DecodeError(formatMessages('format.one_value'))
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #values = 0
  #names = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth: number): unknown {
    if (depth === 0) throw new DecodeError(formatMessages('format.too_deep'))
    if (++this.#values > jsonLimits.values)
      throw new DecodeError(formatMessages('format.many_values', { max: jsonLimits.values }))
    const head = this.#unsigned(1)
    if (head < 0x80) return head
    if (head < 0x90) return this.#map(head - 0x80, depth)
    if (head < 0xa0) return this.#array(head - 0x90, depth)
    if (head < 0xc0) return this.#text(head - 0xa0)
    if (head >= 0xe0) return head - 0x100
    return this.#marked(head, depth)
  }

  #marked(head: number, depth: number): unknown {
    switch (head) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#unsigned(2 ** (head - 0xc4)))
      case 0xca:
        return this.#view.getFloat32(this.#skip(4))
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8))
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.#unsigned(2 ** (head - 0xcc))
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return this.#signed(2 ** (head - 0xd0))
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#unsigned(2 ** (head - 0xd9)))
      case 0xdc:
      case 0xdd:
        return this.#array(this.#unsigned(2 ** (head - 0xdb)), depth)
      case 0xde:
      case 0xdf:
        return this.#map(this.#unsigned(2 ** (head - 0xdd)), depth)
      default:
        throw new DecodeError(formatMessages('format.unsupported'))
    }
  }

  #array(length: number, depth: number): unknown[] {
    const items: unknown[] = []
    for (let i = 0; i < length; i++) items.push(this.value(depth - 1))
    return items
  }

  #map(length: number, depth: number): object {
    const entries: [string, unknown][] = []
    for (let i = 0; i < length; i++) {
      const key = this.value(depth - 1)
      if (typeof key !== 'string') throw new DecodeError(formatMessages('format.keys'))
      if (++this.#names > jsonLimits.names)
        throw new DecodeError(formatMessages('format.many_names', { max: jsonLimits.names }))
      entries.push([key, this.value(depth - 1)])
    }
    return Object.fromEntries(entries)
  }

  #text(length: number): string {
    try {
      return utf8.decode(this.#take(length))
    } catch (error) {
      if (error instanceof DecodeError) throw error
      throw new DecodeError(formatMessages('format.text_encoding'))
    }
  }

  #unsigned(size: number): number {
    const start = this.#skip(size)
    if (size === 1) return this.#view.getUint8(start)
    if (size === 2) return this.#view.getUint16(start)
    return size === 4 ? this.#view.getUint32(start) : Number(this.#view.getBigUint64(start))
  }

  #signed(size: number): number {
    const start = this.#skip(size)
    if (size === 1) return this.#view.getInt8(start)
    if (size === 2) return this.#view.getInt16(start)
    return size === 4 ? this.#view.getInt32(start) : Number(this.#view.getBigInt64(start))
  }

  #take(length: number): Uint8Array {
    return this.#bytes.subarray(this.#skip(length), this.#at)
  }

  /** Skips `length` bytes. Returns the offset at which they begin. Throws DecodeError when there are not as many. */
  #skip(length: number): number {
    const start = this.#at
    if (length > this.#bytes.length - start) throw new DecodeError(formatMessages('format.incomplete'))
    this.#at = start + length
    return start
  }
}
