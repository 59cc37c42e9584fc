import { checked } from '../../contract/check'
import { instant, lastInstant, limit, offset, pathId, publicChoice, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { type Endpoint, endpoint, listed, needs, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { metrics } from '../formats/telemetry/measured'
import { AssetTelemetry, TagKeyInput, TelemetryHour } from './schema'
import type { TelemetryService } from './service'

const asset = { asset_id: pathId("The asset's id.") }

/** What tags say about themselves (docs/api.md, Telemetry; docs/internal-api.md, Telemetry). */
export const telemetryRoutes = (telemetry: TelemetryService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/assets/:asset_id/telemetry',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAssetTelemetry',
      summary: 'List what the tags of an asset measured',
      description:
        'Returns one row for each metric and each hour (UTC) in which a tag of the asset sent values, the newest hour first. Hours are kept for 400 days.',
      tag: 'Tracking',
    },
    params: asset,
    isList: true,
    query: {
      metric: publicChoice(metrics, 'Only this metric.'),
      from: instant('Only hours that began at this instant or later.'),
      to: lastInstant('Only hours that began at this instant or earlier.'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of hours.', schema: pageOf(TelemetryHour) },
    exists: ({ caller, params }) => telemetry.requireAsset(caller.organizationId, params.asset_id),
    async handle({ caller, params, query }) {
      const page = toPage(query)
      const wanted = { metric: query.metric, from: query.from, to: query.to }
      const { rows, total } = await telemetry.hours(caller.organizationId, params.asset_id, wanted, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/assets/:asset_id/telemetry',
    access: { kind: 'session', role: 'viewer' },
    params: asset,
    response: {
      status: 200,
      description: 'The last value of each metric.',
      schema: itemOf(AssetTelemetry),
    },
    exists: ({ caller, params }) => telemetry.requireAsset(caller.organizationId, params.asset_id),
    handle: async ({ caller, params }) => ok(await telemetry.last(caller.organizationId, params.asset_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/assets/:asset_id/tags/:tag_id/key',
    access: { kind: 'session', role: 'manager' },
    params: { ...asset, tag_id: pathId("The tag's id.") },
    body: { mediaTypes: [json, mergePatch], schema: TagKeyInput },
    response: { status: 204, description: 'The key is stored, or deleted.' },
    async handle({ caller, params, body }) {
      const { key } = checked(TagKeyInput, body)
      await telemetry.setKey(caller, params.asset_id, params.tag_id, key)
      return noContent
    },
  }),
]
