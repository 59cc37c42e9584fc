import { instant, lastInstant, paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok, okText } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { imageBytesMax } from '../../base/images/image'
import { imageReply } from '../../http/image'
import type { FloorService } from './floor'
import {
  CreatedWallLink,
  Floor,
  FloorDay,
  NewWallLink,
  PastFloor,
  Plan,
  PlanChanges,
  Wall,
  WallLink,
  WallToken,
} from './schema'
import type { PlanService } from './service'
import type { WallService } from './walls'

const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const
const admin = { kind: 'session', role: 'admin' } as const
const anyone = { kind: 'anyone' } as const
const params = { location_id: pathId("The location's id.") }
const plan = { status: 200, description: 'The plan.', schema: itemOf(Plan) }
const path = '/internal/v1/plans/:location_id'

/** Floor plans (docs/internal-api.md, Floor plans) and what they show (docs/internal-api.md, Floor). */
export const planRoutes = (plans: PlanService, floor: FloorService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    params,
    response: plan,
    handle: async ({ caller, params: { location_id: id } }) => ok(await plans.get(caller.organizationId, id)),
  }),
  endpoint({
    method: 'PATCH',
    path,
    access: manager,
    params,
    exists: ({ caller, params: { location_id: id } }) => plans.get(caller.organizationId, id),
    body: { mediaTypes: [mergePatch], schema: PlanChanges },
    response: plan,
    handle: async ({ caller, params: { location_id: id }, body }) => ok(await plans.change(caller, id, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/image`,
    access: manager,
    params,
    exists: ({ caller, params: { location_id: id } }) => plans.get(caller.organizationId, id),
    // The bytes decide the type, so that a wrong one gets an explanation.
    body: { mediaTypes: [], schema: null, bytesMax: imageBytesMax },
    response: plan,
    handle: async ({ caller, params: { location_id: id }, bytes }) =>
      ok(await plans.setImage(caller, id, bytes)),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/image`,
    access: viewer,
    params,
    response: { status: 200, description: 'The image.' },
    handle: async ({ caller, params: { location_id: id }, request }) =>
      imageReply(await plans.image(caller.organizationId, id), request),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/image`,
    access: manager,
    params,
    exists: ({ caller, params: { location_id: id } }) => plans.get(caller.organizationId, id),
    response: plan,
    handle: async ({ caller, params: { location_id: id } }) => ok(await plans.removeImage(caller, id)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/floor',
    access: viewer,
    isCompressed: true,
    response: { status: 200, description: 'The floor now.', schema: itemOf(Floor) },
    handle: async ({ caller }) => ok(await floor.all(caller.organizationId)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/floor/past',
    access: viewer,
    isCompressed: true,
    query: { at: lastInstant('The instant of the counts; now when absent.') },
    response: { status: 200, description: 'The counts at the instant.', schema: itemOf(PastFloor) },
    handle: async ({ caller, query }) => ok(await floor.past(caller.organizationId, query.at)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/floor/day',
    access: viewer,
    isCompressed: true,
    query: { to: instant('The end of the 24 hours; now when absent.') },
    response: { status: 200, description: 'The moves of 24 hours.', schema: itemOf(FloorDay) },
    handle: async ({ caller, query }) => okText(await floor.day(caller.organizationId, query.to)),
  }),
]

/** Wall links (docs/internal-api.md, Wall links). */
export const wallRoutes = (walls: WallService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/wall-links',
    access: admin,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of wall links, the oldest first.',
      schema: pageOf(WallLink),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await walls.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/wall-links',
    access: admin,
    body: { mediaTypes: [json], schema: NewWallLink },
    response: { status: 201, description: 'The new link.', schema: itemOf(CreatedWallLink) },
    mayConflict: true,
    async handle({ caller, body }) {
      const link = await walls.create(caller, body)
      return created(`/internal/v1/wall-links/${link.id}`, link)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/wall-links/:wall_link',
    access: admin,
    params: { wall_link: pathId("The wall link's id.") },
    response: { status: 204, description: 'The link is revoked.' },
    async handle({ caller, params: { wall_link: id } }) {
      await walls.revoke(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/wall',
    access: anyone,
    body: { mediaTypes: [json], schema: WallToken },
    response: { status: 200, description: 'The floor of the link.', schema: itemOf(Wall) },
    handle: async ({ body }) => ok(await walls.look(body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/wall/image',
    access: anyone,
    body: { mediaTypes: [json], schema: WallToken },
    response: { status: 200, description: 'The image of the plan.' },
    handle: async ({ body, request }) => imageReply(await walls.image(body), request),
  }),
]
