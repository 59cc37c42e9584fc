import type { Json } from '../../base/json'

/** A condition as a request or a view has it. */
export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value: Json
}
