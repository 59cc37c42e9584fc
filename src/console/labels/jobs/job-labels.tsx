import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { unlessRunning } from '../../api/once'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
import { type Column, DataTable } from '../../ui/lists/data-table'
import { useList } from '../../ui/lists/use-list'
import { toastProblem } from '../../ui/notices/toasts'
import { PageLink } from '../../ui/pages/link'
import { Empty } from '../../ui/pages/query-states'
import { ClockTime } from '../../ui/values/time'
import { useExactNow } from '../../ui/values/use-now'
import {
  actions,
  labelsKey,
  labelsOf,
  type LabelState,
  pollMsOf,
  type PrintJob,
  type PrintLabel,
} from './job-queries'
import { labelStateNames } from './job-texts'
import { StationMark } from './station-mark'
import { labelOnPad, type Seen } from './use-station'

const columnsOf = (
  job: PrintJob,
  mayPrint: boolean,
  onPad: number | null,
): readonly [Column<PrintLabel>, ...Column<PrintLabel>[]] => [
  {
    key: 'asset',
    label: t('Asset'),
    cell: ({ asset_id: id, asset_external_key: key }) => <PageLink href={`/assets/${id}`}>{key}</PageLink>,
  },
  {
    key: 'epc',
    label: t('EPC'),
    cell: ({ epc }) => (epc === null ? '–' : <span className="tag-value">{epc}</span>),
  },
  {
    key: 'state',
    label: t('State'),
    cell: ({ id, state }) =>
      id === onPad ? (
        <OnPad />
      ) : (
        <Text span inherit {...(state === 'void' && { c: 'red' })}>
          {labelStateNames[state as LabelState]}
        </Text>
      ),
  },
  {
    key: 'reason',
    label: t('Reason'),
    cell: ({ reason, reason_text: text }) => (reason === null ? '–' : serverText(reason, text)),
    isWhole: true,
  },
  {
    key: 'at',
    label: t('Time'),
    cell: ({ state, at }) => (state === 'queued' ? '–' : <ClockTime at={at} />),
  },
  ...(mayPrint
    ? [
        {
          key: 'actions',
          label: t('Actions'),
          cell: (label: PrintLabel) => <PrintAgain job={job} label={label} />,
        },
      ]
    : []),
]

const OnPad = () => (
  <Group gap={6} wrap="nowrap" className="unbroken" data-on-pad>
    <span className="rigid">
      <StationMark result="live" size={16} />
    </span>
    <b>{t('On the pad')}</b>
  </Group>
)

function PrintAgain({ job, label }: { readonly job: PrintJob; readonly label: PrintLabel }) {
  if (label.state === 'queued' || (label.state === 'sent' && job.printer_id !== null)) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('Print again: {key}', { key: label.asset_external_key })}
      onClick={() =>
        void unlessRunning(`reprint/${label.id}`, () => actions.reprint(job.id, label.id)).catch(toastProblem)
      }
    >
      {t('Print again')}
    </Button>
  )
}

/** The labels of a job, in the order of printing. */
export function JobLabels({ job, seen }: { readonly job: PrintJob; readonly seen: Seen }) {
  const { may } = useSignedIn()
  const onPad = labelOnPad(seen, useExactNow())
  const mayPrint = may('operator') && job.state !== 'cancelled'
  const list = useList({
    key: labelsKey(job.id),
    filters: ['state'],
    pollMs: pollMsOf(job),
    load: ({ limit, offset }, filter) => {
      const state = filter('state')
      return labelsOf(job.id, { limit, offset, ...(state !== undefined && { state: [state as LabelState] }) })
    },
  })
  return (
    <DataTable
      name={t('Labels')}
      storedAs="print-labels"
      list={list}
      columns={columnsOf(job, mayPrint, onPad)}
      keyOf={({ id }) => id}
      filters={
        <NativeSelect
          aria-label={t('State')}
          data={[
            { value: '', label: t('All states') },
            ...Object.entries(labelStateNames).map(([value, label]) => ({ value, label })),
          ]}
          value={list.filter('state') ?? ''}
          onChange={(event) => list.narrow('state', event.currentTarget.value || null)}
        />
      }
      empty={<Empty>{t('This job has no labels.')}</Empty>}
    />
  )
}
