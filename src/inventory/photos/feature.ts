import { type Base, feature } from '../../http/feature'
import { photoRoutes } from './routes'
import { keptPhotoDays, PhotoService } from './service'
import { keepThumbnails } from './thumbnails'

/** Photos per transaction: up to 8 MB. */
const photosAtOnce = 4

export const photos = feature({
  name: 'photos',
  create: ({ store, now }: Base) => ({ photos: new PhotoService(store, now) }),
  routes: ({ photos }) => photoRoutes(photos),
  start: ({ store, log }) => keepThumbnails(store, log),
  retention: (_, { ago, inSlices }) =>
    inSlices((tx) => tx.assetPhotos.deleteOfDeletedAssets(ago(keptPhotoDays), photosAtOnce)),
})
