import { locale } from '../languages/language'
import type { components } from './schema'

/** The tree of locations, with links between parents and children. */

type Node = components['schemas']['LocationNode']

export interface TreeLocation {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly isActive: boolean
  readonly isEffective: boolean
  readonly parent: TreeLocation | null
  /** Sorted by name; numbers in names are compared by value. */
  readonly children: readonly TreeLocation[]
  /** Number of assets directly at this location. */
  readonly assets: number
  /** Number of assets at this location and all its sub-locations. */
  readonly assetsInAll: number
  /** The names from the top level down to this location. */
  readonly path: string
}

export interface Locations {
  readonly roots: readonly TreeLocation[]
  readonly byId: ReadonlyMap<number, TreeLocation>
  /** Every location, each followed by its sub-locations. */
  readonly all: readonly TreeLocation[]
}

const byName = new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' })

const trees = new WeakMap<readonly Node[], Locations>()

/** Returns the tree of the nodes. Every component that shows the same response gets the same tree. */
export function locationTreeOf(nodes: readonly Node[]): Locations {
  const known = trees.get(nodes)
  if (known) return known
  const tree = grownFrom(nodes)
  trees.set(nodes, tree)
  return tree
}

function grownFrom(nodes: readonly Node[]): Locations {
  const known = new Set(nodes.map(({ id }) => id))
  const below = Map.groupBy(nodes, ({ parent_id: parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  )
  const byId = new Map<number, TreeLocation>()

  function grow(parent: TreeLocation | null): TreeLocation[] {
    const found = (below.get(parent?.id ?? null) ?? []).toSorted((a, b) => byName.compare(a.name, b.name))
    return found.map((node) => {
      const children: TreeLocation[] = []
      const location = {
        id: node.id,
        key: node.external_key,
        name: node.name,
        isActive: node.is_active,
        isEffective: node.is_effective,
        parent,
        children,
        assets: node.asset_count,
        assetsInAll: node.asset_count,
        path: parent ? `${parent.path} › ${node.name}` : node.name,
      }
      byId.set(node.id, location)
      children.push(...grow(location))
      for (const child of children) location.assetsInAll += child.assetsInAll
      return location
    })
  }

  const roots = grow(null)
  return { roots, byId, all: [...byId.values()] }
}

export interface Area {
  readonly location: TreeLocation
  readonly assets: number
  /** Whether only the assets directly at the location count: its sub-locations are areas themselves. */
  readonly isDirect: boolean
}

/**
 * Returns the areas at a depth, 0 for the top level: each location of that depth with its sub-locations, and each location
 * above with the assets directly at it. Together they count every asset once.
 */
export function areasOf(locations: readonly TreeLocation[], depth: number): Area[] {
  return locations.flatMap((location) => {
    const isDirect = depth > 0 && location.children.length > 0
    const area = { location, assets: isDirect ? location.assets : location.assetsInAll, isDirect }
    return depth > 0 ? [area, ...areasOf(location.children, depth - 1)] : [area]
  })
}

/** Returns the number of locations at each depth. */
export function widthsOf(locations: readonly TreeLocation[]): number[] {
  if (locations.length === 0) return []
  return [locations.length, ...widthsOf(locations.flatMap(({ children }) => children))]
}

/** Returns the location and all its sub-locations. */
export const subtreeOf = (location: TreeLocation): TreeLocation[] => [
  location,
  ...location.children.flatMap(subtreeOf),
]

/** Returns the locations from the top level down to the location itself. */
export const pathTo = (location: TreeLocation): TreeLocation[] => [
  ...(location.parent ? pathTo(location.parent) : []),
  location,
]

/** Returns the locations whose name or key contains the text. */
export function matchesIn(locations: Locations, text: string): TreeLocation[] {
  const searched = text.toLocaleLowerCase()
  return locations.all.filter(({ name, key }) => `${name}\n${key}`.toLocaleLowerCase().includes(searched))
}
