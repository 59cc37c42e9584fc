import { byteOrderMark, csvLine } from '../../base/csv'
import type { Table } from '../../base/table'
import type { Micros } from '../../base/time'
import type { MailScheduleRow } from '../../storage/core/store'
import { cut, escaped, type Letterhead, plainText } from '../mail/compose'
import type { Mail } from '../mail/transport'
import type { BodyTable, Content } from './content'
import type { Style } from './format'

/** Writes the mail of a schedule: HTML, the same as text, and a CSV file. Names come from users: they add no header, and no element. */

/** A file is cut at this size, because mail servers refuse larger mail. */
const fileMax = 5_000_000

/** A mail without its recipient. */
export type Letter = Pick<Mail, 'subject' | 'text' | 'html' | 'files'>

interface LetterParts {
  readonly row: MailScheduleRow
  readonly content: Content
  readonly style: Style
  readonly head: Pick<Letterhead, 'organization' | 'publicUrl'>
  readonly timeZone: string
  /** When the service was off since the mail before. */
  readonly missed: readonly Micros[]
}

export async function letterOf({
  row,
  content,
  style,
  head,
  timeZone,
  missed,
}: LetterParts): Promise<Letter> {
  const { words } = style
  const file = await csvOf(content.file, style)
  const subject = cut(plainText(`${row.name}: ${content.title}`))
  const lines = [
    ...content.lines,
    ...(missed.length > 0 ? [words.missed(missed.map((at) => style.time(at)).join(', '))] : []),
    ...(file.isCut ? [words.cutFile(style.number(file.rows))] : []),
  ]
  const footer = words.footer({
    organization: plainText(head.organization),
    name: plainText(row.name),
    when: row.weekday === null ? words.everyDay : words.on(words.days[row.weekday - 1] ?? ''),
    hour: `${String(row.hour).padStart(2, '0')}:00`,
    zone: timeZone,
  })
  const link = head.publicUrl === undefined ? undefined : `${head.publicUrl}/console${content.path}`
  const name = `${content.file.name}.csv`
  const about = row.kind === 'view' ? plainText(row.name) : words.kinds[row.kind]
  const parts = { title: `${about}: ${content.title}`, lines, link, footer, name, style }
  return {
    subject,
    text: textOf(content.tables, parts),
    html: htmlOf(content.tables, parts, subject),
    files: [{ name, type: 'text/csv; charset=utf-8', content: file.bytes }],
  }
}

/** Writes a file with the separator of the language. */
async function csvOf({ columns, rows }: Table, { language }: Style) {
  const separator = language === 'de' ? ';' : ','
  const parts = [byteOrderMark + csvLine(columns, separator)]
  let [size, count, isCut] = [0, 0, false]
  for await (const some of rows) {
    for (const cells of some) {
      const line = csvLine(
        cells.map((cell) => cell ?? ''),
        separator,
      )
      size += Buffer.byteLength(line)
      if (size > fileMax) {
        isCut = true
        break
      }
      parts.push(line)
      count++
    }
    if (isCut) break
  }
  return { bytes: Buffer.from(parts.join('')), rows: count, isCut }
}

interface Around {
  readonly title: string
  readonly lines: readonly string[]
  readonly link: string | undefined
  readonly footer: string
  readonly name: string
  readonly style: Style
}

const restOf = ({ rows, total, empty }: BodyTable, { words, number }: Style): string | undefined => {
  if (total === 0) return empty ?? words.nothing
  return rows.length < total ? words.firstRows(rows.length, number(total)) : undefined
}

function textOf(tables: readonly BodyTable[], { title, lines, link, footer, name, style }: Around): string {
  const written = tables.flatMap((table) => {
    const rest = restOf(table, style)
    return [
      '',
      ...(table.heading === null ? [] : [table.heading]),
      ...(table.rows.length > 0 ? [table.columns.join(' | ')] : []),
      ...table.rows.map((cells) => cells.map(plainText).join(' | ')),
      ...(rest === undefined ? [] : [rest]),
    ]
  })
  return [
    title,
    ...lines,
    ...written,
    '',
    style.words.attached(name),
    ...(link === undefined ? [] : [`${style.words.open}: ${link}`]),
    '',
    '-- ',
    footer,
    '',
  ].join('\n')
}

const cellStyle = 'padding:4px 12px 4px 0;border-bottom:1px solid #ddd;text-align:left;vertical-align:top'

function tableOf(table: BodyTable, style: Style): string {
  const rest = restOf(table, style)
  const heading = table.heading === null ? '' : `<h2 style="font-size:1.1em">${escaped(table.heading)}</h2>`
  const names = table.columns.map((name) => `<th style="${cellStyle}">${escaped(name)}</th>`).join('')
  const rows = table.rows
    .map(
      (cells) =>
        `<tr>${cells.map((cell) => `<td style="${cellStyle}">${escaped(plainText(cell))}</td>`).join('')}</tr>`,
    )
    .join('')
  const whole =
    table.rows.length > 0
      ? `<table style="border-collapse:collapse"><thead><tr>${names}</tr></thead><tbody>${rows}</tbody></table>`
      : ''
  return `${heading}${whole}${rest === undefined ? '' : `<p>${escaped(rest)}</p>`}`
}

function htmlOf(
  tables: readonly BodyTable[],
  { title, lines, link, footer, name, style }: Around,
  subject: string,
): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('')
  const anchor =
    link === undefined ? '' : `<p><a href="${escaped(link)}">${escaped(style.words.open)}</a></p>`
  const body = tables.map((table) => tableOf(table, style)).join('')
  return `<!doctype html><html lang="${style.language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:sans-serif"><h1 style="font-size:1.3em">${escaped(title)}</h1>${paragraphs}${body}<p>${escaped(style.words.attached(name))}</p>${anchor}<p style="color:#666">${escaped(footer)}</p></body></html>`
}
