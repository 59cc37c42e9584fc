import { json } from '../../http/body'
import { type Endpoint, endpoint, needs, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { type CodeService, Codes, CodesRequest } from './codes'
import { TagLookupRequest, TagLookups, type TagLookupService } from './lookup'
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
    refused: (error) => scans.refused(error),
    handle: async ({ caller, body }) => ok(await scans.submit(caller, body)),
  }),
]

/** What scanned codes say (docs/internal-api.md, Codes). */
export const codeRoutes = (readCodes: CodeService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/codes/parse',
    access: { kind: 'session', role: 'operator' },
    body: { mediaTypes: [json], schema: CodesRequest },
    response: {
      status: 200,
      description: 'One entry for each value, in the order of the request.',
      schema: Codes,
    },
    handle: async ({ caller, body }) => ok(await readCodes(caller.organizationId, body)),
  }),
]

/** The lookup of tags (docs/api.md, Tag lookup). */
export const tagLookupRoutes = (lookUp: TagLookupService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/tags/lookup',
    access: needs('tracking:read'),
    doc: {
      operationId: 'lookUpTags',
      summary: 'Look up tags',
      description:
        'Returns the asset or the location of each tag, as a read with this value would find it: the value as sent, otherwise its normal form if the tags with it belong to one asset or location. It changes nothing.',
      tag: 'Tracking',
    },
    body: { mediaTypes: [json], schema: TagLookupRequest },
    response: { status: 200, description: 'What the tags belong to.', schema: TagLookups },
    handle: async ({ caller, body }) => ok(await lookUp(caller.organizationId, body)),
  }),
]
