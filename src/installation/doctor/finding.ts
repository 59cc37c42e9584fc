import type { Message, Text } from '../../base/messages'

/** The result of one check of the installation. */
export interface Finding {
  /** Identifies the check. Scripts may depend on it. */
  readonly check: CheckName
  readonly state: 'ok' | 'warning' | 'problem'
  /** What was found, in a sentence. */
  readonly summary: string
  readonly text: Text
  /** What to do about it; null when nothing is to be done. */
  readonly advice: string | null
  readonly advice_text: Text | null
}

export const checkNames = [
  'version',
  'data_directory',
  'database',
  'disk_space',
  'clock',
  'service',
  'ports',
  'certificate',
  'backup',
  'external_broker',
  'sign_in_providers',
] as const
export type CheckName = (typeof checkNames)[number]

const finding = (check: CheckName, state: Finding['state'], found: Message, advice?: Message): Finding => ({
  check,
  state,
  summary: found.english,
  text: found.text,
  advice: advice?.english ?? null,
  advice_text: advice?.text ?? null,
})

export const ok = (check: CheckName, found: Message): Finding => finding(check, 'ok', found)
export const warning = (check: CheckName, found: Message, advice: Message): Finding =>
  finding(check, 'warning', found, advice)
export const problem = (check: CheckName, found: Message, advice: Message): Finding =>
  finding(check, 'problem', found, advice)
