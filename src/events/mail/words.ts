import type { AlertKind } from '../../base/alert-kinds'
import type { Message } from '../../base/messages'
import { germanOf } from './german-reasons'
import type { MailLanguage } from '../../base/mail-languages'

/** The words of mail in each language. Values are inserted as they are: the caller escapes them. */
export interface Words {
  readonly title: (kind: AlertKind, subject: string, place: string) => string
  readonly urgent: string
  readonly reminder: (title: string) => string
  readonly withdrawn: (title: string) => string
  readonly digest: (count: number) => string
  readonly somewhere: string
  readonly rule: string
  readonly place: string
  readonly since: string
  readonly why: string
  /** Empty when it exists in another language only. */
  readonly reason: (evidence: Message) => string
  readonly state: string
  readonly nobody: string
  readonly has: (name: string, at: string) => string
  readonly closed: (at: string) => string
  readonly withdrawnWhy: string
  readonly digestWhy: string
  readonly more: (count: number) => string
  readonly open: string
  readonly footer: (organization: string) => string
  readonly testSubject: string
  readonly test: (organization: string) => string
}

const english: Words = {
  title(kind, subject, place) {
    const titles: Readonly<Record<AlertKind, string>> = {
      entered: `${subject} entered ${place}`,
      left: `${subject} left ${place}`,
      outside: `${subject} is outside ${place}`,
      moved_between: `${subject} moved to ${place}`,
      missing: `${subject} is missing`,
      dwell: `${subject} stays too long at ${place}`,
      par: `Too few or too many assets at ${subject}`,
      reader_silent: `Reader ${subject} is silent`,
      tag_unknown: `Unknown tag ${subject} at ${place}`,
      battery_low: `The battery of ${subject} is low`,
      voltage_low: `The battery voltage of ${subject} is low`,
      too_warm: `${subject} is too warm`,
      too_cold: `${subject} is too cold`,
      button_pressed: `The button of ${subject} was pressed`,
    }
    return titles[kind]
  },
  urgent: 'Urgent',
  reminder: (title) => `Still open: ${title}`,
  withdrawn: (title) => `Withdrawn: ${title}`,
  digest: (count) => `${count} alerts`,
  somewhere: 'an unknown place',
  rule: 'Rule',
  place: 'Place',
  since: 'Since',
  why: 'Why',
  reason: ({ english }) => english,
  state: 'State',
  nobody: 'Open, not acknowledged yet.',
  has: (name, at) => `${name} acknowledged it at ${at}.`,
  closed: (at) => `Closed since ${at}.`,
  withdrawnWhy: 'A read that arrived late shows that it was not so.',
  digestWhy: 'There were more than 20 messages in a minute, so this mail has all of them.',
  more: (count) => `and ${count} more`,
  open: 'Open in Whereabouts',
  footer: (organization) =>
    `Whereabouts of ${organization} sends this mail because an alert rule names this address.`,
  testSubject: 'Test: mail of Whereabouts works',
  test: (organization) =>
    `This is a test of the mail of ${organization}. Alerts can be sent to this address.`,
}

const german: Words = {
  title(kind, subject, place) {
    const titles: Readonly<Record<AlertKind, string>> = {
      entered: `${subject} ist in ${place} angekommen`,
      left: `${subject} hat ${place} verlassen`,
      outside: `${subject} ist außerhalb von ${place}`,
      moved_between: `${subject} ist nach ${place} gewechselt`,
      missing: `${subject} fehlt`,
      dwell: `${subject} ist zu lange in ${place}`,
      par: `Zu wenige oder zu viele Objekte in ${subject}`,
      reader_silent: `Lesegerät ${subject} meldet sich nicht`,
      tag_unknown: `Unbekannter Transponder ${subject} in ${place}`,
      battery_low: `Die Batterie von ${subject} ist schwach`,
      voltage_low: `Die Batteriespannung von ${subject} ist niedrig`,
      too_warm: `${subject} ist zu warm`,
      too_cold: `${subject} ist zu kalt`,
      button_pressed: `Die Taste von ${subject} wurde gedrückt`,
    }
    return titles[kind]
  },
  urgent: 'Dringend',
  reminder: (title) => `Noch offen: ${title}`,
  withdrawn: (title) => `Zurückgezogen: ${title}`,
  digest: (count) => `${count} Alarme`,
  somewhere: 'einem unbekannten Ort',
  rule: 'Regel',
  place: 'Ort',
  since: 'Seit',
  why: 'Grund',
  reason: ({ text }) => germanOf(text),
  state: 'Stand',
  nobody: 'Offen. Noch von niemandem übernommen.',
  has: (name, at) => `${name} hat ihn um ${at} übernommen.`,
  closed: (at) => `Geschlossen seit ${at}.`,
  withdrawnWhy: 'Eine verspätete Lesung zeigt, dass es nicht so war.',
  digestWhy: 'Es gab mehr als 20 Nachrichten in einer Minute. Diese E-Mail enthält alle.',
  more: (count) => `und ${count} weitere`,
  open: 'In Whereabouts öffnen',
  footer: (organization) =>
    `Whereabouts von ${organization} sendet diese E-Mail, weil eine Alarmregel diese Adresse nennt.`,
  testSubject: 'Test: E-Mail von Whereabouts funktioniert',
  test: (organization) =>
    `Dies ist ein Test der E-Mail von ${organization}. Alarme können an diese Adresse gesendet werden.`,
}

export const wordsOf = (language: MailLanguage): Words => (language === 'de' ? german : english)
