import type { AlertPlace } from '../../../storage/core/store'

/** The locations of an organization, deleted ones included. */
export class PlaceTree {
  readonly #places = new Map<number, AlertPlace>()
  readonly #children = new Map<number | null, Set<number>>()

  constructor(places: Iterable<AlertPlace>) {
    this.replace(places)
  }

  /** Adds locations, or replaces those with the same ids. */
  replace(places: Iterable<AlertPlace>): void {
    for (const place of places) {
      const { id, parentId } = place
      const before = this.#places.get(id)
      if (before) this.#children.get(before.parentId)?.delete(id)
      this.#places.set(id, place)
      this.#children.getOrInsertComputed(parentId, () => new Set()).add(id)
    }
  }

  place(id: number): AlertPlace | undefined {
    return this.#places.get(id)
  }

  /** Returns a location and all above it. While a change is read, a location may be above itself. */
  above(id: number): ReadonlySet<number> {
    const found = new Set<number>()
    for (let next: number | null = id; next !== null && !found.has(next);) {
      found.add(next)
      next = this.#places.get(next)?.parentId ?? null
    }
    return found
  }

  readonly isBelow = (placeId: number, locationId: number): boolean =>
    placeId === locationId || this.above(placeId).has(locationId)

  /** Returns a location and all below it. */
  below(id: number): readonly number[] {
    const found = new Set([id])
    for (const next of found) for (const child of this.#children.get(next) ?? []) found.add(child)
    return [...found]
  }
}
