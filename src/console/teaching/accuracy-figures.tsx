import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { FigureList } from '../ui/values/figure-list'
import { counted } from '../ui/values/format'
import { type AccuracyWeek, percentOf, type PlaceModel, type TaughtPlace } from './queries'

interface AccuracyFiguresProps {
  readonly weeks: readonly AccuracyWeek[]
  readonly places: readonly TaughtPlace[]
  readonly locationCount: number
  readonly moveDelay: PlaceModel['move_delay']
}

const secondsOfHour = 3600

/** The figures of the newest week with reference time, and what is taught. */
export function AccuracyFigures({ weeks, places, locationCount, moveDelay }: AccuracyFiguresProps) {
  const newest = weeks[0]?.week_start
  const rows = weeks.filter((week) => week.week_start === newest)
  const sum = (key: 'reference_seconds' | 'right_seconds' | 'false_moves') =>
    rows.reduce((total, row) => total + row[key], 0)
  const reference = sum('reference_seconds')
  const stale = places.filter((place) => place.is_stale).length
  const isMeasured = reference > 0
  const figures = [
    {
      name: t('Right place'),
      value: isMeasured ? t('{share} %', { share: percentOf(sum('right_seconds') / reference) }) : '–',
      note: isMeasured
        ? t('of the time of reference tags, this week')
        : t('No reference tag yet, so nothing is measured.'),
    },
    {
      name: t('False moves'),
      value: isMeasured
        ? t('{count} per hour', {
            count: counted(Math.round((sum('false_moves') * secondsOfHour * 10) / reference) / 10),
          })
        : '–',
      note: t('of a tag that stands still'),
    },
    {
      name: t('Until a move is seen'),
      value: moveDelay ? t('{seconds} s', { seconds: counted(moveDelay.median_seconds) }) : '–',
      note: moveDelay
        ? t('median of {count, plural, one {# move} other {# moves}} in four weeks', {
            count: moveDelay.move_count,
          })
        : t('No reader has seen a move in four weeks.'),
    },
    {
      name: t('Places learned'),
      value: t('{count} of {total}', { count: counted(places.length), total: counted(locationCount) }),
      note: t('{count, plural, =0 {none is stale} one {# is stale} other {# are stale}}', { count: stale }),
    },
  ]
  return (
    <FigureList className="accuracy-figures" figures={figures}>
      {isMeasured && <Weeks weeks={weeks} />}
    </FigureList>
  )
}

const weeksShown = 4
const monday = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The share of the last weeks, the newest last. */
function Weeks({ weeks }: Pick<AccuracyFiguresProps, 'weeks'>) {
  const shares = [...Map.groupBy(weeks, ({ week_start: start }) => start)]
    .map(([start, rows]) => {
      const sum = (key: 'reference_seconds' | 'right_seconds') =>
        rows.reduce((total, row) => total + row[key], 0)
      return { start, reference: sum('reference_seconds'), right: sum('right_seconds') }
    })
    .filter(({ reference }) => reference > 0)
    .slice(0, weeksShown)
    .toReversed()
    .map(({ start, reference, right }) => ({
      name: monday.format(Date.parse(start)),
      share: percentOf(right / reference),
    }))
  return (
    <div>
      <dt>{t('Right place, by week')}</dt>
      <dd>
        <ul className="plain accuracy-weeks">
          {shares.map(({ name, share }) => (
            <li key={name} title={t('Week of {day}: {share} %', { day: name, share })}>
              <span>{share}</span>
              <i aria-hidden style={{ height: `${share}%` }} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
