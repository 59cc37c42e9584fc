import { Card, Group, Progress, Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { counted } from '../../ui/values/format'
import type { PrintJob } from './job-queries'
import { labelCount, labelStateNames } from './job-texts'
import { useTimeLeft } from './use-time-left'

/** What each state of a label means. */
const meanings = [
  ['queued', t('still to print')],
  ['sent', t('at the printer')],
  ['verified', t('chip read back')],
  ['live', t('in use')],
] as const

/** On a phone, two steps are in a row. */
const steps = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(8rem, 1fr))',
  gap: 'var(--mantine-spacing-sm)',
} as const
const step = { display: 'flex', flexDirection: 'column' } as const

/** The steps of the labels of a job, with the number of labels in each. */
export function JobSteps({ job }: { readonly job: PrintJob }) {
  const { counts } = job
  const total = labelCount(job)
  const values = { live: counted(counts.live), total: counted(total) }
  const timeLeft = useTimeLeft(job)
  return (
    <Card withBorder>
      <ol className="plain" style={steps}>
        {meanings.map(([state, meaning]) => (
          <li key={state} data-step={state} style={step}>
            <Text span fz={28} fw={700} lh={1.2}>
              {counted(counts[state])}
            </Text>
            <b>{labelStateNames[state]}</b>
            <span>{state === 'sent' && job.printer_id === null ? t('printed elsewhere') : meaning}</span>
          </li>
        ))}
      </ol>
      <Progress
        value={total === 0 ? 0 : (100 * counts.live) / total}
        aria-label={t('Labels that are live')}
        mt="sm"
      />
      <Group justify="space-between" mt={4}>
        <Text size="sm" role="status">
          {t('{live} of {total} live', values)}
          {timeLeft !== undefined && `, ${timeLeft}`}
        </Text>
        {counts.void > 0 && (
          <Text size="sm" c="red">
            {t('{count} void', { count: counted(counts.void) })}
          </Text>
        )}
      </Group>
    </Card>
  )
}
