import { deletedLocation } from '../../api/record-names'
import { usePlace, usePlaces } from '../../api/use-locations'
import type { Locations } from '../../api/location-tree'
import { PageLink } from './link'

interface PlaceProps {
  /** Null for a deleted location. */
  readonly id: number | null
  /**
   * Shown while the tree does not contain the location: it has not arrived yet, or the location was deleted. Null when the service
   * says that there is no location any more.
   */
  readonly name?: string | null | undefined
}

/** Without the tree, nobody knows whether a location was deleted. */
function nameWithoutPlace(
  places: Locations | undefined,
  id: number | null,
  name: string | null | undefined,
): string {
  const isUnknown = id !== null && name === undefined && places === undefined
  return name ?? (isUnknown ? '…' : deletedLocation)
}

/** A location wherever one is named: its name as a link, and the names of the locations above it. */
export function PlacePath({ id, name }: PlaceProps) {
  const places = usePlaces()
  const place = usePlace(id)
  if (!place) return <span className="place">{nameWithoutPlace(places, id, name)}</span>
  return (
    <span className="place">
      {place.parent && <span className="place-above">{place.parent.path}</span>}
      <PageLink href={`/locations/${place.id}`} inherit className="place-name">
        {place.name}
      </PageLink>
    </span>
  )
}

/** Returns a function that names a location in a sentence, after the locations above it: "Hall › Aisle 1 › Shelf 2". */
export function usePathText(): (id: number | null, name?: string | null) => string {
  const places = usePlaces()
  return (id, name) =>
    (id === null ? undefined : places?.byId.get(id)?.path) ?? nameWithoutPlace(places, id, name)
}
