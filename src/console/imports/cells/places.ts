import type { Locations, TreeLocation } from '../../api/location-tree'
import { t } from '../../languages/messages'
import { folded } from './column-names'

/** Finds the location that a cell names: by its key, its path, or its name. */

/** What a cell names: a location, none, or several. */
type FoundPlace =
  | { readonly id: number; readonly path: string }
  | { readonly problem: string; readonly isMissing: boolean }

export type FindPlace = (cell: string) => FoundPlace

/** The signs between the parts of a path. */
const separators = /\s*[>›»→|/\\]\s*/

export function placeFinder({ all }: Locations): FindPlace {
  const byKey = new Map(all.map((location) => [location.key, location]))
  const byName = Map.groupBy(all, ({ name }) => folded(name))

  /** Returns the locations with this name, whose parents have the names before it. */
  function named(parts: readonly string[]): readonly TreeLocation[] {
    const [last = '', ...above] = parts.toReversed().map(folded)
    return (byName.get(last) ?? []).filter((location) => {
      let parent = location.parent
      for (const name of above) {
        if (!parent || folded(parent.name) !== name) return false
        parent = parent.parent
      }
      return true
    })
  }

  return (cell) => {
    const text = cell.trim()
    const known = byKey.get(text)
    if (known) return known
    // A name may contain a separator.
    const whole = named([text])
    const found = whole.length > 0 ? whole : named(text.split(separators).filter((part) => part !== ''))
    const [first, ...others] = found
    if (!first) return { problem: t('There is no location {text}', { text }), isMissing: true }
    if (others.length === 0) return first
    // Of several, a path from the top level down means the one at the top level.
    const complete = found.filter(({ path }) => folded(path) === folded(text))
    if (complete.length === 1 && complete[0]) return complete[0]
    return {
      problem: t('Several locations are called {text}. Write the key, or the path such as {path}', {
        text,
        path: first.path,
      }),
      isMissing: false,
    }
  }
}
