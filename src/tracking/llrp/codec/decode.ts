import { type Definition, type Field, type Kind, messageTable, parameterTable } from './definitions'
import { LlrpError, llrpMessages } from './messages'
import {
  firstLongType,
  headerBytes,
  isShort,
  type LlrpMessage,
  type Parameter,
  unknownName,
  unknownOf,
  type Value,
  versionMax,
} from './values'

/** Decodes LLRP. A pure function of the bytes: bounded work, and no error but LlrpError. */

/** Real messages have a depth of eight. */
const depthMax = 16
/** Maximum number of parameters in a message: a report of a mebibyte has half as many. */
const parametersMax = 300_000

/** What a message may still contain. */
interface Budget {
  left: number
}

interface Within {
  readonly depth: number
  readonly budget: Budget
}

/** Reads fields one after another. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #name: string
  #at: number
  /** Bits of the byte at `#at` that were read. */
  #bits = 0

  constructor(bytes: Uint8Array, at: number, name: string) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
    this.#name = name
  }

  get offset(): number {
    return this.#at
  }

  #take(length: number): number {
    const at = this.#at
    if (length > this.#bytes.length - at)
      throw new LlrpError(llrpMessages('llrp.short', { name: this.#name }))
    this.#at += length
    return at
  }

  #bytesOf(length: number): Uint8Array {
    const at = this.#take(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** Reads up to 16 bits that do not end within a byte unless a further field follows in it. */
  #bitsOf(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--) {
      if (this.#at >= this.#bytes.length)
        throw new LlrpError(llrpMessages('llrp.short', { name: this.#name }))
      value = value * 2 + (((this.#bytes[this.#at] ?? 0) >> (7 - this.#bits)) & 1)
      this.#bits = (this.#bits + 1) % 8
      if (this.#bits === 0) this.#at++
    }
    return value
  }

  #number(bits: number, isSigned: boolean): number | bigint {
    if (bits % 8 !== 0 || this.#bits !== 0) return this.#bitsOf(bits)
    const at = this.#take(bits / 8)
    if (bits === 8) return isSigned ? this.#view.getInt8(at) : this.#view.getUint8(at)
    if (bits === 16) return isSigned ? this.#view.getInt16(at) : this.#view.getUint16(at)
    if (bits === 32) return this.#view.getUint32(at)
    return this.#view.getBigUint64(at)
  }

  #list(size: 2 | 4): readonly number[] {
    const count = this.#number(16, false) as number
    const at = this.#take(count * size)
    const get = (index: number) => at + index * size
    return Array.from({ length: count }, (_, index) =>
      size === 2 ? this.#view.getUint16(get(index)) : this.#view.getUint32(get(index)),
    )
  }

  value(kind: Kind): Value {
    switch (kind.of) {
      case 'number':
        return this.#number(kind.bits, kind.isSigned)
      case 'hex':
        return this.#bytesOf(kind.bytes).toHex()
      case 'u16s':
        return this.#list(2)
      case 'u32s':
        return this.#list(4)
      case 'rest':
        return this.#bytesOf(this.#bytes.length - this.#at).toHex()
      case 'bits': {
        const bits = this.#number(16, false) as number
        return { bits, hex: this.#bytesOf(Math.ceil(bits / 8)).toHex() }
      }
      case 'bytes':
      case 'text': {
        const bytes = this.#bytesOf(this.#number(16, false) as number)
        return kind.of === 'text' ? utf8.decode(bytes) : bytes.toHex()
      }
    }
  }
}

// A text of a reader is only shown, so a wrong byte becomes a replacement character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function fieldsOf(reader: Reader, fields: readonly Field[]): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const { name, kind } of fields) {
    const value = reader.value(kind)
    if (name !== '_') values[name] = value
  }
  return values
}

/** The bytes of a parameter, without its header. */
export interface RawParameter {
  readonly type: number
  readonly body: Uint8Array
}

/**
 * Splits the bytes after the fields into parameters. Bytes that cannot be split, such as those after a short form of an unknown
 * type, whose length nobody knows, are one parameter of the type 0.
 */
export function* splitParameters(bytes: Uint8Array, from: number): Generator<RawParameter> {
  let at = from
  while (at < bytes.length) {
    const first = bytes[at] ?? 0
    const next = first >= 128 ? endOfShort(bytes, at) : endOfLong(bytes, at)
    if (next === undefined) {
      yield { type: 0, body: bytes.subarray(at) }
      return
    }
    const type = first >= 128 ? first & 127 : ((first & 3) << 8) | (bytes[at + 1] ?? 0)
    if (first >= 128) yield { type, body: bytes.subarray(at + 1, next) }
    // The long form of a type below 128 does not exist. It is kept with its header, so that encoding returns the same bytes.
    else if (type < firstLongType) yield { type: 0, body: bytes.subarray(at, next) }
    else yield { type, body: bytes.subarray(at + 4, next) }
    at = next
  }
}

const shortLengths = new Map(
  [...parameterTable.byType.values()].filter(isShort).map(({ type, fields }) => [type, bytesOf(fields)]),
)

function bytesOf(fields: readonly Field[]): number {
  const sizes = fields.map(({ kind }) =>
    kind.of === 'number' ? kind.bits / 8 : kind.of === 'hex' ? kind.bytes : 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function endOfShort(bytes: Uint8Array, at: number): number | undefined {
  const length = shortLengths.get((bytes[at] ?? 0) & 127)
  return length !== undefined && at + 1 + length <= bytes.length ? at + 1 + length : undefined
}

function endOfLong(bytes: Uint8Array, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
  return length >= 4 && at + length <= bytes.length ? at + length : undefined
}

function decodeRaw({ type, body }: RawParameter, { depth, budget }: Within): Parameter {
  if (depth > depthMax) throw new LlrpError(llrpMessages('llrp.depth'))
  if (--budget.left < 0) throw new LlrpError(llrpMessages('llrp.many', { max: parametersMax }))
  const definition = type === 0 ? undefined : parameterTable.byType.get(type)
  if (!definition) return unknownOf(type, body)
  return decodeBody(definition, body, 0, { depth, budget })
}

function decodeBody(
  { name, fields }: Definition,
  bytes: Uint8Array,
  from: number,
  { depth, budget }: Within,
): Parameter {
  const reader = new Reader(bytes, from, name)
  const values = fieldsOf(reader, fields)
  const within = { depth: depth + 1, budget }
  const parameters: Parameter[] = []
  for (const raw of splitParameters(bytes, reader.offset)) parameters.push(decodeRaw(raw, within))
  return { name, fields: values, parameters }
}

/** Decodes a parameter that was split off. Throws LlrpError. */
export const decodeParameter = (raw: RawParameter): Parameter =>
  decodeRaw(raw, { depth: 0, budget: { left: parametersMax } })

export interface Header {
  readonly version: number
  readonly type: number
  /** The name in the table; `Unknown` for a type that is not there. */
  readonly name: string
  readonly length: number
  readonly id: number
}

/** Reads the header at `at`; undefined while it is incomplete. Throws LlrpError for a length that no message has. */
export function readHeader(bytes: Uint8Array, lengthMax: number, at = 0): Header | undefined {
  if (bytes.length - at < headerBytes) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headerBytes)
  const first = view.getUint16(0)
  const version = (first >> 10) & 7
  if (version === 0 || version > versionMax) throw new LlrpError(llrpMessages('llrp.version', { version }))
  const length = view.getUint32(2)
  if (length < headerBytes) throw new LlrpError(llrpMessages('llrp.short', { name: 'A message' }))
  if (length > lengthMax) throw new LlrpError(llrpMessages('llrp.length', { length, max: lengthMax }))
  const type = first & 0x3ff
  const name = messageTable.byType.get(type)?.name ?? unknownName
  return { version, type, name, length, id: view.getUint32(6) }
}

/** Decodes one whole message. Throws LlrpError. */
export function decodeMessage(bytes: Uint8Array): LlrpMessage {
  const header = readHeader(bytes, bytes.length)
  if (!header) throw new LlrpError(llrpMessages('llrp.short', { name: 'A message' }))
  const { version, type, length, id } = header
  const definition = messageTable.byType.get(type)
  const whole = bytes.subarray(0, length)
  if (!definition) return { ...unknownOf(type, whole.subarray(headerBytes)), id, version }
  const within = { depth: 0, budget: { left: parametersMax } }
  return { ...decodeBody(definition, whole, headerBytes, within), id, version }
}
