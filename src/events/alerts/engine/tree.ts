import type { AlertPlace } from '../../../storage/core/store'

/** The locations of an organization, deleted ones included. */
export class PlaceTree {
  readonly #places: ReadonlyMap<number, AlertPlace>
  readonly #above = new Map<number, ReadonlySet<number>>()
  readonly #below = new Map<number, readonly number[]>()

  constructor(places: readonly AlertPlace[]) {
    this.#places = new Map(places.map((place) => [place.id, place]))
  }

  place(id: number): AlertPlace | undefined {
    return this.#places.get(id)
  }

  /** Returns a location with all above it. */
  above(id: number): ReadonlySet<number> {
    const known = this.#above.get(id)
    if (known) return known
    const found = new Set<number>()
    for (let next: number | null = id; next !== null && !found.has(next);) {
      found.add(next)
      next = this.#places.get(next)?.parentId ?? null
    }
    this.#above.set(id, found)
    return found
  }

  readonly isBelow = (placeId: number, locationId: number): boolean => this.above(placeId).has(locationId)

  /** Returns a location with all below it. */
  below(id: number): readonly number[] {
    const known = this.#below.get(id)
    if (known) return known
    const found = [...this.#places.keys()].filter((each) => this.isBelow(each, id))
    this.#below.set(id, found)
    return found
  }
}
