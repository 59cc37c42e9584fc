import type { Role } from '../../base/caller'
import {
  externalKeys,
  flag,
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
import { rowsOfPages } from '../../base/table'
import { fileParameters, fileReply } from '../../http/table-file'
import { AssetHistory, AssetLocation, ExplainedEvent, ScanEvent, Whereabouts } from './schema'
import type { TrackingService } from './service'

const tag = 'Tracking'

/** Report and history, read-only (docs/api.md, Tracking). */
export const trackingRoutes = (
  tracking: TrackingService,
  eventLog: { readonly newestSequence: (organizationId: number) => Promise<number> },
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/reports/asset-locations',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAssetLocations',
      summary: 'List where each scanned asset is',
      description:
        'Returns one row for each asset that is in effect now and has been scanned, the last seen first by default. Filters by id and by key of the same resource exclude each other. Filters of assets and of locations intersect.',
      tag,
    },
    isList: true,
    pairs: [
      ['location_id', 'location_external_key'],
      ['asset_id', 'asset_external_key'],
    ],
    query: {
      location_id: ids('Only assets at any of these locations.'),
      location_external_key: externalKeys('Only assets at any of the locations with these keys.'),
      asset_id: ids('Only these assets.'),
      asset_external_key: externalKeys('Only the assets with these keys.'),
      include_deleted: flag('Include soft-deleted assets.', false),
      q: search('Only assets with this text, case-insensitive, in the name, external_key or a tag value.'),
      sort: sort(['asset_last_seen', 'asset_external_key', 'location_external_key'], '-asset_last_seen'),
      limit,
      offset,
    },
    response: {
      status: 200,
      description: 'A page of the report.',
      schema: pageOf(AssetLocation),
      headers: ['Event-Sequence'],
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      // Read first: the report contains every event up to it.
      const sequence = await eventLog.newestSequence(caller.organizationId)
      const { rows, total } = await tracking.report(caller.organizationId, {
        locationIds: query.location_id,
        locationExternalKeys: query.location_external_key,
        assetIds: query.asset_id,
        assetExternalKeys: query.asset_external_key,
        includeDeleted: query.include_deleted ?? false,
        search: query.q,
        sort: query.sort,
        page,
      })
      return { ...listed(rows, page, total), headers: { 'event-sequence': String(sequence) } }
    },
  }),

  endpoint({
    method: 'GET',
    path: '/api/v1/assets/:asset_id/history',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAssetHistory',
      summary: 'List where an asset has been',
      description:
        'Returns the events of the asset, the newest first by default. from and to select events; they do not change the durations.',
      tag,
    },
    params: { asset_id: pathId("The asset's id.") },
    isList: true,
    query: {
      from: instant('Only events that began at this instant or later.'),
      to: lastInstant('Only events that began at this instant or earlier.'),
      sort: sort(['event_observed_at'], '-event_observed_at'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of the history.', schema: pageOf(AssetHistory) },
    exists: ({ caller, params }) => tracking.requireAsset(caller.organizationId, params.asset_id),
    async handle({ params, query }) {
      const page = toPage(query)
      const isOldestFirst = query.sort?.[0]?.descending === false
      const window = { from: query.from, to: query.to, isOldestFirst, page }
      const { rows, total } = await tracking.history(params.asset_id, window)
      return listed(rows, page, total)
    },
  }),
]

/** The events of an asset with their origin. `exists` checks that the caller may read it. */
const eventsEndpoint = (
  path: string,
  role: Role,
  tracking: TrackingService,
  exists: (organizationId: number, assetId: number) => Promise<void>,
): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    access: { kind: 'session', role },
    params: { asset_id: pathId("The asset's id.") },
    isList: true,
    query: {
      from: instant('Only events that began at this instant or later.'),
      to: lastInstant('Only events that began at this instant or earlier.'),
      limit,
      offset,
    },
    response: {
      status: 200,
      description: 'A page of scan events, newest first.',
      schema: pageOf(ExplainedEvent),
    },
    exists: ({ caller, params }) => exists(caller.organizationId, params.asset_id),
    async handle({ caller, params, query }) {
      const page = toPage(query)
      const { rows, total } = await tracking.explainedEvents(caller.organizationId, params.asset_id, {
        ...query,
        page,
      })
      return listed(rows, page, total)
    },
  })

/** Tracking for the console (docs/internal-api.md, Tracking). */
export const provenanceRoutes = (tracking: TrackingService): Endpoint[] => [
  eventsEndpoint('/internal/v1/assets/:asset_id/events', 'viewer', tracking, (organizationId, id) =>
    tracking.requireAsset(organizationId, id),
  ),
  eventsEndpoint('/internal/v1/deleted-assets/:asset_id/events', 'manager', tracking, (organizationId, id) =>
    tracking.requireDeletedAsset(organizationId, id),
  ),

  endpoint({
    method: 'GET',
    path: '/internal/v1/assets/:asset_id/events/export',
    access: { kind: 'session', role: 'viewer' },
    params: { asset_id: pathId("The asset's id.") },
    isList: true,
    query: {
      from: instant('Only events that began at this instant or later.'),
      to: lastInstant('Only events that began at this instant or earlier.'),
      ...fileParameters,
    },
    response: { status: 200, description: 'All these scan events as a file, newest first.' },
    exists: ({ caller, params }) => tracking.requireAsset(caller.organizationId, params.asset_id),
    async handle({ params, query, request, isStillAuthorized }) {
      const columns = Object.keys(ScanEvent.properties) as (keyof typeof ScanEvent.properties)[]
      const rows = rowsOfPages(columns, tracking.eventPages(params.asset_id, query))
      return fileReply({ name: 'history', columns, rows }, query, request, isStillAuthorized)
    },
  }),

  endpoint({
    method: 'GET',
    path: '/internal/v1/whereabouts',
    access: { kind: 'session', role: 'viewer' },
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
      description: 'A page of the report at that instant, and how sure the present locations are.',
      schema: pageOf(Whereabouts),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await tracking.confidentWhereabouts(caller.organizationId, {
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
]
