import { Kind } from '@sinclair/typebox'
import { StartError } from '../base/errors'
import { type Checked, CheckAs, Known, Rule, Values } from './check'

/** Keywords that describe a value without restricting it. */
const annotations = ['$id', 'description', 'example', 'format', 'nullable', 'readOnly']

/** The keywords of each type that the checks of bodies (check.ts) enforce. */
const enforced: Readonly<Record<string, readonly string[]>> = {
  string: ['type', 'enum', 'minLength', 'maxLength', 'pattern'],
  integer: ['type', 'minimum', 'maximum'],
  number: ['type', 'minimum', 'maximum'],
  boolean: ['type'],
  array: ['type', 'items', 'minItems', 'maxItems'],
  object: ['type', 'properties', 'required', 'additionalProperties'],
  anyOf: ['anyOf'],
  allOf: ['allOf'],
  unknown: [],
}

/**
 * Throws StartError when the schema of a body has a keyword that the checks do not enforce. Otherwise, the OpenAPI
 * document would describe a rule that the service does not have.
 *
 * @param path position of the schema, for the message
 */
export function requireEnforced(schema: Checked, path: string): void {
  const refuse = (what: string): never => {
    throw new StartError(`The schema of ${path} ${what}: src/contract/check.ts does not enforce it.`)
  }
  if (schema[CheckAs]) return requireEnforced(schema[CheckAs], path)
  const form = formOf(schema)
  const keywords = form === undefined ? undefined : enforced[form]
  if (!keywords) return refuse('has no type')
  const other = Object.keys(schema).find((key) => !keywords.includes(key) && !annotations.includes(key))
  if (other !== undefined) refuse(`has the keyword ${other}`)
  const needsRule = schema['pattern'] !== undefined || schema['format'] === 'date-time'
  if (needsRule && !schema[Rule] && !schema[Values])
    refuse(`has a ${schema['pattern'] === undefined ? 'format' : 'pattern'} without a rule`)
  if (form === 'object') {
    const isOpen = schema['additionalProperties'] ?? !schema.properties
    if (isOpen !== !schema.properties) refuse('has additionalProperties')
  }
  if (schema.anyOf && new Set(schema.anyOf.map(({ type }) => type)).size < schema.anyOf.length)
    refuse('has an anyOf whose schemas have the same type')
  if (schema.allOf && schema.allOf.length > 1) refuse('has an allOf with several schemas')
  for (const [name, inner] of innerOf(schema)) requireEnforced(inner, `${path}.${name}`)
}

function formOf(schema: Checked): string | undefined {
  if (schema.anyOf) return 'anyOf'
  if (schema.allOf) return 'allOf'
  return schema.type ?? (schema[Kind] === 'Unknown' ? 'unknown' : undefined)
}

/** Returns the schemas in a schema, with names for messages. Known fields are left out: they have their own rule. */
function innerOf(schema: Checked): [name: string, inner: Checked][] {
  const known = schema[Known] ?? {}
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !Object.hasOwn(known, name))
  const choices = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...properties,
    ...(schema.items ? [['items', schema.items] satisfies [string, Checked]] : []),
    ...choices.map((choice): [string, Checked] => [String(choice.type), choice]),
  ]
}
