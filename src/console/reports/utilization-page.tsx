import { Alert, Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'wouter'
import { ConditionBar } from '../asset-list/condition-bar'
import { conditionsIn, isUnreadable, textOf } from '../asset-list/conditions'
import { ViewSelect } from '../asset-list/view-select'
import { useFields } from '../fields/use-fields'
import { t } from '../languages/messages'
import { TimeProblem } from '../time-travel/time-problem'
import { type Column, DataTable } from '../ui/lists/data-table'
import { ExportMenu } from '../ui/lists/export-menu'
import { PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { counted, exactly, localDay } from '../ui/values/format'
import { PeriodChoice } from './period-choice'
import { type Period, usePeriod } from './report-period'
import { reportSection } from './report-section'
import { type UtilizationRow, utilizationQuery, useUtilization } from './utilization-data'
import { UseByDay, UseFigures } from './utilization-parts'

/** How much of a span of time the assets of a view were in use. */
export function UtilizationPage() {
  const { period, problem, isOver: _, ...choice } = usePeriod()
  const [params] = useSearchParams()
  return (
    <>
      <PageHeader title={t('Utilization')} section={reportSection}>
        {period && (
          <ExportMenu
            path="/internal/v1/reports/utilization/export"
            query={utilizationQuery(period, (name) => params.get(name) ?? undefined)}
            name={`utilization-${localDay(new Date(period.from))}`}
          />
        )}
      </PageHeader>
      <TimeProblem problem={problem} since={period?.from} />
      {period ? (
        <div className="with-views utilization">
          <PeriodChoice period={period} {...choice} />
          <Used period={period} />
        </div>
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

function Used({ period }: { readonly period: Period }) {
  const { data: fields = [] } = useFields()
  const list = useUtilization(period)
  const { page } = list
  const conditions = list.filter('conditions')
  const view = list.filter('view_id') ?? ''
  return (
    <>
      <div className="on-paper" aria-hidden>
        <b>{t('Utilization')}</b>
      </div>
      <ConditionBar
        conditions={conditionsIn(conditions)}
        fields={fields}
        isUnreadable={isUnreadable(conditions)}
        // Those of a saved view are before the ones of the address, and its own page says what is wrong with them.
        problems={view === '' ? (page?.problems ?? []) : []}
        onChange={(next) => list.narrow('conditions', textOf(next))}
      >
        <ViewSelect value={view} onChange={(next) => list.narrow('view_id', next)} />
        <Button
          variant="subtle"
          size="compact-sm"
          className="condition-add"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => print()}
        >
          {t('Print this page')}
        </Button>
      </ConditionBar>
      {/* The figures would move the list, so they are shown together. */}
      {list.isLoading ? <Loading lines={8} /> : <UsedList list={list} />}
    </>
  )
}

function UsedList({ list }: { readonly list: ReturnType<typeof useUtilization> }) {
  const { page } = list
  return (
    <>
      {page?.is_current === false && (
        <Alert mb="sm">{t('The latest moves are not counted yet. This takes a few minutes.')}</Alert>
      )}
      {page && <UseFigures report={page} />}
      <Text size="sm" mb="sm">
        {t(
          'An asset is in use on a day on which it moved. The assets are those that meet the conditions now.',
        )}
      </Text>
      {page && page.days.length > 1 && <UseByDay report={page} />}
      <DataTable
        name={t('Utilization')}
        storedAs="utilization"
        list={list}
        columns={columnsOf(page?.days.length ?? 0)}
        keyOf={({ asset_id: id }) => id}
        hrefOf={({ asset_id: id }) => `/assets/${id}`}
        empty={t('There are no assets yet.')}
        isOrderedByUser
      />
    </>
  )
}

const columnsOf = (days: number): readonly [Column<UtilizationRow>, ...Column<UtilizationRow>[]] => [
  {
    key: 'asset',
    label: t('Asset'),
    cell: ({ asset_id: id, asset_name: name }) => (
      <PageLink href={`/assets/${id}`} inherit>
        {name}
      </PageLink>
    ),
  },
  {
    key: 'used',
    label: t('Days in use'),
    sort: 'used_days',
    cell: ({ used_days: used, used_percent: percent }) => (
      <span className="use-share">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
          <rect className="use-ground" x={0} y={4.5} width={100} height={1} />
          <rect className="use-bar" x={0} y={1} width={percent ?? 0} height={8} />
        </svg>
        {t('{used} of {days}', { used: counted(used), days: counted(days) })}
      </span>
    ),
  },
  { key: 'moves', label: t('Moves'), cell: ({ moves }) => counted(moves) },
  {
    key: 'last',
    label: t('Last move'),
    cell: ({ last_moved_at: at }) => (at === null ? '–' : <time dateTime={at}>{exactly(at)}</time>),
  },
]
