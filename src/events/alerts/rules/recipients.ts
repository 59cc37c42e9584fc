import type { FieldError } from '../../../base/errors'
import { type Recipient, readRecipients } from '../../../base/recipients'
import type { AlertRuleRow, Reads } from '../../../storage/core/store'
import { isMailbox } from './mailbox'
import { alertMessages } from './messages'
import type { AlertRecipientsView, AlertRuleView } from './schema'

/** What the recipients of rules name: those that exist. */
export interface KnownRecipients {
  readonly users: ReadonlyMap<string, { readonly name: string; readonly email: string }>
  readonly outputs: ReadonlyMap<number, string>
}

export const nobodyKnown: KnownRecipients = { users: new Map(), outputs: new Map() }

type Sources = Pick<Reads, 'members' | 'alertOutputs'>

export async function knownRecipients(
  { members, alertOutputs }: Sources,
  organizationId: number,
  recipients: readonly Recipient[],
): Promise<KnownRecipients> {
  const userIds = [...new Set(recipients.flatMap((one) => ('user_id' in one ? [one.user_id] : [])))]
  const outputIds = [...new Set(recipients.flatMap((one) => ('output_id' in one ? [one.output_id] : [])))]
  const users = userIds.length > 0 ? await members.among(organizationId, userIds) : []
  const outputs = outputIds.length > 0 ? await alertOutputs.ofIds(organizationId, outputIds) : []
  return {
    users: new Map(users.map(({ userId, name, email }) => [userId, { name, email }])),
    outputs: new Map(outputs.map(({ id, name }) => [id, name])),
  }
}

export const knownOfRules = (
  read: Sources,
  organizationId: number,
  rows: readonly Pick<AlertRuleRow, 'recipients'>[],
): Promise<KnownRecipients> =>
  knownRecipients(
    read,
    organizationId,
    rows.flatMap(({ recipients }) => readRecipients(recipients)),
  )

type RecipientState = AlertRuleView['recipient_states'][number]

/** Says whether something can be sent to a recipient. */
export function stateOf(recipient: Recipient, { users, outputs }: KnownRecipients): RecipientState {
  if ('email' in recipient) return { name: recipient.email, state: 'ok' }
  if ('output_id' in recipient) {
    const name = outputs.get(recipient.output_id)
    return name === undefined ? { name: '', state: 'gone' } : { name, state: 'ok' }
  }
  const user = users.get(recipient.user_id)
  if (!user) return { name: '', state: 'gone' }
  return { name: user.name, state: isMailbox(user.email) ? 'ok' : 'no_address' }
}

const membersMax = 1_000
const outputsMax = 200

/** Returns the members and outputs that a rule can tell. */
export async function possibleRecipients(
  { members, alertOutputs }: Sources,
  organizationId: number,
): Promise<AlertRecipientsView> {
  const { rows: users } = await members.list(organizationId, { limit: membersMax, offset: 0 })
  const { rows: outputs } = await alertOutputs.list(organizationId, { limit: outputsMax, offset: 0 })
  return {
    users: users.map(({ userId, name, email }) => ({ user_id: userId, name, has_address: isMailbox(email) })),
    outputs: outputs.map(({ id, name }) => ({ output_id: id, name })),
  }
}

const keyOf = (recipient: Recipient): string => JSON.stringify(recipient)

/** Removes repetitions. */
export const withoutRepeats = (recipients: readonly Recipient[]): Recipient[] => [
  ...new Map(recipients.map((one) => [keyOf(one), one])).values(),
]

const members = ['user_id', 'email', 'output_id'] as const

/** Returns which recipients have none, or more than one, of the three members. */
export const recipientProblems = (recipients: readonly object[]): FieldError[] =>
  recipients.flatMap((recipient, index) => {
    if (Object.keys(recipient).length === 1) return []
    const field = `recipients[${index}]`
    const [one, two, three] = members
    return [
      {
        field,
        code: 'invalid_value' as const,
        message: alertMessages('alert.one_recipient', { field, one, two, three }),
      },
    ]
  })

/** Returns which recipients do not exist. Those that the rule has already may have gone. */
export async function unknownRecipients(
  tx: Sources,
  organizationId: number,
  recipients: readonly Recipient[],
  before: readonly Recipient[],
): Promise<FieldError[]> {
  const had = new Set(before.map(keyOf))
  const known = await knownRecipients(tx, organizationId, recipients)
  return recipients.flatMap((recipient, index): FieldError[] => {
    if (had.has(keyOf(recipient)) || stateOf(recipient, known).state !== 'gone') return []
    const member = 'user_id' in recipient ? 'user_id' : 'output_id'
    const field = `recipients[${index}].${member}`
    const say = member === 'user_id' ? 'alert.no_user' : 'alert.no_output'
    return [{ field, code: 'fk_not_found', message: alertMessages(say, { field }) }]
  })
}
