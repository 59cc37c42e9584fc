import { Link } from 'wouter'
import { t } from '../languages/messages'
import { timeFormat } from '../languages/zone'
import { FigureList } from '../ui/values/figure-list'
import { counted } from '../ui/values/format'
import { changeText } from './report-period'
import { movesOf } from './report-data'
import type { WeekData } from './week-data'
import { sentencesOf } from './week-sentences'

/** The parts of the page of a week. */

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : t('{share} %', { share: counted(Math.round((1000 * part) / whole) / 10) })

export function Figures({ week }: { readonly week: WeekData }) {
  const { activity } = week
  const [moves, before] = [movesOf(week.flows), movesOf(week.flowsBefore)]
  const all = activity.asset_count + activity.never_seen_count
  const reference = week.accuracy.reduce((sum, row) => sum + row.reference_seconds, 0)
  const right = week.accuracy.reduce((sum, row) => sum + row.right_seconds, 0)
  const figures = [
    { name: t('Moves'), value: counted(moves), note: changeText(moves, before) ?? '–' },
    {
      name: t('Located'),
      value: percent(activity.asset_count, all),
      note: t('{heard} of {all}', { heard: counted(activity.asset_count), all: counted(all) }),
    },
    {
      name: t('Alerts'),
      value: counted(week.alerts),
      note: changeText(week.alerts, week.alertsBefore) ?? '–',
    },
    // Without a reference tag, nothing is measured.
    ...(reference > 0
      ? [
          {
            name: t('Right place'),
            value: percent(right, reference),
            note: t('of the time of reference tags'),
          },
        ]
      : []),
  ]
  return <FigureList className="report-figures" figures={figures} />
}

const weekday = timeFormat({ weekday: 'short' })
const high = 100
const pitch = 20

/** Bars with their numbers, because paper has no other way to read them. The outline is the week before. */
export function MovesByDay({ days }: Pick<WeekData, 'days'>) {
  const most = Math.max(1, ...days.map(({ moves, before }) => Math.max(moves, before)))
  const tall = (value: number) => (value / most) * high
  return (
    <section aria-labelledby="week-days">
      <h3 id="week-days">{t('Moves by day')}</h3>
      <svg
        className="week-days"
        viewBox={`0 -14 ${days.length * pitch} ${high + 28}`}
        role="img"
        aria-label={t('Moves of each day: {counts}', {
          counts: days.map(({ at, moves }) => `${weekday.format(at)} ${counted(moves)}`).join(', '),
        })}
      >
        {days.map(({ at, moves, before }, index) => (
          <g key={at.getTime()} transform={`translate(${index * pitch} 0)`}>
            <rect
              className="column-before"
              x={1}
              y={high - tall(before)}
              width={pitch - 4}
              height={tall(before)}
            />
            <rect className="column" x={3} y={high - tall(moves)} width={pitch - 6} height={tall(moves)} />
            <text x={pitch / 2} y={high - tall(Math.max(moves, before)) - 3} textAnchor="middle">
              {counted(moves)}
            </text>
            <text x={pitch / 2} y={high + 10} textAnchor="middle">
              {weekday.format(at)}
            </text>
          </g>
        ))}
      </svg>
      <small>{t('Outline: the week before')}</small>
    </section>
  )
}

export function TalkAbout({ findings }: Pick<WeekData, 'findings'>) {
  const sentences = sentencesOf(findings)
  return (
    <section aria-labelledby="week-talk">
      <h3 id="week-talk">{t('What to talk about')}</h3>
      {sentences.length === 0 && <p>{t('Nothing stands out.')}</p>}
      <ul className="plain week-talk">
        {sentences.map(({ text, note, href }) => (
          <li key={href}>
            <Link href={href}>{text}</Link>
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
