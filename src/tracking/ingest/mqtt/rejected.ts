import type { Rejection } from './handlers'
import { type Reason, reasons } from './reasons'

const reasonCharactersMax = 300

/** Why a message was dropped, as MQTT 5 sends it. */
export interface Rejected {
  readonly code: Reason
  readonly text: string
}

export const reasonOf = ({ result, reason }: Rejection): Rejected => ({
  code: result === 'unauthorized' ? reasons.notAuthorized : reasons.notAccepted,
  text: reason,
})

/** A reason may contain a topic, whose length and characters the client has chosen. A string contains no U+0000. */
export const shortened = (text: string): string =>
  text.slice(0, reasonCharactersMax).toWellFormed().replaceAll('\0', ' ')

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
