import { type Base, feature } from '../../http/feature'
import type { TagService } from '../tags/service'
import { createAssetBatchService } from './batch'
import { assetBatchRoutes } from './batch-routes'
import { createDeletedAssetService } from './deleted'
import { deletedAssetRoutes } from './deleted-routes'
import { createAssetExportService } from './export'
import { assetEditRoutes, assetFileRoutes } from './file-routes'
import { createAssetImportService } from './import'
import { createImportUndoService } from './import-undo'
import { assetRoutes } from './routes'
import { AssetService } from './service'

interface Needs extends Base {
  readonly tags: TagService
}

export const assets = feature({
  name: 'assets',
  create({ store, now }: Needs) {
    const assets = new AssetService(store, now)
    return {
      assets,
      assetBatch: createAssetBatchService(store, now),
      assetExport: createAssetExportService(store, now),
      assetImport: createAssetImportService(store, now),
      importUndo: createImportUndoService(store, now),
      deletedAssets: createDeletedAssetService(store, assets, now),
    }
  },
  routes: (services) => [
    ...assetRoutes(services.assets, services.tags),
    ...assetBatchRoutes(services.assetBatch),
    ...assetFileRoutes(services.assetImport, services.importUndo),
    ...assetEditRoutes(services.assets),
    ...deletedAssetRoutes(services.deletedAssets),
  ],
})
