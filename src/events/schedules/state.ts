import { hasRole } from '../../base/caller'
import { type Message, readStored } from '../../base/messages'
import { type Recipient, readRecipients } from '../../base/recipients'
import { type Micros, toWire, wireOf } from '../../base/time'
import type {
  MailScheduleRow,
  Member,
  NewScheduledMail,
  Reads,
  ScheduledMailRow,
} from '../../storage/core/store'
import { isMailbox } from '../alerts/rules/mailbox'
import { stateOf } from '../alerts/rules/recipients'
import { mailMessages } from '../mail/messages'
import { scheduleMessages } from './messages'
import type { MailScheduleView, ScheduledMailView } from './schema'

/** What a schedule is now, and what is stored when it is due. */

type Sources = Pick<Reads, 'members' | 'assetViews'>

/** What a schedule names. */
interface Named {
  readonly members: ReadonlyMap<string, Member>
  /** Name of its view, if its owner sees it. */
  readonly viewName: string | null
}

export async function namedBy(read: Sources, row: MailScheduleRow): Promise<Named> {
  const recipients = readRecipients(row.recipients)
  const ids = new Set([row.ownerId, ...recipients.flatMap((one) => ('user_id' in one ? [one.user_id] : []))])
  const members = await read.members.among(row.organizationId, [...ids])
  const view =
    row.viewId === null ? undefined : await read.assetViews.find(row.organizationId, row.ownerId, row.viewId)
  return {
    members: new Map(members.map((member) => [member.userId, member])),
    viewName: view?.name ?? null,
  }
}

/** Returns why nothing is sent; undefined when mail can be sent. */
export function pauseOf(
  row: Pick<MailScheduleRow, 'kind' | 'ownerId' | 'ownerName' | 'recipients'>,
  named: Named,
  isMailOff: boolean,
): Message | undefined {
  const owner = named.members.get(row.ownerId)
  const name = row.ownerName
  if (!owner) return scheduleMessages('schedule.owner_gone', { name })
  if (!hasRole(owner.role, 'manager')) return scheduleMessages('schedule.owner_role', { name })
  if (row.kind === 'view' && named.viewName === null) return scheduleMessages('schedule.view_gone', { name })
  if (isMailOff) return mailMessages('mail.off')
  if (targetsOf(row, named).length === 0) return scheduleMessages('schedule.no_recipient')
  return undefined
}

type Target = Pick<NewScheduledMail, 'userId' | 'address'>

/** Returns where mail goes. A recipient that is named twice gets one mail. */
export function targetsOf({ recipients }: Pick<MailScheduleRow, 'recipients'>, { members }: Named): Target[] {
  const targets = new Map<string, Target>()
  for (const recipient of readRecipients(recipients)) {
    const userId = 'user_id' in recipient ? recipient.user_id : null
    const address = 'email' in recipient ? recipient.email : members.get(userId ?? '')?.email
    if (address === undefined || !isMailbox(address)) continue
    targets.getOrInsert(address.toLowerCase(), { userId, address })
  }
  return [...targets.values()]
}

interface Due {
  readonly dueAt: Micros
  readonly isExtra: boolean
  readonly at: Micros
}

const mailOf = (row: MailScheduleRow, { dueAt, isExtra, at }: Due) => ({
  organizationId: row.organizationId,
  scheduleId: row.id,
  dueAt,
  isExtra,
  queuedAt: at,
  attemptAt: at,
})

/** The mails for all recipients. */
export const queuedMails = (row: MailScheduleRow, targets: readonly Target[], due: Due): NewScheduledMail[] =>
  targets.map((target) => ({
    ...mailOf(row, due),
    ...target,
    state: 'queued',
    endedAt: null,
    error: null,
  }))

/** What is stored instead of mail. */
export const noMail = (
  row: MailScheduleRow,
  due: Due,
  state: 'missed' | 'skipped',
  error: string,
): NewScheduledMail => ({
  ...mailOf(row, due),
  userId: null,
  address: '',
  state,
  endedAt: due.at,
  error,
})

const wireOrNull = (at: Micros | null): string | null => (at === null ? null : wireOf(at))

export function toScheduledMail(row: ScheduledMailRow): ScheduledMailView {
  const reason = row.error === null ? null : readStored(row.error)
  return {
    id: row.id,
    due_at: wireOf(row.dueAt),
    is_extra: row.isExtra,
    address: row.address,
    state: row.state,
    attempts: row.attempts,
    ended_at: wireOrNull(row.endedAt),
    reason: reason?.english ?? null,
    text: (reason?.text ?? null) as ScheduledMailView['text'],
  }
}

interface Around {
  readonly named: Named
  readonly timeZone: string
  readonly isMailOff: boolean
  readonly last: ScheduledMailRow | undefined
}

export function toScheduleView(
  row: MailScheduleRow,
  { named, timeZone, isMailOff, last }: Around,
): MailScheduleView {
  const known = { users: named.members, outputs: new Map<number, string>() }
  const paused = row.isEnabled ? pauseOf(row, named, isMailOff) : undefined
  return {
    ...toAudited(row),
    id: row.id,
    view_name: named.viewName,
    owner: { user_id: row.ownerId, name: named.members.get(row.ownerId)?.name ?? row.ownerName },
    recipient_states: readRecipients(row.recipients).map((one) => stateOf(one, known)),
    time_zone: timeZone,
    next_at: wireOrNull(row.nextAt),
    paused_reason: paused?.english ?? null,
    paused_text: (paused?.text ?? null) as MailScheduleView['paused_text'],
    last: last ? toScheduledMail(last) : null,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  }
}

/** The fields of the audit log. */
export const toAudited = (row: MailScheduleRow) => ({
  name: row.name,
  kind: row.kind,
  view_id: row.viewId,
  weekday: row.weekday,
  hour: row.hour,
  recipients: readRecipients(row.recipients) as Exclude<Recipient, { readonly output_id: number }>[],
  is_enabled: row.isEnabled,
})
