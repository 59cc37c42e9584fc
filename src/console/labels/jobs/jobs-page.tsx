import { Card, Group, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
import { LinkButton, PageLink } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { EmptyList, EmptyListLink, Failed, QueryState } from '../../ui/pages/query-states'
import { counted } from '../../ui/values/format'
import { Time } from '../../ui/values/time'
import { type PrintJob, useJobs } from './job-queries'
import { jobStateText, labelCount } from './job-texts'

const back = { href: '/labels', label: t('Labels') }

/** The print jobs, newest first. */
export function JobsPage() {
  const { may } = useSignedIn()
  const { data, error, refetch } = useJobs()
  const isEmpty = data?.data.length === 0
  return (
    <>
      <PageHeader title={t('Print jobs')} subtitle={t('Labels on label printers.')} back={back}>
        {may('operator') && !isEmpty && <LinkButton href="/labels/jobs/new">{t('New print job')}</LinkButton>}
      </PageHeader>
      {!data && <QueryState error={error} onRetry={refetch} />}
      {data && (
        <Stack className="narrow" mx={0}>
          {error && <Failed error={error} onRetry={refetch} />}
          {isEmpty && (
            <EmptyList
              title={t('Print jobs appear here')}
              action={
                <EmptyListLink href="/labels/jobs/new" minimum="operator">
                  {t('New print job')}
                </EmptyListLink>
              }
            >
              {t(
                'A print job prints labels on a label printer, one after another, and says what became of each.',
              )}
            </EmptyList>
          )}
          <ul className="card-rows">
            {data.data.map((job) => (
              <li key={job.id}>
                <Row job={job} />
              </li>
            ))}
          </ul>
          {data.total_count > data.data.length && (
            <Text size="sm" c="dimmed">
              {t('The newest {count} are shown.', { count: data.data.length })}
            </Text>
          )}
        </Stack>
      )}
    </>
  )
}

function Row({ job }: { readonly job: PrintJob }) {
  const { id, state, template_name: template, printer_name: printer, counts, reason, reason_text: text } = job
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <PageLink href={`/labels/jobs/${id}`} fw={600}>
          {t('{count, plural, one {# label} other {# labels}}', { count: labelCount(job) })}
          {' · '}
          {template}
        </PageLink>
        <span>{jobStateText(state)}</span>
      </Group>
      <Text size="sm" c="dimmed">
        {job.printer_id === null ? t('printed elsewhere') : (printer ?? t('a printer that was deleted'))} ·{' '}
        {t('{count} live', { count: counted(counts.live) })}
        {counts.void > 0 && ` · ${t('{count} void', { count: counted(counts.void) })}`} ·{' '}
        <Time at={job.created_at} />
      </Text>
      {reason !== null && <Text size="sm">{serverText(reason, text)}</Text>}
    </Card>
  )
}
