import type { AlertKind } from '../../../base/alert-kinds'
import type { FieldCode, FieldError } from '../../../base/errors'
import type { Message } from '../../../base/messages'
import type { Instant } from '../../../base/time'
import { fieldMessages } from '../../../contract/messages'
import type { Writes } from '../../../storage/core/store'
import type { Recipient } from '../../../base/recipients'
import { alertMessages } from './messages'
import { conditionsForRule } from './views'
import { recipientProblems, unknownRecipients } from './recipients'
import type { Hours } from '../conditions/hours'
import { type Scope, subjectKindOf } from '../conditions/rule'
import { type AlertRuleView, readerMinutesMin } from './schema'

/** The rules of a rule that a single field cannot check (docs/internal-api.md, Alert rules). */

const fieldsOfKinds = [
  'location_id',
  'from_location_id',
  'minutes',
  'min_count',
  'max_count',
  'threshold',
] as const

type Field = (typeof fieldsOfKinds)[number]

/** The fields that a kind needs, and those that it may have. */
const uses: Readonly<
  Record<AlertKind, { readonly needs: readonly Field[]; readonly may?: readonly Field[] }>
> = {
  entered: { needs: ['location_id'] },
  left: { needs: ['location_id'] },
  outside: { needs: ['location_id'] },
  moved_between: { needs: ['location_id', 'from_location_id'] },
  missing: { needs: ['minutes'], may: ['location_id'] },
  dwell: { needs: ['location_id', 'minutes'] },
  par: { needs: ['location_id'], may: ['min_count', 'max_count'] },
  reader_silent: { needs: ['minutes'], may: ['location_id'] },
  tag_unknown: { needs: [], may: ['location_id'] },
  battery_low: { needs: ['threshold'] },
  voltage_low: { needs: ['threshold'] },
  too_warm: { needs: ['threshold'] },
  too_cold: { needs: ['threshold'] },
  button_pressed: { needs: [] },
}

/** What a rule consists of, without its state. */
export type RuleFields = Pick<
  AlertRuleView,
  | 'kind'
  | 'scope'
  | 'hours'
  | 'location_id'
  | 'from_location_id'
  | 'minutes'
  | 'min_count'
  | 'max_count'
  | 'threshold'
  | 'recipients'
>

const usesField = (kind: AlertKind, field: Field): boolean =>
  uses[kind].needs.includes(field) || (uses[kind].may?.includes(field) ?? false)

/** Clears what another kind does not use, unless the change names it. */
export function withoutUnused<T extends RuleFields>(rule: T, sent: object): T {
  const unused = fieldsOfKinds.filter((field) => !usesField(rule.kind, field) && !(field in sent))
  const isOfAssets = ['asset', 'location'].includes(subjectKindOf(rule.kind))
  return {
    ...rule,
    ...Object.fromEntries(unused.map((field) => [field, null])),
    ...(!isOfAssets && !('scope' in sent) && { scope: { kind: 'all' as const } }),
  }
}

const problem = (
  field: string,
  code: FieldCode,
  message: Message,
  params?: Record<string, unknown>,
): FieldError => ({ field, code, message, ...(params && { params }) })

/** Returns what is wrong with a rule, apart from what it names. */
export function ruleProblems(rule: RuleFields): FieldError[] {
  const { kind, location_id: place, from_location_id: from, min_count: min, max_count: max } = rule
  const problems: FieldError[] = []
  for (const field of fieldsOfKinds) {
    if (rule[field] === null && uses[kind].needs.includes(field))
      problems.push(problem(field, 'required', fieldMessages('field.required', { field })))
    if (rule[field] !== null && !usesField(kind, field))
      problems.push(problem(field, 'invalid_context', alertMessages('alert.not_of_kind', { field, kind })))
  }
  if (kind === 'par' && min === null && max === null)
    problems.push(
      problem(
        'min_count',
        'required',
        alertMessages('alert.needs_count', { one_field: 'min_count', other_field: 'max_count' }),
      ),
    )
  if (min !== null && max !== null && min > max)
    problems.push(
      problem(
        'min_count',
        'invalid_value',
        alertMessages('alert.counts', { field: 'min_count', other_field: 'max_count', maximum: max }),
        { maximum: max },
      ),
    )
  if (kind === 'moved_between' && place !== null && place === from)
    problems.push(
      problem(
        'from_location_id',
        'invalid_value',
        alertMessages('alert.same_places', { field: 'from_location_id', other_field: 'location_id' }),
      ),
    )
  if (kind === 'reader_silent' && rule.minutes !== null && rule.minutes < readerMinutesMin)
    problems.push(
      tooFew(
        fieldMessages('field.minimum', { field: 'minutes', minimum: readerMinutesMin }),
        readerMinutesMin,
      ),
    )
  if (kind === 'battery_low' && rule.threshold !== null && (rule.threshold < 1 || rule.threshold > 100))
    problems.push(
      problem('threshold', 'invalid_value', alertMessages('alert.battery', { field: 'threshold' })),
    )
  if (kind === 'voltage_low' && rule.threshold !== null && (rule.threshold <= 0 || rule.threshold > 20))
    problems.push(
      problem('threshold', 'invalid_value', alertMessages('alert.voltage', { field: 'threshold' })),
    )
  return [
    ...problems,
    ...scopeProblems(rule),
    ...hoursProblems(rule.hours as Hours | null),
    ...recipientProblems(rule.recipients),
  ]
}

const tooFew = (message: Message, minimum: number): FieldError =>
  problem('minutes', 'too_small', message, { minimum })

/** The members that a scope of a kind has. */
const scopeMembers = {
  all: [],
  assets: ['asset_ids'],
  search: ['q'],
  field: ['key', 'value'],
  view: ['view_id'],
} as const

function scopeProblems({ kind, scope }: RuleFields): FieldError[] {
  const wanted: readonly string[] = scopeMembers[scope.kind]
  const given = Object.keys(scope).filter((member) => member !== 'kind')
  const subject = subjectKindOf(kind)
  if (scope.kind !== 'all' && (subject === 'reader' || subject === 'tag'))
    return [problem('scope', 'invalid_context', alertMessages('alert.not_of_kind', { field: 'scope', kind }))]
  return [
    ...wanted
      .filter((member) => !given.includes(member))
      .map((member) => {
        const field = `scope.${member}`
        return problem(field, 'required', fieldMessages('field.required', { field }))
      }),
    ...given
      .filter((member) => !wanted.includes(member))
      .map((member) => {
        const field = `scope.${member}`
        return problem(field, 'invalid_context', fieldMessages('field.unknown', { field }))
      }),
  ]
}

const hoursProblems = (hours: Hours | null): FieldError[] =>
  (hours?.weekly ?? []).flatMap(({ from, to }, index) => {
    const [field, other] = [`hours.weekly[${index}].from`, `hours.weekly[${index}].to`]
    const isWrong = from === to || from === '24:00'
    return isWrong
      ? [problem(field, 'invalid_value', alertMessages('alert.same_times', { field, other_field: other }))]
      : []
  })

/** What must be checked again after a change. */
export interface Checks {
  readonly places: boolean
  readonly scope: boolean
  readonly minutes: boolean
  /** The recipients that the rule has already. */
  readonly recipients: readonly Recipient[]
}

/** Returns what is wrong with what a rule names, and with its relation to the readers. */
export async function namedProblems(
  tx: Writes,
  organizationId: number,
  rule: RuleFields,
  checks: Checks,
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  for (const field of ['location_id', 'from_location_id'] as const) {
    const id = rule[field]
    if (checks.places && id !== null && !(await tx.locations.find(organizationId, id)))
      problems.push(problem(field, 'fk_not_found', fieldMessages('field.no_location', { field })))
  }
  if (checks.scope) problems.push(...(await scopeNames(tx, organizationId, rule.scope)))
  const recipients = rule.recipients as Recipient[]
  problems.push(...(await unknownRecipients(tx, organizationId, recipients, checks.recipients)))
  if (checks.minutes && rule.kind === 'missing' && rule.minutes !== null) {
    const seconds = await tx.alertFacts.longestTimeout(organizationId)
    const minimum = Math.ceil(seconds / 60)
    if (rule.minutes < minimum)
      problems.push(tooFew(alertMessages('alert.missing_minimum', { field: 'minutes', minimum }), minimum))
  }
  return problems
}

async function scopeNames(
  tx: Writes,
  organizationId: number,
  scope: RuleFields['scope'],
): Promise<FieldError[]> {
  if (scope.kind === 'assets' && scope.asset_ids) {
    const live = await tx.alertFacts.liveAmong(organizationId, scope.asset_ids)
    const index = scope.asset_ids.findIndex((id) => !live.has(id))
    const field = `scope.asset_ids[${index}]`
    return index < 0 ? [] : [problem(field, 'fk_not_found', fieldMessages('field.no_asset', { field }))]
  }
  if (scope.kind !== 'field') return []
  const fields = await tx.assetFields.list(organizationId)
  const found = fields.find(({ key }) => key === scope.key)
  const field = 'scope.key'
  if (!found) return [problem(field, 'fk_not_found', alertMessages('alert.no_field', { field }))]
  const isNumber = found.kind === 'number'
  if (isNumber === (typeof scope.value === 'number')) return []
  const say = isNumber ? 'alert.field_value' : 'alert.field_text'
  return [problem('scope.value', 'invalid_value', alertMessages(say, { field: 'scope.value' }))]
}

/** Who names a view, and when. */
interface Viewer {
  readonly organizationId: number
  readonly userId: string
  readonly at: Instant
}

/** Returns a scope of a view with its conditions, or what is wrong with it; nothing for other scopes. */
export async function viewScope(
  tx: Writes,
  { organizationId, userId, at }: Viewer,
  { kind, view_id: id }: RuleFields['scope'],
): Promise<{ readonly scope?: Scope; readonly problem?: FieldError }> {
  if (kind !== 'view' || id === undefined) return {}
  const field = 'scope.view_id'
  const view = await tx.assetViews.find(organizationId, userId, id)
  if (!view) return { problem: problem(field, 'fk_not_found', alertMessages('alert.no_view', { field })) }
  const found = await conditionsForRule(tx, view, at)
  return 'problem' in found
    ? { problem: problem(field, 'invalid_value', found.problem) }
    : { scope: { kind, view_id: id, conditions: found.conditions } }
}
