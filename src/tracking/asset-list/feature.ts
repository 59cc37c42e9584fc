import { type Base, feature } from '../../http/feature'
import type { AssetExportService } from '../../inventory/assets/export'
import { assetConditionRoutes, viewRoutes } from './routes'
import { AssetListService } from './service'
import { ViewService } from './views'

interface Needs extends Base {
  readonly assetExport: AssetExportService
}

export const assetList = feature({
  name: 'asset-list',
  create: ({ store, now }: Needs) => ({
    assetList: new AssetListService(store, now),
    views: new ViewService(store, now),
  }),
  routes: ({ assetList, assetExport, views }) => [
    ...assetConditionRoutes(assetList, assetExport),
    ...viewRoutes(views),
  ],
})
