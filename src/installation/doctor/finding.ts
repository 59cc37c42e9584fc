/** The result of one check of the installation. */
export interface Finding {
  /** Identifies the check. Scripts may depend on it. */
  readonly check: CheckName
  readonly state: 'ok' | 'warning' | 'problem'
  /** What was found, in a sentence. */
  readonly summary: string
  /** What to do about it; null when nothing is to be done. */
  readonly advice: string | null
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

export const ok = (check: CheckName, summary: string): Finding => ({
  check,
  state: 'ok',
  summary,
  advice: null,
})
export const warning = (check: CheckName, summary: string, advice: string): Finding => ({
  check,
  state: 'warning',
  summary,
  advice,
})
export const problem = (check: CheckName, summary: string, advice: string): Finding => ({
  check,
  state: 'problem',
  summary,
  advice,
})
