import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { deletedLocation, locationNames } from '../api/record-names'
import { usePlace } from '../api/use-locations'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { rich } from '../languages/rich'
import { FirstPhoto } from '../photos/first-photo'
import { FreshnessMark } from '../ui/values/freshness'
import { FreshnessHelp } from '../ui/values/freshness-help'
import { freshnessOf } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { PageTitle } from '../ui/pages/page-header'
import { usePathText } from '../ui/pages/place-path'
import { Failed, Loading } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { useNow } from '../ui/values/use-now'
import { AssetPlan } from './asset-plan'
import { Certainty, MaybeElsewhere, HowDecided } from './certainty'
import { SignalBars } from './signal-bars'

type Asset = Schemas['AssetView']
type ScanEvent = Schemas['ExplainedEvent']

interface Placement {
  /** Null when the location was deleted. */
  readonly locationId: number | null
  readonly name: string
  readonly seenAt: string
  /** The arrival at the location, and the event before it. */
  readonly arrival: ScanEvent | undefined
  readonly before: ScanEvent | undefined
}

const pollMs = 3000
/** How long an asset counts as just moved, in milliseconds. */
const movedMs = 60_000

async function fetchPlacement(id: number): Promise<Placement | null> {
  const query = { asset_id: [id] }
  const [report, events] = await Promise.all([
    dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } })),
    dataOf(
      api.GET('/internal/v1/assets/{asset_id}/events', {
        params: { path: { asset_id: id }, query: { limit: 2 } },
      }),
    ),
  ])
  const [row] = report.data
  if (!row) return null
  const [arrival, before] = events.data
  const key = row.location_external_key
  const name = key === null ? deletedLocation : ((await locationNames([key])).get(key) ?? key)
  return { locationId: row.location_id, name, seenAt: row.asset_last_seen, arrival, before }
}

/** The name of an asset, its location as the headline, how reliable that is and why, and the plan of it. */
export function AssetHero({ asset }: { readonly asset: Asset }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['report', 'asset', asset.id],
    queryFn: () => fetchPlacement(asset.id),
    refetchInterval: pollMs,
  })
  const now = useNow()
  const arrivedAt = data?.arrival?.first_seen_at
  const hasMoved = Boolean(data?.before) && now - Date.parse(arrivedAt ?? '') < movedMs
  const state = data && (hasMoved ? ('moved' as const) : freshnessOf(data.seenAt, now))
  return (
    <section className="hero" aria-label={t('Current location')}>
      <div className="hero-text">
        <div className="hero-name">
          <PageTitle title={asset.name} size="h3" />
          <Code>{asset.external_key}</Code>
          {!asset.is_active && <StateBadge state="muted">{t('Inactive')}</StateBadge>}
        </div>
        {isPending && <Loading lines={2} />}
        {error && <Failed error={error} />}
        {data === null && (
          <>
            <p className="hero-place">{t('Not seen yet')}</p>
            <Text c="dimmed">
              {t(
                'This asset has not been seen yet. It appears as soon as a reader reads a tag of it, or somebody moves it to a location.',
              )}
            </Text>
          </>
        )}
        {data && state && <PlacementText placement={data} state={state} />}
      </div>
      {isPending && <div className="hero-plan" aria-hidden />}
      {data && state && (
        <AssetPlan
          id={asset.id}
          locationId={data.locationId}
          state={state}
          rivalId={data.arrival?.certainty === 'maybe' ? data.arrival.rival_location_id : null}
        />
      )}
      <FirstPhoto assetId={asset.id} className="hero-photo" />
    </section>
  )
}

interface PlacementTextProps {
  readonly placement: Placement
  readonly state: 'moved' | 'fresh' | 'aging' | 'stale'
}

function PlacementText({
  placement: { locationId, name, seenAt, arrival, before },
  state,
}: PlacementTextProps) {
  const place = usePlace(locationId)
  const pathOf = usePathText()
  const from = before && pathOf(before.location_id, before.location_name)
  return (
    <>
      <div data-location className="hero-location">
        {place?.parent && <span className="hero-path">{place.parent.path}</span>}
        <p className="hero-place">
          {place ? (
            <PageLink href={`/locations/${place.id}`} inherit c="inherit">
              {place.name}
            </PageLink>
          ) : (
            name
          )}
          {arrival && <MaybeElsewhere arrival={arrival} />}
        </p>
      </div>
      {arrival && <Certainty arrival={arrival} />}
      <div className="hero-state">
        {state === 'moved' ? (
          <span className="state-dot" data-state="moved" aria-hidden />
        ) : (
          <FreshnessMark freshness={state} />
        )}
        {state === 'moved' && arrival ? (
          <span>
            {rich('{arrived} from {from}', {
              arrived: <b>{rich('Arrived {time}', { time: <Time at={arrival.first_seen_at} /> })}</b>,
              from,
            })}
          </span>
        ) : (
          <span>
            <b>{rich('Last read {time}', { time: <Time at={seenAt} /> })}</b>
          </span>
        )}
        <FreshnessHelp />
      </div>
      {arrival && (
        <p className="hero-why">
          <b>{t('Why here?')}</b> {serverText(arrival.reason, arrival.text)}
        </p>
      )}
      {arrival && <HowDecided arrival={arrival} />}
      {arrival && before && <MoveSignals arrival={arrival} before={before} />}
    </>
  )
}

const MoveSignals = ({ arrival, before }: { readonly arrival: ScanEvent; readonly before: ScanEvent }) => {
  const { cause, signal_dbm: hereDbm, previous_signal_dbm: previousDbm } = arrival
  if (cause !== 'stronger' || hereDbm === null || previousDbm === null) return null
  return (
    <SignalBars
      here={arrival.location_name}
      hereDbm={hereDbm}
      previous={before.location_name}
      previousDbm={previousDbm}
    />
  )
}
