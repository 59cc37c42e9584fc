import { Group, NativeSelect, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type Area, areasOf, type Locations, widthsOf } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { Chart } from '../ui/values/chart'
import { counted } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { Empty, EmptyList, EmptyListLink, QueryState } from '../ui/pages/query-states'

const shown = 20

/** Shows the number of assets in each area, at the level of the tree that the user chooses. */
export function Areas() {
  const { data: locations, error, refetch } = useLocationTree()
  if (locations) return <AreaChart locations={locations} />
  return <QueryState error={error} onRetry={refetch} />
}

/** The level of the tree at which areas are counted. The device stores it. */
function useLevel(locations: Locations) {
  const widths = widthsOf(locations.roots)
  const [kept, setKept] = useLocalStorage<number | null>({
    key: 'whereabouts.area-level',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  // Until the user chooses one, it is the first level that has several locations.
  const usual = Math.max(
    0,
    widths.findIndex((width) => width > 1),
  )
  const level = Math.min(kept ?? usual, Math.max(0, widths.length - 1))
  return { level, depth: widths.length, setLevel: setKept }
}

function AreaChart({ locations }: { readonly locations: Locations }) {
  const { level, depth, setLevel } = useLevel(locations)
  const areas = areasOf(locations.roots, level)
    .filter(({ assets }) => assets > 0)
    .toSorted((a, b) => b.assets - a.assets)
  const fullest = areas.slice(0, shown)
  const limits =
    areas.length > fullest.length
      ? t('Showing the {shown} areas with the most assets, of {count}.', {
          shown,
          count: counted(areas.length),
        })
      : ''
  return (
    <Chart
      title={t('Assets by area')}
      note={`${t('Where assets were last read. Each area includes its sub-locations.')} ${limits}`.trim()}
      heads={[t('Area'), t('Assets')]}
      bars={fullest.map((area) => ({
        key: String(area.location.id),
        name: nameOf(area),
        value: area.assets,
      }))}
      choice={depth > 1 && <LevelSelect level={level} depth={depth} onChange={setLevel} />}
    >
      {fullest.length === 0 && (
        <Empty>
          <EmptyList
            title={t('The fullest areas appear here')}
            action={<EmptyListLink href="/readers">{t('See what the readers read')}</EmptyListLink>}
          >
            {t(
              'No asset has been seen yet. Attach tags to assets, and assign the antennas of readers to locations.',
            )}
          </EmptyList>
        </Empty>
      )}
      <AreaShares areas={fullest} />
    </Chart>
  )
}

interface LevelSelectProps {
  readonly level: number
  /** Number of levels of the tree. */
  readonly depth: number
  readonly onChange: (level: number) => void
}

const LevelSelect = ({ level, depth, onChange }: LevelSelectProps) => (
  <NativeSelect
    aria-label={t('Area level')}
    mb="sm"
    data={Array.from({ length: depth }, (_, at) => ({ value: String(at), label: levelOf(at, depth) }))}
    value={String(level)}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
)

/** One bar for each area, relative to the first, which has the most assets. */
function AreaShares({ areas }: { readonly areas: readonly Area[] }) {
  const most = Math.max(1, ...areas.map(({ assets }) => assets))
  return (
    <ul className="shares">
      {areas.map((area) => (
        <li key={area.location.id}>
          <Group justify="space-between" wrap="nowrap">
            <PageLink
              href={`/locations/${area.location.id}${area.isDirect ? '?only=here' : ''}`}
              size="sm"
              className="page-title"
            >
              {nameOf(area)}
            </PageLink>
            <Text size="sm">{counted(area.assets)}</Text>
          </Group>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
            <rect className="share" width={(area.assets / most) * 100} height={8} />
          </svg>
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ location: { path }, isDirect }: Area): string =>
  isDirect ? t('{path} (directly)', { path }) : path

function levelOf(depth: number, levels: number): string {
  if (depth === 0) return t('Top level')
  return depth === levels - 1 ? t('Every location') : t('Level {depth}', { depth: depth + 1 })
}
