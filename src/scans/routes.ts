import { json } from '../http/body'
import { type Endpoint, endpoint, ok } from '../http/endpoint'
import { itemOf } from '../http/openapi/shapes'
import { ScanOutcome, Submission } from './schema'
import type { ScanService } from './service'

/** The submission of scans (docs/internal-api.md, Scans). */
export const scanRoutes = (scans: ScanService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/scans',
    access: { kind: 'sessionOrDevice', role: 'operator' },
    body: { mediaTypes: [json], schema: Submission },
    response: { status: 200, description: 'The outcome of the reads.', schema: itemOf(ScanOutcome) },
    refused: scans.refused,
    handle: async ({ caller, body }) => ok(await scans.submit(caller, body)),
  }),
]
