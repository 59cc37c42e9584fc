import { Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { ExportMenu } from '../ui/lists/export-menu'
import { FailedSection } from '../ui/pages/failed-section'
import { lengthOf, localDay } from '../ui/values/format'
import { IdleAssets, UnseenAssets } from './idle-assets'
import { type DwellRow, useDwell } from './report-data'
import type { Period } from './report-period'

const shown = 8

interface StaySideProps {
  readonly period: Period
  readonly locations: Locations
}

/** Beside the plan: how long assets stay, which do not move, and which are not seen. */
export const StaySide = ({ period, locations }: StaySideProps) => (
  <aside className="report-side" aria-label={t('Stays')}>
    <Stays period={period} locations={locations} />
    <IdleAssets most={4} />
    <UnseenAssets most={4} />
    <Hours period={period} />
  </aside>
)

/** What happened in each hour is a file only: a page would have thousands of rows. */
const Hours = ({ period }: Pick<StaySideProps, 'period'>) => (
  <section aria-labelledby="occupancy">
    <header>
      <h2 id="occupancy">{t('Occupancy by hour')}</h2>
      <ExportMenu
        path="/internal/v1/reports/occupancy/export"
        query={{ from: period.from, to: period.to }}
        name={`occupancy-${localDay(new Date(period.from))}`}
      />
    </header>
    <Text size="sm">
      {t('Arrivals, departures and the greatest number of assets, for each place and hour (UTC), as a file.')}
    </Text>
  </section>
)

function Stays({ period, locations }: StaySideProps) {
  const { data, error, refetch } = useDwell(period)
  if (error && !data)
    return <FailedSection id="stays" title={t('Stay in a place')} error={error} onRetry={refetch} />
  const rows = (data?.rows ?? [])
    .filter(({ location_id: id }) => locations.byId.has(id))
    .toSorted((a, b) => b.p50_seconds - a.p50_seconds)
  return (
    <section aria-labelledby="stays">
      <header>
        <h2 id="stays">
          {t('Stay in a place')} <small>{t('median, line to 9 in 10')}</small>
        </h2>
        <ExportMenu
          path="/internal/v1/reports/dwell/export"
          query={{ from: period.from, to: period.to }}
          name={`dwell-${localDay(new Date(period.from))}`}
          disabled={rows.length === 0}
        />
      </header>
      {data && rows.length === 0 && <Text size="sm">{t('No stays were recorded in this time.')}</Text>}
      <ul className="plain stays">
        {rows.slice(0, shown).map((row) => (
          <StayRow key={row.location_id} row={row} path={locations.byId.get(row.location_id)?.path ?? ''} />
        ))}
      </ul>
    </section>
  )
}

/** From a minute to a month, in equal steps of the logarithm. */
const least = 60
const most = 30 * 86_400
const at = (seconds: number): number =>
  (100 * Math.log(Math.min(most, Math.max(least, seconds)) / least)) / Math.log(most / least)

function StayRow({ row, path }: { readonly row: DwellRow; readonly path: string }) {
  const { location_id: id, p50_seconds: median, p90_seconds: long } = row
  return (
    <li>
      <Link href={`/locations/${id}`}>{path}</Link>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
        <rect className="use-ground" x={0} y={4.5} width={100} height={1} />
        <rect className="use-bar" x={0} y={1} width={Math.max(1, at(median))} height={8} />
        <rect
          className="use-line"
          x={at(median)}
          y={4.2}
          width={Math.max(0, at(long) - at(median))}
          height={1.6}
        />
      </svg>
      <span>
        {lengthOf(median)}
        <span className="visually-hidden">
          {t(', 9 in 10 stay less than {length}', { length: lengthOf(long) })}
        </span>
      </span>
    </li>
  )
}
