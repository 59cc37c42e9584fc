import { Card, SimpleGrid, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { usePathText } from '../ui/pages/place-path'
import { rich } from '../languages/rich'
import { Time } from '../ui/values/time'
import type { StocktakeDetails } from './stocktake-queries'

/** Who has counted, and when the service last heard of them. A phone without a network keeps its scans. */
export function Counters({ counters }: Pick<StocktakeDetails, 'counters'>) {
  const pathText = usePathText()
  if (counters.length === 0) return null
  return (
    <SimpleGrid component="ul" className="plain" cols={{ base: 1, sm: 2 }} aria-label={t('Counters')}>
      {counters.map(({ counted_by: by, location_id: at, scans, last_heard_at: heard }) => (
        <Card component="li" key={by?.user_id ?? by?.name} withBorder padding="sm">
          <Text fw={600}>{by?.name}</Text>
          <Text size="sm" c="dimmed" component="div">
            {pathText(at)} · {t('{count, plural, one {# scan} other {# scans}}', { count: scans })} ·{' '}
            {rich('heard {time}', { time: <Time at={heard} /> })}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
