import { externalKeys, paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { LabelTemplate, LabelValues, NewTemplate, TemplateChange } from './schema'
import type { TemplateService } from './service'
import type { LabelValueService } from './records'

const path = '/internal/v1/label-templates'
const one = `${path}/:label_template`
const params = { label_template: pathId("The template's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const

/** Label templates, and what labels show (docs/internal-api.md, Label templates). */
export const templateRoutes = (templates: TemplateService, values: LabelValueService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of templates, the oldest first.',
      schema: pageOf(LabelTemplate),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await templates.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: manager,
    body: { mediaTypes: [json], schema: NewTemplate },
    response: { status: 201, description: 'The new template.', schema: itemOf(LabelTemplate) },
    mayConflict: true,
    async handle({ caller, body }) {
      const template = await templates.create(caller, body)
      return created(`${path}/${template.id}`, template)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The template.', schema: itemOf(LabelTemplate) },
    handle: async ({ caller, params: { label_template: id } }) => ok(await templates.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: manager,
    params,
    body: { mediaTypes: [json, mergePatch], schema: TemplateChange },
    response: { status: 200, description: 'The changed template.', schema: itemOf(LabelTemplate) },
    exists: ({ caller, params: { label_template: id } }) => templates.get(caller, id),
    handle: async ({ caller, params: { label_template: id }, body }) =>
      ok(await templates.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: manager,
    params,
    response: { status: 204, description: 'The template is deleted.' },
    async handle({ caller, params: { label_template: id } }) {
      await templates.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/label-values',
    access: viewer,
    query: {
      asset_external_key: externalKeys('Key of an asset that gets a label.'),
      location_external_key: externalKeys('Key of a location that gets a label.'),
    },
    response: {
      status: 200,
      description: 'What the labels show, for up to 200 records.',
      schema: LabelValues,
    },
    handle: async ({ caller, query }) => ({
      status: 200,
      body: { data: await values.list(caller, query.asset_external_key, query.location_external_key) },
    }),
  }),
]
