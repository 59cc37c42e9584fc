import {
  ids,
  instant,
  lastInstant,
  limit,
  offset,
  pathId,
  search,
  sort,
  toPage,
} from '../../contract/parameters'
import { type Endpoint, endpoint, listed, needs } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { AssetLocation, ScanEvent } from './schema'
import type { TrackingService } from './service'

const tag = 'Tracking'

/** The report at an instant and the scan events of an asset (docs/api.md, Tracking). */
export const trackingDetailRoutes = (tracking: TrackingService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/reports/asset-locations-at',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAssetLocationsAt',
      summary: 'List where each asset was at an instant',
      description:
        'Returns the report as of the instant `at`, from what is known today: late reads count. Keys are those of today. Assets and locations that were deleted later are included.',
      tag,
    },
    isList: true,
    query: {
      at: lastInstant('The instant of the report; now when absent.'),
      asset_id: ids('Only these assets.'),
      location_id: ids('Only assets that were at any of these locations.'),
      q: search('Only assets with this text, case-insensitive, in the name, external_key or a tag value.'),
      sort: sort(['asset_external_key'], 'asset_external_key'),
      limit,
      offset,
    },
    response: {
      status: 200,
      description: 'A page of the report at that instant.',
      schema: pageOf(AssetLocation),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await tracking.whereabouts(caller.organizationId, {
        at: query.at,
        assetIds: query.asset_id,
        locationIds: query.location_id,
        search: query.q,
        sort: query.sort,
        page,
      })
      return listed(rows, page, total)
    },
  }),

  endpoint({
    method: 'GET',
    path: '/api/v1/assets/:asset_id/events',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAssetEvents',
      summary: 'List the scan events of an asset',
      description:
        'Returns the history of the asset with the origin of each event: reader, antenna, strongest signal, number of reads, and why it began. The newest is first.',
      tag,
    },
    params: { asset_id: pathId("The asset's id.") },
    isList: true,
    query: {
      from: instant('Only events that began at this instant or later.'),
      to: lastInstant('Only events that began at this instant or earlier.'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of scan events.', schema: pageOf(ScanEvent) },
    exists: ({ caller, params }) => tracking.requireAsset(caller.organizationId, params.asset_id),
    async handle({ params, query }) {
      const page = toPage(query)
      const { rows, total } = await tracking.events(params.asset_id, { ...query, page })
      return listed(rows, page, total)
    },
  }),
]
