import { readFileSync } from 'node:fs'

/**
 * Compares the API's document with that of the last release and names what would break a client that relies on it
 * (spec, Versioning 1). Requests may only come to allow more, answers only to promise more.
 */

type Named<T> = Readonly<Record<string, T>>
type Reference<T> = T | { readonly $ref: string }

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly readOnly?: boolean
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Named<Schema>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly [other: string]: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}

interface Header {
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Named<{ readonly schema: Schema }>

interface Body {
  readonly required?: boolean
  readonly content: Content
}

interface Response {
  readonly headers?: Named<Reference<Header>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly 'x-required-scopes'?: readonly string[]
  readonly security?: unknown
  readonly parameters?: readonly Reference<Parameter>[]
  readonly requestBody?: Body
  readonly responses: Named<Reference<Response>>
}

export interface Document {
  readonly security?: unknown
  readonly paths: Named<Named<Operation>>
  readonly components: Named<Named<unknown>>
}

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
  return each(before, after, (type, content) =>
    content.after
      ? ofSchema(place, content.before.schema, content.after.schema)
      : [`${place.at}, ${type} is gone`],
  )
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
  const both = { before: resolve(documents.before, before), after: resolve(documents.after, after) }
  for (const keyword of [...Object.keys(both.before), ...Object.keys(both.after)])
    if (!known.has(keyword)) throw new Error(`${at} uses ${keyword}, which is not compared yet`)
  return [...ofValue(place, both), ...ofEnum(place, both), ...ofObject(place, both), ...ofInner(place, both)]
}

/** What is sent, and what the other side is ready for: a client of then meets a server of now, and hears its answers. */
const sides = ({ isAnswer }: Place, { before, after }: Both<Schema>) =>
  isAnswer ? { sent: after, expected: before } : { sent: before, expected: after }

function ofValue(place: Place, both: Both<Schema>): string[] {
  const { at, isAnswer } = place
  const { sent, expected } = sides(place, both)
  const isTighter = (keyword: string): boolean => {
    const [own, limit] = [sent[keyword], expected[keyword]] as [number | undefined, number | undefined]
    if (limit === undefined) return false
    return own === undefined || (keyword.startsWith('min') ? limit > own : limit < own)
  }
  // Whether another pattern allows more can't be told.
  const isOther = (keyword: string) => expected[keyword] !== undefined && expected[keyword] !== sent[keyword]
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

if (import.meta.main) {
  const read = (path: string): Document => JSON.parse(readFileSync(path, 'utf8'))
  const found = breakingChanges(read('docs/openapi.released.json'), read('docs/openapi.json'))
  for (const change of found) console.error(`breaking: ${change}`)
  if (found.length > 0) process.exit(1)
}
