import { Card, Progress, Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { counted } from '../../ui/values/format'
import type { PrintJob } from './job-queries'
import { labelCount, labelStateNames } from './job-texts'

/** What each state of a label means. */
const meanings = [
  ['queued', t('still to print')],
  ['sent', t('at the printer')],
  ['verified', t('chip read back')],
  ['live', t('in use')],
] as const

/** The steps of the labels of a job, with the number of labels in each. */
export function JobSteps({ job }: { readonly job: PrintJob }) {
  const { counts } = job
  const total = labelCount(job)
  const values = { live: counted(counts.live), total: counted(total) }
  return (
    <Card withBorder>
      <ol className="plain job-steps">
        {meanings.map(([state, meaning]) => (
          <li key={state} data-step={state}>
            <span className="figure">{counted(counts[state])}</span>
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
      <div className="job-sum">
        <Text size="sm" role="status">
          {t('{live} of {total} live', values)}
        </Text>
        {counts.void > 0 && (
          <Text size="sm" c="red">
            {t('{count} void', { count: counted(counts.void) })}
          </Text>
        )}
      </div>
    </Card>
  )
}
