import type { SessionCaller } from '../../base/caller'
import { conflict, type FieldError, invalid, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { readRecipients } from '../../base/recipients'
import { type Clock, laterThan, type Micros, toMicros } from '../../base/time'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { MailScheduleRow, Reads, Store, Writes } from '../../storage/core/store'
import { withoutRepeats } from '../alerts/rules/recipients'
import { dueAfter, zoneOfOrganization } from '../../contract/due'
import { scheduleMessages } from './messages'
import { MailScheduleChange, type MailScheduleView, NewMailSchedule, type ScheduledMailView } from './schema'
import { namedBy, pauseOf, queuedMails, targetsOf, toAudited, toScheduledMail, toScheduleView } from './state'

/** Maximum number of schedules of an organization. */
const schedulesMax = 50

type Input = Pick<
  MailScheduleView,
  'name' | 'kind' | 'view_id' | 'weekday' | 'hour' | 'recipients' | 'is_enabled'
>

interface ScheduleParts {
  readonly store: Store
  readonly isMailOff: boolean
  /** Called after mail was queued. */
  readonly wake: () => void
  readonly now: Clock
}

/** What is sent by mail on a schedule (docs/internal-api.md, Mail schedules). */
export class MailScheduleService {
  readonly #parts: ScheduleParts
  readonly #store: Store

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  async list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: MailScheduleView[]; total: number }> {
    const { rows, total } = await this.#store.read.mailSchedules.list(organizationId, page)
    const views: MailScheduleView[] = []
    for (const row of rows) views.push(await this.#viewOf(row))
    return { rows: views, total }
  }

  async get(caller: SessionCaller, id: number): Promise<MailScheduleView> {
    return this.#viewOf(await own(this.#store.read, caller, id))
  }

  async mails(
    caller: SessionCaller,
    id: number,
    page: Page,
  ): Promise<{ rows: ScheduledMailView[]; total: number }> {
    await own(this.#store.read, caller, id)
    const { rows, total } = await this.#store.read.scheduledMails.list(id, page)
    return { rows: rows.map(toScheduledMail), total }
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<MailScheduleView> {
    const sent = accepted(NewMailSchedule, body, problemsOf(NewMailSchedule, body))
    const input: Input = { view_id: null, weekday: null, is_enabled: true, ...sent }
    const { organizationId } = caller
    const row = await this.#store.write(
      async (tx) => {
        await requireUsable(tx, caller, input, [])
        if ((await tx.mailSchedules.list(organizationId, { limit: 1, offset: 0 })).total >= schedulesMax)
          throw conflict(scheduleMessages('schedule.many', { max: schedulesMax }))
        const at = this.#parts.now()
        const columns = {
          ...(await columnsOf(tx, caller, input, toMicros(at))),
          ...ownedBy(caller),
          organizationId,
          createdAt: at,
          updatedAt: at,
        }
        const created = { ...columns, id: await tx.mailSchedules.insert(columns) }
        const subject = subjectOf(created)
        await audit(tx, caller, { at, action: 'created', subject, after: toAudited(created) })
        return created
      },
      [organizationId],
    )
    return this.#viewOf(row)
  }

  /** A schedule whose owner has lost the right to it belongs to the manager who changes it. */
  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<MailScheduleView> {
    const changes = accepted(MailScheduleChange, body, problemsOf(MailScheduleChange, body))
    const { organizationId } = caller
    const row = await this.#store.write(
      async (tx) => {
        const before = await own(tx, caller, id)
        const input: Input = { ...toAudited(before), ...changes }
        const isOrphaned =
          pauseOf({ ...before, kind: 'week' }, await namedBy(tx, before), false) !== undefined
        const owner = isOrphaned ? ownedBy(caller) : { ownerId: before.ownerId, ownerName: before.ownerName }
        await requireUsable(
          tx,
          { organizationId, userId: owner.ownerId },
          input,
          readRecipients(before.recipients),
        )
        const at = this.#parts.now()
        const after: MailScheduleRow = {
          ...before,
          ...(await columnsOf(tx, caller, input, toMicros(at))),
          ...owner,
          updatedAt: laterThan(before.updatedAt, at),
        }
        await tx.mailSchedules.update(after)
        await audit(tx, caller, {
          at,
          action: 'changed',
          subject: subjectOf(before),
          before: { ...toAudited(before), owner: before.ownerName },
          after: { ...toAudited(after), owner: after.ownerName },
        })
        return after
      },
      [organizationId],
    )
    return this.#viewOf(row)
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    await this.#store.write(
      async (tx) => {
        const row = await own(tx, caller, id)
        await tx.mailSchedules.delete(caller.organizationId, id)
        const at = this.#parts.now()
        await audit(tx, caller, { at, action: 'deleted', subject: subjectOf(row), before: toAudited(row) })
      },
      [caller.organizationId],
    )
  }

  /** Sends the mail once now. Throws `conflict` with the reason why that is not possible. */
  async send(caller: SessionCaller, id: number): Promise<void> {
    await this.#store.write(
      async (tx) => {
        const row = await own(tx, caller, id)
        const named = await namedBy(tx, row)
        const pause = pauseOf(row, named, this.#parts.isMailOff)
        if (pause) throw conflict(pause)
        if (await tx.scheduledMails.isUnfinished(id)) throw conflict(scheduleMessages('schedule.waiting'))
        const at = toMicros(this.#parts.now())
        const due = { dueAt: at, isExtra: true, at }
        await tx.scheduledMails.insertAll(queuedMails(row, targetsOf(row, named), due))
        await audit(tx, caller, { at: this.#parts.now(), action: 'tested', subject: subjectOf(row) })
      },
      [caller.organizationId],
    )
    this.#parts.wake()
  }

  async #viewOf(row: MailScheduleRow): Promise<MailScheduleView> {
    const { read } = this.#store
    const organization = await read.accounts.findOrganization(row.organizationId)
    const { rows } = await read.scheduledMails.list(row.id, { limit: 1, offset: 0 })
    return toScheduleView(row, {
      named: await namedBy(read, row),
      timeZone: organization?.timeZone ?? 'UTC',
      isMailOff: this.#parts.isMailOff,
      last: rows[0],
    })
  }
}

async function own(
  { mailSchedules }: { readonly mailSchedules: Pick<Reads['mailSchedules'], 'find'> },
  { organizationId }: Pick<SessionCaller, 'organizationId'>,
  id: number,
): Promise<MailScheduleRow> {
  const row = await mailSchedules.find(organizationId, id)
  if (!row) throw notFound(scheduleMessages('schedule.not_found'))
  return row
}

const ownedBy = ({ userId, actor }: SessionCaller) => ({ ownerId: userId, ownerName: actor.name })

const subjectOf = ({ id, name }: Pick<MailScheduleRow, 'id' | 'name'>) =>
  ({ kind: 'mail_schedule', id, name }) as const

async function columnsOf(
  { accounts }: Pick<Writes, 'accounts'>,
  { organizationId }: Pick<SessionCaller, 'organizationId'>,
  input: Input,
  now: Micros,
) {
  const { weekday, hour, is_enabled: isEnabled } = input
  const zone = zoneOfOrganization((await accounts.findOrganization(organizationId))?.timeZone ?? null)
  return {
    name: input.name,
    kind: input.kind,
    viewId: input.view_id,
    weekday,
    hour,
    recipients: JSON.stringify(withoutRepeats(input.recipients as never)),
    isEnabled,
    nextAt: isEnabled ? dueAfter({ weekday, hour }, zone, now) : null,
  }
}

/** Throws when a schedule does not fit together, or names what does not exist. */
async function requireUsable(
  tx: Writes,
  { organizationId, userId }: Pick<SessionCaller, 'organizationId' | 'userId'>,
  { kind, view_id: viewId, weekday, recipients }: Input,
  before: readonly object[],
): Promise<void> {
  const errors: FieldError[] = []
  const refuse = (field: string, code: FieldError['code'], message: FieldError['message']) =>
    errors.push({ field, code, message })
  const view = 'view_id'
  if (kind === 'view' && viewId === null)
    refuse(view, 'required', scheduleMessages('schedule.needs_view', { field: view }))
  if (kind !== 'view' && viewId !== null)
    refuse(view, 'invalid_value', scheduleMessages('schedule.not_of_kind', { field: view }))
  if (kind === 'view' && viewId !== null && !(await tx.assetViews.find(organizationId, userId, viewId)))
    refuse(view, 'fk_not_found', scheduleMessages('schedule.no_view', { field: view }))
  const day = 'weekday'
  if (kind === 'week' && weekday === null)
    refuse(day, 'required', scheduleMessages('schedule.needs_weekday', { field: day }))
  const had = new Set(before.map((one) => JSON.stringify(one)))
  for (const [index, recipient] of recipients.entries()) {
    const field = `recipients[${index}]`
    if (Object.keys(recipient).length !== 1) {
      const [one, two] = ['user_id', 'email']
      refuse(field, 'invalid_value', scheduleMessages('schedule.one_recipient', { field, one, two }))
    } else if (recipient.user_id !== undefined && !had.has(JSON.stringify(recipient))) {
      const member = `${field}.user_id`
      if (!(await tx.members.find(organizationId, recipient.user_id)))
        refuse(member, 'fk_not_found', scheduleMessages('schedule.no_user', { field: member }))
    }
  }
  if (errors.length > 0) throw invalid(errors)
}
