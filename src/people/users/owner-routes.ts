import { paging, text, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { NewOwner, Owner } from './member-schema'
import type { OwnerService } from './owners'

const done = { status: 204, description: 'Done.' }
const owner = { kind: 'owner' } as const
const ownersPath = '/internal/v1/installation/owners'

/** The owners of the installation (decision 0011). */
export const ownerRoutes = (owners: OwnerService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: ownersPath,
    access: owner,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of owners, in the order in which they were added.',
      schema: pageOf(Owner),
    },
    async handle({ query }) {
      const page = toPage(query)
      const all = await owners.list()
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'POST',
    path: ownersPath,
    access: owner,
    body: { mediaTypes: [json], schema: NewOwner },
    response: { status: 201, description: 'The new owner.', schema: itemOf(Owner) },
    mayConflict: true,
    async handle({ caller, body }) {
      const added = await owners.add(caller, body)
      return created(`${ownersPath}/${added.user_id}`, added)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${ownersPath}/:user_id`,
    access: owner,
    params: { user_id: text('The id of the user.') },
    response: done,
    mayConflict: true,
    async handle({ caller, params }) {
      await owners.remove(caller, params.user_id)
      return noContent
    },
  }),
]
