import { jsonpath, JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3'
import { DecodeError } from './decoder'

/**
 * JSONPath (RFC 9535), without what could take long for a message that is large or made for it: an evaluation visits
 * each node of the message at most once for each step of the path. So there are no functions, at most one `..`, and
 * conditions compare one value of a node with a constant.
 */

export type Path = JSONPathQuery

/** Steps are the segments of a path and the parts of its conditions. */
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

/** `..` searches so many levels; a deeper payload is refused. */
const descentMax = 16

const environment = new JSONPathEnvironment({ maxRecursionDepth: descentMax })
environment.functionRegister.clear()

/** Why a path is none, or too costly to follow. */
export class PathError extends Error {}

/** Throws PathError. With `mayDescend` the path may search all that is below a node, once. */
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

/** What such a path finds may lie inside of something else that it finds. */
export const findsNested = (path: Path): boolean => path.segments.some(descends)

/** How many parts the conditions of a segment have. Throws PathError for what is not offered. */
function conditionsOf({ selectors }: Segment): number {
  const names = new Set(selectors.map((selector) => selector.toString()))
  const areNames = selectors.every((selector) => selector instanceof NameSelector)
  // [*, *] again and again would double the nodes each time.
  if (selectors.length > 1 && (!areNames || names.size < selectors.length))
    throw new PathError('only different names may stand together in brackets')
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
      ? `${expression.name}() is not offered`
      : 'a condition may only look at names and indexes of @',
  )
}

/** The first value that a path finds; undefined where there is none. */
export const firstOf = (path: Path, json: unknown): unknown => path.match(json as never)?.value

/** All values that a path finds. Throws DecodeError where `..` would have to go too deep. */
export function allOf(path: Path, json: unknown): unknown[] {
  try {
    return Array.from(path.lazyQuery(json as never), (node) => node.value)
  } catch (error) {
    if (error instanceof JSONPathError)
      throw new DecodeError(`The payload is too deep for ${path.toString()}`)
    throw error
  }
}
