import { type Recipient, readRecipients } from '../../../base/recipients'
import { storedOf } from '../../../base/messages'
import { type Micros, second } from '../../../base/time'
import type { AlertMessageRow, AlertRow, AlertRuleRow, Writes } from '../../../storage/core/store'
import { isMailbox } from '../rules/mailbox'
import { alertMessages } from '../rules/messages'
import { knownRecipients } from '../rules/recipients'

/**
 * What is stored together with a change of an alert, so that it is told: messages in the queue, and the outputs that the alert
 * keeps on (docs/alerts.md, Messages).
 */

type Tables = Pick<Writes, 'members' | 'alertOutputs' | 'alertMessages' | 'mailQueue'>

/** What a rule says about telling. */
interface Telling {
  readonly id: number
  readonly recipients: readonly Recipient[]
  readonly renotifyMinutes: number | null
}

interface Targets {
  readonly mails: readonly { readonly userId: string | null; readonly address: string }[]
  readonly outputs: readonly { readonly id: number; readonly name: string }[]
}

const isMail = (recipient: Recipient): boolean => !('output_id' in recipient)

const minute: Micros = 60 * second

/** Returns when an alert is told again; null: never. */
export const reminderAfter = (
  { recipients, renotifyMinutes }: Pick<Telling, 'recipients' | 'renotifyMinutes'>,
  at: Micros,
): Micros | null =>
  renotifyMinutes !== null && recipients.some(isMail) ? at + renotifyMinutes * minute : null

/** Returns what the recipients of a rule are now. One who is named twice gets one message. */
async function targetsOf(
  tx: Tables,
  organizationId: number,
  recipients: readonly Recipient[],
): Promise<Targets> {
  if (recipients.length === 0) return { mails: [], outputs: [] }
  const known = await knownRecipients(tx, organizationId, recipients)
  const mails = new Map<string, Targets['mails'][number]>()
  for (const recipient of recipients) {
    const userId = 'user_id' in recipient ? recipient.user_id : null
    const address = 'email' in recipient ? recipient.email : known.users.get(userId ?? '')?.email
    const key = address?.toLowerCase()
    if (address === undefined || key === undefined || !isMailbox(address)) continue
    if (!mails.has(key)) mails.set(key, { userId, address })
  }
  return {
    mails: [...mails.values()],
    outputs: [...known.outputs].map(([id, name]) => ({ id, name })),
  }
}

type NewMessage = Omit<AlertMessageRow, 'id'>

const messageOf = (
  { id: alertId, organizationId }: Pick<AlertRow, 'id' | 'organizationId'>,
  at: Micros,
  own: Pick<NewMessage, 'channel' | 'purpose' | 'address'> & Partial<NewMessage>,
): NewMessage => ({
  organizationId,
  alertId,
  userId: null,
  outputId: null,
  state: 'queued',
  queuedAt: at,
  dueAt: at,
  attempts: 0,
  batch: null,
  isDigest: false,
  claimedBy: null,
  claimedAt: null,
  endedAt: null,
  error: null,
  ...own,
})

/** Queues messages of one write. It looks up the recipients of a rule once. */
export function createTelling(tx: Tables) {
  const known = new Map<number, Promise<Targets>>()
  const targets = (organizationId: number, rule: Telling) =>
    known.getOrInsertComputed(rule.id, () => targetsOf(tx, organizationId, rule.recipients))

  const mailsTo = ({ mails }: Targets, alert: AlertRow, at: Micros, purpose: 'opened' | 'reminder') =>
    mails.map((mail) => messageOf(alert, at, { channel: 'mail', purpose, ...mail }))

  async function switchOn(alert: AlertRow, { outputs }: Targets, at: Micros): Promise<NewMessage[]> {
    if (alert.closedAt !== null) return []
    await tx.alertMessages.hold(
      alert.id,
      outputs.map(({ id }) => id),
    )
    return outputs.map(({ id: outputId, name: address }) =>
      messageOf(alert, at, { channel: 'output', purpose: 'on', outputId, address }),
    )
  }

  return {
    /** Nobody is told of a late alert. */
    async opened(alert: AlertRow, rule: Telling): Promise<void> {
      if (alert.isLate || rule.recipients.length === 0) return
      const to = await targets(alert.organizationId, rule)
      const at = alert.recordedAt
      const switched = await switchOn(alert, to, at)
      await tx.alertMessages.insertAll([...mailsTo(to, alert, at, 'opened'), ...switched])
    },
    /** The alert that had closed is open again. It was told already. */
    async reopened(alert: AlertRow, rule: Telling, at: Micros): Promise<void> {
      if (alert.isLate || rule.recipients.length === 0) return
      const to = await targets(alert.organizationId, rule)
      await tx.alertMessages.insertAll(await switchOn({ ...alert, closedAt: null }, to, at))
    },
    async reminder(alert: AlertRow, rule: Telling, at: Micros): Promise<void> {
      const to = await targets(alert.organizationId, rule)
      await tx.alertMessages.insertAll(mailsTo(to, alert, at, 'reminder'))
    },
  }
}

/** Queues what follows when an alert closes: outputs that it has kept on, and the withdrawal of mail that went out. */
export async function tellClosed(
  tx: Tables,
  alert: AlertRow,
  { isRetracted, at }: { readonly isRetracted: boolean; readonly at: Micros },
): Promise<void> {
  const released = await tx.alertMessages.release(alert.id)
  await queueOff(tx, alert, released, at)
  if (!isRetracted) return
  const mails = (await tx.alertMessages.ofAlert(alert.id)).filter(({ channel }) => channel === 'mail')
  const waiting = mails.filter(({ state }) => state === 'queued').map(({ id }) => id)
  if (waiting.length > 0) await tx.alertMessages.drop(waiting, at, storedOf(alertMessages('alert.withdrawn')))
  const told = mails.filter(({ state }) => state === 'sent' || state === 'sending')
  const addresses = new Map(told.map(({ address, userId }) => [address, userId]))
  await tx.alertMessages.insertAll(
    [...addresses].map(([address, userId]) =>
      messageOf(alert, at, { channel: 'mail', purpose: 'withdrawn', address, userId }),
    ),
  )
}

async function queueOff(
  tx: Tables,
  alert: Pick<AlertRow, 'id' | 'organizationId'>,
  outputIds: readonly number[],
  at: Micros,
): Promise<void> {
  if (outputIds.length === 0) return
  const outputs = await tx.alertOutputs.ofIds(alert.organizationId, outputIds)
  await tx.alertMessages.insertAll(
    outputs.map(({ id: outputId, name: address }) =>
      messageOf(alert, at, { channel: 'output', purpose: 'off', outputId, address }),
    ),
  )
}

/**
 * Applies other recipients and times to the open alerts of a rule. Outputs that the rule no longer has are switched off; new
 * recipients are told of alerts that open from now on, and of reminders.
 */
export async function changeTelling(
  tx: Tables,
  before: AlertRuleRow,
  after: AlertRuleRow,
  at: Micros,
): Promise<void> {
  if (before.recipients === after.recipients && before.renotifyMinutes === after.renotifyMinutes) return
  const recipients = readRecipients(after.recipients)
  const kept = new Set(recipients.flatMap((one) => ('output_id' in one ? [one.output_id] : [])))
  const removed = readRecipients(before.recipients).flatMap((one) =>
    'output_id' in one && !kept.has(one.output_id) ? [one.output_id] : [],
  )
  for (const { alertId, outputId } of await tx.alertMessages.releaseOfRule(after.id, removed))
    await queueOff(tx, { id: alertId, organizationId: after.organizationId }, [outputId], at)
  await tx.mailQueue.setRemindersOfRule(
    after.id,
    reminderAfter({ recipients, renotifyMinutes: after.renotifyMinutes }, at),
  )
}
