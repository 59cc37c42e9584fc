import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { ConditionBar } from '../asset-list/condition-bar'
import { conditionsIn, isUnreadable, stateOf, textOf, withState } from '../asset-list/conditions'
import { Views } from '../asset-list/views'
import { type AssetField, useFields } from '../fields/use-fields'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { useFirstPhotos } from '../photos/use-photos'
import { DataTable } from '../ui/lists/data-table'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { SelectAll, SelectRow } from '../ui/lists/selection-bar'
import { toastProblem } from '../ui/notices/toasts'
import { counted, exactly } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { type ListQuery, type PagedList, useList } from '../ui/lists/use-list'
import { useListSelection } from '../ui/lists/use-selection'
import { EmptyList } from '../ui/pages/query-states'
import { useAssetSection } from '../unknown-tags/asset-section'
import { type Asset, AssetCard, baseColumns, columnOf } from './asset-columns'
import { placeOf } from './current-place'
import { DeletedAssets } from './deleted-assets'
import { ExportProgress, useExport } from './export-assets'
import { SelectedAssets } from './selected-assets'

const statuses = [
  { value: '', label: t('Any status') },
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
]
const withDeleted = [...statuses, { value: 'deleted', label: t('Deleted') }]

/**
 * Returns the parameters of a link of version 0.3.0 with its filters as conditions; undefined for any other link. Its filters of fields
 * cannot be read any more, which the page says.
 */
function formerConditions(params: URLSearchParams): URLSearchParams | undefined {
  const [active, fields] = [params.get('active'), params.get('fields')]
  const hasStatus = active === 'true' || active === 'false'
  if (!hasStatus && (active !== null || fields === null)) return undefined
  const present = conditionsIn(params.get('conditions') ?? undefined)
  const stated = active === null ? present : withState(present, active === 'true' ? 'active' : 'inactive')
  const next = new URLSearchParams(params)
  next.delete('active')
  next.delete('fields')
  next.set('conditions', JSON.stringify([...stated, ...(fields?.split('\n') ?? [])]))
  return next
}

export function AssetsPage() {
  const { may } = useSignedIn()
  const [params, setParams] = useSearchParams()
  const conditions = formerConditions(params)
  if (conditions) return <Redirect to={`/assets?${conditions}`} replace />
  if (params.get('active') !== 'deleted' || !may('manager')) return <LiveAssets />
  const q = params.get('q')
  /** Keeps the search. The order and the page belong to the list of deleted assets. */
  const leave = (status: string) => {
    const chosen = textOf(withState([], status))
    setParams({ ...(chosen !== null && { conditions: chosen }), ...(q !== null && { q }) }, { replace: true })
  }
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

/** The order of the service, unless another one is chosen. */
const defaultSort = 'external_key'

/** A read changes the age of a row, and no event says so. */
const pollMs = 10_000

type AssetPage = Schemas['AssetListPage']
type Sort = Schemas['SavedView']['sort'] & string

/** Returns the conditions for the service. A search is one of them. */
const queryOf = (conditions: string | undefined, q: string | undefined) => {
  const searched = q === undefined || q === '' ? [] : [{ field: 'text', operator: 'contains', value: q }]
  const text = textOf([...conditionsIn(conditions), ...searched])
  return text === null ? {} : { conditions: text }
}

const loadAssets = (
  { limit, offset, q, sort }: ListQuery,
  conditions: string | undefined,
): Promise<AssetPage> => {
  const query = { limit, offset, ...queryOf(conditions, q), sort: sort as Sort }
  return dataOf(api.GET('/internal/v1/asset-list', { params: { query } }))
}

/** Adds the first photos. */
function useRows(assets: readonly Schemas['ListedAsset'][]): Asset[] {
  const photos = useFirstPhotos(assets.map(({ id }) => id))
  return assets.map((asset) => ({ ...asset, place: placeOf(asset), photo: photos?.get(asset.id) }))
}

function LiveAssets() {
  const { data: fields = [] } = useFields()
  const [params] = useSearchParams()
  const list = useList({
    key: ['assets', 'list'],
    load: (query, filter) => loadAssets(query, filter('conditions')),
    filters: ['conditions'],
    defaultSort,
    pollMs,
  })
  const rows = useRows(list.rows)
  const selection = useListSelection<Schemas['ListedAsset']>(rows, list)
  return (
    <>
      <AssetsHeader list={list} />
      <div className="with-views">
        <Views
          shown={{ conditions: list.filter('conditions'), sort: list.sort }}
          defaultSort={defaultSort}
          current={params.get('view') ?? undefined}
        />
        <div>
          <PaperTitle list={list} />
          {!list.isEmpty && <Conditions list={list} fields={fields} />}
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
            filters={<StatusOf list={list} />}
            empty={<NoAssets />}
          />
        </div>
      </div>
    </>
  )
}

/** The status is a condition, too. Deleted assets have a list of their own. */
function StatusOf({ list }: { readonly list: PagedList<AssetPage> }) {
  const [, setParams] = useSearchParams()
  const conditions = conditionsIn(list.filter('conditions'))
  const choose = (status: string) =>
    status === 'deleted'
      ? setParams({ active: status }, { replace: true })
      : list.narrow('conditions', textOf(withState(conditions, status)))
  return <StatusSelect value={stateOf(conditions)} onChange={choose} />
}

interface ConditionsProps {
  readonly list: PagedList<AssetPage>
  readonly fields: readonly AssetField[]
}

const Conditions = ({ list, fields }: ConditionsProps) => (
  <ConditionBar
    conditions={conditionsIn(list.filter('conditions'))}
    fields={fields}
    isUnreadable={isUnreadable(list.filter('conditions'))}
    problems={list.page?.problems ?? []}
    onChange={(next) => list.narrow('conditions', textOf(next))}
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
function PaperTitle({ list: { total, isTotalExact } }: { readonly list: PagedList<AssetPage> }) {
  const time = exactly(new Date(useNow()).toISOString())
  return (
    <div className="on-paper" aria-hidden>
      <b>{t('Assets')}</b>{' '}
      {isTotalExact
        ? t('{count, plural, one {# asset} other {# assets}}, as of {time}', { count: total, time })
        : t('More than {count} assets, as of {time}', { count: counted(total), time })}
    </div>
  )
}

/** The title of the page, and what can be done with the assets of the list. */
function AssetsHeader({ list }: { readonly list: PagedList<AssetPage> }) {
  const { may } = useSignedIn()
  const section = useAssetSection()
  const exported = { ...queryOf(list.filter('conditions'), list.q), sort: list.sort as Sort }
  const { running, start } = useExport(exported)
  return (
    <PageHeader
      title={t('Assets')}
      {...(section && { section })}
      secondary={
        !list.isEmpty && (
          <>
            {may('manager') && <HeaderAction href="/assets/import">{t('Import')}</HeaderAction>}
            {running === undefined && (
              <HeaderAction disabled={list.total === 0} onClick={start}>
                {t('Export')}
              </HeaderAction>
            )}
            <LabelsAction list={list} />
          </>
        )
      }
    >
      {may('manager') && !list.isEmpty && <LinkButton href="/assets/new">{t('New asset')}</LinkButton>}
      {running && <ExportProgress {...running} />}
    </PageHeader>
  )
}

const partlyCompared = t(
  'A condition on a field or on the time at a location was compared with the first 40,000 assets only. A condition on the location or the last read reduces them.',
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

/** Opens the labels of all assets of a filtered list, up to the maximum, and otherwise the page of labels. */
function LabelsAction({ list }: { readonly list: PagedList<AssetPage> }) {
  const { rows, total, isNarrowed, loadFirst } = list
  const [, navigate] = useLocation()
  const count = Math.min(total, labelsMax)
  const label =
    total > labelsMax
      ? t('Print the first {count, plural, one {label} other {# labels}}', { count })
      : t('Print {count, plural, one {# label} other {# labels}}', { count })
  const hrefOf = (assets: readonly Schemas['ListedAsset'][]) =>
    labelsHref(
      'assets',
      assets.map(({ external_key: key }) => key),
    )
  if (!isNarrowed || total === 0) return <HeaderAction href="/labels">{t('Print labels')}</HeaderAction>
  if (rows.length === total) return <HeaderAction href={hrefOf(rows)}>{label}</HeaderAction>

  /** The list shows one page, so the others are fetched. */
  async function openAll(): Promise<void> {
    navigate(hrefOf(await loadFirst(labelsMax)))
  }
  return <HeaderAction onClick={() => void openAll().catch(toastProblem)}>{label}</HeaderAction>
}
