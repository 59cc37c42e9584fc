import { formatMessages } from '../payloads/messages'
import { jsonpath, JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3'
import { DecodeError } from '../payloads/decoder'

/**
 * JSONPath (RFC 9535) without the parts that can be slow on a large or hostile message. An evaluation visits each node
 * of the message at most once for each step of the path: there are no functions, there is at most one `..`, and a
 * condition compares one value of a node with a constant.
 */

export type Path = JSONPathQuery

/** Maximum number of steps: the segments of a path and the parts of its conditions. */
const stepsMax = 16

const { NameSelector, IndexSelector, SliceSelector, WildcardSelector, FilterSelector } = jsonpath.selectors
const {
  FilterExpressionLiteral,
  FunctionExtension,
  InfixExpression,
  LogicalExpression,
  PrefixExpression,
  RelativeQuery,
} = jsonpath.expressions

type Segment = jsonpath.JSONPathSegment
type Expression = jsonpath.expressions.FilterExpression

/** Maximum number of levels that `..` searches. A deeper payload is an error. */
const descentMax = 16

const environment = new JSONPathEnvironment({ maxRecursionDepth: descentMax })
environment.functionRegister.clear()

/** The text is not a path, or the path is too costly. The message is the reason, to follow a colon. */
export class PathError extends Error {}

/** Parses and checks a path. With `mayDescend`, it may have one `..`. Throws PathError. */
export function compilePath(text: string, { mayDescend = false } = {}): Path {
  const path = parse(text)
  const descents = path.segments.filter(descends).length
  if (descents > (mayDescend ? 1 : 0))
    throw new PathError(mayDescend ? 'it may have .. only once' : 'it may not have ..')
  let steps = 0
  for (const segment of path.segments) steps += 1 + conditionsOf(segment)
  if (steps > stepsMax) throw new PathError(`it has more than ${stepsMax} steps`)
  return path
}

function parse(text: string): Path {
  try {
    return environment.compile(text)
  } catch (error) {
    if (error instanceof JSONPathError) throw new PathError(error.message)
    throw error
  }
}

const descends = (segment: Segment): boolean => segment.toString().startsWith('..')

/** Whether a value that the path finds may contain another one. */
export const findsNested = (path: Path): boolean => path.segments.some(descends)

/** Returns the number of parts of a segment's conditions. Throws PathError for an unsupported selector. */
function conditionsOf({ selectors }: Segment): number {
  const names = new Set(selectors.map((selector) => selector.toString()))
  const areNames = selectors.every((selector) => selector instanceof NameSelector)
  // [*, *] doubles the number of nodes, so a path of many such segments would be slow.
  if (selectors.length > 1 && (!areNames || names.size < selectors.length))
    throw new PathError('only different names can be combined in brackets')
  let conditions = 0
  for (const selector of selectors) {
    if (selector instanceof FilterSelector) conditions += partsOf(selector.expression)
    else if (!plainSelectors.some((kind) => selector instanceof kind))
      throw new PathError(`${selector.toString()} is not part of RFC 9535`)
  }
  return conditions
}

const plainSelectors = [NameSelector, IndexSelector, SliceSelector, WildcardSelector]

function partsOf(expression: Expression): number {
  if (expression instanceof LogicalExpression) return partsOf(expression.expression)
  if (expression instanceof PrefixExpression) return partsOf(expression.right)
  if (expression instanceof FilterExpressionLiteral) return 0
  if (expression instanceof RelativeQuery && expression.path.singularQuery())
    return 1 + expression.path.segments.length
  if (expression instanceof InfixExpression) {
    const { left, right, logical: isLogical } = expression
    const hasConstant = [left, right].some((side) => side instanceof FilterExpressionLiteral)
    if (!isLogical && !hasConstant) throw new PathError('a condition must compare with a constant')
    return partsOf(left) + partsOf(right)
  }
  throw new PathError(
    expression instanceof FunctionExtension
      ? `${expression.name}() is not supported`
      : 'a condition may contain only names and indexes of @',
  )
}

/** Returns the first value that a path finds; undefined when it finds none. */
export const firstOf = (path: Path, json: unknown): unknown => path.match(json as never)?.value

/** A value that a path finds, and the names and indexes that lead to it. */
export interface Found {
  readonly value: unknown
  readonly location: readonly (string | number)[]
}

/** Returns all values that a path finds. Throws DecodeError when the payload is too deep for `..`. */
export function allOf(path: Path, json: unknown): readonly Found[] {
  try {
    return Array.from(path.lazyQuery(json as never))
  } catch (error) {
    if (error instanceof JSONPathError)
      throw new DecodeError(formatMessages('format.too_deep_for', { path: path.toString() }))
    throw error
  }
}

/** Whether the last step of a path selects members by their position and not by their name. */
export function endsWithSelection(path: Path): boolean {
  const selectors = path.segments.at(-1)?.selectors ?? []
  return selectors.some(
    (selector) => !(selector instanceof NameSelector) && !(selector instanceof IndexSelector),
  )
}
