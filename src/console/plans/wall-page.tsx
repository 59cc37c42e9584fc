import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { dataOf, type Schemas } from '../api/client'
import { readTimeoutMs } from '../api/connection'
import { ApiError, unreachable } from '../api/errors'
import { locationTreeOf } from '../api/location-tree'
import { open } from '../api/session'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { setTimeZone, timeFormat } from '../languages/zone'
import { BrandMark } from '../ui/pages/brand-mark'
import { ageOf, counted, secondOf, timeOfDayOf } from '../ui/values/format'
import { useExactNow } from '../ui/values/use-now'
import { everythingOf, type Floor, floorOf, type Total, totalOf } from './floor'
import { agesOf } from './located'
import { Legend } from './plan-panel'
import { PlanView } from './plan-view'
import { WallAlerts } from './wall-alerts'

type Wall = Schemas['WallView']

const pollMs = 1000
/** How often the page tries again while the service is not reachable, in milliseconds. */
const retryMs = 5000

const tokenInAddress = (): string => location.hash.slice(1)

/** A new link that is opened in the same tab changes only the token, so the browser does not load the page again. */
function watchAddress(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** Shows the floor of a wall link on a screen, without a session and without controls. */
export function WallPage() {
  const token = useSyncExternalStore(watchAddress, tokenInAddress)
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: ['wall', token],
    queryFn: async () => {
      const signal = AbortSignal.timeout(readTimeoutMs)
      const wall = (await dataOf(open.POST('/internal/v1/wall', { body: { token }, signal }))).data
      // Before the screen is drawn, so that its clock never shows the time of the browser.
      setTimeZone(wall.time_zone)
      return wall
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : pollMs),
    refetchIntervalInBackground: true,
    retry: false,
  })
  useWakeLock()
  useDarkColors()
  const isRevoked = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isRevoked || (!data && error))
    return (
      <main className="wall-message">
        <h1>{isRevoked ? t("This link doesn't work any more") : t('Connecting…')}</h1>
        <p>{isRevoked ? t('Ask an admin of Whereabouts for a new link.') : unreachable}</p>
      </main>
    )
  return data ? (
    <Screen wall={data} receivedAt={dataUpdatedAt} token={token} isStale={error !== null} />
  ) : null
}

interface ScreenProps {
  readonly wall: Wall
  readonly receivedAt: number
  readonly token: string
  /** Whether the service has not been reachable since. */
  readonly isStale: boolean
}

function Screen({ wall, receivedAt, token, isStale }: ScreenProps) {
  const locations = useMemo(
    () =>
      locationTreeOf(
        wall.tree.map((node) => ({
          ...node,
          external_key: '',
          is_active: true,
          is_effective: true,
          asset_count: 0,
        })),
      ),
    [wall.tree],
  )
  const at = locations.byId.get(wall.location.id) ?? null
  const floor = useMemo(() => floorOf(wall, receivedAt, locations), [wall, receivedAt, locations])
  const isSmall = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  useEffect(() => {
    document.title = t('{name} · Whereabouts', { name: wall.location.name })
  }, [wall.location.name])
  return (
    <main className="wall">
      <section className="wall-plan" aria-label={t('Plan')}>
        <header>
          <h1>
            <BrandMark size={44} />
            {wall.location.name}
          </h1>
          <Legend isPast={false} />
        </header>
        <PlanView
          locations={locations}
          at={at}
          plan={wall.plan}
          fetchImage={async () => {
            const call = open.POST('/internal/v1/wall/image', { body: { token }, parseAs: 'blob' })
            return (await dataOf(call)) as Blob
          }}
          floor={floor}
          scale={isSmall ? 1 : 1.5}
        />
      </section>
      <WallSide
        wall={wall}
        floor={floor}
        total={at ? totalOf(floor, at) : everythingOf(floor)}
        isStale={isStale}
      />
    </main>
  )
}

const date = timeFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const rowsMax = 5
/** How long a move has just happened, in milliseconds. */
const justMovedMs = 60_000

interface WallSideProps {
  readonly wall: Wall
  readonly floor: Floor
  readonly total: Total
  readonly isStale: boolean
}

function WallSide({ wall, floor, total, isStale }: WallSideProps) {
  const nowMs = useExactNow() + floor.clockOffset
  const names = new Map(wall.tree.map(({ id, name }) => [id, name]))
  const latest = [...Map.groupBy(wall.moves, ({ asset_id }) => asset_id).values()].flatMap(
    ([move]) => move ?? [],
  )
  return (
    <aside className="wall-side" aria-label={t('Assets')}>
      <p className="wall-clock">
        <b>{timeOfDayOf(nowMs)}</b> {date.format(nowMs)}
      </p>
      <Count total={total} />
      {isStale && (
        <p className="wall-problem">
          <b>{t('Connection lost')}</b>
          {t('Shown as of {time}. Retrying…', { time: secondOf(new Date(wall.at), new Date(serviceNow())) })}
        </p>
      )}
      <WallAlerts wall={wall} nowMs={nowMs} />
      {wall.silent.slice(0, 2).map((place) => (
        <p key={place.location_id} className="wall-problem">
          <b>
            <span className="state-dot" data-state="problem" aria-hidden />
            {rich('{name}: no reads for {age}', {
              name: names.get(place.location_id),
              age: ageOf(nowMs - Date.parse(place.silent_since)),
            })}
          </b>
          {t('Assets may have moved. Check reader “{reader}”.', { reader: place.reader_name })}
        </p>
      ))}
      <h2>{t('Recent moves')}</h2>
      {latest.length === 0 && <p className="wall-quiet">{t('Nothing in the last 15 minutes.')}</p>}
      <ul className="wall-moves">
        {latest.slice(0, rowsMax).map((move) => (
          <li key={move.asset_id}>
            <span
              className="state-dot"
              data-state={nowMs - Date.parse(move.event_observed_at) <= justMovedMs ? 'moved' : 'fresh'}
              aria-hidden
            />
            <b>{move.asset_name}</b>
            <time dateTime={move.event_observed_at}>{ageOf(nowMs - Date.parse(move.event_observed_at))}</time>
            <span>
              {pathOf(move.location_id, wall.tree).map((name, index, { length }) =>
                index < length - 1 ? `${name} › ` : <b key={name}>{name}</b>,
              )}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

const Count = ({ total }: Pick<WallSideProps, 'total'>) => (
  <>
    <p className="wall-count">
      <b>{counted(total.assets)}</b>
      <span>{t('{count, plural, one {asset here} other {assets here}}', { count: total.assets })}</span>
    </p>
    <p className="wall-ages">
      {agesOf(total).map(({ age, text }) => (
        <span key={age}>{text}</span>
      ))}
    </p>
  </>
)

/** The names from below the location of the wall down to a location. */
function pathOf(id: number, tree: Wall['tree']): string[] {
  const place = tree.find((node) => node.id === id)
  const parent = tree.find((node) => node.id === place?.parent_id)
  if (!place) return []
  return parent && parent.parent_id !== null ? [...pathOf(parent.id, tree), place.name] : [place.name]
}

/** A wall is dark, whatever the browser prefers, and does not change what the console remembers. */
function useDarkColors(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset['mantineColorScheme']
    const darken = () => {
      if (dataset['mantineColorScheme'] !== 'dark') dataset['mantineColorScheme'] = 'dark'
    }
    darken()
    // Mantine follows the color scheme of the browser, which may change with the time of day.
    const observer = new MutationObserver(darken)
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      observer.disconnect()
      dataset['mantineColorScheme'] = before
    }
  }, [])
}

/** Keeps the screen on, in browsers and over connections that allow it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: { release(): Promise<void> } | undefined
    const request = () => {
      if (!('wakeLock' in navigator) || document.hidden) return
      navigator.wakeLock.request('screen').then(
        (granted) => (lock = granted),
        () => undefined,
      )
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}
