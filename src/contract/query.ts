import type { Message } from '../base/messages'
import { fieldMessages } from './messages'
import { type FieldError, invalid, malformed } from '../base/errors'
import { Fault, type Parameter, type Parameters, type ParameterValues, type PathValues } from './parameters'
import { Problems } from './problems'

/** Parses the query and the path of a request and reports all their problems (docs/api.md, Field codes). */

/** Parameters of lists. On other endpoints they are invalid_context, not unknown_field (docs/api.md, Field codes). */
const listParameters = new Set(
  (
    'limit offset sort q include_deleted is_active external_key from to parent_id parent_external_key ' +
    'asset_id asset_external_key location_id location_external_key'
  ).split(' '),
)

/** Maximum number of values of a repeatable parameter. */
const valuesMax = 200

interface QueryRules {
  readonly isList: boolean
  /** Maximum number of values of all parameters together. */
  readonly valuesMax: number
  /** Pairs of parameters that exclude each other, because both name the same resource. */
  readonly pairs?: readonly (readonly [string, string])[]
  /** Messages for known parameters that this endpoint does not support, by name. */
  readonly unsupported?: Readonly<Record<string, Message>>
}

/** Parses a query string without its question mark. Throws `invalid` with all problems, in the order of the query. */
export function readQuery<P extends Parameters>(
  parameters: P,
  query: string,
  rules: QueryRules,
): ParameterValues<P> {
  const sent = splitQuery(query, rules.valuesMax)
  const problems = new Problems()
  const values: Record<string, unknown> = {}

  for (const [name, texts] of sent) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!parameter) problems.add(() => unsupported(name, rules))
    else {
      const result = readValues(parameter, name, texts)
      if ('problem' in result) problems.add(() => result.problem)
      else values[name] = result.value
    }
  }
  for (const [field, { isRequired }] of Object.entries(parameters))
    if (isRequired && !sent.has(field))
      problems.add(() => ({ field, code: 'required', message: fieldMessages('field.required', { field }) }))
  for (const pair of rules.pairs ?? []) {
    if (!pair.every((name) => sent.has(name))) continue
    const message = fieldMessages('field.pair', { one_field: pair[0], other_field: pair[1] })
    for (const field of pair) problems.add(() => ({ field, code: 'ambiguous_fields', message }))
  }
  if (problems.count > 0) throw problems.toError()

  for (const [name, { repeatable }] of Object.entries(parameters)) {
    if (repeatable) values[name] ??= []
  }
  return values as ParameterValues<P>
}

function unsupported(field: string, rules: QueryRules): FieldError {
  const { unsupported: known = {} } = rules
  if (Object.hasOwn(known, field)) return { field, code: 'invalid_context', message: known[field] as Message }
  if (!rules.isList && listParameters.has(field))
    return { field, code: 'invalid_context', message: fieldMessages('field.lists_only', { field }) }
  return { field, code: 'unknown_field', message: fieldMessages('field.unknown_parameter', { field }) }
}

function readValues(
  parameter: Parameter<unknown>,
  field: string,
  texts: string[],
): { value: unknown } | { problem: FieldError } {
  if (parameter.repeatable && texts.length > valuesMax) {
    const message = fieldMessages('field.many_values', { field, max: valuesMax })
    return { problem: { field, code: 'too_large', message, params: { maximum: valuesMax } } }
  }
  try {
    const values = (parameter.repeatable ? texts : texts.slice(0, 1)).map((text) => parameter.read(text))
    return { value: parameter.repeatable ? values : values[0] }
  } catch (error) {
    return { problem: toProblem(error, field) }
  }
}

function toProblem(error: unknown, field: string): FieldError {
  if (!(error instanceof Fault)) throw error
  const { code, say, params } = error
  return { field, code, message: say(field), ...(params && { params }) }
}

function splitQuery(query: string, valuesMax: number): Map<string, string[]> {
  const sent = new Map<string, string[]>()
  const parts = query.split('&', valuesMax + 1)
  if (parts.length > valuesMax) throw malformed(fieldMessages('field.query_values', { max: valuesMax }))
  for (const part of parts) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at))
    const value = at < 0 ? '' : decode(part.slice(at + 1))
    const values = sent.get(name)
    if (values) values.push(value)
    else sent.set(name, [value])
  }
  return sent
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw malformed(fieldMessages('field.query_encoding'))
  }
}

/** Parses the identifiers of a path; one that is not valid percent-encoded UTF-8 is null. Throws `invalid`. */
export function readPath<P extends Parameters>(
  parameters: P,
  path: Readonly<Record<string, string | null>>,
): PathValues<P> {
  const problems: FieldError[] = []
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(parameters)) {
    try {
      values[name] = parameter.read(path[name] ?? '')
    } catch (error) {
      problems.push(toProblem(error, name))
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return values as PathValues<P>
}
