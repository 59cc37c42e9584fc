import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'

/** The asset that the address names. */
export function useAsset() {
  const id = Number(useParams()['id'])
  const query = useQuery({
    queryKey: ['asset', id],
    queryFn: async () =>
      (await dataOf(api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } } }))).data,
  })
  return { id, ...query }
}

/** After a change of it: wherever it is shown, it is read again. */
export const assetChanged = async (id: number): Promise<void> => {
  await Promise.all(
    [['asset', id], ['assets'], ['report'], ['names', 'assets']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
