import { Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../contract/check'
import type { FieldError } from '../errors'
import { isPath, type Mapping, timeFormats } from '../formats/mapping'
import { compilePath, findsNested, type Path, PathError } from '../formats/json-path'
import { isObject, type Json, type JsonObject } from '../json'
import { tagTypes } from '../tags/schema'
import { hasControl } from '../text'

/** The field mapping of readers whose format is `mapping` (docs/history.md, Payload formats). */

const text = (rule: StringRule) =>
  Type.String({ minLength: 1, maxLength: 1024, [Rule as unknown as string]: rule })

const path =
  (mayDescend: boolean): StringRule =>
  (value, field) => {
    if (hasControl(value)) return `${field} must not contain control characters`
    try {
      compilePath(value, { mayDescend })
      return undefined
    } catch (error) {
      if (error instanceof PathError) return `${field} can't be used as a JSONPath: ${error.message}`
      throw error
    }
  }

const ofEntry = path(false)

const orConstant =
  (isConstant: (value: string) => boolean, what: string): StringRule =>
  (value, field) => {
    if (isPath(value)) return ofEntry(value, field)
    return isConstant(value) ? undefined : `${field} must be a JSONPath, which begins with $, or ${what}`
  }

const portMax = 65_535
const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= portMax

export const MappingInput = Type.Object({
  reads: text(path(true)),
  value: text(ofEntry),
  antenna: Type.Optional(
    Type.Union([text(orConstant(isPort, 'an antenna port')), Type.Integer({ minimum: 0, maximum: portMax })]),
  ),
  observed_at: Type.Optional(text(ofEntry)),
  time_format: Type.Optional(
    Type.Unsafe<(typeof timeFormats)[number]>({ type: 'string', enum: [...timeFormats] }),
  ),
  rssi: Type.Optional(text(ofEntry)),
  rssi_scale: Type.Optional(Type.Number({ minimum: -1000, maximum: 1000 })),
  tag_type: Type.Optional(
    text(orConstant((value) => tagTypes.some((type) => type === value), `one of: ${tagTypes.join(', ')}`)),
  ),
})

/**
 * Returns the problems of the combination of `mapping` and `format`: the format `mapping` needs a mapping, and other
 * formats have none. `current` is the mapping of the reader as JSON text. The schema checks each field separately.
 */
export function mappingProblems(
  body: JsonObject,
  format: Json | undefined,
  current: string | null = null,
): FieldError[] {
  const sent = body['mapping']
  const problem = (code: FieldError['code'], message: string): FieldError[] => [
    { field: 'mapping', code, message },
  ]
  if (format === 'mapping') {
    if (sent === null) return problem('invalid_value', 'The format mapping needs a mapping')
    if (sent !== undefined) return searchProblems(sent)
    return current === null ? problem('required', 'The format mapping needs a mapping') : []
  }
  const isOutOfPlace = typeof format === 'string' && sent !== undefined && sent !== null
  return isOutOfPlace ? problem('invalid_context', `The format ${format} has no mapping`) : []
}

/**
 * Rejects search paths in the fields when `reads` may find an entry within another entry. Each search would cover the
 * inner entries again, so its cost would grow with the square of the message size.
 */
function searchProblems(mapping: Json): FieldError[] {
  if (!isObject(mapping)) return []
  const { reads, ...others } = mapping
  const readsPath = compiled(reads, true)
  if (!readsPath || !findsNested(readsPath)) return []
  return Object.keys(others).flatMap((key): FieldError[] => {
    const isSearch = compiled(others[key], false)?.singularQuery() === false
    const message = `mapping.${key} must contain only names and indexes, because mapping.reads contains ..`
    return isSearch ? [{ field: `mapping.${key}`, code: 'invalid_value', message }] : []
  })
}

function compiled(text: Json | undefined, mayDescend: boolean): Path | undefined {
  if (!isPath(text)) return undefined
  try {
    return compilePath(text, { mayDescend })
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

export const toMapping = (stored: string | null): Mapping | null =>
  stored === null ? null : (JSON.parse(stored) as Mapping)
