import { usePlaces } from '../api/use-locations'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { lengthOf } from '../ui/values/format'
import type { Alert, AlertRule } from './alert-queries'

/** What an alert says: a sentence with its subject first, and what made it true. */

type Kind = AlertRule['kind']

/** The words of an alert whose place is known. */
const sentences: Readonly<Record<Kind, (subject: string, place: string) => string>> = {
  entered: (subject, place) => t('{subject} entered {place}', { subject, place }),
  left: (subject, place) => t('{subject} left {place}', { subject, place }),
  outside: (subject, place) => t('{subject} is outside {place}', { subject, place }),
  moved_between: (subject, place) => t('{subject} moved to {place}', { subject, place }),
  missing: (subject) => t('{subject} is missing', { subject }),
  dwell: (subject, place) => t('{subject} stays too long at {place}', { subject, place }),
  par: (subject) => t('Too few or too many assets at {subject}', { subject }),
  reader_silent: (subject) => t('Reader {subject} is silent', { subject }),
  tag_unknown: (subject, place) => t('Unknown tag {subject} at {place}', { subject, place }),
  battery_low: (subject) => t('The battery of {subject} is low', { subject }),
  voltage_low: (subject) => t('The battery voltage of {subject} is low', { subject }),
  too_warm: (subject) => t('{subject} is too warm', { subject }),
  too_cold: (subject) => t('{subject} is too cold', { subject }),
  button_pressed: (subject) => t('The button of {subject} was pressed', { subject }),
}

export const severityTexts: Readonly<Record<string, string>> = {
  urgent: t('Urgent'),
  normal: t('Normal'),
}

/** Returns the sentence of an alert. Without a place, its location was deleted. */
export const alertSentence = (kind: string, subject: string, place = t('a deleted location')): string =>
  sentences[kind as Kind]?.(subject, place) ?? subject

/** Returns the sentences of alerts, with the present names of their locations. */
export function useAlertTitle(): (
  alert: Pick<Alert, 'kind' | 'subject' | 'location_id' | 'location_external_key'>,
) => string {
  const locations = usePlaces()
  return (alert) => {
    const { kind, location_id: id, location_external_key: key } = alert
    const place = (id === null ? undefined : locations?.byId.get(id)?.name) ?? key ?? undefined
    return alertSentence(kind, alert.subject.name, place)
  }
}

/** Returns the service's sentence about what made the condition true; undefined without one. */
export const evidenceText = ({ evidence: { reason, text } }: Pick<Alert, 'evidence'>): string | undefined =>
  reason === null ? undefined : serverText(reason, text)

/** Returns why an alert was closed, as a few words. */
export const closeTexts: Readonly<Record<string, string>> = {
  cleared: t('Closed by itself'),
  person: t('Closed by a person'),
  rule_changed: t('Closed because the rule changed'),
  retracted: t('Withdrawn: a late read shows that it was not so'),
}

/** Returns how long an alert has been open, or was. */
export const openFor = ({ opened_at: opened, closed_at: closed }: Alert, nowMs: number): string =>
  lengthOf(Math.max(0, (closed === null ? nowMs : Date.parse(closed)) - Date.parse(opened)) / 1000)

/** Returns the path of the page of the subject; undefined for tags. */
export const subjectHref = ({ subject: { kind, id } }: Pick<Alert, 'subject'>): string | undefined =>
  kind === 'tag' ? undefined : `/${kind}s/${id}`
