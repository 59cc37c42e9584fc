import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { fieldName } from '../languages/field-names'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { counted } from '../ui/values/format'
import { type BadgeState, StateBadge } from '../ui/values/state-badge'
import { type List, pageSizes } from '../ui/lists/use-list'
import { understoodOf } from './columns'
import { type Doubt, doubtsIn } from './doubts'
import { countOf, countUnplaced } from './import-actions'
import type { ImportRun } from './import-run'
import { isUnplaced } from './place-assets'
import type { Outcome, PlannedRow, RowResult } from './plan'

interface PreviewRow {
  readonly row: PlannedRow
  readonly result: RowResult | undefined
}

/** Which rows are shown: those with an outcome, with a tag that may never match, or with an asset that was not placed. */
type Shown = Outcome | 'doubtful' | 'unplaced' | null

const outcomes: readonly { outcome: Outcome; label: string; state: BadgeState }[] = [
  { outcome: 'created', label: t('New'), state: 'muted' },
  { outcome: 'changed', label: t('Changed'), state: 'muted' },
  { outcome: 'unchanged', label: t('Unchanged'), state: 'muted' },
  { outcome: 'refused', label: t('Rejected'), state: 'problem' },
]

/** Lists the rows page by page, with the errors at the cells. */
export function ImportPreview({ run }: { readonly run: ImportRun }) {
  const [only, setOnly] = useState<Shown>(null)
  const { rows } = run.plan
  const { results } = run
  const doubts = useMemo(() => doubtsIn(rows), [rows])
  const doubtful = useMemo(() => [...doubts.keys()], [doubts])
  const shown = useMemo(
    () =>
      only === null
        ? rows
        : only === 'doubtful'
          ? doubtful
          : rows.filter(({ line }) => {
              const result = results.get(line)
              return only === 'unplaced' ? isUnplaced(result) : result?.outcome === only
            }),
    [rows, results, only, doubtful],
  )
  const list = useLocalList(shown, only, ({ line }) => results.get(line))
  const choices: { outcome: Shown; label: string; count: number }[] = [
    { outcome: null, label: t('All'), count: rows.length },
    ...outcomes.map(withCount),
  ]
  if (doubtful.length > 0)
    choices.push({ outcome: 'doubtful', label: t('Doubtful tags'), count: doubtful.length })

  const unplaced = countUnplaced(run)
  if (unplaced > 0) choices.push({ outcome: 'unplaced', label: t('Not placed'), count: unplaced })

  function withCount({ outcome, label }: (typeof outcomes)[number]) {
    return { outcome, label, count: countOf(run, outcome) }
  }

  return (
    <DataTable
      name={t('Rows of the file')}
      storedAs="Rows of the file"
      list={list}
      columns={columnsOf(run, doubts)}
      keyOf={({ row }) => row.line}
      empty={t('No rows match.')}
      filters={
        <Group gap="xs" role="group" aria-label={t('Show')}>
          {choices.map(({ outcome, label, count }) => (
            <Button
              key={label}
              variant={only === outcome ? 'light' : 'default'}
              aria-pressed={only === outcome}
              onClick={() => setOnly(outcome)}
            >
              {label} {counted(count)}
            </Button>
          ))}
        </Group>
      }
    />
  )
}

/** A list over rows that are already in memory. */
function useLocalList(
  rows: readonly PlannedRow[],
  only: Shown,
  resultOf: (row: PlannedRow) => RowResult | undefined,
): List<PreviewRow> {
  const [limit, setLimit] = useState(pageSizes[0] ?? 25)
  // Another filter begins at the first page.
  const [page, setPage] = useState({ only, offset: 0 })
  const offset = page.only === only && page.offset < rows.length ? page.offset : 0
  return {
    rows: rows.slice(offset, offset + limit).map((row) => ({ row, result: resultOf(row) })),
    total: rows.length,
    isTotalExact: true,
    isLoading: false,
    isNarrowed: false,
    isStale: false,
    error: null,
    reload: () => Promise.resolve(),
    q: '',
    search: () => {},
    sort: '',
    sortBy: () => {},
    limit,
    offset,
    goTo: (next) => setPage({ only, offset: next }),
    resize: setLimit,
    filter: () => undefined,
    narrow: () => {},
    widen: () => {},
  }
}

function columnsOf(
  { plan, leftOut, targets }: ImportRun,
  doubts: ReadonlyMap<PlannedRow, readonly Doubt[]>,
): [Column<PreviewRow>, ...Column<PreviewRow>[]] {
  const cells = plan.mapping.flatMap((target, at): Column<PreviewRow>[] => {
    const known = targets.find((info) => info.target === target)
    if (!known) return []
    const cell = (shown: PreviewRow) => (
      <Cell
        {...shown}
        column={at}
        doubts={doubts.get(shown.row) ?? []}
        understood={
          target === 'location' ? shown.row.place?.path : understoodOf(shown.row.cells[at] ?? '', at, plan)
        }
        isLeftOut={leftOut.get(shown.row.line)?.has(at) ?? false}
      />
    )
    return [{ key: known.target, label: known.label, cell }]
  })
  return [
    {
      key: 'line',
      label: t('Line'),
      cell: ({ row }) => <span className="unbroken">{t('Line {line}', { line: counted(row.line) })}</span>,
    },
    { key: 'status', label: t('Status'), cell: (shown) => <Status {...shown} /> },
    ...cells,
  ]
}

function Status({ result }: PreviewRow) {
  if (!result) return <Text c="dimmed">…</Text>
  const { label, state } = outcomes.find(({ outcome }) => outcome === result.outcome) ?? {
    label: '',
    state: 'muted' as const,
  }
  return (
    <Stack gap={4} align="start">
      <StateBadge state={state}>{label}</StateBadge>
      {result.changes.length > 0 && <Text size="xs">{result.changes.map(fieldName).join(', ')}</Text>}
      <Problems result={result} column={undefined} />
    </Stack>
  )
}

interface CellProps extends PreviewRow {
  readonly column: number
  readonly doubts: readonly Doubt[]
  readonly understood: string | undefined
  readonly isLeftOut: boolean
}

const Cell = ({ row, result, column, doubts, understood, isLeftOut }: CellProps) => (
  <>
    <Text size="sm" lineClamp={3} className="tag-value" td={isLeftOut ? 'line-through' : undefined}>
      {row.cells[column] || '–'}
    </Text>
    {isLeftOut && (
      <Text size="sm" c="dimmed">
        {t('Not imported')}
      </Text>
    )}
    {!isLeftOut && understood !== undefined && (
      <Text size="sm" c="dimmed">
        → {understood}
      </Text>
    )}
    <Problems result={result} column={column} />
    {doubts
      .filter((doubt) => doubt.column === column)
      .map(({ message }) => (
        <Text key={message} size="sm" className="cell-doubt">
          {t('May never match: {reason}', { reason: message })}
        </Text>
      ))}
  </>
)

/** The errors of one cell, or of the whole row when the column is undefined. */
const Problems = ({
  result,
  column,
}: {
  readonly result: RowResult | undefined
  readonly column: number | undefined
}) =>
  result?.problems
    .filter((problem) => problem.column === column)
    .map(({ message }) => (
      <Text key={message} size="sm" className="cell-problem">
        {message}
      </Text>
    ))
