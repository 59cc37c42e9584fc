import type { MailLanguage } from '../../base/mail-languages'
import { readStored } from '../../base/messages'
import type { Micros } from '../../base/time'
import type { AlertMessageRow, AlertRow } from '../../storage/core/store'
import type { Mail } from './transport'
import { type Words, wordsOf } from './words'

/** Writes mail as text and as HTML. Names come from users: they add no header, and no element. */

/** A digest lists this many alerts. */
export const listedMax = 100
const subjectMax = 200

export interface Letterhead {
  readonly organization: string
  readonly language: MailLanguage
  /** The zone of times; null: that of the machine. */
  readonly timeZone: string | null
  /** Address of the console for users; undefined: the mail has no link. */
  readonly publicUrl: string | undefined
  /** What the ids of mails end with. */
  readonly idDomain: string
}

/** A message about an alert, with what it shows. */
export interface Told {
  readonly message: Pick<AlertMessageRow, 'id' | 'purpose'>
  readonly alert: AlertRow
  /** Name of its location; null when it has none, or the location was deleted. */
  readonly place: string | null
}

interface Content {
  readonly subject: string
  readonly lines: readonly string[]
  readonly pairs: readonly (readonly [string, string])[]
  readonly link: string | undefined
}

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
/** A value on one line, without characters that change the direction of the text around it. */
export const plainText = (text: string): string => text.replaceAll(lineBreaks, ' ')
export const escaped = (text: string): string => Bun.escapeHTML(text)

type Style = Pick<Letterhead, 'language' | 'timeZone'>

/** Returns a time with the name of its zone. */
function timeOf(at: Micros, { language, timeZone }: Style): string {
  const zoned = timeZone !== null && { timeZone }
  const format = { dateStyle: 'medium', timeStyle: 'short', ...zoned } as const
  const date = new Date(at / 1000)
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'short', ...zoned })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, format).format(date)} ${zone ?? ''}`.trim()
}

const titleOf = ({ alert, place }: Told, words: Words): string => {
  const { kind, subjectName, locationKey } = alert
  return words.title(kind, plainText(subjectName), plainText(place ?? locationKey ?? words.somewhere))
}

function stateOf({ closedAt, acknowledgedAt, acknowledgedName }: AlertRow, words: Words, style: Style) {
  if (closedAt !== null) return words.closed(timeOf(closedAt, style))
  if (acknowledgedAt !== null)
    return words.has(plainText(acknowledgedName ?? ''), timeOf(acknowledgedAt, style))
  return words.nobody
}

function contentOfOne(told: Told, head: Letterhead, words: Words): Content {
  const { publicUrl } = head
  const { alert, place, message } = told
  const title = titleOf(told, words)
  const isWithdrawn = message.purpose === 'withdrawn'
  const said = isWithdrawn
    ? words.withdrawn(title)
    : message.purpose === 'reminder'
      ? words.reminder(title)
      : title
  const urgency = alert.severity === 'urgent' && !isWithdrawn ? `${words.urgent}: ` : ''
  const evidence = alert.evidenceReason === null ? undefined : readStored(alert.evidenceReason)
  const reason = evidence ? words.reason(evidence) : ''
  return {
    subject: `${urgency}${said}`,
    lines: [said, ...(isWithdrawn ? [words.withdrawnWhy] : [])],
    pairs: [
      [words.rule, plainText(alert.ruleName)],
      ...(place === null ? [] : [[words.place, plainText(place)] as const]),
      [words.since, timeOf(alert.openedAt, head)],
      ...(reason === '' ? [] : [[words.why, plainText(reason)] as const]),
      ...(isWithdrawn ? [] : [[words.state, stateOf(alert, words, head)] as const]),
    ],
    link: publicUrl && `${publicUrl}/console/alerts/${alert.id}`,
  }
}

function contentOfDigest(all: readonly Told[], count: number, head: Letterhead, words: Words): Content {
  const ofRules = Map.groupBy(all, ({ alert }) => plainText(alert.ruleName))
  const listed = all.map((told) => {
    const title = titleOf(told, words)
    const { purpose } = told.message
    const said =
      purpose === 'withdrawn'
        ? words.withdrawn(title)
        : purpose === 'reminder'
          ? words.reminder(title)
          : title
    return `${timeOf(told.alert.openedAt, head)}: ${said}`
  })
  const rest = count - all.length
  const names = [...ofRules].map(([rule, some]) => `${rule} (${some.length})`).join(', ')
  return {
    subject: words.digest(count),
    lines: [words.digestWhy, ...listed, ...(rest > 0 ? [words.more(rest)] : [])],
    pairs: [[words.rule, names]],
    link: head.publicUrl && `${head.publicUrl}/console/alerts`,
  }
}

const textOf = ({ lines, pairs, link }: Content, footer: string, words: Words): string =>
  [
    ...lines,
    '',
    ...pairs.map(([name, value]) => `${name}: ${value}`),
    ...(link === undefined ? [] : ['', `${words.open}: ${link}`]),
    '',
    '-- ',
    footer,
    '',
  ].join('\n')

function htmlOf(
  { subject, lines, pairs, link }: Content,
  footer: string,
  { words, language }: { words: Words; language: string },
) {
  const paragraphs = lines.map((line, at) =>
    at === 0 ? `<p><strong>${escaped(line)}</strong></p>` : `<p>${escaped(line)}</p>`,
  )
  const rows = pairs.map(
    ([name, value]) =>
      `<tr><td style="padding-right:1em;color:#666">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  )
  const anchor = link === undefined ? '' : `<p><a href="${escaped(link)}">${escaped(words.open)}</a></p>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>${paragraphs.join('')}<table>${rows.join('')}</table>${anchor}<p style="color:#666">${escaped(footer)}</p></body></html>`
}

/** Cuts a subject. */
export const cut = (text: string): string =>
  text.length > subjectMax ? `${text.slice(0, subjectMax)}…`.toWellFormed() : text

interface Envelope {
  readonly to: string
  readonly head: Letterhead
  readonly footer?: string
}

function mailOf(
  content: Content,
  words: Words,
  { to, head, footer = words.footer(plainText(head.organization)) }: Envelope,
): Omit<Mail, 'messageId' | 'follows' | 'isUrgent' | 'files'> {
  return {
    to,
    subject: cut(content.subject),
    text: textOf(content, footer, words),
    html: htmlOf(content, footer, { words, language: head.language }),
  }
}

/** The id of a mail. It is the same for each attempt, so that a mailbox can recognize a repetition. */
const idOf = (alertId: number, batch: number, { idDomain }: Letterhead) =>
  `alert-${alertId}-${batch}@${idDomain}`

/** @param opened the id of the message that told of the alert first; undefined: this is the first one */
export function alertMail(told: Told, to: string, head: Letterhead, opened: number | undefined): Mail {
  const words = wordsOf(head.language)
  const { alert, message } = told
  return {
    ...mailOf(contentOfOne(told, head, words), words, { to, head }),
    messageId: idOf(alert.id, message.id, head),
    follows: opened === undefined ? null : idOf(alert.id, opened, head),
    isUrgent: alert.severity === 'urgent' && message.purpose !== 'withdrawn',
  }
}

/**
 * One mail about many alerts.
 *
 * @param all the first of them
 * @param count the number of all of them
 */
export function digestMail(all: readonly Told[], count: number, to: string, head: Letterhead): Mail {
  const words = wordsOf(head.language)
  const batch = all[0]?.message.id ?? 0
  return {
    ...mailOf(contentOfDigest(all, count, head, words), words, { to, head }),
    messageId: `digest-${batch}@${head.idDomain}`,
    follows: null,
    isUrgent: all.some(({ alert }) => alert.severity === 'urgent'),
  }
}

export function testMail(to: string, head: Letterhead, id: string): Mail {
  const words = wordsOf(head.language)
  const organization = plainText(head.organization)
  const content = {
    subject: words.testSubject,
    lines: [words.test(organization)],
    pairs: [],
    link: head.publicUrl && `${head.publicUrl}/console/`,
  }
  return {
    ...mailOf(content, words, { to, head, footer: 'Whereabouts' }),
    messageId: `test-${id}@${head.idDomain}`,
    follows: null,
    isUrgent: false,
  }
}
