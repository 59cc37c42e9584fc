import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import type { TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { assetLost, wantAsset } from '../records/search-queries'
import { useFields } from '../fields/use-fields'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { type BulkChanges, BulkEdit } from '../records/bulk-edit'
import { reverted } from '../records/reverted'
import { CountSelected } from '../stocktakes/count-selected'
import { BulkReport } from '../ui/lists/bulk-report'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { assetsText, counted } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { SelectFound, SelectionBar } from '../ui/lists/selection-bar'
import { type Bulk, type BulkFailure, useBulk } from '../ui/lists/use-bulk'
import type { ListPage, PagedList } from '../ui/lists/use-list'
import type { Selection } from '../ui/lists/use-selection'
import { MoveDialog, moveAssets, movedMax } from './move-assets'
import { restoreAsset } from './use-asset'

type Asset = Schemas['ListedAsset']

interface SelectedAssetsProps {
  readonly selection: Selection<Asset>
  readonly list: Pick<PagedList<ListPage<Asset>>, 'total' | 'isTotalExact' | 'rows' | 'loadFirst'>
}

/** The largest selection: each change of a selection sends a request for each asset. */
const selectedMax = 10_000

const reload = () =>
  Promise.all(
    ['asset', 'assets', 'report', 'names', 'history', 'locations', 'searches'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )

type Patch = BulkChanges & { readonly updated_at?: string }

const patch = (id: number, body: Patch) =>
  dataOf(api.PATCH('/internal/v1/assets/{asset_id}', { ...pathOf(id), body }))

const pathOf = (id: number) => ({ params: { path: { asset_id: id } } })

const remove = (id: number) => dataOf(api.DELETE('/api/v1/assets/{asset_id}', pathOf(id)))

/** What was done with a number of assets. */
const results = {
  changed: (count: number) => t('{count, plural, one {# asset changed} other {# assets changed}}', { count }),
  searched: (count: number) =>
    t('{count, plural, one {# asset is searched for} other {# assets are searched for}}', { count }),
  lost: (count: number) => t('{count, plural, one {# asset is lost} other {# assets are lost}}', { count }),
  deleted: (count: number) => t('{count, plural, one {# asset deleted} other {# assets deleted}}', { count }),
}

/** A change of fields that can be undone, except for an asset that was changed again in the meantime. */
function revertibleEdit(changes: BulkChanges) {
  const times = new Map<number, string>()
  return {
    change: async (id: number): Promise<void> => {
      times.set(id, (await patch(id, changes)).data.updated_at)
    },
    undo: (asset: Asset) =>
      patch(asset.id, { ...reverted(asset, changes), updated_at: times.get(asset.id) as string }),
  }
}

/** The labels of the selected assets, up to the maximum. */
function LabelsOf({ assets }: { readonly assets: readonly Asset[] }) {
  const keys = assets.slice(0, labelsMax).map(({ external_key: key }) => key)
  return (
    <LinkButton href={labelsHref('assets', keys)} variant="default">
      {keys.length < assets.length
        ? t('Print labels of the first {count}', { count: counted(keys.length) })
        : t('{count, plural, one {Print label} other {Print labels of #}}', { count: keys.length })}
    </LinkButton>
  )
}

/** What can be done with the selected assets: labels, a scan, a move, searches, a stocktake, changes of their fields, and deleting them. */
export function SelectedAssets({ selection, list }: SelectedAssetsProps) {
  const { may } = useSignedIn()
  const bulk = useBulk({ reload })
  const selected = selection.rows
  const tags = selected.flatMap((asset) => (asset.tags[0] ? [['tag', asset.tags[0].value]] : []))

  const changeEach: ChangeEach = async (change, done, undo, keeps = false) => {
    const failures = await bulk.run(selected, ({ id }) => change(id), done, undo)
    if (failures.length > 0 || !keeps) selection.choose(failures.map(({ id }) => id))
    return failures
  }
  return (
    <>
      <SelectionBar
        selection={selection}
        more={<SelectFound selection={selection} list={list} most={selectedMax} />}
      >
        <LabelsOf assets={selected} />
        {may('operator') && tags.length > 0 && (
          <LinkButton href={`/scan?${new URLSearchParams(tags).toString()}`} variant="default">
            {t('Scan here')}
          </LinkButton>
        )}
        {may('operator') && <MoveSelected selection={selection} bulk={bulk} />}
        {may('operator') && <SearchSelected selection={selection} bulk={bulk} />}
        {may('manager') && <CountSelected assets={selected} />}
        {may('manager') && <Changes selected={selected} changeEach={changeEach} />}
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}

interface MoveSelectedProps {
  readonly selection: Selection<Asset>
  readonly bulk: Bulk
}

/** Moves the selected assets to a location by hand. */
function MoveSelected({ selection, bulk }: MoveSelectedProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const selected = selection.rows
  const title = t('Move {what}', { what: assetsText(selected.length) })

  async function move(location: TreeLocation, submissionId: string): Promise<void> {
    const failures = await bulk.runInParts(selected, movedMax, {
      work: (part) => moveAssets(part, location, `${submissionId}-${part[0]?.id}`),
      done: (count) =>
        t('{count, plural, one {# asset moved to {name}} other {# assets moved to {name}}}', {
          count,
          name: location.name,
        }),
    })
    const [first] = failures
    if (first && failures.length === selected.length)
      throw new Error(t('Nothing was changed. {name}: {reason}', { name: first.name, reason: first.reason }))
    selection.choose(failures.map(({ id }) => id))
  }
  return (
    <>
      <Button variant="default" onClick={open} aria-label={title}>
        {t('Move')}
      </Button>
      <MoveDialog opened={isOpen} onClose={close} title={title} onMove={move} />
    </>
  )
}

/** Begins searches for the selected assets, or marks them as lost. */
function SearchSelected({ selection, bulk }: MoveSelectedProps) {
  const selected = selection.rows
  async function each(work: (id: number) => Promise<unknown>, done: (count: number) => string) {
    const failures = await bulk.run(selected, ({ id }) => work(id), done)
    selection.choose(failures.map(({ id }) => id))
  }
  return (
    <>
      <Button variant="default" onClick={() => void each(wantAsset, results.searched)}>
        {t('Search for it')}
      </Button>
      <ConfirmButton
        label={t('Mark as lost')}
        title={t('Mark as lost: {what}', { what: assetsText(selected.length) })}
        onConfirm={() => each(assetLost, results.lost)}
      >
        {t('The assets stay in all lists. The Find page shows when a reader reads one of them again.')}
      </ConfirmButton>
    </>
  )
}

/** @param keeps whether the assets stay selected after the change */
type ChangeEach = (
  change: (id: number) => Promise<unknown>,
  done: (count: number) => string,
  undo: (asset: Asset) => Promise<unknown>,
  keeps?: boolean,
) => Promise<readonly BulkFailure[]>

interface ChangesProps {
  readonly selected: readonly Asset[]
  readonly changeEach: ChangeEach
}

/** Edits and deletes the selected assets. */
function Changes({ selected, changeEach }: ChangesProps) {
  const { data: fields = [] } = useFields()
  const what = assetsText(selected.length)
  return (
    <>
      <BulkEdit
        what={what}
        count={selected.length}
        fields={fields}
        onSave={(changes) => {
          const { change, undo } = revertibleEdit(changes)
          return changeEach(change, results.changed, undo, true)
        }}
      />
      <ConfirmButton
        label={t('Delete')}
        title={t('Delete {count, plural, one {# asset} other {# assets}}', { count: selected.length })}
        onConfirm={() => changeEach(remove, results.deleted, ({ id }) => restoreAsset(id))}
      >
        {t(
          'The assets are removed from all lists, and their tags can be added to other assets. Their history is kept.',
        )}
      </ConfirmButton>
    </>
  )
}
