import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../languages/messages'
import { daysLater, midnight } from '../languages/zone'
import { Section } from '../ui/pages/section'
import { Columns } from '../ui/values/chart'
import { dayText, localDay } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { type AlertDetails, alertsQuery } from '../alerts/alert-queries'

const days = 14

/** How often the asset had an alert of any rule lately. */
export function SubjectAlerts({ alert: { subject } }: { readonly alert: AlertDetails }) {
  const now = new Date(useNow())
  const from = midnight(now, 1 - days).toISOString()
  const { data } = useQuery({
    ...alertsQuery({ asset_id: [subject.id], from }),
    enabled: subject.kind === 'asset',
  })
  if (!data || data.total_count < 2) return null
  const counts = Map.groupBy(data.data, ({ opened_at: at }) => localDay(new Date(at)))
  const bars = Array.from({ length: days }, (_, index) => {
    const key = localDay(daysLater(now, index + 1 - days))
    return { key, name: dayText(key), value: counts.get(key)?.length ?? 0 }
  })
  const text = t('{count} alerts in 14 days', { count: data.total_count })
  return (
    <Section id="subject-alerts" title={t('{name} in the last 14 days', { name: subject.name })}>
      <Columns summary={text} bars={bars} slotsMin={days} ticks={[bars[0]?.name ?? '', t('Today')]} />
      <Text size="sm" c="dimmed" mt="xs">
        {text}
      </Text>
    </Section>
  )
}
