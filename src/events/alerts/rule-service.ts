import type { SessionCaller } from '../../base/caller'
import { conflict, type FieldError, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, type Instant, laterThan, toMicros } from '../../base/time'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { Recipient } from '../../base/recipients'
import type { AlertRuleRow, Store, Writes } from '../../storage/core/store'
import type { AlertEngine } from './engine/engine'
import { alertMessages } from './rules/messages'
import {
  type Checks,
  namedProblems,
  type RuleFields,
  ruleProblems,
  viewScope,
  withoutUnused,
} from './rules/input'
import { type AlertRecipientsView, AlertRuleChange, type AlertRuleView, NewAlertRule } from './rules/schema'
import { knownOfRules, possibleRecipients, withoutRepeats } from './rules/recipients'
import { toAudited, toRuleView } from './rules/view'
import { noteRule } from './engine/note-rule'
import { closeOfRule } from './engine/storing'
import { changeTelling } from './telling/telling'

const all: Checks = { places: true, scope: true, minutes: true, recipients: [] }

/** Maximum number of alert rules of an organization. */
const rulesMax = 500

/** What an alert follows from. A change of one of these closes the open alerts. */
const conditionFields = [
  'kind',
  'scope',
  'location_id',
  'from_location_id',
  'minutes',
  'min_count',
  'max_count',
  'threshold',
  'hold_seconds',
  'clear_seconds',
  'hours',
] as const

type Input = Omit<
  AlertRuleView,
  'id' | 'created_at' | 'updated_at' | 'paused_reason' | 'paused_text' | 'recipient_states'
>

const defaults: Omit<Input, 'name' | 'kind'> = {
  scope: { kind: 'all' },
  location_id: null,
  from_location_id: null,
  minutes: null,
  min_count: null,
  max_count: null,
  threshold: null,
  hold_seconds: 0,
  clear_seconds: 0,
  hours: null,
  severity: 'normal',
  recipients: [],
  renotify_minutes: null,
  is_enabled: true,
}

type Engine = Pick<AlertEngine, 'rulesChanged'>

/** The alert rules of an organization (docs/internal-api.md, Alert rules). */
export class AlertRuleService {
  readonly #store: Store
  readonly #engine: Engine
  readonly #now: Clock

  constructor(store: Store, engine: Engine, now: Clock) {
    this.#store = store
    this.#engine = engine
    this.#now = now
  }

  async list(caller: SessionCaller, page: Page): Promise<{ rows: AlertRuleView[]; total: number }> {
    const { rows, total } = await this.#store.read.alertRules.list(caller.organizationId, page)
    const known = await knownOfRules(this.#store.read, caller.organizationId, rows)
    return { rows: rows.map((row) => toRuleView(row, known)), total }
  }

  async get(caller: SessionCaller, id: number): Promise<AlertRuleView> {
    return viewOf(this.#store.read, await ownRule(this.#store.read, caller, id))
  }

  /** Returns what the recipients of a rule can be. */
  recipients({ organizationId }: SessionCaller): Promise<AlertRecipientsView> {
    return possibleRecipients(this.#store.read, organizationId)
  }

  /** Checks a rule without storing it. Returns it as a row of the rule with this id. */
  async checked(caller: SessionCaller, body: JsonObject): Promise<AlertRuleRow> {
    const input = newRuleOf(body)
    return this.#store.dryRun(async (tx) => {
      const at = this.#now()
      const scope = await requireNamed(tx, caller, { body, rule: input, checks: all, at })
      return {
        ...toColumns(input),
        scope,
        id: 0,
        organizationId: caller.organizationId,
        pausedReason: null,
        enabledAt: 0,
        isEnabled: true,
        watchedUpTo: 0,
        createdAt: at,
        updatedAt: at,
      }
    })
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<AlertRuleView> {
    const input = newRuleOf(body)
    const { organizationId } = caller
    const view = await this.#store.write(async (tx) => {
      const at = this.#now()
      const scope = await requireNamed(tx, caller, { body, rule: input, checks: all, at })
      if ((await tx.alertRules.count(organizationId)) >= rulesMax)
        throw conflict(alertMessages('alert.many_rules', { max: rulesMax }))
      const row = {
        ...toColumns(input),
        scope,
        organizationId,
        pausedReason: null,
        enabledAt: input.is_enabled ? toMicros(at) : null,
        watchedUpTo: 0,
        createdAt: at,
        updatedAt: at,
      }
      const id = await tx.alertRules.insert(row)
      await noteRule(tx, { ...row, id })
      const subject = { kind: 'alert_rule', id, name: row.name } as const
      await audit(tx, caller, { at, action: 'created', subject, after: toAudited({ ...row, id }) })
      return viewOf(tx, { ...row, id })
    })
    this.#engine.rulesChanged(organizationId, [])
    return view
  }

  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<AlertRuleView> {
    const { organizationId } = caller
    const { view, closed } = await this.#store.write(async (tx) => {
      const row = await ownRule(tx, caller, id)
      const before = await viewOf(tx, row)
      const changes = accepted(AlertRuleChange, body, problemsOf(AlertRuleChange, body))
      const merged = withoutUnused({ ...inputOf(before), ...(changes as Partial<Input>) }, body)
      requireRule(body, merged)
      const isSwitchedOn = merged.is_enabled && !before.is_enabled
      const isOther = (field: (typeof conditionFields)[number]) =>
        JSON.stringify(before[field]) !== JSON.stringify(merged[field])
      const isOtherKind = isOther('kind')
      const checks = {
        places: isSwitchedOn || isOtherKind || isOther('location_id') || isOther('from_location_id'),
        scope: isSwitchedOn || isOther('scope'),
        minutes: isSwitchedOn || isOtherKind || isOther('minutes'),
        recipients: before.recipients as Recipient[],
      }
      const at = this.#now()
      const scope = await requireNamed(tx, caller, { body, rule: merged, checks, at })
      const isChanged =
        isSwitchedOn || conditionFields.some(isOther) || merged.is_enabled !== before.is_enabled
      const after: AlertRuleRow = {
        ...row,
        ...toColumns(merged),
        // A rule keeps its copy of the conditions of a view.
        scope: checks.scope ? scope : row.scope,
        ...(isChanged && {
          enabledAt: merged.is_enabled ? toMicros(at) : null,
          watchedUpTo: 0,
          pausedReason: null,
        }),
        updatedAt: laterThan(row.updatedAt, at),
      }
      await tx.alertRules.update(organizationId, id, after)
      const closed = isChanged ? await closeOfRule(tx, organizationId, id, toMicros(at)) : []
      if (!isChanged) {
        await tx.alerts.rename(id, { ruleName: after.name, severity: after.severity })
        await changeTelling(tx, row, after, toMicros(at))
      }
      await noteRule(tx, after, isChanged)
      const subject = { kind: 'alert_rule', id, name: row.name } as const
      await audit(tx, caller, {
        at,
        action: 'changed',
        subject,
        before: toAudited(row),
        after: toAudited(after),
      })
      return { view: await viewOf(tx, after), closed }
    })
    this.#engine.rulesChanged(organizationId, closed)
    return view
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    const { organizationId } = caller
    const closed = await this.#store.write(async (tx) => {
      const row = await ownRule(tx, caller, id)
      const at = this.#now()
      const ids = await closeOfRule(tx, organizationId, id, toMicros(at))
      await tx.alertRules.delete(organizationId, id)
      await tx.alertRules.noteChange(organizationId, (await tx.eventLog.ends(organizationId)).newest)
      const subject = { kind: 'alert_rule', id, name: row.name } as const
      await audit(tx, caller, { at, action: 'deleted', subject, before: toAudited(row) })
      return ids
    })
    this.#engine.rulesChanged(organizationId, closed)
  }
}

const viewOf = async (read: Pick<Store['read'], 'members' | 'alertOutputs'>, row: AlertRuleRow) =>
  toRuleView(row, await knownOfRules(read, row.organizationId, [row]))

/** Returns a rule of the caller's organization. Throws `not_found`. */
async function ownRule(
  { alertRules }: Pick<Store['read'], 'alertRules'>,
  { organizationId }: SessionCaller,
  id: number,
): Promise<AlertRuleRow> {
  const row = await alertRules.find(organizationId, id)
  if (!row) throw notFound(alertMessages('alert.rule_not_found'))
  return row
}

function newRuleOf(body: JsonObject): Input {
  const sent = accepted(NewAlertRule, body, problemsOf(NewAlertRule, body))
  const input = { ...defaults, ...(sent as Pick<Input, 'name' | 'kind'> & Partial<Input>) }
  requireRule(body, input)
  return input
}

function requireRule(body: JsonObject, rule: RuleFields): void {
  accepted(NewAlertRule, body, ruleProblems(rule))
}

interface Naming {
  readonly body: JsonObject
  readonly rule: RuleFields
  readonly checks: Checks
  readonly at: Instant
}

/** Returns the scope as it is stored. */
async function requireNamed(
  tx: Writes,
  { organizationId, userId }: SessionCaller,
  { body, rule, checks, at }: Naming,
): Promise<string> {
  const problems: FieldError[] = await namedProblems(tx, organizationId, rule, checks)
  const view = checks.scope ? await viewScope(tx, { organizationId, userId, at }, rule.scope) : {}
  if (view.problem) problems.push(view.problem)
  accepted(NewAlertRule, body, problems)
  return JSON.stringify(view.scope ?? rule.scope)
}

const inputOf = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  paused_reason: _paused,
  paused_text: _text,
  recipient_states: _states,
  ...input
}: AlertRuleView): Input => input

const toColumns = (rule: Input) => ({
  name: rule.name,
  kind: rule.kind,
  locationId: rule.location_id,
  fromLocationId: rule.from_location_id,
  minutes: rule.minutes,
  minCount: rule.min_count,
  maxCount: rule.max_count,
  threshold: rule.threshold,
  holdSeconds: rule.hold_seconds,
  clearSeconds: rule.clear_seconds,
  hours: rule.hours === null ? null : JSON.stringify(rule.hours),
  severity: rule.severity,
  recipients: JSON.stringify(withoutRepeats(rule.recipients as Recipient[])),
  renotifyMinutes: rule.renotify_minutes,
  isEnabled: rule.is_enabled,
})
