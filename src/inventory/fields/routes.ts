import { paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { AssetField, AssetFieldChanges, NewAssetField } from './schema'
import type { FieldService } from './service'

const path = '/internal/v1/asset-fields'
const admin = { kind: 'session', role: 'admin' } as const
const params = { asset_field: pathId("The field's id.") }

/** Fields of assets (docs/internal-api.md, Asset fields). */
export const fieldRoutes = (fields: FieldService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of fields, in their order.', schema: pageOf(AssetField) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const rows = await fields.list(caller.organizationId)
      return listed(rows.slice(page.offset, page.offset + page.limit), page, rows.length)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: admin,
    body: { mediaTypes: [json], schema: NewAssetField },
    response: { status: 201, description: 'The new field.', schema: itemOf(AssetField) },
    mayConflict: true,
    async handle({ caller, body }) {
      const field = await fields.create(caller, body)
      return created(`${path}/${field.id}`, field)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/:asset_field`,
    access: admin,
    params,
    exists: ({ caller, params: { asset_field: id } }) => fields.get(caller.organizationId, id),
    body: { mediaTypes: [mergePatch], schema: AssetFieldChanges },
    response: { status: 200, description: 'The changed field.', schema: itemOf(AssetField) },
    handle: async ({ caller, params: { asset_field: id }, body }) =>
      ok(await fields.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:asset_field`,
    access: admin,
    params,
    response: { status: 204, description: 'The field is deleted. The metadata of assets does not change.' },
    async handle({ caller, params: { asset_field: id } }) {
      await fields.remove(caller, id)
      return noContent
    },
  }),
]
