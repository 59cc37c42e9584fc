import { isAbsent } from '../payloads/decoder'

export type Scalar = string | number | boolean | null

/** A condition that a read meets: the value at a path is equal, not equal, or exists or not. */
export interface Condition {
  readonly path: string
  readonly equals?: Scalar
  readonly not_equals?: Scalar
  readonly exists?: boolean
}

/** Whether a value meets a condition. Like elsewhere, a number may be sent as text, and empty means absent. */
export function meets({ equals, not_equals: other, exists }: Condition, value: unknown): boolean {
  if (exists !== undefined) return exists === !isAbsent(value)
  return equals === undefined ? !isEqual(other ?? null, value) : isEqual(equals, value)
}

function isEqual(constant: Scalar, value: unknown): boolean {
  if (isAbsent(constant) || isAbsent(value)) return isAbsent(constant) && isAbsent(value)
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar && String(constant) === String(value)
}
