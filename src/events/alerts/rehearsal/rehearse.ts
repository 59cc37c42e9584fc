import { measureOf } from '../../../base/alert-kinds'
import { AppError, conflict, invalid } from '../../../base/errors'
import type { SessionCaller } from '../../../base/caller'
import type { JsonObject } from '../../../base/json'
import { type Clock, type Micros, second, toMicros, wireOf } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import { checked } from '../../../contract/check'
import type { AlertRuleRow, Store } from '../../../storage/core/store'
import { zoneOf } from '../../../contract/zones'
import { openingsOf } from '../conditions/openings'
import { type Rule, ruleOf } from '../conditions/rule'
import { Gaps } from '../engine/gaps'
import { RuleIndex } from '../engine/rule-index'
import { PlaceTree } from '../engine/tree'
import { alertMessages } from '../rules/messages'
import { type AlertRehearsalView, daysUsual, RehearsalBody } from './schema'
import type { Past, SubjectSpans } from './past'
import { pastOf } from './spans'

const day: Micros = 86_400 * second
/** The lengths of a hold that are always compared. */
const holds = [0, 30, 60, 300, 1800]
const noisiest = 10

/** Checks a rule that is not stored, and returns it as a row. */
type CheckRule = (caller: SessionCaller, body: JsonObject) => Promise<AlertRuleRow>

/** Computes what a rule would have raised (docs/internal-api.md, Rehearsal of a rule). It stores and sends nothing. */
export function createAlertRehearsals(store: Store, checkRule: CheckRule, now: Clock) {
  const running = new Set<number>()

  async function run(caller: SessionCaller, body: JsonObject): Promise<AlertRehearsalView> {
    const { days = daysUsual } = checked(RehearsalBody, body)
    const row = await prefixed(() => checkRule(caller, body['rule'] as JsonObject))
    const to = toMicros(now())
    const from = to - days * day
    const rule = ruleOf({ ...row, enabledAt: from }) as Rule
    const { organizationId } = caller
    const situation = {
      read: store.read,
      organizationId,
      index: new RuleIndex([rule]),
      tree: new PlaceTree(await store.read.alertFacts.tree(organizationId)),
      gaps: new Gaps(await store.read.alertState.gaps()),
      now: to,
    }
    const zone =
      rule.hours?.time_zone ?? (await store.read.accounts.findOrganization(organizationId))?.timeZone
    return toView(rule, await pastOf(situation, rule, from), { from, to, zone })
  }

  return {
    /** Throws `conflict` while another rehearsal of the organization is running. */
    async rehearse(caller: SessionCaller, body: JsonObject): Promise<AlertRehearsalView> {
      if (running.has(caller.organizationId)) throw conflict(alertMessages('alert.rehearsal_running'))
      running.add(caller.organizationId)
      try {
        return await run(caller, body)
      } finally {
        running.delete(caller.organizationId)
      }
    },
  }
}

/** Names the fields of an invalid rule as the body does. */
async function prefixed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = error instanceof AppError && error.code === 'invalid' ? error.details.fields : undefined
    throw fields ? invalid(fields.map((one) => ({ ...one, field: `rule.${one.field}` }))) : error
  }
}

interface Time {
  readonly from: Micros
  readonly to: Micros
  /** The zone of the days; null: UTC. */
  readonly zone: string | null | undefined
}

async function toView(rule: Rule, past: Past, { from, to, zone }: Time): Promise<AlertRehearsalView> {
  const pause = createPauses()
  const opened = async (hold: Micros) => {
    const found: { readonly subject: SubjectSpans['subject']; readonly at: Micros }[] = []
    for (const { subject, spans } of past.subjects) {
      // What was so at the beginning says nothing about a usual day.
      const begun = spans.filter((span) => span.from >= from)
      for (const { openedAt: at } of openingsOf({ ...rule, hold }, begun, [], to).openings)
        if (at >= from) found.push({ subject, at })
      await pause()
    }
    return found
  }
  const own = await opened(rule.hold)
  const lengths = [...new Set([...holds, rule.hold / second])].toSorted((a, b) => a - b)
  const byHold = []
  for (const length of lengths)
    byHold.push({ hold_seconds: length, alert_count: (await opened(length * second)).length })
  return {
    from: wireOf(from),
    to: wireOf(to),
    event_count: past.eventCount,
    alert_count: own.length,
    is_exact: measureOf(rule.kind) === undefined,
    days: daysOf(
      own.map(({ at }) => at),
      { from, to, zone },
    ),
    subjects: [...Map.groupBy(own, ({ subject }) => subject)]
      .map(([{ kind, id, key, name }, all]) => ({
        subject: { kind, id, external_key: key, name },
        count: all.length,
      }))
      .toSorted((a, b) => b.count - a.count || a.subject.id - b.subject.id)
      .slice(0, noisiest),
    by_hold: byHold,
  }
}

/** Counts by day of the zone. */
function daysOf(times: readonly Micros[], { from, to, zone }: Time) {
  const offsetAt = (zone ? zoneOf(zone)?.offsetAt : undefined) ?? (() => 0)
  const dateOf = (at: Micros) => wireOf(at + offsetAt(at)).slice(0, 10)
  const counts = new Map<string, number>()
  for (let at = from; at < to; at += day / 4) counts.set(dateOf(at), 0)
  counts.set(dateOf(to), 0)
  for (const at of times) counts.set(dateOf(at), (counts.get(dateOf(at)) ?? 0) + 1)
  return [...counts].map(([date, count]) => ({ date, count }))
}
