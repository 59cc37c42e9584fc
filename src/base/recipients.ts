/** What an alert is told to. The database stores them as JSON (docs/internal-api.md, Alert rules). */

export type Recipient =
  | { readonly user_id: string }
  | { readonly email: string }
  | { readonly output_id: number }

export const messageStates = ['queued', 'sending', 'sent', 'failed', 'dropped'] as const
export type MessageState = (typeof messageStates)[number]

export const messageChannels = ['mail', 'output'] as const
export type MessageChannel = (typeof messageChannels)[number]

export const messagePurposes = ['opened', 'reminder', 'withdrawn', 'on', 'off'] as const
export type MessagePurpose = (typeof messagePurposes)[number]
export type OutputState = 'on' | 'off'

export const outputKinds = ['shelly', 'http', 'mqtt'] as const
export type OutputKind = (typeof outputKinds)[number]

/** What a schedule sends by mail, and what became of a mail of it. */
export const scheduledKinds = ['week', 'dwell', 'flows', 'occupancy', 'view'] as const
export type ScheduledKind = (typeof scheduledKinds)[number]
export const scheduledMailStates = [...messageStates, 'missed', 'skipped'] as const
export type ScheduledMailState = (typeof scheduledMailStates)[number]

export const readRecipients = (stored: string): Recipient[] => JSON.parse(stored) as Recipient[]
