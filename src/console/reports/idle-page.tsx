import { useSearchParams } from 'wouter'
import { conditionsIn, isUnreadable, textOf } from '../asset-list/conditions'
import { AssetTable } from '../assets/asset-table'
import { ExportProgress, useExport } from '../assets/export-assets'
import { queryOf, useAssetList } from '../assets/use-asset-list'
import { t } from '../languages/messages'
import { ExportButton } from '../ui/lists/export-menu'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList } from '../ui/pages/query-states'
import { idleDays, idleFor } from './idle-assets'
import { reportSection } from './report-section'

const pollMs = 60_000
const usual = textOf([idleFor(idleDays)]) ?? ''

/** The assets that did not move for a number of days, which is a condition of the list. */
export function IdlePage() {
  const [params] = useSearchParams()
  const conditions = params.get('conditions') ?? usual
  const list = useAssetList({
    key: ['assets', 'idle'],
    filters: ['conditions'],
    conditionsOf: (filter) => conditionsIn(filter('conditions') ?? usual),
    defaultSort: 'last_seen',
    pollMs,
  })
  const { running, start } = useExport({ ...queryOf(conditionsIn(conditions), undefined), sort: 'last_seen' })
  return (
    <>
      <PageHeader
        title={t('Idle')}
        section={reportSection}
        secondary={running === undefined && <ExportButton disabled={list.total === 0} onChoose={start} />}
      >
        {running && <ExportProgress {...running} />}
      </PageHeader>
      <div className="with-views">
        <AssetTable
          name={t('Idle')}
          list={{ ...list, isEmpty: false }}
          conditions={conditionsIn(conditions)}
          isUnreadable={isUnreadable(conditions)}
          onConditions={(next) => list.narrow('conditions', textOf(next) ?? '[]')}
          empty={
            <EmptyList title={t('No asset is idle')}>
              {t(
                'As far as the history goes back, no asset has been at its place for more than {count} days.',
                { count: idleDays },
              )}
            </EmptyList>
          }
        />
      </div>
    </>
  )
}
