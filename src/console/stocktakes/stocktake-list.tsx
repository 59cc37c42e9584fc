import { Card, Group, Text, Title } from '@mantine/core'
import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { localDay, dayText } from '../ui/values/format'
import { CountBar } from './count-bar'
import type { Stocktake } from './stocktake-queries'
import { isHidden, progressText } from './stocktake-texts'

interface ListProps {
  readonly stocktakes: readonly Stocktake[]
}

const groups: readonly (readonly [title: string, states: readonly string[]])[] = [
  [t('Open'), ['open', 'closing']],
  [t('Planned'), ['draft']],
  [t('Closed'), ['closed', 'cancelled']],
]

/** The stocktakes by their states: open, planned and closed. */
export const StocktakeList = ({ stocktakes }: ListProps) =>
  groups.map(([title, states]) => {
    const rows = stocktakes.filter(({ state }) => states.includes(state))
    if (rows.length === 0) return null
    return (
      <section key={title} aria-label={title}>
        <Title order={2} size="h5" mb="xs">
          {title}
        </Title>
        <ul className="card-rows">
          {rows.map((stocktake) => (
            <li key={stocktake.id}>
              <Row stocktake={stocktake} />
            </li>
          ))}
        </ul>
      </section>
    )
  })

const dayOf = (at: string): string => dayText(localDay(new Date(at)))

function noteOf({
  state,
  due_at: due,
  closed_at: closed,
  closed_by: by,
  is_blind: isBlind,
}: Stocktake): string {
  const name = by?.name ?? ''
  if (state === 'closed' && closed !== null) return t('Closed {day} by {name}', { day: dayOf(closed), name })
  if (state === 'cancelled' && closed !== null)
    return t('Canceled {day} by {name}', { day: dayOf(closed), name })
  return [
    state === 'closing' && t('Closing'),
    due !== null && t('Due {day}', { day: dayOf(due) }),
    isBlind && t('blind'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Row({ stocktake }: { readonly stocktake: Stocktake }) {
  const { id, name, counts, expected_count: expected, state } = stocktake
  const progress = progressText(stocktake)
  const isCounted = state === 'open' || state === 'closing'
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <PageLink href={`/stocktakes/${id}`} fw={600} className="tag-value">
          {name}
        </PageLink>
        {state !== 'draft' && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {progress}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {noteOf(stocktake)}
      </Text>
      {isCounted && !isHidden(stocktake) && (
        <CountBar
          found={counts.found ?? 0}
          elsewhere={counts.elsewhere ?? 0}
          expected={expected ?? 0}
          label={progress}
        />
      )}
    </Card>
  )
}
