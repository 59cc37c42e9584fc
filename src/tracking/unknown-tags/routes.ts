import { ids, paging, pathId, search, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { fileParameters, fileReply } from '../../http/table-file'
import {
  type DismissalService,
  Dismissal,
  DismissalResult,
  DismissedTag,
  PrefixDismissal,
} from './dismissals'
import { Binding, BoundTag, UnknownTag, UnknownTagDetails } from './schema'
import type { UnknownTagService } from './service'

const operator = { kind: 'session', role: 'operator' } as const
const manager = { kind: 'session', role: 'manager' } as const
const params = { unknown_tag: pathId("The unknown tag's id.") }

/** The inbox of unknown tags, for the console (docs/internal-api.md, Unknown tags). */
export const unknownTagRoutes = (unknownTags: UnknownTagService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/unknown-tags',
    access: operator,
    isList: true,
    query: {
      reader_id: ids('Only tags whose latest read is of one of these readers.'),
      q: search('Only tags with this text, case-insensitive, in the value.'),
      ...paging,
    },
    response: { status: 200, description: 'A page of unknown tags.', schema: pageOf(UnknownTag) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const filter = { readerIds: query.reader_id, search: query.q, page }
      const { rows, total } = await unknownTags.list(caller.organizationId, filter)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/unknown-tag-export',
    access: operator,
    isList: true,
    query: {
      reader_id: ids('Only tags whose latest read is of one of these readers.'),
      q: search('Only tags with this text, case-insensitive, in the value.'),
      ...fileParameters,
    },
    response: { status: 200, description: 'All unknown tags as a file.' },
    async handle({ caller, query, request, isStillAuthorized }) {
      const columns = Object.keys(UnknownTag.properties) as (keyof typeof UnknownTag.properties)[]
      const filter = { readerIds: query.reader_id, search: query.q }
      const rows = unknownTags.rows(caller.organizationId, filter, columns)
      return fileReply({ name: 'unknown-tags', columns, rows }, query, request, isStillAuthorized)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/unknown-tags/:unknown_tag',
    access: operator,
    params,
    response: { status: 200, description: 'The unknown tag.', schema: itemOf(UnknownTagDetails) },
    handle: async ({ caller, params: { unknown_tag: id } }) =>
      ok(await unknownTags.get(caller.organizationId, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/unknown-tags/:unknown_tag/bind',
    access: manager,
    params,
    exists: ({ caller, params: { unknown_tag: id } }) => unknownTags.get(caller.organizationId, id),
    body: { mediaTypes: [json], schema: Binding },
    response: { status: 201, description: 'The attached tag.', schema: itemOf(BoundTag) },
    mayConflict: true,
    async handle({ caller, params: { unknown_tag: id }, body }) {
      const tag = await unknownTags.bind(caller, id, body)
      const parent = tag.asset_id === null ? `locations/${tag.location_id}` : `assets/${tag.asset_id}`
      return created(`/api/v1/${parent}/tags/${tag.id}`, tag)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/unknown-tags/:unknown_tag',
    access: manager,
    params,
    response: { status: 204, description: 'The unknown tag is dismissed.' },
    async handle({ caller, params: { unknown_tag: id } }) {
      await unknownTags.dismiss(caller, id)
      return noContent
    },
  }),
]

/** Unknown tags that never appear again (docs/internal-api.md, Dismissed tags). */
export const dismissedTagRoutes = (dismissals: DismissalService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/dismissed-tags',
    access: operator,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of dismissed tags.', schema: pageOf(DismissedTag) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await dismissals.list(caller.organizationId, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/dismissed-tags',
    access: manager,
    body: { mediaTypes: [json], schema: Dismissal },
    response: { status: 200, description: 'The tags are dismissed.', schema: itemOf(DismissalResult) },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await dismissals.dismiss(caller, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/dismissed-tags/prefixes',
    access: manager,
    body: { mediaTypes: [json], schema: PrefixDismissal },
    response: { status: 200, description: 'The prefix is dismissed.', schema: itemOf(DismissalResult) },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await dismissals.dismissPrefix(caller, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/dismissed-tags/:dismissed_tag',
    access: manager,
    params: { dismissed_tag: pathId("The dismissed tag's id.") },
    response: { status: 204, description: 'The tag is restored.' },
    async handle({ caller, params: { dismissed_tag: id } }) {
      await dismissals.restore(caller, id)
      return noContent
    },
  }),
]
