import type { components } from './schema'

/** The tree of locations, as pages walk it. */

type Node = components['schemas']['LocationNode']

export interface Place {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly isActive: boolean
  readonly isEffective: boolean
  readonly parent: Place | null
  /** By name, numbers in it by their value. */
  readonly children: readonly Place[]
  /** How many assets are right here. */
  readonly assets: number
  /** The same, with those at the places below. */
  readonly assetsInAll: number
  /** The names from the root down to it. */
  readonly path: string
}

export interface Places {
  readonly roots: readonly Place[]
  readonly byId: ReadonlyMap<number, Place>
  /** Each followed by those below it. */
  readonly all: readonly Place[]
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function locationTreeOf(nodes: readonly Node[]): Places {
  const known = new Set(nodes.map(({ id }) => id))
  const below = Map.groupBy(nodes, ({ parent_id: parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  )
  const byId = new Map<number, Place>()

  function grow(parent: Place | null): Place[] {
    const found = (below.get(parent?.id ?? null) ?? []).toSorted((a, b) => byName.compare(a.name, b.name))
    return found.map((node) => {
      const children: Place[] = []
      const place = {
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
      byId.set(node.id, place)
      children.push(...grow(place))
      for (const child of children) place.assetsInAll += child.assetsInAll
      return place
    })
  }

  const roots = grow(null)
  return { roots, byId, all: [...byId.values()] }
}

export interface Area {
  readonly place: Place
  readonly assets: number
  /** Not counted are the assets at the places in it, which are areas themselves. */
  readonly isAlone: boolean
}

/**
 * The tree cut at a depth, 0 for the roots: the places of that depth, each with all that is in it, and those above them
 * with what is right there. Together they have every asset once.
 */
export function areasOf(places: readonly Place[], depth: number): Area[] {
  return places.flatMap((place) => {
    const isAlone = depth > 0 && place.children.length > 0
    const area = { place, assets: isAlone ? place.assets : place.assetsInAll, isAlone }
    return depth > 0 ? [area, ...areasOf(place.children, depth - 1)] : [area]
  })
}

/** How many places there are at each depth. */
export function widthsOf(places: readonly Place[]): number[] {
  if (places.length === 0) return []
  return [places.length, ...widthsOf(places.flatMap(({ children }) => children))]
}

/** The place and all below it. */
export const subtreeOf = (place: Place): Place[] => [place, ...place.children.flatMap(subtreeOf)]

/** From the root down to the place itself. */
export const pathTo = (place: Place): Place[] => [...(place.parent ? pathTo(place.parent) : []), place]

/** Those whose name or key has the text in it, and those above them: what is left of the tree when it is searched. */
export function found(places: Places, text: string): ReadonlySet<number> {
  const sought = text.toLocaleLowerCase()
  const matches = places.all.filter(({ name, key }) => `${name}\n${key}`.toLocaleLowerCase().includes(sought))
  return new Set(matches.flatMap(pathTo).map(({ id }) => id))
}
