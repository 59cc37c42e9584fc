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
] as const
export type AlertKind = (typeof alertKinds)[number]

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
