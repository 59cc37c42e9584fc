import { Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { daysLater, midnight, timeFormat } from '../../languages/zone'
import { PageLink } from '../../ui/pages/link'
import { Columns } from '../../ui/values/chart'
import { counted, localDay } from '../../ui/values/format'
import type { Alert } from '../alert-queries'

const days = 7
const weekday = timeFormat({ weekday: 'short' })

/** Returns the first instant of the days before today that are counted. */
export const weekStart = (now: Date): string => midnight(now, 1 - days).toISOString()

interface WeekProps {
  /** The alerts of the last seven days. */
  readonly alerts: readonly Alert[]
  readonly now: Date
}

/** How many alerts each day had. */
export function OpenedInWeek({ alerts, now }: WeekProps) {
  const counts = Map.groupBy(alerts, ({ opened_at: at }) => localDay(new Date(at)))
  const bars = Array.from({ length: days }, (_, index) => {
    const at = daysLater(now, index + 1 - days)
    const key = localDay(at)
    return { key, name: weekday.format(at), value: counts.get(key)?.length ?? 0 }
  })
  return (
    <section aria-labelledby="alerts-week">
      <h2 id="alerts-week">
        {t('Opened in 7 days')} <span>{counted(alerts.length)}</span>
      </h2>
      <Columns
        summary={t('Alerts that opened on each of the last 7 days: {counts}', {
          counts: bars.map(({ name, value }) => `${name} ${value}`).join(', '),
        })}
        bars={bars}
        slotsMin={days}
        ticks={[bars[0]?.name ?? '', t('Today')]}
      />
    </section>
  )
}

const noisiestShown = 5

/** The rules that opened most alerts, each with a link to the rule. */
export function NoisiestRules({ alerts }: Pick<WeekProps, 'alerts'>) {
  const rules = [...Map.groupBy(alerts, ({ rule_id: id }) => id)]
    .map(([id, own]) => ({ id, name: own[0]?.rule_name ?? '', count: own.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, noisiestShown)
  const most = rules[0]?.count ?? 1
  if (rules.length === 0) return null
  return (
    <section aria-labelledby="alerts-noisiest">
      <h2 id="alerts-noisiest">{t('Noisiest rules')}</h2>
      <ul className="shares">
        {rules.map(({ id, name, count }) => (
          <li key={id}>
            <div className="share-line">
              <PageLink href={`/alert-rules/${id}`} size="sm">
                {name}
              </PageLink>
              <Text size="sm">{counted(count)}</Text>
            </div>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <rect className="share" width={(count / most) * 100} height={8} />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}
