import { choice, paging, text, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { OwnedTag, SharedTag, TagMove, tagTypes } from './schema'
import type { SharedTagService } from './shared'

/** Tags that are the same for readers, for the console (docs/internal-api.md, Same tags). */
export const sharedTagRoutes = (tags: SharedTagService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/tags',
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: {
      value: text('Only tags that are the same as this value for readers.'),
      tag_type: choice(tagTypes, 'Only tags of this type.'),
      ...paging,
    },
    response: { status: 200, description: 'The tags.', schema: pageOf(OwnedTag) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { value, tag_type: type } = query
      const rows = value ? await tags.sameAs(caller.organizationId, value, type) : []
      return listed(rows.slice(page.offset, page.offset + page.limit), page, rows.length)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/shared-tags',
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of tags with several owners.', schema: pageOf(SharedTag) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await tags.list(caller.organizationId, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/tags/move',
    access: { kind: 'session', role: 'manager' },
    body: { mediaTypes: [json], schema: TagMove },
    response: { status: 200, description: 'The tag of the new owner.', schema: itemOf(OwnedTag) },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await tags.move(caller, body)),
  }),
]
