import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'

/** Fetches the asset whose id is in the URL. */
export function useAsset() {
  const id = Number(useParams()['id'])
  const query = useQuery({
    queryKey: ['asset', id],
    queryFn: async () =>
      (await dataOf(api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } } }))).data,
  })
  return { id, ...query }
}

/** Fetches the asset that has an external key; null when there is none. */
export const useAssetOfKey = (externalKey: string) =>
  useQuery({
    queryKey: ['assets', 'of key', externalKey],
    queryFn: async () => {
      const query = { external_key: [externalKey], limit: 1 }
      return (await dataOf(api.GET('/api/v1/assets', { params: { query } }))).data[0] ?? null
    },
  })

/** Fetches the asset again in every place that shows it. To be called after it was changed. */
export async function assetChanged(id: number): Promise<void> {
  await Promise.all(
    [['asset', id], ['report'], ...lists].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Fetches the lists again. The page of the asset, which may not have closed yet, is not: it would get 404. */
export async function assetDeleted(id: number): Promise<void> {
  await Promise.all([
    ...[['asset', id], ['report']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
    ...lists.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

/** Undoes the deletion of an asset. */
export const restoreAsset = (id: number) =>
  dataOf(
    api.POST('/internal/v1/deleted-assets/{asset_id}/restore', {
      params: { path: { asset_id: id } },
      body: {},
    }),
  )

const lists = [['assets'], ['names', 'assets']]
