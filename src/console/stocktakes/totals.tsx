import { Card, Group, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { counted } from '../ui/values/format'
import { CountBar } from './count-bar'
import type { Stocktake } from './stocktake-queries'
import { progressText, sumOf, verdictNames } from './stocktake-texts'

/** The number of found assets, and what became of the others. Each number leads to its assets. */
export function Totals({ stocktake }: { readonly stocktake: Stocktake }) {
  const { id, counts, expected_count: expected } = stocktake
  const found = counts.found ?? 0
  const all = expected ?? 0
  const share = all === 0 ? 0 : Math.floor((100 * found) / all)
  return (
    <Card withBorder>
      <Group justify="space-between" align="baseline" mb="xs">
        <Text component="div">
          <Text span fz={34} fw={700} data-found>
            {counted(found)}
          </Text>{' '}
          {t('of {expected} found', { expected: counted(all) })}
        </Text>
        <Text c="dimmed">{t('{share} %', { share })}</Text>
      </Group>
      <CountBar
        found={found}
        elsewhere={counts.elsewhere ?? 0}
        expected={all}
        label={progressText(stocktake)}
        size={14}
      />
      <Group component="ul" className="plain" gap="md" mt="sm" data-totals>
        {[...sumOf(stocktake), ['extra', counts.extra ?? 0] as const].map(([verdict, count]) => (
          <li key={verdict}>
            <PageLink href={`/stocktakes/${id}/lines?verdict=${verdict}`} size="sm" data-verdict={verdict}>
              <b>{counted(count)}</b> {verdictNames[verdict]}
            </PageLink>
          </li>
        ))}
        <li>
          <Text size="sm" span data-verdict="unknown">
            <b>{counted(counts.unknown ?? 0)}</b> {t('Not known')}
          </Text>
        </li>
      </Group>
    </Card>
  )
}
