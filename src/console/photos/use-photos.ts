import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { dataUrlOf } from '../api/data-url'

export type Photo = Schemas['AssetPhoto']

const queryKey = (assetId: number) => ['photos', assetId]

/** Fetches the photos of an asset, in their order. */
export const usePhotos = (assetId: number) =>
  useQuery({
    queryKey: queryKey(assetId),
    queryFn: async () => {
      const params = { path: { asset_id: assetId } }
      return (await dataOf(api.GET('/internal/v1/assets/{asset_id}/photos', { params }))).data
    },
    staleTime: 30_000,
  })

export const photosChanged = async (assetId: number): Promise<void> => {
  await Promise.all(
    [queryKey(assetId), ['first photos']].map((key) => queryClient.invalidateQueries({ queryKey: key })),
  )
}

/** Fetches the first photo of each asset that has photos, by the id of the asset. */
export function useFirstPhotos(assetIds: readonly number[]) {
  const { data } = useQuery({
    queryKey: ['first photos', assetIds],
    queryFn: async () => {
      const params = { query: { asset_id: [...assetIds] } }
      const { data: photos } = await dataOf(api.GET('/internal/v1/asset-photos', { params }))
      return new Map(photos.map((photo) => [photo.asset_id, photo]))
    },
    enabled: assetIds.length > 0,
    staleTime: 30_000,
  })
  return data
}

type Size = 'image' | 'thumbnail'

/**
 * Fetches an image as a data URL, because an `img` element cannot send the token of the session. An image never changes.
 * A photo without a thumbnail is shown itself.
 */
export function useImage({ id, asset_id: assetId, has_thumbnail: hasThumbnail }: Photo, wanted: Size) {
  const size = wanted === 'thumbnail' && hasThumbnail ? 'thumbnail' : 'image'
  return useQuery({
    queryKey: ['photo image', id, size],
    queryFn: async () => {
      const params = { path: { asset_id: assetId, photo_id: id } }
      const call =
        size === 'image'
          ? api.GET('/internal/v1/assets/{asset_id}/photos/{photo_id}/image', { params, parseAs: 'blob' })
          : api.GET('/internal/v1/assets/{asset_id}/photos/{photo_id}/thumbnail', { params, parseAs: 'blob' })
      return dataUrlOf((await dataOf<unknown>(call)) as Blob)
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
}
