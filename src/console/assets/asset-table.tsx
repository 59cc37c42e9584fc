import { Alert, Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import type { LiveMove } from '../api/live-events'
import { ConditionBar } from '../asset-list/condition-bar'
import type { Condition } from '../asset-list/conditions'
import { useFields } from '../fields/use-fields'
import { t } from '../languages/messages'
import { DataTable } from '../ui/lists/data-table'
import { SelectAll, SelectRow } from '../ui/lists/selection-bar'
import { useListSelection } from '../ui/lists/use-selection'
import { counted, exactly } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { AssetCard, columnsOf } from './asset-columns'
import { SelectedAssets } from './selected-assets'
import type { AssetList } from './use-asset-list'

interface AssetTableProps {
  /** The accessible name of the table, and its title on paper. */
  readonly name: string
  readonly list: AssetList
  readonly conditions: readonly Condition[]
  readonly isUnreadable: boolean
  readonly onConditions: (conditions: readonly Condition[]) => void
  /** The assets that have just moved, by their ids. */
  readonly moves?: ReadonlyMap<number, LiveMove>
  /** Label of the search field; without it there is no search field. */
  readonly search?: string
  readonly filters?: ReactNode
  readonly empty: ReactNode
}

/** The list of assets with its conditions, wherever assets are listed. */
export function AssetTable({ name, list, moves, empty, ...bar }: AssetTableProps) {
  const { data: fields = [] } = useFields()
  const { assets, at, page } = list
  const selection = useListSelection<Schemas['ListedAsset']>(assets, list)
  // What is selected is changed now, so it is chosen from the present list.
  const isChangeable = at === undefined
  return (
    <>
      <PaperTitle name={name} list={list} />
      {!list.isEmpty && <Conditions list={list} fields={fields} {...bar} />}
      {page?.is_complete === false && <Alert mb="sm">{partlyCompared}</Alert>}
      <DataTable
        name={name}
        storedAs="Assets"
        list={{ ...list, rows: assets }}
        columns={columnsOf({ fields, moves, at })}
        keyOf={(asset) => asset.id}
        hrefOf={(asset) => `/assets/${asset.id}`}
        card={(asset) => (
          <AssetCard asset={asset} selection={isChangeable ? selection : undefined} moves={moves} at={at} />
        )}
        lead={
          isChangeable
            ? ({ id, name: of }) => <SelectRow selection={selection} id={id} name={of} />
            : undefined
        }
        leadOfAll={isChangeable && <SelectAll selection={selection} shown={assets.length} />}
        selection={isChangeable && <SelectedAssets selection={selection} list={list} />}
        {...(bar.search !== undefined && { search: bar.search })}
        filters={bar.filters}
        empty={empty}
      />
    </>
  )
}

interface ConditionsProps extends Pick<
  AssetTableProps,
  'list' | 'conditions' | 'isUnreadable' | 'onConditions'
> {
  readonly fields: NonNullable<ReturnType<typeof useFields>['data']>
}

const Conditions = ({ list, fields, conditions, isUnreadable, onConditions }: ConditionsProps) => (
  <ConditionBar
    conditions={conditions}
    fields={fields}
    isUnreadable={isUnreadable}
    problems={list.page?.problems ?? []}
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
)

/** On paper, ages are those of the time at which it was printed. */
function PaperTitle({ name, list }: Pick<AssetTableProps, 'name' | 'list'>) {
  const now = new Date(useNow()).toISOString()
  const time = exactly(list.at ?? now)
  return (
    <div className="on-paper" aria-hidden>
      <b>{name}</b>{' '}
      {list.isTotalExact
        ? t('{count, plural, one {# asset} other {# assets}}, as of {time}', { count: list.total, time })
        : t('More than {count} assets, as of {time}', { count: counted(list.total), time })}
    </div>
  )
}

const partlyCompared = t(
  'A condition on a field or on the time at a location was compared with the first 40,000 assets only. A condition on the location or the last read reduces them.',
)
