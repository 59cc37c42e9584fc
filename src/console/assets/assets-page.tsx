import { NativeSelect } from '@mantine/core'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import type { Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { conditionsIn, isUnreadable, stateOf, textOf, withState } from '../asset-list/conditions'
import { Views } from '../asset-list/views'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { toastProblem } from '../ui/notices/toasts'
import type { PagedList } from '../ui/lists/use-list'
import { EmptyList } from '../ui/pages/query-states'
import { useAssetSection } from '../unknown-tags/asset-section'
import { AssetTable } from './asset-table'
import { DeletedAssets } from './deleted-assets'
import { ExportButton } from '../ui/lists/export-menu'
import { ExportProgress, useExport } from './export-assets'
import { type AssetPage, type AssetSort, queryOf, useAssetList } from './use-asset-list'

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

function LiveAssets() {
  const [params] = useSearchParams()
  const list = useAssetList({
    key: ['assets', 'list'],
    filters: ['conditions'],
    conditionsOf: (filter) => conditionsIn(filter('conditions')),
    defaultSort,
    pollMs,
  })
  const conditions = list.filter('conditions')
  return (
    <>
      <AssetsHeader list={list} />
      <div className="with-views">
        <Views
          shown={{ conditions, sort: list.sort }}
          defaultSort={defaultSort}
          current={params.get('view') ?? undefined}
        />
        <div>
          <AssetTable
            name={t('Assets')}
            list={list}
            conditions={conditionsIn(conditions)}
            isUnreadable={isUnreadable(conditions)}
            onConditions={(next) => list.narrow('conditions', textOf(next))}
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

/** The title of the page, and what can be done with the assets of the list. */
function AssetsHeader({ list }: { readonly list: PagedList<AssetPage> }) {
  const { may } = useSignedIn()
  const section = useAssetSection()
  const exported = {
    ...queryOf(conditionsIn(list.filter('conditions')), list.q),
    sort: list.sort as AssetSort,
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
            {running === undefined && <ExportButton disabled={list.total === 0} onChoose={start} />}
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
