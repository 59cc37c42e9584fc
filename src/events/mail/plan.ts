import { storedOf } from '../../base/messages'
import { type Micros, second } from '../../base/time'
import type { AlertMessageRow, AlertRow, MailRecipient, Store } from '../../storage/core/store'
import { mailMessages } from './messages'

/** Decides what the next mail for a recipient is. */

/** More messages than this in a minute become one digest a minute. */
const singlesMax = 20
const minute: Micros = 60 * second
/** Number of messages of a digest; the others are in the next one. */
const digestMax = 2_000

export interface Plan {
  readonly recipient: MailRecipient
  readonly messages: readonly AlertMessageRow[]
  readonly alerts: ReadonlyMap<number, AlertRow>
  readonly isDigest: boolean
}

/** When the next mail may be sent; null: nothing waits. */
type NextMail = { readonly plan: Plan } | { readonly notBefore: Micros } | null

export async function nextMail(store: Store, recipient: MailRecipient, now: Micros): Promise<NextMail> {
  const { mailQueue } = store.read
  const recent = await mailQueue.recent(recipient, now - minute, now, singlesMax + 1)
  const digest = recent.find(({ isDigest }) => isDigest)
  const due = await mailQueue.due(recipient, now, singlesMax + 1)
  if (due.length === 0) return null
  if (digest?.endedAt) return { notBefore: digest.endedAt + minute }
  const isDigest = due.length + recent.length > singlesMax
  const wanted = isDigest ? await mailQueue.due(recipient, now, digestMax) : due.slice(0, 1)
  const { messages, alerts } = await stillNeeded(store, recipient, wanted, now)
  // What is not needed any more does not wait any more.
  return messages.length === 0
    ? nextMail(store, recipient, now)
    : { plan: { recipient, messages, alerts, isDigest } }
}

/** Drops messages that nobody needs any more, and returns the others with their alerts. */
async function stillNeeded(
  store: Store,
  { organizationId, address }: MailRecipient,
  messages: readonly AlertMessageRow[],
  now: Micros,
): Promise<Pick<Plan, 'messages' | 'alerts'>> {
  const ids = [...new Set(messages.map(({ alertId }) => alertId))]
  const alerts = new Map(
    (await store.read.alerts.ofIds(organizationId, ids)).map((alert) => [alert.id, alert] as const),
  )
  const userIds = [...new Set(messages.flatMap(({ userId }) => userId ?? []))]
  const members = userIds.length > 0 ? await store.read.members.among(organizationId, userIds) : []
  const isGone = ({ userId }: AlertMessageRow) =>
    userId !== null && !members.some((member) => member.userId === userId && member.email === address)
  const reasonOf = (message: AlertMessageRow) => {
    if (isGone(message)) return mailMessages('mail.gone')
    const alert = alerts.get(message.alertId)
    return alert && isNeeded(message, alert, now) ? null : mailMessages('mail.not_needed')
  }
  const reasons = Map.groupBy(messages, (message) => {
    const reason = reasonOf(message)
    return reason && storedOf(reason)
  })
  const needed = reasons.get(null) ?? []
  reasons.delete(null)
  if (reasons.size > 0)
    await store.write(
      async (tx) => {
        for (const [reason, dropped] of reasons)
          await tx.alertMessages.drop(
            dropped.map(({ id }) => id),
            now,
            reason as string,
          )
      },
      [organizationId],
    )
  return { messages: needed, alerts }
}

/** A reminder is for an alert that nobody has. What a message told of must not have been withdrawn meanwhile. */
function isNeeded({ purpose }: AlertMessageRow, alert: AlertRow, now: Micros): boolean {
  if (purpose === 'withdrawn') return true
  if (alert.closeReason === 'retracted') return false
  if (purpose === 'opened') return true
  const isQuiet = alert.snoozedUntil !== null && alert.snoozedUntil > now
  return alert.closedAt === null && alert.acknowledgedAt === null && !isQuiet
}
