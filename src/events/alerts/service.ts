import type { AlertAction } from '../../base/alert-kinds'
import type { SessionCaller } from '../../base/caller'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { EventType } from '../../base/event-types'
import type { JsonObject } from '../../base/json'
import { type Clock, type Instant, type Micros, parseInstant, second, toMicros } from '../../base/time'
import { checked } from '../../contract/check'
import type { Page, SortKey } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { AlertCounts, AlertFilter, AlertRow, Store, Writes } from '../../storage/core/store'
import type { AlertLive } from './live'
import { alertMessages } from './rules/messages'
import {
  type AlertDetailsView,
  BulkBody,
  type BulkResultView,
  NoteBody,
  type PrivateAlert,
  type PublicAlert,
  SnoozeBody,
} from './schema'
import { tellClosed } from './telling/telling'
import { toAlert, toDetails, toPublicAlert } from './view'

const snoozeDays = 31

export interface AlertQuery {
  readonly state: 'open' | 'closed' | undefined
  readonly kinds: AlertFilter['kinds']
  readonly severities: AlertFilter['severities']
  readonly ruleIds: readonly number[]
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  readonly closedFrom: Instant | undefined
  readonly sort: readonly SortKey<'opened_at'>[] | undefined
  readonly page: Page
}

interface Found<View> {
  readonly rows: View[]
  readonly total: number
}

/** What a person does with an alert. */
interface Act {
  readonly action: AlertAction
  readonly note: string | null
  /** The type of the event of the log; null: none. */
  readonly type: EventType | null
  readonly values: Partial<AlertRow>
}

/** What people see of alerts and do with them (docs/internal-api.md, Alerts). */
export class AlertService {
  readonly #store: Store
  readonly #live: AlertLive
  readonly #now: Clock

  constructor(store: Store, live: AlertLive, now: Clock) {
    this.#store = store
    this.#live = live
    this.#now = now
  }

  async #rows(organizationId: number, query: AlertQuery): Promise<{ rows: AlertRow[]; total: number }> {
    const { read } = this.#store
    const below = await Promise.all(query.locationIds.map((id) => read.locationMoves.subtree(id)))
    return read.alerts.list(
      organizationId,
      {
        isOpen: query.state && query.state === 'open',
        kinds: query.kinds,
        severities: query.severities,
        ruleIds: query.ruleIds,
        assetIds: query.assetIds,
        locationIds: query.locationIds.length > 0 ? [...new Set(below.flat())] : undefined,
        from: query.from && toMicros(query.from),
        to: query.to && toMicros(query.to),
        closedFrom: query.closedFrom && toMicros(query.closedFrom),
      },
      { ...query.page, order: query.sort ?? [{ field: 'opened_at', descending: true }] },
    )
  }

  async listPublic(organizationId: number, query: AlertQuery): Promise<Found<PublicAlert>> {
    const { rows, total } = await this.#rows(organizationId, query)
    return { rows: rows.map(toPublicAlert), total }
  }

  async list(
    { organizationId }: SessionCaller,
    query: AlertQuery,
  ): Promise<Found<PrivateAlert> & { counts: AlertCounts }> {
    const [{ rows, total }, counts] = await Promise.all([
      this.#rows(organizationId, query),
      this.#store.read.alerts.counts(organizationId),
    ])
    return { rows: rows.map(toAlert), total, counts }
  }

  async getPublic(organizationId: number, id: number): Promise<PublicAlert> {
    return toPublicAlert(await own(this.#store.read, organizationId, id))
  }

  async get({ organizationId }: SessionCaller, id: number): Promise<AlertDetailsView> {
    const row = await own(this.#store.read, organizationId, id)
    return detailsOf(this.#store.read, row)
  }

  /** Changes an open alert. `actOf` returns undefined when there is nothing to change. */
  async #act(
    caller: SessionCaller,
    id: number,
    actOf: (row: AlertRow, at: Micros) => Act | undefined,
  ): Promise<AlertDetailsView> {
    const { organizationId } = caller
    const { view, isChanged } = await this.#store.write(async (tx) => {
      const row = await own(tx, organizationId, id)
      if (row.closedAt !== null) throw conflict(alertMessages('alert.closed'))
      const at = this.#now()
      const act = actOf(row, toMicros(at))
      if (act) await store(tx, caller, row, { ...act, at })
      const view = await detailsOf(tx, { ...row, ...act?.values })
      return { view, isChanged: act !== undefined }
    })
    if (isChanged) this.#live.changed(organizationId, [id])
    return view
  }

  acknowledge(caller: SessionCaller, id: number, body: JsonObject): Promise<AlertDetailsView> {
    const { note = null } = checked(NoteBody, body)
    return this.#act(caller, id, (row, at) =>
      row.acknowledgedAt === null ? acknowledgement(caller, note, at) : undefined,
    )
  }

  async acknowledgeSome(caller: SessionCaller, body: JsonObject): Promise<BulkResultView> {
    const { alert_ids: sent, note = null } = checked(BulkBody, body)
    const { organizationId } = caller
    const ids = [...new Set(sent)]
    const { result, changed } = await this.#store.write(async (tx) => {
      const rows = new Map((await tx.alerts.ofIds(organizationId, ids)).map((row) => [row.id, row]))
      const at = this.#now()
      const changed: number[] = []
      const refused: BulkResultView['refused'] = []
      for (const id of ids) {
        const row = rows.get(id)
        if (!row) refused.push({ id, reason: 'not_found' })
        else if (row.closedAt !== null) refused.push({ id, reason: 'closed' })
        else if (row.acknowledgedAt === null) {
          await store(tx, caller, row, { ...acknowledgement(caller, note, toMicros(at)), at })
          changed.push(id)
        }
      }
      const unchanged = ids.length - changed.length - refused.length
      return { result: { acknowledged: changed.length, unchanged, refused }, changed }
    })
    this.#live.changed(organizationId, changed)
    return result
  }

  /** Gives an alert back, so that nobody has it. */
  release(caller: SessionCaller, id: number, body: JsonObject): Promise<AlertDetailsView> {
    const { note = null } = checked(NoteBody, body)
    const nobody = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedName: null, note: null }
    return this.#act(caller, id, (row) =>
      row.acknowledgedAt === null ? undefined : { action: 'released', note, type: null, values: nobody },
    )
  }

  snooze(caller: SessionCaller, id: number, body: JsonObject): Promise<AlertDetailsView> {
    const { until, note = null } = checked(SnoozeBody, body)
    const snoozedUntil = toMicros(parseInstant(until) as Instant)
    return this.#act(caller, id, (_row, at) => {
      if (snoozedUntil <= at || snoozedUntil > at + snoozeDays * 86_400 * second)
        throw invalidField(
          'until',
          'invalid_value',
          alertMessages('alert.snooze_until', { field: 'until', days: snoozeDays }),
        )
      return { action: 'snoozed', note, type: null, values: { snoozedUntil } }
    })
  }

  close(caller: SessionCaller, id: number, body: JsonObject): Promise<AlertDetailsView> {
    const { note = null } = checked(NoteBody, body)
    return this.#act(caller, id, (row, at) => ({
      action: 'closed',
      note,
      type: 'alert.closed',
      values: { closedAt: at, closeReason: 'person', note: note ?? row.note },
    }))
  }
}

const detailsOf = async (
  { alerts, alertMessages: messages }: Pick<Store['read'], 'alerts' | 'alertMessages'>,
  row: AlertRow,
): Promise<AlertDetailsView> => toDetails(row, await alerts.acts(row.id), await messages.ofAlert(row.id))

/** Returns an alert of the organization. Throws `not_found`. */
async function own(
  { alerts }: Pick<Store['read'], 'alerts'>,
  organizationId: number,
  id: number,
): Promise<AlertRow> {
  const row = await alerts.find(organizationId, id)
  if (!row) throw notFound(alertMessages('alert.not_found'))
  return row
}

const acknowledgement = ({ userId, actor }: SessionCaller, note: string | null, at: Micros): Act => ({
  action: 'acknowledged',
  note,
  type: 'alert.acknowledged',
  values: { acknowledgedAt: at, acknowledgedBy: userId, acknowledgedName: actor.name, note },
})

const actions = {
  acknowledged: 'acknowledged',
  released: 'released',
  snoozed: 'snoozed',
  closed: 'closed',
} as const

async function store(
  tx: Writes,
  caller: SessionCaller,
  row: AlertRow,
  { action, note, type, values, at }: Act & { readonly at: Instant },
): Promise<void> {
  const { id, organizationId, ruleName } = row
  await tx.alerts.update(organizationId, id, values)
  const { userId, actor } = caller
  await tx.alerts.act({ alertId: id, at: toMicros(at), action, userId, userName: actor.name, note })
  if (type) await tx.eventLog.queue(organizationId, type, id)
  if (action === 'closed') await tellClosed(tx, row, { isRetracted: false, at: toMicros(at) })
  await audit(tx, caller, {
    at,
    action: actions[action as keyof typeof actions],
    subject: { kind: 'alert', id, name: ruleName },
    after: { subject: row.subjectKey, note },
  })
}
