import { pathId, text } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import type { AssetImportService } from './import'
import { AssetImport, ImportReport } from './import-schema'
import { ImportUndo, type ImportUndoService } from './import-undo'
import { AssetEdit } from './metadata'
import { Asset } from './schema'
import type { AssetService } from './service'

const path = '/internal/v1/assets'

/** Changes of assets in the forms of the console (docs/internal-api.md, Metadata changes). */
export const assetEditRoutes = (assets: AssetService): Endpoint[] => [
  endpoint({
    method: 'PATCH',
    path: `${path}/:asset_id`,
    access: { kind: 'session', role: 'manager' },
    params: { asset_id: pathId("The asset's id.") },
    exists: ({ caller, params }) => assets.get(caller.organizationId, params.asset_id),
    body: { mediaTypes: [mergePatch], schema: AssetEdit },
    response: { status: 200, description: 'The changed asset.', schema: itemOf(Asset) },
    handle: async ({ caller, params, body }) => ok(await assets.edit(caller, params.asset_id, body)),
  }),
]

/** The import of assets, for the console (docs/internal-api.md, Import and export). */
export const assetFileRoutes = (
  importAssets: AssetImportService,
  undoImport: ImportUndoService,
): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${path}/import`,
    access: { kind: 'session', role: 'manager' },
    takesIdempotencyKey: true,
    body: { mediaTypes: [json], schema: AssetImport },
    response: {
      status: 200,
      description: 'The outcome of each row. One transaction applies all rows except the refused ones.',
      schema: itemOf(ImportReport),
    },
    handle: ({ caller, body, replyOnce }) =>
      replyOnce(
        (report: ImportReport) => ok(report),
        (alsoWrite) => importAssets(caller, body, alsoWrite),
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/imports/:import_id/undo',
    access: { kind: 'session', role: 'manager' },
    params: {
      import_id: text('The id that the client has chosen for the import, or that the audit log shows.'),
    },
    response: { status: 200, description: 'What was undone.', schema: itemOf(ImportUndo) },
    handle: async ({ caller, params }) => ok(await undoImport(caller, params.import_id)),
  }),
]
