import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'wouter'
import { ConditionBar } from '../asset-list/condition-bar'
import { type Condition, isUnreadable, textOf } from '../asset-list/conditions'
import { useFields } from '../fields/use-fields'
import { t } from '../languages/messages'
import { Empty, Failed, Loading } from '../ui/pages/query-states'
import { counted } from '../ui/values/format'
import { MovementChoices } from './movement-choices'
import { type MovementQuery, useMovements } from './movement-query'
import { MovementRows } from './movement-rows'

interface MovementListProps {
  /** The title of the page, which is also that on paper. */
  readonly name: string
  readonly from: string
  readonly to: string
  /** The conditions of the address. The first one on a location with all below it is where assets arrived or left. */
  readonly conditions: readonly Condition[]
  readonly onConditions: (conditions: readonly Condition[]) => void
}

const directions = ['arrived', 'left'] as const

/** The moves of a span of time, with exact times, how long each asset stayed, and where it went. */
export function MovementList({ name, from, to, conditions, onConditions }: MovementListProps) {
  const { data: fields = [] } = useFields()
  const [params, setParams] = useSearchParams()
  const set = (key: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(key)
        else after.set(key, value)
        return after
      },
      { replace: true },
    )
  const query = queryOf({ from, to, conditions, params })
  const { rows, first, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useMovements(query)
  // The place is a parameter of its own, before the conditions that the service names.
  const offset = query.location_id === undefined ? 0 : 1
  const problems = (first?.problems ?? []).map((each) => ({ ...each, index: each.index + offset }))
  return (
    <div className="with-views">
      <div className="on-paper" aria-hidden>
        <b>{name}</b>
      </div>
      <ConditionBar
        conditions={conditions}
        fields={fields}
        isUnreadable={isUnreadable(params.get('conditions') ?? undefined)}
        problems={problems}
        onChange={onConditions}
      >
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
      <Stack gap="sm">
        <MovementChoices query={query} params={params} set={set} isEmpty={rows.length === 0} />
        {first && <Counted total={first.total_count} isExact={first.is_count_exact} />}
        {first?.is_current === false && (
          <Alert>{t('The latest moves are not counted yet. This takes a few minutes.')}</Alert>
        )}
        {isPending && <Loading lines={8} />}
        {error && rows.length === 0 && <Failed error={error} onRetry={refetch} />}
        {first && rows.length === 0 && <Empty>{t('No moves were recorded in this time.')}</Empty>}
        {rows.length > 0 && <MovementRows name={name} rows={rows} />}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        )}
      </Stack>
    </div>
  )
}

const Counted = ({ total, isExact }: { readonly total: number; readonly isExact: boolean }) => (
  <Text size="sm" role="status">
    {isExact
      ? t('{count, plural, one {# move} other {# moves}}', { count: total })
      : t('{count} moves or more', { count: counted(total) })}
  </Text>
)

interface AskedMoves extends Pick<MovementListProps, 'from' | 'to' | 'conditions'> {
  readonly params: URLSearchParams
}

function queryOf({ from, to, conditions, params }: AskedMoves): MovementQuery {
  const index = conditions.findIndex(({ field, operator }) => field === 'place' && operator === 'below')
  const place = conditions[index]?.value
  const hasPlace = typeof place === 'number'
  const text = textOf(hasPlace ? conditions.toSpliced(index, 1) : conditions)
  const direction = directions.find((each) => each === params.get('direction'))
  const [reader, view] = [Number(params.get('reader')), Number(params.get('view_id'))]
  return {
    from,
    to,
    sort: params.get('sort') === 'at' ? 'at' : '-at',
    ...(hasPlace && { location_id: place, with_below: true, ...(direction && { direction }) }),
    ...(reader > 0 && { reader_id: reader }),
    ...(view > 0 && { view_id: view }),
    ...(text !== null && { conditions: text }),
  }
}
