import { instant, pathId, text, uris, wholeNumber } from '../../contract/parameters'
import { mergePatch } from '../../http/body'
import { type Endpoint, endpoint, needs, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { pathOf, queryOf } from '../../http/url'
import { EpcisQueryDocument, LocationSgln, LocationSglnChanges } from './schema'
import type { EpcisService } from './service'

const perPageMax = 200
const perPageDefault = 30

const locationPath = { location_id: pathId("The location's id.") }

/** Headers of the REST binding of EPCIS 2.0. */
const versions = { 'gs1-epcis-version': '2.0.0', 'gs1-cbv-version': '2.0.0' }

/** EPCIS 2.0 (docs/api.md, EPCIS). */
export const epcisRoutes = (epcis: EpcisService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/epcis/events',
    access: needs('tracking:read'),
    doc: {
      operationId: 'queryEpcisEvents',
      summary: 'Query EPCIS events',
      description:
        'Returns the arrivals of assets as an EPCISQueryDocument of EPCIS 2.0, in order of event time. An event that was corrected has an errorDeclaration. Several values of a parameter are separated by |. The Link header has the address of the next page. URIs are GS1 Digital Links, or EPC URNs with GS1-EPC-Format: Always_EPC_URN.',
      tag: 'Tracking',
    },
    isList: true,
    hasCursor: true,
    requestHeaders: ['GS1-EPC-Format'],
    query: {
      EQ_bizLocation: uris('Only events at any of these places.'),
      EQ_readPoint: uris('Only events of any of these read points.'),
      MATCH_epc: uris('Only events of any of these assets.'),
      GE_eventTime: instant('Only events at this time or later.'),
      LT_eventTime: instant('Only events before this time.'),
      eventCountLimit: wholeNumber('Maximum number of events on all pages; 0: no limit.', {
        minimum: 0,
        fallback: 0,
      }),
      perPage: wholeNumber('Maximum number of events on a page.', {
        minimum: 1,
        maximum: perPageMax,
        fallback: perPageDefault,
      }),
      nextPageToken: text(
        'The token of the next page, from the Link header. Repeat the other parameters.',
        '1790000000000000.42.100',
      ),
    },
    response: {
      status: 200,
      description: 'The events.',
      schema: EpcisQueryDocument,
      headers: ['Link', 'GS1-EPCIS-Version', 'GS1-CBV-Version', 'GS1-EPC-Format'],
    },
    async handle({ caller, query, request }) {
      const isUrn = request.headers.get('gs1-epc-format') === 'Always_EPC_URN'
      const { document, nextToken } = await epcis.query(caller.organizationId, {
        epcs: query.MATCH_epc ?? [],
        readPoints: query.EQ_readPoint ?? [],
        bizLocations: query.EQ_bizLocation ?? [],
        from: query.GE_eventTime,
        before: query.LT_eventTime,
        perPage: query.perPage ?? perPageDefault,
        countMax: query.eventCountLimit || undefined,
        token: query.nextPageToken,
        form: isUrn ? 'urn' : 'digital_link',
      })
      const headers = {
        ...versions,
        'gs1-epc-format': isUrn ? 'Always_EPC_URN' : 'Always_GS1_Digital_Link',
        ...(nextToken !== undefined && { link: linkTo(request, nextToken) }),
      }
      return { status: 200, body: document, headers }
    },
  }),
]

function linkTo(request: Request, token: string): string {
  const parameters = new URLSearchParams(queryOf(request))
  parameters.set('nextPageToken', token)
  return `<${pathOf(request)}?${parameters.toString()}>; rel="next"`
}

/** The SGLNs of locations (docs/internal-api.md, EPCIS). */
export const sglnRoutes = (epcis: EpcisService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/locations/:location_id/sgln',
    access: { kind: 'session', role: 'viewer' },
    params: locationPath,
    response: { status: 200, description: 'The SGLN.', schema: itemOf(LocationSgln) },
    handle: async ({ caller, params }) => ok(await epcis.sglnOf(caller.organizationId, params.location_id)),
  }),

  endpoint({
    method: 'PATCH',
    path: '/internal/v1/locations/:location_id/sgln',
    access: { kind: 'session', role: 'manager' },
    params: locationPath,
    exists: ({ caller, params }) => epcis.sglnOf(caller.organizationId, params.location_id),
    body: { mediaTypes: [mergePatch], schema: LocationSglnChanges },
    response: { status: 200, description: 'The SGLN.', schema: itemOf(LocationSgln) },
    handle: async ({ caller, params, body }) => ok(await epcis.changeSgln(caller, params.location_id, body)),
  }),
]
