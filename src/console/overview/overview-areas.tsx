import { Group, NativeSelect, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type Area, areasOf, type Places, widthsOf } from '../api/location-tree'
import { Chart } from '../ui/chart'
import { counted } from '../ui/format'
import { PageLink } from '../ui/link'
import { Empty, Missing } from '../ui/query-states'
import { useLocationTree } from '../api/use-locations'

const shown = 20

/** How many assets are in which part of the tree, at the level that the viewer chooses. */
export function Areas() {
  const { data: places, error, refetch } = useLocationTree()
  if (places) return <AreaChart places={places} />
  return <Missing error={error} onRetry={refetch} />
}

function AreaChart({ places }: { readonly places: Places }) {
  const widths = widthsOf(places.roots)
  const [kept, setKept] = useLocalStorage<number | null>({
    key: 'whereabouts.area-level',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  // A single building tells nothing: until somebody chooses, it is the first level that has several places.
  const usual = Math.max(
    0,
    widths.findIndex((width) => width > 1),
  )
  const level = Math.min(kept ?? usual, Math.max(0, widths.length - 1))
  const areas = areasOf(places.roots, level)
    .filter(({ assets }) => assets > 0)
    .toSorted((a, b) => b.assets - a.assets)
  const fullest = areas.slice(0, shown)
  const most = Math.max(1, ...fullest.map(({ assets }) => assets))
  const some = areas.length > fullest.length ? ` The ${shown} fullest of ${counted(areas.length)}.` : ''
  return (
    <Chart
      title="Assets by area"
      note={`Where assets are now, each area with the places in it.${some}`}
      heads={['Area', 'Assets']}
      bars={fullest.map((area) => ({ key: String(area.place.id), name: nameOf(area), value: area.assets }))}
      choice={
        widths.length > 1 && (
          <NativeSelect
            aria-label="Level of the areas"
            mb="sm"
            data={widths.map((_, depth) => ({
              value: String(depth),
              label: levelOf(depth, widths.length),
            }))}
            value={String(level)}
            onChange={(event) => setKept(Number(event.currentTarget.value))}
          />
        )
      }
    >
      {fullest.length === 0 && (
        <Empty>
          No asset has been seen yet. Attach tags to assets, and antennas of readers to locations.
        </Empty>
      )}
      <ul className="shares">
        {fullest.map((area) => (
          <li key={area.place.id}>
            <Group justify="space-between" wrap="nowrap">
              <PageLink
                href={`/locations/${area.place.id}${area.isAlone ? '?only=here' : ''}`}
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
    </Chart>
  )
}

const nameOf = ({ place: { path }, isAlone }: Area): string => (isAlone ? `${path}, right there` : path)

function levelOf(depth: number, levels: number): string {
  if (depth === 0) return 'Top of the tree'
  return depth === levels - 1 ? 'Each location by itself' : `Level ${depth + 1} of the tree`
}
