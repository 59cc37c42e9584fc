import type { AlertSubjectKind } from '../../../base/alert-kinds'
import type { AlertTimer } from '../../../storage/core/store'
import type { Changes } from '../conditions/changes'
import type { Rule } from '../conditions/rule'

/** What a rule is about, as an alert shows it. */
export interface Subject {
  readonly kind: AlertSubjectKind
  readonly id: number
  readonly key: string
  readonly name: string
}

/** What the evaluation of a rule for one subject has found. */
export interface Outcome {
  readonly rule: Rule
  readonly subject: Subject
  readonly changes: Changes
  /** The timer that must be there; null: none. */
  readonly timer: AlertTimer | null
  /** Whether there is another timer, or none, in the database. */
  readonly isOtherTimer: boolean
}
