import { Button, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useEffect } from 'react'
import { useParams } from 'wouter'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
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
  const labels = useAllLabels(id)
  const back = { href: `/labels/jobs/${id}`, label: t('Print job') }
  if (!job) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <PageHeader
        title={t('{count, plural, one {List of # label} other {List of # labels}}', {
          count: labelCount(job),
        })}
        back={back}
      >
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!labels.isWhole}
          onClick={() => print()}
        >
          {t('Print')}
        </Button>
      </PageHeader>
      {labels.error ? (
        <Failed error={labels.error} onRetry={labels.refetch} />
      ) : (
        <Paper job={job} parts={labels.parts} isWhole={labels.isWhole} />
      )}
    </>
  )
}

/** Fetches the labels of a job in parts, one after the other. */
function useAllLabels(id: number) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...labelsKey(id), 'all'],
    queryFn: ({ pageParam: offset }) => labelsOf(id, { limit: pageSize, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ data: labels, total_count: total }, _, offset) =>
      labels.length > 0 && offset + pageSize < total ? offset + pageSize : undefined,
  })
  const isNextWanted = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (isNextWanted) void fetchNextPage()
  }, [isNextWanted, fetchNextPage])
  return {
    parts: data?.pages.map((page) => page.data) ?? [],
    isWhole: data !== undefined && !hasNextPage,
    error,
    refetch,
  }
}

interface PaperProps {
  readonly job: PrintJob
  readonly parts: readonly (readonly PrintLabel[])[]
  readonly isWhole: boolean
}

function Paper({ job, parts, isWhole }: PaperProps) {
  const { counts, template_name: template, created_by: by, created_at: created } = job
  return (
    <article className="label-list with-views">
      <h2>{template}</h2>
      <p>
        {t('{time} by {name}', { time: exactly(created), name: by.name })} · {jobStateText(job.state)} ·{' '}
        {t('{live} live, {void} void', { live: counted(counts.live), void: counted(counts.void) })}
      </p>
      {/* In a narrow window, arrow keys scroll the table sideways. */}
      <div className="table-scroll" role="group" aria-label={t('Labels')} tabIndex={0}>
        <Table verticalSpacing={3}>
          <Table.Thead>
            <Table.Tr>
              {[t('Asset'), t('EPC'), t('State'), t('Reason'), t('Time')].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          {parts.map((labels, index) => (
            <Rows key={index} labels={labels} />
          ))}
        </Table>
      </div>
      {isWhole ? (
        <footer>{t('Printed {time}.', { time: exactly(new Date().toISOString()) })}</footer>
      ) : (
        <Loading lines={3} />
      )}
    </article>
  )
}

/** Plain rows, because a job has 10,000. A part that is shown is not rendered again when the next one arrives. */
const Rows = memo(({ labels }: { readonly labels: readonly PrintLabel[] }) => (
  <tbody>
    {labels.map(({ id, asset_external_key: key, epc, state, reason, reason_text: text, at }) => (
      <tr key={id}>
        <td className="unbroken">{key}</td>
        <td className="tag-value">{epc ?? '–'}</td>
        <td>{labelStateNames[state as LabelState]}</td>
        <td>{reason === null ? '–' : serverText(reason, text)}</td>
        <td>{state === 'queued' ? '–' : exactly(at)}</td>
      </tr>
    ))}
  </tbody>
))
