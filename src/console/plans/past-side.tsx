import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, dataOf } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted, pastTimeOf } from '../ui/values/format'
import { Failed } from '../ui/pages/query-states'
import { everythingOf, type Floor, totalOf } from './floor'
import { PlacePath } from './side-place'

interface PastSideProps {
  readonly locations: Locations
  readonly at: TreeLocation | null
  readonly floor: Floor
  /** Milliseconds since 1970. */
  readonly time: number
  /** While the day is played, the assets are not read for each step. */
  readonly isPlaying: boolean
}

const shown = 8

/** The list beside a plan of the past: what was there at that time. Nothing in it is of now. */
export function PastSide({ locations, at, floor, time, isPlaying }: PastSideProps) {
  const instant = new Date(time).toISOString()
  const { data, error, refetch } = useQuery({
    queryKey: ['past assets', at?.id ?? null, instant],
    queryFn: async () => {
      const conditions = JSON.stringify(at ? [{ field: 'place', operator: 'below', value: at.id }] : [])
      const params = { query: { at: instant, limit: shown, conditions } }
      return (await dataOf(api.GET('/internal/v1/asset-list', { params }))).data
    },
    enabled: !isPlaying,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const { assets } = at ? totalOf(floor, at) : everythingOf(floor)
  const params = new URLSearchParams({ view: 'list', at: instant, ...(at && { location: at.key }) })
  return (
    <aside className="plan-side" aria-label={t('Assets at that time')} data-past>
      <header>
        {rich(
          '{count, plural, one {{shown} asset was here on {time}} other {{shown} assets were here on {time}}}',
          { count: assets, shown: <b>{counted(assets)}</b>, time: pastTimeOf(time) },
        )}
      </header>
      <h2>
        {t('Assets at that time')}
        <Link href={`/?${params.toString()}`} className="plan-all">
          {t('All assets')}
        </Link>
      </h2>
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!isPlaying && (
        <ul>
          {data?.map((row) => (
            <li key={row.id}>
              <Link href={`/assets/${row.id}`} className="side-row">
                <span className="state-dot" data-state="past" aria-hidden />
                <b>{row.name}</b>
                <PlacePath
                  location={row.location_id === null ? undefined : locations.byId.get(row.location_id)}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
