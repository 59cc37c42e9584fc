import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import type { RuleRehearsal } from './use-rule-rehearsal'

/** The service counts whole days, so a date has no time zone. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
const letter = format({ weekday: 'narrow' })
const full = format({ weekday: 'short', day: 'numeric', month: 'short' })
const short = new Intl.NumberFormat(locale(), { notation: 'compact' })

/** How many alerts each day would have had. */
export function DayBars({ found: { days } }: Pick<RuleRehearsal, 'found'>) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const counts = days
    .filter(({ count }) => count > 0)
    .map(({ date, count }) => `${full.format(Date.parse(date))}: ${counted(count)}`)
    .join(', ')
  return (
    <div
      className="day-bars"
      role="img"
      aria-label={
        counts === '' ? t('Alerts on each day: none') : t('Alerts on each day: {counts}', { counts })
      }
    >
      {days.map(({ date, count }) => (
        <span key={date} title={`${full.format(Date.parse(date))}: ${counted(count)}`}>
          <b>{count > 0 && short.format(count)}</b>
          <i data-most={count === most || undefined} style={{ height: `${(count / most) * 100}%` }} />
          <span>{letter.format(Date.parse(date))}</span>
        </span>
      ))}
    </div>
  )
}
