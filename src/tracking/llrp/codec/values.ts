import type { Definition } from './definitions'

/** Messages and parameters as the codec reads and writes them. */

/** A number; a bigint for 64 bits; hex digits for bytes; numbers for a list. `bits` are hex digits with their number. */
export type Value =
  | number
  | bigint
  | string
  | readonly number[]
  | { readonly bits: number; readonly hex: string }

export interface Parameter {
  /** The name in the table. `Unknown` for a type that is not there, and for bytes that could not be split. */
  readonly name: string
  readonly fields: Readonly<Record<string, Value>>
  readonly parameters: readonly Parameter[]
}

export interface LlrpMessage extends Parameter {
  readonly id: number
  readonly version: number
}

export const headerBytes = 10
export const versionOf101 = 1
export const versionMax = 2

/** The fields of an unknown parameter: its type, 0 for bytes that have none, and its bytes as hex. */
export const unknownName = 'Unknown'

export const unknownOf = (type: number, bytes: Uint8Array): Parameter => ({
  name: unknownName,
  fields: { Type: type, Data: bytes.toHex() },
  parameters: [],
})

/** Types below this have the short form: one byte of type, and no length. */
export const firstLongType = 128

export const isShort = ({ type }: Definition): boolean => type < firstLongType

export function parameter(
  name: string,
  fields: Parameter['fields'] = {},
  parameters: readonly Parameter[] = [],
): Parameter {
  return { name, fields, parameters }
}

/** Returns the first parameter with this name, at any depth given by the path. */
export function find(from: Pick<Parameter, 'parameters'>, ...path: readonly string[]): Parameter | undefined {
  let found: Pick<Parameter, 'parameters'> | undefined = from
  for (const name of path) found = found?.parameters.find((each) => each.name === name)
  return found as Parameter | undefined
}

export const findAll = (
  from: Pick<Parameter, 'parameters'> | undefined,
  name: string,
): readonly Parameter[] => from?.parameters.filter((each) => each.name === name) ?? []

/** Returns a field that is a number; undefined when there is none. */
export function numberOf(from: Parameter | undefined, field: string): number | undefined {
  const value = from?.fields[field]
  return typeof value === 'number' ? value : undefined
}

export function textOf(from: Parameter | undefined, field: string): string | undefined {
  const value = from?.fields[field]
  return typeof value === 'string' ? value : undefined
}
