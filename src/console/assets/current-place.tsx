import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { locationNameIn, locationNames } from '../api/record-names'
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

/** The current locations, by asset id. Assets that were never seen are absent. */
type Places = ReadonlyMap<number, Place>

const pollMs = 10_000

/** Fetches the current locations separately, so that the list does not wait for them. */
export function useCurrentPlaces(ids: readonly number[]): Places {
  const { data } = useQuery({
    queryKey: ['report', 'locations of assets', ids],
    queryFn: async () => {
      const params = { query: { asset_id: [...ids], limit: ids.length } }
      const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
      const names = await locationNames(report.data.map((row) => row.location_external_key))
      return new Map(
        report.data.map(
          ({ asset_id: asset, location_id: id, location_external_key: key, asset_last_seen: seenAt }) => [
            asset,
            { id, name: locationNameIn(names, key), seenAt },
          ],
        ),
      )
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  return data ?? noPlaces
}

const noPlaces: Places = new Map()

/** A location is only as good as its age. */
export function PlaceAndAge({ place }: { readonly place: Place | undefined }) {
  if (!place) return <Text c="dimmed">{t('Not seen yet')}</Text>
  return (
    <div className="place-and-age">
      <PlacePath id={place.id} name={place.name} />
      <LastSeen at={place.seenAt} />
    </div>
  )
}
