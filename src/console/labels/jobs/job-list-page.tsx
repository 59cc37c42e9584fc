import { Button, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
import { PageLink } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { Failed, Loading, NotFound } from '../../ui/pages/query-states'
import { counted, exactly } from '../../ui/values/format'
import { labelsKey, labelsOf, type LabelState, type PrintJob, type PrintLabel, useJob } from './job-queries'
import { jobStateText, labelCount, labelStateNames } from './job-texts'

/** The service returns at most so many labels at once. */
const pageSize = 200

/** All labels of a job on paper (A4). */
export function JobListPage() {
  const id = Number(useParams()['id'])
  const { data: job, error, refetch } = useJob(id)
  const back = { href: `/labels/jobs/${id}`, label: t('Print job') }
  if (!job) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <PageHeader title={t('List of {count} labels', { count: counted(labelCount(job)) })} back={back}>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
      </PageHeader>
      <Paper job={job} />
    </>
  )
}

async function allLabels(id: number): Promise<readonly PrintLabel[]> {
  const labels: PrintLabel[] = []
  for (;;) {
    const { data, total_count: total } = await labelsOf(id, { limit: pageSize, offset: labels.length })
    labels.push(...data)
    if (data.length === 0 || labels.length >= total) return labels
  }
}

function Paper({ job }: { readonly job: PrintJob }) {
  const { id, counts, template_name: template, created_by: by, created_at: created } = job
  const {
    data: labels,
    error,
    refetch,
  } = useQuery({
    queryKey: [...labelsKey(id), 'all'],
    queryFn: () => allLabels(id),
  })
  if (error) return <Failed error={error} onRetry={refetch} />
  if (!labels) return <Loading lines={8} />
  return (
    <article className="label-list with-views">
      <h2>{template}</h2>
      <p>
        {t('{time} by {name}', { time: exactly(created), name: by.name })} · {jobStateText(job.state)} ·{' '}
        {t('{live} live, {void} void', { live: counted(counts.live), void: counted(counts.void) })}
      </p>
      <div className="table-scroll">
        <Table verticalSpacing={3}>
          <Table.Thead>
            <Table.Tr>
              {[t('Asset'), t('EPC'), t('State'), t('Reason'), t('Time')].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {labels.map(
              ({
                id: label,
                asset_id: asset,
                asset_external_key: key,
                epc,
                state,
                reason,
                reason_text: text,
                at,
              }) => (
                <Table.Tr key={label}>
                  <Table.Td className="unbroken">
                    <PageLink href={`/assets/${asset}`}>{key}</PageLink>
                  </Table.Td>
                  <Table.Td className="tag-value">{epc ?? '–'}</Table.Td>
                  <Table.Td>{labelStateNames[state as LabelState]}</Table.Td>
                  <Table.Td>{reason === null ? '–' : serverText(reason, text)}</Table.Td>
                  <Table.Td>{state === 'queued' ? '–' : exactly(at)}</Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
      <footer>{t('Printed {time}.', { time: exactly(new Date().toISOString()) })}</footer>
    </article>
  )
}
