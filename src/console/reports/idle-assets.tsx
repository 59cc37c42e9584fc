import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, dataOf } from '../api/client'
import type { Condition } from '../asset-list/conditions'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/pages/failed-section'
import { PlacePath } from '../ui/pages/place-path'
import { ageOf, counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'

/** Lists of assets that need a look: those that do not move, and those that are not seen. */

export const idleDays = 30
export const idleFor = (days: number): Condition => ({
  field: 'dwell_minutes',
  operator: 'more',
  value: days * 1440,
})
const unseen: Condition = { field: 'last_seen', operator: 'older_than_days', value: 7 }

interface ShortListProps {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly condition: Condition
  readonly most: number
  /** The time from which an asset has been there, or was seen. */
  readonly since: 'arrived_at' | 'asset_last_seen'
}

function ShortList({ id, title, note, condition, most, since }: ShortListProps) {
  const conditions = JSON.stringify([condition])
  const nowMs = useNow()
  const { data, error, refetch } = useQuery({
    queryKey: ['assets', 'report', conditions, most],
    queryFn: async () => {
      const params = { query: { conditions, limit: most, sort: 'last_seen' as const } }
      return dataOf(api.GET('/internal/v1/asset-list', { params }))
    },
    staleTime: 60_000,
  })
  if (error && !data) return <FailedSection id={id} title={title} error={error} onRetry={refetch} />
  if (!data) return null
  const total = counted(data.total_count)
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title} <small>{note}</small>
        </h2>
        {data.total_count === 0 ? (
          <small>{t('None')}</small>
        ) : (
          <Link href={`/assets?conditions=${encodeURIComponent(conditions)}`} className="plan-all">
            {data.is_count_exact && data.is_complete
              ? t('All {count}', { count: total })
              : t('More than {count}', { count: total })}
          </Link>
        )}
      </header>
      <ul className="plain short-list">
        {data.data.map((asset) => (
          <li key={asset.id}>
            <Link href={`/assets/${asset.id}`}>{asset.name}</Link>
            <span>{ageOf(nowMs - Date.parse(asset[since] ?? new Date(nowMs).toISOString()))}</span>
            <PlacePath id={asset.location_id} name={asset.location_name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export const IdleAssets = ({ most }: { readonly most: number }) => (
  <ShortList
    id="idle"
    title={t('Idle')}
    note={t('did not move for {count} days', { count: idleDays })}
    condition={idleFor(idleDays)}
    most={most}
    since="arrived_at"
  />
)

export const UnseenAssets = ({ most }: { readonly most: number }) => (
  <ShortList
    id="unseen"
    title={t('Not seen for a week')}
    note=""
    condition={unseen}
    most={most}
    since="asset_last_seen"
  />
)
