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
 * Compares the API's document with that of the last release and names what would break a client that relies on it
 * (spec, Versioning 1). Requests may only come to allow more, answers only to promise more.
 */

interface Both<T> {
  readonly before: T
  readonly after: T
}

/** Where in the two documents something is, and whether the server sends it or the client. */
interface Place {
  readonly at: string
  readonly isAnswer: boolean
  readonly documents: Both<Document>
  /** Named schemas on the way here: a schema may contain itself. */
  readonly within: readonly string[]
}

export function breakingChanges(before: Document, after: Document): string[] {
  const documents = { before, after }
  const found = each(before.paths, after.paths, (path, operations) => {
    if (!operations.after) return [`${path} is gone`]
    return each(operations.before, operations.after, (method, operation) => {
      const at = `${method.toUpperCase()} ${path}`
      if (!operation.after) return [`${at} is gone`]
      return ofOperation({ at, isAnswer: false, documents, within: [] }, operation.before, operation.after)
    })
  })
  return [...new Set(found)]
}

function ofOperation(place: Place, before: Operation, after: Operation): string[] {
  const { at, documents } = place
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
    ...ofParameters(place, before, after),
    ...ofRequestBody(place, before.requestBody, after.requestBody),
    ...ofResponses({ ...place, isAnswer: true }, before, after),
  ]
}

function ofParameters(place: Place, before: Operation, after: Operation): string[] {
  const named = (document: Document, { parameters = [] }: Operation): Named<Parameter> => {
    const known = parameters.map((parameter) => resolve(document, parameter))
    return Object.fromEntries(known.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  }
  const old = named(place.documents.before, before)
  const current = named(place.documents.after, after)
  const needed = Object.keys(current).filter((name) => current[name]?.required && !old[name]?.required)
  const gone = each(old, current, (name, parameter) => {
    const at = `${place.at}, ${name}`
    if (!parameter.after) return [`${at} is gone`]
    return [
      ...changed(at, 'style', parameter.before.style, parameter.after.style),
      ...changed(at, 'explode', parameter.before.explode, parameter.after.explode),
      ...ofSchema({ ...place, at }, parameter.before.schema, parameter.after.schema),
    ]
  })
  return [...needed.map((name) => `${place.at} needs ${name}`), ...gone]
}

function ofRequestBody(place: Place, before: Body | undefined, after: Body | undefined): string[] {
  const needed = after?.required && !before?.required ? [`${place.at} needs a body`] : []
  if (!before) return needed
  if (!after) return [`${place.at} takes no body`]
  return [...needed, ...ofContent(place, before.content, after.content)]
}

function ofResponses(place: Place, before: Operation, after: Operation): string[] {
  const { documents } = place
  return each(before.responses, after.responses, (status, response) => {
    const at = `${place.at}, ${status}`
    if (!response.after) return [`${at} is gone`]
    const old = resolve(documents.before, response.before)
    const current = resolve(documents.after, response.after)
    return [
      ...ofHeaders({ ...place, at }, old.headers, current.headers),
      ...ofContent({ ...place, at }, old.content, current.content),
    ]
  })
}

function ofHeaders(place: Place, before: Response['headers'], after: Response['headers']): string[] {
  return each(before, after, (name, header) => {
    const at = `${place.at}, header ${name}`
    if (!header.after) return [`${at} is gone`]
    const old = resolve(place.documents.before, header.before)
    const current = resolve(place.documents.after, header.after)
    const absent = old.required && !current.required ? [`${at} may be absent`] : []
    return [...absent, ...ofSchema({ ...place, at }, old.schema, current.schema)]
  })
}

function ofContent(place: Place, before: Content | undefined, after: Content | undefined): string[] {
  return each(before, after, (type, content) => {
    const at = `${place.at}, ${type}`
    if (!content.after) return [`${at} is gone`]
    const [old, current] = [content.before.schema, content.after.schema]
    if (old && current) return ofSchema(place, old, current)
    // Without a schema it may be anything.
    return sides(place, { before: old, after: current }).expected ? [`${at} may be anything`] : []
  })
}

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']
const known = new Set([
  ...limits,
  ...'type nullable enum format pattern readOnly default properties required additionalProperties'.split(' '),
  ...'items oneOf $ref description example title discriminator deprecated'.split(' '),
])

function ofSchema(outer: Place, before: Schema, after: Schema): string[] {
  const { documents, isAnswer, within } = outer
  const name = before.$ref?.split('/').at(-1)
  if (name !== undefined && within.includes(name)) return []
  // A named schema is told of once, not with each operation that uses it.
  const at = name === undefined ? outer.at : `${isAnswer ? 'answer' : 'request'} ${name}`
  const place = { ...outer, at, within: name === undefined ? within : [...within, name] }
  const both = { before: unwrapped(documents.before, before), after: unwrapped(documents.after, after) }
  if (!isAnswer && both.before.properties && both.after.discriminator) return ofVariants(place, both)
  for (const keyword of [...Object.keys(both.before), ...Object.keys(both.after)])
    if (!known.has(keyword)) throw new Error(`${at} uses ${keyword}, which is not compared yet`)
  return [...ofValue(place, both), ...ofEnum(place, both), ...ofObject(place, both), ...ofInner(place, both)]
}

/** A schema that is wrapped to have its own description is the one inside. */
function unwrapped(document: Document, node: Schema): Schema {
  const { allOf, ...rest } = resolve(document, node)
  if (!allOf) return rest
  const [inner, ...others] = allOf
  if (!inner || others.length > 0) throw new Error('Only an allOf of one schema is compared yet')
  return { ...unwrapped(document, inner), ...rest }
}

/** An object that has become a union: what was sent with each value of the discriminator meets that variant. */
function ofVariants(place: Place, { before, after }: Both<Schema>): string[] {
  const { propertyName = '', mapping = {} } = after.discriminator ?? {}
  const values = before.properties?.[propertyName]?.enum ?? []
  return values.flatMap((value) => {
    const at = `${place.at} (${value})`
    const $ref = mapping[value]
    if ($ref === undefined) return [`${at} is gone`]
    const sent = { ...before.properties, [propertyName]: { type: 'string', enum: [value] } }
    return ofSchema(
      { ...place, at },
      { ...before, properties: sent },
      resolve(place.documents.after, { $ref }),
    )
  })
}

/** What is sent, and what the other side is ready for: a client of then meets a server of now, and hears its answers. */
const sides = <T>({ isAnswer }: Place, { before, after }: Both<T>) =>
  isAnswer ? { sent: after, expected: before } : { sent: before, expected: after }

function ofValue(place: Place, both: Both<Schema>): string[] {
  const { at, isAnswer } = place
  const { sent, expected } = sides(place, both)
  const isTighter = (keyword: string): boolean => {
    const [own, limit] = [sent[keyword], expected[keyword]] as [number | undefined, number | undefined]
    if (limit === undefined) return false
    return own === undefined || (keyword.startsWith('min') ? limit > own : limit < own)
  }
  // Whether another pattern allows more can't be told. An instant is read by its format, whatever its pattern.
  const isOther = (keyword: string) =>
    expected[keyword] !== undefined &&
    spelt(expected[keyword]) !== spelt(sent[keyword]) &&
    !(keyword === 'pattern' && expected.format === 'date-time')
  const hasOtherDefault = !isAnswer && both.before.default !== undefined
  const keywords = [
    'type',
    ...limits.filter(isTighter),
    ...['format', 'pattern'].filter(isOther),
    ...(hasOtherDefault ? ['default'] : []),
  ]
  const isNull = sent.nullable === true && expected.nullable !== true
  const isReadOnly = !isAnswer && both.after.readOnly === true && both.before.readOnly !== true
  return [
    ...keywords.flatMap((keyword) => changed(at, keyword, both.before[keyword], both.after[keyword])),
    ...(isNull ? [`${at} ${isAnswer ? 'may' : 'must not'} be null`] : []),
    ...(isReadOnly ? [`${at} is read-only`] : []),
  ]
}

/** \u00 and \x begin the same character of a pattern. */
const spelt = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\\u00', '\\x') : text)

/** Of answers: clients tolerate values of these that they don't know (spec, Versioning 4). */
const openEnumerations = /\.(tag_type|code)$/

function ofEnum(place: Place, both: Both<Schema>): string[] {
  const { at, isAnswer } = place
  const { sent, expected } = sides(place, both)
  if (!expected.enum || (isAnswer && openEnumerations.test(at))) return []
  if (!sent.enum) return [`${at} ${isAnswer ? 'may' : 'must not'} be anything`]
  return missing(sent.enum, expected.enum).map(
    (value) => `${at} ${isAnswer ? 'may' : 'must not'} be ${value}`,
  )
}

function ofObject(place: Place, both: Both<Schema>): string[] {
  const { at, isAnswer } = place
  const { sent, expected } = sides(place, both)
  // What is gone from an answer is told of as such.
  const isThere = (name: string) => !isAnswer || both.after.properties?.[name] !== undefined
  const required = missing(expected.required, sent.required).filter(isThere)
  const isClosed = !isAnswer && expected.additionalProperties === false && sent.additionalProperties !== false
  return [
    ...required.map((name) => `${at}.${name} ${isAnswer ? 'may be absent' : 'is required'}`),
    ...(isClosed ? [`${at} takes no other properties`] : []),
    ...each(both.before.properties, both.after.properties, (name, property) => {
      const inner = { ...place, at: `${at}.${name}` }
      if (!property.after) return [`${inner.at} is gone`]
      return ofSchema(inner, property.before, property.after)
    }),
  ]
}

function ofInner(place: Place, { before, after }: Both<Schema>): string[] {
  const named = ({ oneOf = [] }: Schema): Named<Schema> =>
    Object.fromEntries(oneOf.map((variant, index) => [variant.$ref?.split('/').at(-1) ?? index, variant]))
  const variants = each(named(before), named(after), (name, variant) => {
    if (variant.after) return ofSchema(place, variant.before, variant.after)
    return place.isAnswer ? [] : [`${place.at} must not be ${name}`]
  })
  const hasItems = before.items !== undefined || after.items !== undefined
  const items = { ...place, at: `${place.at}[]` }
  return [...variants, ...(hasItems ? ofSchema(items, before.items ?? {}, after.items ?? {}) : [])]
}

function changed(at: string, what: string, before: unknown, after: unknown): string[] {
  const [old, current] = [JSON.stringify(before) ?? 'absent', JSON.stringify(after) ?? 'absent']
  return old === current ? [] : [`${at}: ${what} was ${old} and is ${current}`]
}

const missing = (of: readonly string[] = [], from: readonly string[] = []): string[] =>
  of.filter((value) => !from.includes(value))

/** All that was there, beside what is there now under its name. */
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
  if (target === undefined) throw new Error(`${node.$ref} names nothing`)
  return target as T
}

/**
 * Breaking changes, but for the corrections: there the released document was wrong and the server has not changed. A
 * correction of something that did not change is a complaint too.
 */
function complaintsOf(found: readonly string[], corrections: Named<readonly string[]>): string[] {
  const corrected = Object.values(corrections).flat()
  return [
    ...missing(found, corrected).map((change) => `breaking: ${change}`),
    ...missing(corrected, found).map((change) => `not found, remove it from the corrections: ${change}`),
  ]
}

if (import.meta.main) {
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
  const found = breakingChanges(
    read<Document>('docs/openapi.released.json'),
    read<Document>('docs/openapi.json'),
  )
  const corrections = 'docs/openapi.corrections.json'
  const complaints = complaintsOf(found, existsSync(corrections) ? read(corrections) : {})
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exit(1)
}
