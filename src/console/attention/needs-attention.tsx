import { Text } from '@mantine/core'
import { type Attention, keyOf, useAttention } from '../api/use-attention'
import { inServiceTime } from '../api/service-clock'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/pages/failed-section'
import { counted } from '../ui/values/format'
import { Section } from '../ui/pages/section'
import { useNow } from '../ui/values/use-now'
import { ProblemRow } from './problem-row'

/** Lists what needs attention: readers, webhooks, tags, and the installation for its owners. */
export function NeedsAttention() {
  const { data, dataUpdatedAt, error, refetch } = useAttention()
  const receivedAt = inServiceTime(dataUpdatedAt)
  const nowMs = Math.max(useNow(), receivedAt)
  if (!data && error)
    return <FailedSection id="attention" title={t('Needs attention')} error={error} onRetry={refetch} />
  if (!data) return null
  const { at, problems, total_count: count } = data
  const offset = Date.parse(at) - receivedAt
  return (
    <Section id="attention" title={t('Needs attention')}>
      {count === 0 && <Text c="dimmed">{t('Nothing needs attention.')}</Text>}
      <ul className="plain problem-list">
        {problems.map((problem) => (
          <li key={keyOf(problem)}>
            <ProblemRow problem={problem} nowMs={nowMs + offset} />
          </li>
        ))}
      </ul>
      {count > problems.length && (
        <Text size="sm" c="dimmed">
          {t('{count} more', { count: counted(count - problems.length) })}
        </Text>
      )}
      <Waiting {...data.readers} />
    </Section>
  )
}

/** Readers that wait are not broken, but they do not work yet either. */
function Waiting({ in_use: all, waiting }: Attention['readers']) {
  if (all === 0) return <Text c="dimmed">{t('No fixed readers yet.')}</Text>
  if (waiting === 0) return null
  return (
    <Text c="dimmed">
      {t(
        '{count, plural, one {# reader does not place assets yet: it waits for its first connection, message or read.} other {# readers do not place assets yet: they wait for their first connection, message or read.}}',
        { count: waiting },
      )}
    </Text>
  )
}
