/** The words of alerts (docs/internal-api.md, Alerts). The database stores them. */

export const alertKinds = [
  'entered',
  'left',
  'outside',
  'moved_between',
  'missing',
  'dwell',
  'par',
  'reader_silent',
  'tag_unknown',
  'battery_low',
  'voltage_low',
  'too_warm',
  'too_cold',
  'button_pressed',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** What a kind compares with the threshold of its rule. */
interface Measure {
  readonly metric: 'battery_percent' | 'battery_volts' | 'temperature_c'
  /** Whether values above the threshold are wrong; otherwise those below it. */
  readonly isAbove: boolean
}

const measures: Readonly<Partial<Record<AlertKind, Measure>>> = {
  battery_low: { metric: 'battery_percent', isAbove: false },
  voltage_low: { metric: 'battery_volts', isAbove: false },
  too_warm: { metric: 'temperature_c', isAbove: true },
  too_cold: { metric: 'temperature_c', isAbove: false },
}

/** Returns what a kind compares with a threshold; undefined for a kind that compares nothing. */
export const measureOf = (kind: AlertKind): Measure | undefined => measures[kind]

/** Whether a value is beyond the threshold of a rule. */
export const isBeyond = ({ isAbove }: Measure, value: number, threshold: number): boolean =>
  isAbove ? value > threshold : value < threshold

export const severities = ['urgent', 'normal'] as const
export type Severity = (typeof severities)[number]

const alertSubjectKinds = ['asset', 'reader', 'location', 'tag'] as const
export type AlertSubjectKind = (typeof alertSubjectKinds)[number]

export const closeReasons = ['cleared', 'person', 'rule_changed', 'retracted'] as const
export type CloseReason = (typeof closeReasons)[number]

export const alertActions = [
  'opened',
  'acknowledged',
  'released',
  'snoozed',
  'reopened',
  'closed',
  'retracted',
] as const
export type AlertAction = (typeof alertActions)[number]
