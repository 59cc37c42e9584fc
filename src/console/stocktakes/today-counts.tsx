import { Group, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/pages/failed-section'
import { PageLink } from '../ui/pages/link'
import { Section } from '../ui/pages/section'
import type { Figure } from '../ui/values/figure-strip'
import { counted, dayText, localDay } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { CountBar } from './count-bar'
import { type Stocktake, useCurrentStocktakes } from './stocktake-queries'
import { isHidden, progressText } from './stocktake-texts'

/** What Today says of stocktakes: those that are counted, and those that are due. */

const dayMs = 86_400_000
/** How long before its time a planned stocktake is shown as due. */
const dueSoonMs = 7 * dayMs

const isCounted = ({ state }: Stocktake): boolean => state === 'open' || state === 'closing'

/** The figure of what is counted; undefined while nothing is. */
export function useCountFigure(): Figure | undefined {
  const open = (useCurrentStocktakes().data?.data ?? []).filter(isCounted)
  const [only, ...others] = open
  if (!only) return undefined
  if (others.length > 0)
    return { name: t('Open stocktakes'), href: '/stocktakes', value: counted(open.length) }
  const { id, name, counts } = only
  return {
    name: t('Count: {name}', { name }),
    href: `/stocktakes/${id}`,
    value: counted(isHidden(only) ? (counts.scans ?? 0) : (counts.found ?? 0)),
    note: isHidden(only) ? t('scans of a blind count') : restText(only),
  }
}

const restText = ({ counts, expected_count: expected }: Stocktake): string =>
  t('found of {expected} · {elsewhere} elsewhere · {rest} to go', {
    expected: counted(expected ?? 0),
    elsewhere: counted(counts.elsewhere ?? 0),
    rest: counted(counts.to_count ?? 0),
  })

/** The open stocktakes with their progress, and the planned ones that are due. Without any, they are absent. */
export function TodayCounts() {
  const { data, error, refetch } = useCurrentStocktakes()
  const now = useNow()
  if (!data && error)
    return <FailedSection id="today-counts" title={t('Stocktakes')} error={error} onRetry={refetch} />
  const stocktakes = data?.data ?? []
  const isDue = ({ state, due_at: due }: Stocktake): boolean =>
    state === 'draft' && due !== null && Date.parse(due) < now + dueSoonMs
  const due = stocktakes.filter(isDue).toSorted(byDue)
  return (
    <>
      {stocktakes.filter(isCounted).map((stocktake) => (
        <OpenCount key={stocktake.id} stocktake={stocktake} now={now} />
      ))}
      {due.length > 0 && (
        <Section
          id="due-counts"
          title={t('Due')}
          aside={<OpenLink href="/stocktakes">{t('Stocktakes')}</OpenLink>}
        >
          <Stack component="ul" className="plain" gap="xs">
            {due.map(({ id, name, due_at: at }) => (
              <Group key={id} component="li" justify="space-between" gap="xs">
                <PageLink href={`/stocktakes/${id}`} className="tag-value">
                  {name}
                </PageLink>
                <DueText due={at} now={now} />
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </>
  )
}

const byDue = (one: Stocktake, other: Stocktake): number =>
  (one.due_at ?? '').localeCompare(other.due_at ?? '')

interface OpenLinkProps {
  readonly href: string
  readonly children: string
}

const OpenLink = ({ href, children }: OpenLinkProps) => (
  <PageLink href={href} size="sm">
    {children}
  </PageLink>
)

interface OpenCountProps {
  readonly stocktake: Stocktake
  readonly now: number
}

function OpenCount({ stocktake, now }: OpenCountProps) {
  const { id, name, counts, expected_count: expected, due_at: due } = stocktake
  return (
    <Section
      id={`count-${id}`}
      title={t('Count: {name}', { name })}
      aside={<OpenLink href={`/stocktakes/${id}`}>{t('Open')}</OpenLink>}
    >
      {!isHidden(stocktake) && (
        <CountBar
          found={counts.found ?? 0}
          elsewhere={counts.elsewhere ?? 0}
          expected={expected ?? 0}
          label={progressText(stocktake)}
          size={14}
        />
      )}
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="sm">{isHidden(stocktake) ? progressText(stocktake) : wordsOf(stocktake)}</Text>
        <DueText due={due} now={now} />
      </Group>
    </Section>
  )
}

const wordsOf = ({ counts, state }: Stocktake): string =>
  state === 'closing'
    ? t('Closing')
    : t('{found} found, {elsewhere} elsewhere, {rest} to go', {
        found: counted(counts.found ?? 0),
        elsewhere: counted(counts.elsewhere ?? 0),
        rest: counted(counts.to_count ?? 0),
      })

/** When it should be done. What is late says so in words. */
function DueText({ due, now }: { readonly due: string | null; readonly now: number }) {
  if (due === null) return null
  const day = dayText(localDay(new Date(due)))
  const isLate = Date.parse(due) < now
  return (
    <Text size="sm" c={isLate ? 'var(--wa-problem)' : 'dimmed'} data-due={isLate ? 'late' : 'soon'}>
      {isLate ? t('Overdue since {day}', { day }) : t('Due {day}', { day })}
    </Text>
  )
}
