import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { dataUrlOf } from '../api/data-url'
import { t } from '../languages/messages'
import type { StocktakeLine } from './stocktake-queries'

interface ExcusePhotoProps {
  readonly id: number
  readonly line: StocktakeLine
}

/** The photo of an excuse, small. It leads nowhere: the note beside it says what it shows. */
export function ExcusePhoto({ id, line: { asset_id: asset, asset_name: name, note } }: ExcusePhotoProps) {
  const { data, error } = useQuery({
    // A line whose excuse has changed may have another photo.
    queryKey: ['stocktakes', 'photo', id, asset, note],
    queryFn: async () => {
      const params = { path: { stocktake: id, asset } }
      const path = '/internal/v1/stocktakes/{stocktake}/lines/{asset}/photo/thumbnail'
      return dataUrlOf((await dataOf<unknown>(api.GET(path, { params, parseAs: 'blob' }))) as Blob)
    },
    retry: false,
  })
  if (error) return <>{t('Not available')}</>
  if (data === undefined) return <Skeleton className="excuse-photo" height={80} width={120} />
  return <img className="excuse-photo" src={data} alt={t('Photo of the excuse of {name}', { name })} />
}
