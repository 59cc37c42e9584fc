import { useLocalStorage } from '@mantine/hooks'
import type { Locations } from '../api/location-tree'

type TreeExpandedState = Record<string, boolean>

/** The expanded branches of the tree. */
export interface ExpandedLocations {
  readonly state: TreeExpandedState
  readonly set: (state: TreeExpandedState) => void
  readonly all: () => void
  readonly none: () => void
}

/** Maximum number of locations of a tree that is fully expanded by default. */
const expandedMax = 60

/** Returns which branches are expanded, and stores it on this device. */
export function useExpandedLocations(locations: Locations | undefined): ExpandedLocations {
  const [kept, keep] = useLocalStorage<TreeExpandedState | null>({
    key: 'whereabouts.open-locations',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const allExpanded = locations ? expandAll(locations) : {}
  const isSmall = locations !== undefined && locations.all.length <= expandedMax
  const allCollapsed = Object.fromEntries(Object.keys(allExpanded).map((id) => [id, false]))
  return {
    state: { ...(isSmall ? allExpanded : {}), ...kept },
    // Locations without sub-locations are not stored, so that they have the default state when they get some.
    set: (state) =>
      keep(Object.fromEntries(Object.entries(state).filter(([id]) => allExpanded[id] !== undefined))),
    all: () => keep(allExpanded),
    none: () => keep(allCollapsed),
  }
}

export const expandAll = (locations: Locations): TreeExpandedState =>
  Object.fromEntries(
    locations.all.filter(({ children }) => children.length > 0).map(({ id }) => [String(id), true]),
  )
