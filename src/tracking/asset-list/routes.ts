import { choice, lastInstant, limit, offset, paging, pathId, text, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { fileParameters, fileReply } from '../../http/table-file'
import type { AssetExportService } from '../../inventory/assets/export'
import { AssetListIds, AssetListPage, AssetViewItem, NewView, sortValues, ViewChange } from './schema'
import { type AssetListService, conditionsOf } from './service'
import type { ViewService } from './views'

const path = '/internal/v1/asset-list'
const viewer = { kind: 'session', role: 'viewer' } as const

const query = {
  conditions: text(
    'The conditions as a JSON array: `[{field, operator, value}]`. An asset must meet all of them.',
    '[{"field":"last_seen","operator":"older_than_days","value":7}]',
  ),
  sort: choice(sortValues, 'The order of the list; external_key when absent.'),
}

/** The list of assets with conditions (docs/internal-api.md, Asset list). */
export const assetConditionRoutes = (list: AssetListService, assetExport: AssetExportService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: { ...query, at: lastInstant('The instant of the list; now when absent.'), limit, offset },
    response: { status: 200, description: 'A page of assets with their places.', schema: AssetListPage },
    async handle({ caller, query: { conditions, sort, at, ...paged } }) {
      const page = toPage(paged)
      const asked = { conditions: conditionsOf(conditions), sort }
      const found =
        at === undefined
          ? await list.list(caller.organizationId, asked, page)
          : await list.past(caller.organizationId, { ...asked, at }, page)
      const reply = listed(found.rows, page, found.total)
      return {
        ...reply,
        body: {
          ...(reply.body as object),
          is_count_exact: found.isExact,
          is_complete: found.isComplete,
          problems: found.problems,
        },
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/ids`,
    access: { kind: 'session', role: 'manager' },
    query,
    response: {
      status: 200,
      description: 'The ids of all matches, 10,000 at most.',
      schema: itemOf(AssetListIds),
    },
    mayConflict: true,
    async handle({ caller, query: { conditions, sort } }) {
      const { ids, problems } = await list.select(caller.organizationId, {
        conditions: conditionsOf(conditions),
        sort,
      })
      return ok({ asset_ids: ids, problems })
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/export`,
    access: viewer,
    isList: true,
    query: { ...query, ...fileParameters },
    response: {
      status: 200,
      description:
        'All matches as a file, with the columns of the export of assets. X-Total-Count is the number of assets. A response that breaks off is incomplete.',
    },
    mayConflict: true,
    async handle({ caller, query, request, isStillAuthorized }) {
      const ids = await list.selectForExport(caller.organizationId, {
        conditions: conditionsOf(query.conditions),
        sort: query.sort,
      })
      const table = await assetExport(caller.organizationId, ids)
      return fileReply(table, query, request, isStillAuthorized)
    },
  }),
]

const views = '/internal/v1/views'
const one = `${views}/:view`
const params = { view: pathId("The view's id.") }

/** Saved views (docs/internal-api.md, Views). */
export const viewRoutes = (service: ViewService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: views,
    access: viewer,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'The shared views and those of the user, the oldest first.',
      schema: pageOf(AssetViewItem),
    },
    async handle({ caller, query: paged }) {
      const page = toPage(paged)
      const { rows, total } = await service.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: views,
    access: viewer,
    body: { mediaTypes: [json], schema: NewView },
    response: { status: 201, description: 'The new view.', schema: itemOf(AssetViewItem) },
    mayConflict: true,
    async handle({ caller, body }) {
      const view = await service.create(caller, body)
      return created(`${views}/${view.id}`, view)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The view.', schema: itemOf(AssetViewItem) },
    handle: async ({ caller, params: { view: id } }) => ok(await service.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: viewer,
    params,
    body: { mediaTypes: [json, mergePatch], schema: ViewChange },
    response: { status: 200, description: 'The changed view.', schema: itemOf(AssetViewItem) },
    mayConflict: true,
    exists: ({ caller, params: { view: id } }) => service.get(caller, id),
    handle: async ({ caller, params: { view: id }, body }) => ok(await service.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: viewer,
    params,
    response: { status: 204, description: 'The view is deleted.' },
    async handle({ caller, params: { view: id } }) {
      await service.remove(caller, id)
      return noContent
    },
  }),
]
