import type { AlertKind, AlertSubjectKind, Severity } from '../../../base/alert-kinds'
import { type Recipient, readRecipients } from '../../../base/recipients'
import { type Micros, second } from '../../../base/time'
import type { AlertRuleRow } from '../../../storage/core/store'
import type { Condition } from '../../../tracking/asset-list/condition'
import type { Hours } from './hours'

/** Which assets a rule is about. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'assets'; readonly asset_ids: readonly number[] }
  | { readonly kind: 'search'; readonly q: string }
  | { readonly kind: 'field'; readonly key: string; readonly value: string | number }
  /** `conditions` are those that the view had when the rule began. */
  | { readonly kind: 'view'; readonly view_id: number; readonly conditions: readonly Condition[] }

/** A rule as it is evaluated. */
export interface Rule {
  readonly id: number
  readonly organizationId: number
  readonly name: string
  readonly kind: AlertKind
  readonly scope: Scope
  readonly locationId: number | null
  readonly fromLocationId: number | null
  readonly minutes: number | null
  readonly minCount: number | null
  readonly maxCount: number | null
  readonly threshold: number | null
  readonly hold: Micros
  readonly clear: Micros
  readonly hours: Hours | null
  readonly severity: Severity
  readonly enabledAt: Micros
  readonly watchedUpTo: Micros
  readonly recipients: readonly Recipient[]
  readonly renotifyMinutes: number | null
}

/** Returns a rule that is on; undefined for one that is off. */
export function ruleOf(row: AlertRuleRow): Rule | undefined {
  if (!row.isEnabled || row.enabledAt === null) return undefined
  const { holdSeconds, clearSeconds, hours, scope, recipients, ...same } = row
  return {
    ...same,
    enabledAt: row.enabledAt,
    scope: JSON.parse(scope) as Scope,
    recipients: readRecipients(recipients),
    hold: holdSeconds * second,
    clear: clearSeconds * second,
    hours: hours === null ? null : (JSON.parse(hours) as Hours),
  }
}

/** What a rule of this kind is about. */
export function subjectKindOf(kind: AlertKind): AlertSubjectKind {
  if (kind === 'par') return 'location'
  if (kind === 'reader_silent') return 'reader'
  return kind === 'tag_unknown' ? 'tag' : 'asset'
}

/** Kinds that tell of something that happens: what was so already when the rule was switched on opens nothing. */
export const isHappening = ({ kind }: Rule): boolean =>
  kind === 'entered' || kind === 'left' || kind === 'moved_between' || kind === 'button_pressed'

/** Kinds that count time or assets: their alert may have opened before the rule was switched on. */
export const mayPrecede = ({ kind }: Rule): boolean =>
  kind === 'dwell' || kind === 'missing' || kind === 'par'
