import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { labelsHref } from '../labels/labels-address'
import { t } from '../languages/messages'
import { BulkEdit } from '../records/bulk-edit'
import { BulkReport } from '../ui/bulk-report'
import { ConfirmButton } from '../ui/confirm-button'
import { assetsText } from '../ui/format'
import { LinkButton } from '../ui/link'
import { SelectionBar } from '../ui/selection-bar'
import { useBulk } from '../ui/use-bulk'
import type { Selection } from '../ui/use-selection'

type Asset = Schemas['AssetView']

interface SelectedAssetsProps {
  readonly selection: Selection
  /** The assets that are shown. */
  readonly assets: readonly Asset[]
}

const reload = () =>
  Promise.all(
    ['asset', 'assets', 'report', 'names'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )

const pathOf = (id: number) => ({ params: { path: { asset_id: id } } })

/** What can be done with the selected assets: labels, a scan, changes of their fields, and deleting them. */
export function SelectedAssets({ selection, assets }: SelectedAssetsProps) {
  const { may } = useSignedIn()
  const bulk = useBulk({ reload })
  const selected = assets.filter(({ id }) => selection.has(id))
  const what = assetsText(selected.length)
  const keys = selected.map(({ external_key: key }) => key)
  const tags = selected.flatMap((asset) => (asset.tags[0] ? [['tag', asset.tags[0].value]] : []))

  async function changeEach(change: (id: number) => Promise<unknown>, done: (count: number) => string) {
    const failures = await bulk.run(selected, ({ id }) => change(id), done)
    if (failures.length > 0) selection.choose(failures.map(({ id }) => id))
    return failures
  }
  return (
    <>
      <SelectionBar selection={selection} shown={assets.length}>
        <LinkButton href={labelsHref('assets', keys)} variant="default">
          {t('{count, plural, one {Print label} other {Print labels of #}}', { count: selected.length })}
        </LinkButton>
        {may('operator') && tags.length > 0 && (
          <LinkButton href={`/scan?${new URLSearchParams(tags).toString()}`} variant="default">
            {t('Scan here')}
          </LinkButton>
        )}
        {may('manager') && (
          <>
            <BulkEdit
              what={what}
              count={selected.length}
              onSave={(body) =>
                changeEach(
                  (id) => dataOf(api.PATCH('/api/v1/assets/{asset_id}', { ...pathOf(id), body })),
                  (count) => t('{count, plural, one {# asset changed} other {# assets changed}}', { count }),
                )
              }
            />
            <ConfirmButton
              label={t('Delete')}
              title={t('Delete {count, plural, one {# asset} other {# assets}}', { count: selected.length })}
              onConfirm={() =>
                changeEach(
                  (id) => dataOf(api.DELETE('/api/v1/assets/{asset_id}', pathOf(id))),
                  (count) => t('{count, plural, one {# asset deleted} other {# assets deleted}}', { count }),
                )
              }
            >
              {t(
                'The assets are removed from all lists, and their tags can be added to other assets. Their history is kept.',
              )}
            </ConfirmButton>
          </>
        )}
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}
