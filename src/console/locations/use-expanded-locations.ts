import { useLocalStorage } from '@mantine/hooks'
import type { Places } from '../api/location-tree'

type TreeExpandedState = Record<string, boolean>

/** Which branches of the tree are open. */
export interface ExpandedLocations {
  readonly state: TreeExpandedState
  readonly set: (state: TreeExpandedState) => void
  readonly all: () => void
  readonly none: () => void
}

/** So many places are seen at a glance: until somebody closes them, they are open. */
const atAGlance = 60

/** Remembered on this device. */
export function useExpandedLocations(places: Places | undefined): ExpandedLocations {
  const [kept, keep] = useLocalStorage<TreeExpandedState | null>({
    key: 'whereabouts.open-locations',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const everything = places ? openAll(places) : {}
  const isSmall = places !== undefined && places.all.length <= atAGlance
  const none = Object.fromEntries(Object.keys(everything).map((id) => [id, false]))
  return {
    state: { ...(isSmall ? everything : {}), ...kept },
    // Of a place with nothing in it nobody has said anything, even if it gets something later.
    set: (state) =>
      keep(Object.fromEntries(Object.entries(state).filter(([id]) => everything[id] !== undefined))),
    all: () => keep(everything),
    none: () => keep(none),
  }
}

export const openAll = (places: Places): TreeExpandedState =>
  Object.fromEntries(
    places.all.filter(({ children }) => children.length > 0).map(({ id }) => [String(id), true]),
  )
