import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { BulkEdit } from '../records/bulk-edit'
import { BulkReport } from '../ui/bulk-report'
import { ConfirmButton } from '../ui/confirm-button'
import { counted } from '../ui/format'
import { LinkButton } from '../ui/link'
import { SelectionBar } from '../ui/selection-bar'
import { countedAs, useBulk } from '../ui/use-bulk'
import type { Selection } from '../ui/use-selection'

type Asset = Schemas['AssetView']

interface SelectedAssetsProps {
  readonly selection: Selection
  /** The assets that are shown. */
  readonly assets: readonly Asset[]
}

const assetsText = countedAs('asset', 'assets')

const reload = () =>
  Promise.all(
    ['asset', 'assets', 'report', 'names'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )

const pathOf = (id: number) => ({ params: { path: { asset_id: id } } })

/** What can be done with the selected assets: labels, a scan, changes of their fields, and deleting them. */
export function SelectedAssets({ selection, assets }: SelectedAssetsProps) {
  const { may } = useSignedIn()
  const bulk = useBulk({ text: assetsText, reload })
  const selected = assets.filter(({ id }) => selection.has(id))
  const what = assetsText(selected.length)
  const keys = selected.map(({ external_key: key }) => key).join(',')
  const tags = selected.flatMap((asset) => (asset.tags[0] ? [['tag', asset.tags[0].value]] : []))

  async function changeEach(change: (id: number) => Promise<unknown>, done: string) {
    const failures = await bulk.run(selected, ({ id }) => change(id), done)
    if (failures.length > 0) selection.choose(failures.map(({ id }) => id))
    return failures
  }
  return (
    <>
      <SelectionBar selection={selection} shown={assets.length}>
        <LinkButton href={`/labels?assets=${keys}`} variant="default">
          {selected.length === 1 ? 'Print label' : `Print labels of ${counted(selected.length)}`}
        </LinkButton>
        {may('operator') && tags.length > 0 && (
          <LinkButton href={`/scan?${new URLSearchParams(tags).toString()}`} variant="default">
            Scan here
          </LinkButton>
        )}
        {may('manager') && (
          <>
            <BulkEdit
              what={what}
              onSave={(body) =>
                changeEach(
                  (id) => dataOf(api.PATCH('/api/v1/assets/{asset_id}', { ...pathOf(id), body })),
                  'changed',
                )
              }
            />
            <ConfirmButton
              label="Delete"
              ofWhat={what}
              onConfirm={() =>
                changeEach((id) => dataOf(api.DELETE('/api/v1/assets/{asset_id}', pathOf(id))), 'deleted')
              }
            >
              The assets are removed from all lists, and their tags can be added to other assets. Their
              history is kept.
            </ConfirmButton>
          </>
        )}
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}
