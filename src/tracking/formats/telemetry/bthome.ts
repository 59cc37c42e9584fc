import { openCcm } from './ccm'
import { littleEndian, Measured, type Metric, type Sealed } from './measured'

/**
 * BTHome version 2 (https://bthome.io/format): service data of 0xFCD2, a byte of device information, and objects of an id
 * and a value. Without the length of an object, those behind it cannot be found.
 */

/** The bytes of the values, by the first and last id of a range. */
const lengths: readonly (readonly [first: number, last: number, length: number])[] = [
  [0x00, 0x01, 1],
  [0x02, 0x03, 2],
  [0x04, 0x05, 3],
  [0x06, 0x08, 2],
  [0x09, 0x09, 1],
  [0x0a, 0x0b, 3],
  [0x0c, 0x0e, 2],
  [0x0f, 0x11, 1],
  [0x12, 0x14, 2],
  [0x15, 0x2f, 1],
  [0x3a, 0x3a, 1],
  [0x3c, 0x3d, 2],
  [0x3e, 0x3e, 4],
  [0x3f, 0x41, 2],
  [0x42, 0x42, 3],
  [0x43, 0x45, 2],
  [0x46, 0x46, 1],
  [0x47, 0x4a, 2],
  [0x4b, 0x4b, 3],
  [0x4c, 0x50, 4],
  [0x51, 0x52, 2],
  [0x55, 0x55, 4],
  [0x56, 0x56, 2],
  [0x57, 0x59, 1],
  [0x5a, 0x5a, 2],
  [0x5b, 0x5c, 4],
  [0x5d, 0x5f, 2],
  [0x60, 0x60, 1],
  [0x61, 0x61, 2],
  [0x62, 0x63, 4],
  [0x64, 0x64, 1],
  [0xf0, 0xf0, 2],
  [0xf1, 0xf1, 4],
  [0xf2, 0xf2, 3],
]
const lengthOf = new Uint8Array(256)
for (const [first, last, length] of lengths) lengthOf.fill(length, first, last + 1)

/** Text and raw bytes, which begin with their length. */
const isOfVariableLength = (id: number): boolean => id === 0x53 || id === 0x54

interface Kind {
  readonly metric: Metric
  readonly scale: number
  readonly isSigned?: true
}

const kinds: ReadonlyMap<number, Kind> = new Map([
  [0x01, { metric: 'battery_percent', scale: 1 }],
  [0x02, { metric: 'temperature_c', scale: 0.01, isSigned: true }],
  [0x03, { metric: 'humidity_percent', scale: 0.01 }],
  [0x0c, { metric: 'battery_volts', scale: 0.001 }],
  [0x21, { metric: 'motion', scale: 1 }],
  [0x22, { metric: 'motion', scale: 1 }],
  [0x2e, { metric: 'humidity_percent', scale: 1 }],
  [0x45, { metric: 'temperature_c', scale: 0.1, isSigned: true }],
  [0x57, { metric: 'temperature_c', scale: 1, isSigned: true }],
  [0x58, { metric: 'temperature_c', scale: 0.35, isSigned: true }],
])

const packet = 0x00
/** An object whose value is the press of a button; 0 when it is not pressed. */
const button = 0x3a

const isEncrypted = 0b1
const hasAddress = 0b10
const version = (information: number): number => information >> 5

/** Bytes behind the encrypted objects: a counter and a code. */
const counterBytes = 4
const codeBytes = 4

/** Reads a frame from its device information on. `address` is that of the tag; undefined when it is not known. */
export function readBthome(measured: Measured, frame: Uint8Array, address: string | undefined): void {
  const information = frame[0] ?? 0
  if (version(information) !== 2) return
  if ((information & isEncrypted) === 0)
    return readObjects(measured, frame.subarray((information & hasAddress) === 0 ? 1 : 7))
  const own = (information & hasAddress) === 0 ? addressIn(address) : frame.slice(1, 7).reverse()
  // The frame is copied, because its buffer may have the whole message.
  if (own.length === 6) measured.sealed ??= { address: own, frame: Uint8Array.from(frame) }
}

/** Returns the bytes of an address with or without separators. */
const addressIn = (text = ''): Uint8Array => Buffer.from(text.replaceAll(/[:\s._-]/g, ''), 'hex')

function readObjects(measured: Measured, objects: Uint8Array): void {
  for (let at = 0; at < objects.length;) {
    const id = objects[at++] as number
    const length = isOfVariableLength(id) ? (objects[at++] ?? 0) : (lengthOf[id] as number)
    if (length === 0 || at + length > objects.length) return
    const kind = kinds.get(id)
    if (kind) measured.add(kind.metric, littleEndian(objects, at, length, kind.isSigned) * kind.scale)
    if (id === packet) measured.packet ??= objects[at] as number
    if (id === button && objects[at] !== 0) measured.add('button', objects[at] as number)
    at += length
  }
}

/** Returns the values of an encrypted frame; undefined when the key is not that of the tag, or bytes have changed. */
export function openBthome({ address, frame }: Sealed, key: Uint8Array): Measured | undefined {
  const information = frame[0] as number
  const from = (information & hasAddress) === 0 ? 1 : 7
  const counterAt = frame.length - codeBytes - counterBytes
  if (counterAt < from) return undefined
  const counter = frame.subarray(counterAt, counterAt + counterBytes)
  const nonce = Uint8Array.of(...address, 0xd2, 0xfc, information, ...counter)
  const objects = openCcm(key, nonce, frame.subarray(from, counterAt), frame.subarray(-codeBytes))
  if (!objects) return undefined
  const measured = new Measured()
  readObjects(measured, objects)
  return measured
}
