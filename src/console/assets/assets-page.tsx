import { Alert, NativeSelect } from '@mantine/core'
import { useLocation, useSearchParams } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { conditionsOf, FieldFilters } from '../fields/field-filters'
import { useFields } from '../fields/use-fields'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { useFirstPhotos } from '../photos/use-photos'
import { DataTable } from '../ui/lists/data-table'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { SelectAll, SelectRow } from '../ui/lists/selection-bar'
import { toastProblem } from '../ui/notices/toasts'
import { type List, type ListPage, type ListQuery, type PagedList, useList } from '../ui/lists/use-list'
import { useListSelection } from '../ui/lists/use-selection'
import { EmptyList } from '../ui/pages/query-states'
import { useAssetSection } from '../unknown-tags/asset-section'
import { type Asset, AssetCard, baseColumns, columnOf } from './asset-columns'
import { useCurrentPlaces } from './current-place'
import { DeletedAssets } from './deleted-assets'
import { ExportProgress, useExport } from './export-assets'
import { SelectedAssets } from './selected-assets'

const statuses = [
  { value: '', label: t('Any status') },
  { value: 'true', label: t('Active') },
  { value: 'false', label: t('Inactive') },
]
const withDeleted = [...statuses, { value: 'deleted', label: t('Deleted') }]

export function AssetsPage() {
  const { may } = useSignedIn()
  const [params, setParams] = useSearchParams()
  if (params.get('active') !== 'deleted' || !may('manager')) return <LiveAssets />
  const q = params.get('q')
  /** Keeps the search. The order and the page belong to the list of deleted assets. */
  const leave = (status: string) =>
    setParams({ ...(status !== '' && { active: status }), ...(q !== null && { q }) }, { replace: true })
  return <DeletedAssets status={<StatusSelect value="deleted" onChange={leave} />} />
}

interface StatusSelectProps {
  readonly value: string
  readonly onChange: (status: string) => void
}

function StatusSelect({ value, onChange }: StatusSelectProps) {
  const { may } = useSignedIn()
  return (
    <NativeSelect
      aria-label={t('Status')}
      data={may('manager') ? withDeleted : statuses}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Adds the current locations and the first photos. */
function useRows(assets: readonly Schemas['AssetView'][]): Asset[] {
  const ids = assets.map(({ id }) => id)
  const places = useCurrentPlaces(ids)
  const photos = useFirstPhotos(ids)
  return assets.map((asset) => ({ ...asset, place: places.get(asset.id), photo: photos?.get(asset.id) }))
}

function LiveAssets() {
  const { data: fields = [] } = useFields()
  const list = useList({
    key: ['assets'],
    load: (query, filter) => {
      const active = filter('active')
      const filtered = { ...query, ...(active !== undefined && { is_active: active === 'true' }) }
      return loadAssets(filtered, conditionsOf(filter('fields')))
    },
    filters: ['active', 'fields'],
    defaultSort: 'external_key',
  })
  const rows = useRows(list.rows)
  const selection = useListSelection<Schemas['AssetView']>(rows, list)
  const conditions = conditionsOf(list.filter('fields'))
  return (
    <>
      <AssetsHeader list={list} />
      {list.page?.is_complete === false && <Alert mb="sm">{partlyCompared}</Alert>}
      <DataTable
        name={t('Assets')}
        storedAs="Assets"
        list={{ ...list, rows }}
        columns={[...baseColumns, ...fields.map(columnOf)]}
        keyOf={(asset) => asset.id}
        hrefOf={(asset) => `/assets/${asset.id}`}
        card={(asset) => <AssetCard asset={asset} selection={selection} />}
        lead={({ id, name }) => <SelectRow selection={selection} id={id} name={name} />}
        leadOfAll={<SelectAll selection={selection} shown={rows.length} />}
        selection={<SelectedAssets selection={selection} list={list} />}
        search={t('Search name, key, description and tags')}
        filters={
          <>
            <StatusSelect
              value={list.filter('active') ?? ''}
              onChange={(status) => list.narrow('active', status)}
            />
            <FieldFilters
              fields={fields}
              conditions={conditions}
              onChange={(chosen) => list.narrow('fields', chosen)}
            />
          </>
        }
        empty={<NoAssets />}
      />
    </>
  )
}

/** The title of the page, and what can be done with the assets of the list. */
function AssetsHeader({ list }: { readonly list: PagedList<AssetPage> }) {
  const { may } = useSignedIn()
  const section = useAssetSection()
  const active = list.filter('active')
  const hasConditions = conditionsOf(list.filter('fields')).length > 0
  const exported = {
    ...(list.q !== '' && { q: list.q }),
    sort: list.sort,
    ...(active !== undefined && { is_active: active === 'true' }),
  }
  const { running, start } = useExport(exported)
  return (
    <PageHeader
      title={t('Assets')}
      {...(section && { section })}
      secondary={
        !list.isEmpty && (
          <>
            {may('manager') && <HeaderAction href="/assets/import">{t('Import')}</HeaderAction>}
            {!hasConditions && (
              <>
                {running === undefined && (
                  <HeaderAction disabled={list.total === 0} onClick={start}>
                    {t('Export')}
                  </HeaderAction>
                )}
                <LabelsAction list={list} query={exported} />
              </>
            )}
          </>
        )
      }
    >
      {may('manager') && !list.isEmpty && <LinkButton href="/assets/new">{t('New asset')}</LinkButton>}
      {running && <ExportProgress {...running} />}
    </PageHeader>
  )
}

interface AssetPage extends ListPage<Schemas['AssetView']> {
  /** Absent without conditions. */
  readonly is_complete?: boolean
}

/** @param conditions for the fields of the assets */
function loadAssets(
  query: ListQuery & { readonly is_active?: boolean },
  conditions: readonly string[],
): Promise<AssetPage> {
  if (conditions.length === 0) return dataOf(api.GET('/api/v1/assets', { params: { query } }))
  const params = { query: { ...query, field: [...conditions] } }
  return dataOf(api.GET('/internal/v1/assets', { params }))
}

const partlyCompared = t(
  'The field filters were applied to the first 100,000 assets in this order only. Search or choose a status to reduce the list.',
)

function NoAssets() {
  const { may } = useSignedIn()
  return (
    <EmptyList
      title={t('Your assets appear here')}
      action={
        may('manager') && (
          <>
            <LinkButton href="/assets/new">{t('New asset')}</LinkButton>
            <LinkButton href="/assets/import" variant="subtle">
              {t('Import')}
            </LinkButton>
          </>
        )
      }
    >
      {may('manager') ? t('No assets yet. Add one, or import a CSV file.') : t('No assets yet.')}
    </EmptyList>
  )
}

interface LabelsActionProps {
  readonly list: List<Schemas['AssetView']>
  readonly query: { readonly q?: string; readonly sort: string; readonly is_active?: boolean }
}

/** Opens the labels of all assets of a filtered list, up to the maximum, and otherwise the page of labels. */
function LabelsAction({ list: { rows, total, isNarrowed }, query }: LabelsActionProps) {
  const [, navigate] = useLocation()
  const count = Math.min(total, labelsMax)
  const label =
    total > labelsMax
      ? t('Print the first {count, plural, one {label} other {# labels}}', { count })
      : t('Print {count, plural, one {# label} other {# labels}}', { count })
  const hrefOf = (assets: readonly Schemas['AssetView'][]) =>
    labelsHref(
      'assets',
      assets.map(({ external_key: key }) => key),
    )
  if (!isNarrowed || total === 0) return <HeaderAction href="/labels">{t('Print labels')}</HeaderAction>
  if (rows.length === total) return <HeaderAction href={hrefOf(rows)}>{label}</HeaderAction>

  /** The list shows one page, so the others are fetched. */
  async function openAll(): Promise<void> {
    const params = { query: { ...query, limit: labelsMax } }
    navigate(hrefOf((await dataOf(api.GET('/api/v1/assets', { params }))).data))
  }
  return <HeaderAction onClick={() => void openAll().catch(toastProblem)}>{label}</HeaderAction>
}
