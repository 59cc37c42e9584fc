import { existsSync, readFileSync } from 'node:fs'
import type {
  Body,
  Content,
  Document,
  Named,
  Operation,
  Parameter,
  Reference,
  Response,
  Schema,
} from './openapi-document'

/**
 * Compares the OpenAPI document with that of the last release and reports changes that break clients (docs/api.md,
 * Compatibility). A change may allow more in requests, and may only guarantee more in responses.
 */

interface Both<T> {
  readonly before: T
  readonly after: T
}

/** A position in the two documents. The server sends what is at a position in a response, and the client the rest. */
interface Position {
  readonly at: string
  readonly isResponse: boolean
  readonly documents: Both<Document>
  /** Named schemas on the path to this position, because a schema may contain itself. */
  readonly within: readonly string[]
}

export function breakingChanges(before: Document, after: Document): string[] {
  const documents = { before, after }
  const found = each(before.paths, after.paths, (path, operations) => {
    if (!operations.after) return [`${path} was removed`]
    return each(operations.before, operations.after, (method, operation) => {
      const at = `${method.toUpperCase()} ${path}`
      if (!operation.after) return [`${at} was removed`]
      return ofOperation({ at, isResponse: false, documents, within: [] }, operation.before, operation.after)
    })
  })
  return [...new Set(found)]
}

function ofOperation(position: Position, before: Operation, after: Operation): string[] {
  const { at, documents } = position
  const scopes = missing(after['x-required-scopes'], before['x-required-scopes'])
  return [
    ...scopes.map((scope) => `${at} needs the scope ${scope}`),
    ...changed(at, 'operationId', before.operationId, after.operationId),
    ...changed(
      at,
      'security',
      before.security ?? documents.before.security,
      after.security ?? documents.after.security,
    ),
    ...ofParameters(position, before, after),
    ...ofRequestBody(position, before.requestBody, after.requestBody),
    ...ofResponses({ ...position, isResponse: true }, before, after),
  ]
}

function ofParameters(position: Position, before: Operation, after: Operation): string[] {
  const named = (document: Document, { parameters = [] }: Operation): Named<Parameter> => {
    const known = parameters.map((parameter) => resolve(document, parameter))
    return Object.fromEntries(known.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  }
  const old = named(position.documents.before, before)
  const current = named(position.documents.after, after)
  const needed = Object.keys(current).filter((name) => current[name]?.required && !old[name]?.required)
  const gone = each(old, current, (name, parameter) => {
    const at = `${position.at}, ${name}`
    if (!parameter.after) return [`${at} was removed`]
    return [
      ...changed(at, 'style', parameter.before.style, parameter.after.style),
      ...changed(at, 'explode', parameter.before.explode, parameter.after.explode),
      ...ofSchema({ ...position, at }, parameter.before.schema, parameter.after.schema),
    ]
  })
  return [...needed.map((name) => `${position.at} needs ${name}`), ...gone]
}

function ofRequestBody(position: Position, before: Body | undefined, after: Body | undefined): string[] {
  const needed = after?.required && !before?.required ? [`${position.at} needs a body`] : []
  if (!before) return needed
  if (!after) return [`${position.at} accepts no body`]
  return [...needed, ...ofContent(position, before.content, after.content)]
}

function ofResponses(position: Position, before: Operation, after: Operation): string[] {
  const { documents } = position
  return each(before.responses, after.responses, (status, response) => {
    const at = `${position.at}, ${status}`
    if (!response.after) return [`${at} was removed`]
    const old = resolve(documents.before, response.before)
    const current = resolve(documents.after, response.after)
    return [
      ...ofHeaders({ ...position, at }, old.headers, current.headers),
      ...ofContent({ ...position, at }, old.content, current.content),
    ]
  })
}

function ofHeaders(position: Position, before: Response['headers'], after: Response['headers']): string[] {
  return each(before, after, (name, header) => {
    const at = `${position.at}, header ${name}`
    if (!header.after) return [`${at} was removed`]
    const old = resolve(position.documents.before, header.before)
    const current = resolve(position.documents.after, header.after)
    const absent = old.required && !current.required ? [`${at} may be absent`] : []
    return [...absent, ...ofSchema({ ...position, at }, old.schema, current.schema)]
  })
}

function ofContent(position: Position, before: Content | undefined, after: Content | undefined): string[] {
  return each(before, after, (type, content) => {
    const at = `${position.at}, ${type}`
    if (!content.after) return [`${at} was removed`]
    const [old, current] = [content.before.schema, content.after.schema]
    if (old && current) return ofSchema(position, old, current)
    // Without a schema, any value is allowed.
    return sides(position, { before: old, after: current }).expected ? [`${at} may be anything`] : []
  })
}

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']
const known = new Set([
  ...limits,
  ...'type nullable enum format pattern readOnly default properties required additionalProperties'.split(' '),
  ...'items oneOf $ref description example title discriminator deprecated'.split(' '),
])

function ofSchema(outer: Position, before: Schema, after: Schema): string[] {
  const { documents, isResponse, within } = outer
  const name = before.$ref?.split('/').at(-1)
  if (name !== undefined && within.includes(name)) return []
  // A change of a named schema is reported once, not for each operation that uses it.
  const at = name === undefined ? outer.at : `${isResponse ? 'response' : 'request'} ${name}`
  const position = { ...outer, at, within: name === undefined ? within : [...within, name] }
  const both = { before: unwrapped(documents.before, before), after: unwrapped(documents.after, after) }
  if (!isResponse && both.before.properties && both.after.discriminator) return ofVariants(position, both)
  for (const keyword of [...Object.keys(both.before), ...Object.keys(both.after)])
    if (!known.has(keyword)) throw new Error(`${at} uses ${keyword}, which is not compared yet`)
  return [
    ...ofValue(position, both),
    ...ofEnum(position, both),
    ...ofObject(position, both),
    ...ofInner(position, both),
  ]
}

/** Returns the schema inside an allOf that only adds a description. */
function unwrapped(document: Document, node: Schema): Schema {
  const { allOf, ...rest } = resolve(document, node)
  if (!allOf) return rest
  const [inner, ...others] = allOf
  if (!inner || others.length > 0) throw new Error('Only an allOf of one schema is compared yet')
  return { ...unwrapped(document, inner), ...rest }
}

/** Compares an object with a union that replaces it: for each value of the discriminator, with its variant. */
function ofVariants(position: Position, { before, after }: Both<Schema>): string[] {
  const { propertyName = '', mapping = {} } = after.discriminator ?? {}
  const values = before.properties?.[propertyName]?.enum ?? []
  return values.flatMap((value) => {
    const at = `${position.at} (${value})`
    const $ref = mapping[value]
    if ($ref === undefined) return [`${at} was removed`]
    const sent = { ...before.properties, [propertyName]: { type: 'string', enum: [value] } }
    return ofSchema(
      { ...position, at },
      { ...before, properties: sent },
      resolve(position.documents.after, { $ref }),
    )
  })
}

/** Returns what is sent and what the recipient expects, for a client of the release and the current server. */
const sides = <T>({ isResponse }: Position, { before, after }: Both<T>) =>
  isResponse ? { sent: after, expected: before } : { sent: before, expected: after }

function ofValue(position: Position, both: Both<Schema>): string[] {
  const { at, isResponse } = position
  const { sent, expected } = sides(position, both)
  const isTighter = (keyword: string): boolean => {
    const [own, limit] = [sent[keyword], expected[keyword]] as [number | undefined, number | undefined]
    if (limit === undefined) return false
    return own === undefined || (keyword.startsWith('min') ? limit > own : limit < own)
  }
  // Patterns cannot be compared, so each change counts, unless they list values. For a date-time the format decides.
  const isOther = (keyword: string) =>
    expected[keyword] !== undefined &&
    normalized(expected[keyword]) !== normalized(sent[keyword]) &&
    !(keyword === 'pattern' && (expected.format === 'date-time' || listsLess(sent.pattern, expected.pattern)))
  const hasOtherDefault = !isResponse && both.before.default !== undefined
  const keywords = [
    'type',
    ...limits.filter(isTighter),
    ...['format', 'pattern'].filter(isOther),
    ...(hasOtherDefault ? ['default'] : []),
  ]
  const isNull = sent.nullable === true && expected.nullable !== true
  const isReadOnly = !isResponse && both.after.readOnly === true && both.before.readOnly !== true
  return [
    ...keywords.flatMap((keyword) => changed(at, keyword, both.before[keyword], both.after[keyword])),
    ...(isNull ? [`${at} ${isResponse ? 'may' : 'must not'} be null`] : []),
    ...(isReadOnly ? [`${at} is read-only`] : []),
  ]
}

/** Reports whether both patterns list values, as in `^(a|b)$`, and the first one lists no other values than the second. */
function listsLess(pattern: unknown, other: unknown): boolean {
  const [values, known] = [pattern, other].map((text) =>
    /^\^\(([\w.\\|]+)\)\$$/.exec(String(text))?.[1]?.split('|'),
  )
  return values !== undefined && known !== undefined && values.every((value) => known.includes(value))
}

/** Returns a pattern with one spelling for \u00 and \x escapes. */
const normalized = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\\u00', '\\x') : text)

/** Fields of responses in which clients tolerate unknown values (docs/api.md, Compatibility). */
const openEnumerations = /\.(tag_type|code)$/

function ofEnum(position: Position, both: Both<Schema>): string[] {
  const { at, isResponse } = position
  const { sent, expected } = sides(position, both)
  if (!expected.enum || (isResponse && openEnumerations.test(at))) return []
  if (!sent.enum) return [`${at} ${isResponse ? 'may' : 'must not'} be anything`]
  return missing(sent.enum, expected.enum).map(
    (value) => `${at} ${isResponse ? 'may' : 'must not'} be ${value}`,
  )
}

function ofObject(position: Position, both: Both<Schema>): string[] {
  const { at, isResponse } = position
  const { sent, expected } = sides(position, both)
  // A field that was removed from a response is reported as removed.
  const isPresent = (name: string) => !isResponse || both.after.properties?.[name] !== undefined
  const required = missing(expected.required, sent.required).filter(isPresent)
  const isClosed =
    !isResponse && expected.additionalProperties === false && sent.additionalProperties !== false
  return [
    ...required.map((name) => `${at}.${name} ${isResponse ? 'may be absent' : 'is required'}`),
    ...(isClosed ? [`${at} accepts no other properties`] : []),
    ...each(both.before.properties, both.after.properties, (name, property) => {
      const inner = { ...position, at: `${at}.${name}` }
      if (!property.after) return [`${inner.at} was removed`]
      return ofSchema(inner, property.before, property.after)
    }),
  ]
}

function ofInner(position: Position, { before, after }: Both<Schema>): string[] {
  const named = ({ oneOf = [] }: Schema): Named<Schema> =>
    Object.fromEntries(oneOf.map((variant, index) => [variant.$ref?.split('/').at(-1) ?? index, variant]))
  const variants = each(named(before), named(after), (name, variant) => {
    if (variant.after) return ofSchema(position, variant.before, variant.after)
    return position.isResponse ? [] : [`${position.at} must not be ${name}`]
  })
  const hasItems = before.items !== undefined || after.items !== undefined
  const items = { ...position, at: `${position.at}[]` }
  return [...variants, ...(hasItems ? ofSchema(items, before.items ?? {}, after.items ?? {}) : [])]
}

function changed(at: string, what: string, before: unknown, after: unknown): string[] {
  const [old, current] = [JSON.stringify(before) ?? 'absent', JSON.stringify(after) ?? 'absent']
  return old === current ? [] : [`${at}: ${what} was ${old} and is ${current}`]
}

const missing = (of: readonly string[] = [], from: readonly string[] = []): string[] =>
  of.filter((value) => !from.includes(value))

/** Compares each entry with the current entry of the same name. */
const each = <T>(
  before: Named<T> = {},
  after: Named<T> = {},
  compare: (name: string, both: { readonly before: T; readonly after: T | undefined }) => string[],
): string[] =>
  Object.entries(before).flatMap(([name, value]) => compare(name, { before: value, after: after[name] }))

function resolve<T extends object>(document: Document, node: Reference<T>): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T
  const [kind = '', name = ''] = node.$ref.split('/').slice(2)
  const target = document.components[kind]?.[name]
  if (target === undefined) throw new Error(`${node.$ref} does not exist`)
  return target as T
}

/**
 * Returns the breaking changes that are not corrections. A correction is a change of the document for which the released
 * document was wrong and the server did not change. An unused correction is a problem, too.
 */
function problemsOf(found: readonly string[], corrections: Named<readonly string[]>): string[] {
  const corrected = Object.values(corrections).flat()
  return [
    ...missing(found, corrected).map((change) => `breaking: ${change}`),
    ...missing(corrected, found).map((change) => `no such change, remove it from the corrections: ${change}`),
  ]
}

if (import.meta.main) {
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
  const found = breakingChanges(
    read<Document>('docs/openapi.released.json'),
    read<Document>('docs/openapi.json'),
  )
  const corrections = 'docs/openapi.corrections.json'
  const problems = problemsOf(found, existsSync(corrections) ? read(corrections) : {})
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
