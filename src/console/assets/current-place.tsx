import { Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { deletedLocation } from '../api/record-names'
import { t } from '../languages/messages'
import { LastSeen } from '../ui/values/freshness'
import { PlacePath } from '../ui/pages/place-path'

/** Where the assets of a list are now, and since when that is known. */

/** The id of a location is null when it was deleted. */
export interface Place {
  readonly id: number | null
  readonly name: string
  readonly seenAt: string
}

/** Returns where an asset of the list is; undefined when it was never seen. */
export const placeOf = ({
  location_id: id,
  location_name: name,
  asset_last_seen: seenAt,
}: Pick<Schemas['ListedAsset'], 'location_id' | 'location_name' | 'asset_last_seen'>): Place | undefined =>
  seenAt === null ? undefined : { id, name: name ?? deletedLocation, seenAt }

export const NotSeen = () => <Text c="dimmed">{t('Not seen yet')}</Text>

/** A location is only as good as its age. */
export function PlaceAndAge({ place }: { readonly place: Place | undefined }) {
  if (!place) return <NotSeen />
  return (
    <div className="place-and-age">
      <PlacePath id={place.id} name={place.name} />
      <LastSeen at={place.seenAt} />
    </div>
  )
}
