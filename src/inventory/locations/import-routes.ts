import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import type { LocationImportService } from './import'
import { LocationImport, LocationImportReport } from './import-schema'

/** The import of locations, for the console (docs/internal-api.md, Import of locations). */
export const locationImportRoutes = (importLocations: LocationImportService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/locations/import',
    access: { kind: 'session', role: 'manager' },
    takesIdempotencyKey: true,
    body: { mediaTypes: [json], schema: LocationImport },
    response: {
      status: 200,
      description: 'The outcome of each row. One transaction applies all rows except the refused ones.',
      schema: itemOf(LocationImportReport),
    },
    handle: ({ caller, body, replyOnce }) =>
      replyOnce(
        (report: LocationImportReport) => ok(report),
        (alsoWrite) => importLocations(caller, body, alsoWrite),
      ),
  }),
]
