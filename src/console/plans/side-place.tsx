import type { TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'

interface PlaceProps {
  readonly location: TreeLocation | undefined
}

/** The path of a location in the list beside a plan. */
export const PlacePath = ({ location }: PlaceProps) => (
  <span className="place-path">
    <PlaceNames location={location} />
  </span>
)

export function PlaceNames({ location }: PlaceProps) {
  if (!location) return t('Deleted location')
  return (
    <>
      {location.parent && (
        <span>
          <bdi>{`${location.parent.path} › `}</bdi>
        </span>
      )}
      <b>{location.name}</b>
    </>
  )
}
