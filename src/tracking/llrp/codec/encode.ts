import { type Definition, type Field, messageTable, parameterTable } from './definitions'
import { LlrpError, llrpMessages } from './messages'
import {
  firstLongType,
  headerBytes,
  isShort,
  type LlrpMessage,
  type Parameter,
  unknownName,
  type Value,
  versionOf101,
} from './values'

/** Encodes LLRP. Throws LlrpError for a value that its field cannot have. */

class Writer {
  readonly #bytes: number[] = []
  #bits = 0
  #bitCount = 0

  number(value: bigint, bits: number): void {
    for (let shift = bits - 1; shift >= 0; shift--) {
      this.#bits = this.#bits * 2 + Number((value >> BigInt(shift)) & 1n)
      if (++this.#bitCount < 8) continue
      this.#bytes.push(this.#bits)
      this.#bits = 0
      this.#bitCount = 0
    }
  }

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.#bytes.push(byte)
  }

  get whole(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

const hexDigits = /^(?:[\da-f]{2})*$/i

function hexOf(value: Value | undefined): Uint8Array | undefined {
  return typeof value === 'string' && hexDigits.test(value) ? Uint8Array.fromHex(value) : undefined
}

/** Returns a whole number in the range of its bits; undefined for anything else. */
function wholeOf(value: Value | undefined, bits: number, isSigned: boolean): bigint | undefined {
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value)))
    return undefined
  const whole = BigInt(value)
  const [min, max] = isSigned ? [-(1n << BigInt(bits - 1)), 1n << BigInt(bits - 1)] : [0n, 1n << BigInt(bits)]
  return whole >= min && whole < max ? BigInt.asUintN(bits, whole) : undefined
}

const lengthMax = 65_535

function writeSized(writer: Writer, count: number, bytes: Uint8Array): boolean {
  if (count > lengthMax) return false
  writer.number(BigInt(count), 16)
  writer.bytes(bytes)
  return true
}

function writeList(writer: Writer, value: Value | undefined, bits: number): boolean {
  if (!Array.isArray(value) || value.length > lengthMax) return false
  const numbers = (value as readonly number[]).map((each) => wholeOf(each, bits, false))
  writer.number(BigInt(numbers.length), 16)
  for (const number of numbers) {
    if (number === undefined) return false
    writer.number(number, bits)
  }
  return true
}

/** Writes a field. Returns false when it cannot have this value. */
function writeField(writer: Writer, { name, kind }: Field, value: Value | undefined): boolean {
  switch (kind.of) {
    case 'number': {
      const number = name === '_' ? 0n : wholeOf(value, kind.bits, kind.isSigned)
      if (number !== undefined) writer.number(number, kind.bits)
      return number !== undefined
    }
    case 'u16s':
      return writeList(writer, value, 16)
    case 'u32s':
      return writeList(writer, value, 32)
    case 'text': {
      if (typeof value !== 'string') return false
      const bytes = new TextEncoder().encode(value)
      return writeSized(writer, bytes.length, bytes)
    }
    case 'bits': {
      if (typeof value !== 'object' || !('bits' in value)) return false
      const bytes = hexOf(value.hex)
      return bytes?.length === Math.ceil(value.bits / 8) && writeSized(writer, value.bits, bytes)
    }
    case 'bytes': {
      const bytes = hexOf(value)
      return bytes !== undefined && writeSized(writer, bytes.length, bytes)
    }
    default: {
      const bytes = hexOf(value)
      if (!bytes || (kind.of === 'hex' && bytes.length !== kind.bytes)) return false
      writer.bytes(bytes)
      return true
    }
  }
}

function writeBody(writer: Writer, { name, fields }: Definition, from: Parameter): void {
  for (const field of fields)
    if (!writeField(writer, field, from.fields[field.name]))
      throw new LlrpError(llrpMessages('llrp.field', { name, field: field.name }))
  for (const each of from.parameters) writer.bytes(encodeParameter(each))
}

function typeOfUnknown({ fields }: Parameter): number {
  const type = fields['Type']
  return typeof type === 'number' ? type : 0
}

export function encodeParameter(from: Parameter): Uint8Array {
  const body = new Writer()
  const definition = parameterTable.byName.get(from.name)
  if (definition) writeBody(body, definition, from)
  else {
    const data = from.name === unknownName ? hexOf(from.fields['Data']) : undefined
    if (!data) throw new LlrpError(llrpMessages('llrp.unknown_name', { name: from.name }))
    body.bytes(data)
  }
  const type = definition?.type ?? typeOfUnknown(from)
  const { whole } = body
  // Bytes that could not be split have no header.
  if (type === 0) return whole
  const writer = new Writer()
  if (definition ? isShort(definition) : type < firstLongType) writer.number(BigInt(type | 128), 8)
  else {
    if (whole.length + 4 > lengthMax)
      throw new LlrpError(llrpMessages('llrp.field', { name: from.name, field: 'Length' }))
    writer.number(BigInt(type), 16)
    writer.number(BigInt(whole.length + 4), 16)
  }
  writer.bytes(whole)
  return writer.whole
}

export function encodeMessage(
  message: Omit<LlrpMessage, 'version'> & { readonly version?: number },
): Uint8Array {
  const definition = messageTable.byName.get(message.name)
  const body = new Writer()
  if (definition) writeBody(body, definition, message)
  else {
    const data = message.name === unknownName ? hexOf(message.fields['Data']) : undefined
    if (!data) throw new LlrpError(llrpMessages('llrp.unknown_name', { name: message.name }))
    body.bytes(data)
  }
  const { whole } = body
  const type = definition?.type ?? typeOfUnknown(message)
  const writer = new Writer()
  writer.number(BigInt(((message.version ?? versionOf101) << 10) | type), 16)
  writer.number(BigInt(whole.length + headerBytes), 32)
  writer.number(BigInt(message.id), 32)
  writer.bytes(whole)
  return writer.whole
}
