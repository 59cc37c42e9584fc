import {
  externalKeys,
  flag,
  ids,
  limit,
  offset,
  pathId,
  search,
  sort,
  toPage,
} from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, needs, noContent, ok } from '../../http/endpoint'
import { linksTo, linkToDetach } from '../../http/openapi/links'
import { itemOf, pageOf, renamedOf } from '../../http/openapi/shapes'
import { Rename } from '../records/rules'
import { Tag, TagRequest, type TagView } from '../tags/schema'
import type { TagService } from '../tags/service'
import { Location, LocationChanges, type LocationView, NewLocation } from './schema'
import type { LocationService, RenamedLocation } from './service'

const tag = 'Locations'
const path = { location_id: pathId("The location's id.") }

/** OpenAPI links: the operations that take the id of a new location. */
const links = linksTo('location_id', {
  getLocation: 'Read the location.',
  updateLocation: 'Change or move the location.',
  deleteLocation: 'Soft-delete the location.',
  renameLocation: "Change the location's external_key.",
  attachLocationTag: 'Attach a tag to the location.',
  listLocationChildren: 'List the immediate children of the location.',
})

/** Master data of locations (docs/api.md, Endpoints). */
export const locationRoutes = (locations: LocationService, tags: TagService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/locations',
    access: needs('locations:read'),
    doc: {
      operationId: 'listLocations',
      summary: 'List locations',
      description:
        'Returns the locations that are in effect now, sorted by external_key by default. Soft-deleted locations are included only with include_deleted. parent_id and parent_external_key exclude each other.',
      tag,
    },
    isList: true,
    pairs: [['parent_id', 'parent_external_key']],
    query: {
      external_key: externalKeys('Only locations with any of these keys.'),
      parent_id: ids('Only immediate children of any of these locations.'),
      parent_external_key: externalKeys('Only immediate children of any of the locations with these keys.'),
      is_active: flag('true: only active locations; false: only inactive locations.'),
      include_deleted: flag('Include soft-deleted locations.', false),
      q: search(
        'Only locations with this text, case-insensitive, in name, external_key, description or a tag value.',
      ),
      sort: sort(['external_key', 'name', 'created_at'], 'external_key'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of locations.', schema: pageOf(Location) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await locations.list(caller.organizationId, {
        externalKeys: query.external_key,
        parentIds: query.parent_id,
        parentExternalKeys: query.parent_external_key,
        isActive: query.is_active,
        includeDeleted: query.include_deleted ?? false,
        search: query.q,
        sort: query.sort,
        page,
      })
      return listed(rows, page, total)
    },
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/locations',
    access: needs('locations:write'),
    doc: {
      operationId: 'createLocation',
      summary: 'Create a location',
      description:
        'Without external_key, the server mints the lowest unused key of the form LOC-NNN. The parent may be named by id, by key or by both.',
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    body: { mediaTypes: [json], schema: NewLocation },
    response: {
      status: 201,
      description: 'The new location.',
      schema: itemOf(Location),
      headers: ['Location'],
      links,
    },
    handle: ({ caller, body, replyOnce }) =>
      replyOnce(
        (location: LocationView) => created(`/api/v1/locations/${location.id}`, location),
        (alsoWrite) => locations.create(caller, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'GET',
    path: '/api/v1/locations/:location_id',
    access: needs('locations:read'),
    doc: {
      operationId: 'getLocation',
      summary: 'Read a location',
      description:
        'Returns the location whether or not it is in effect. A soft-deleted location is not found.',
      tag,
    },
    params: path,
    response: { status: 200, description: 'The location.', schema: itemOf(Location), headers: ['ETag'] },
    handle: async ({ caller, params }) => ok(await locations.get(caller.organizationId, params.location_id)),
  }),

  endpoint({
    method: 'PATCH',
    path: '/api/v1/locations/:location_id',
    access: needs('locations:write'),
    doc: {
      operationId: 'updateLocation',
      summary: 'Change or move a location',
      description:
        'Absent fields keep their value. null clears description and valid_to, and a null parent makes the location a root. A move of the location into its own subtree is a conflict. Every accepted patch advances updated_at, even an empty one.',
      tag,
    },
    mayConflict: true,
    isConditional: true,
    params: path,
    exists: ({ caller, params }) => locations.get(caller.organizationId, params.location_id),
    body: { mediaTypes: [mergePatch], schema: LocationChanges },
    response: {
      status: 200,
      description: 'The changed location.',
      schema: itemOf(Location),
      headers: ['ETag'],
    },
    handle: async ({ caller, params, body, requireMatch }) =>
      ok(await locations.change(caller, params.location_id, body, requireMatch)),
  }),

  endpoint({
    method: 'DELETE',
    path: '/api/v1/locations/:location_id',
    access: needs('locations:write'),
    doc: {
      operationId: 'deleteLocation',
      summary: 'Soft-delete a location',
      description:
        'Soft-deletes the location and its tags. A location that has live descendants, or live assets placed at it, is a conflict.',
      tag,
    },
    mayConflict: true,
    isConditional: true,
    params: path,
    response: {
      status: 204,
      description:
        'The location and its tags are deleted. The external_key and the tag values can be used again.',
    },
    async handle({ caller, params, requireMatch }) {
      await locations.remove(caller, params.location_id, requireMatch)
      return noContent
    },
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/locations/:location_id/rename',
    access: needs('locations:write'),
    doc: {
      operationId: 'renameLocation',
      summary: "Change a location's external_key",
      description:
        'Descendants are counted, but not changed. A rename to the current key is accepted and changes nothing, not even updated_at.',
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    params: path,
    exists: ({ caller, params }) => locations.get(caller.organizationId, params.location_id),
    body: { mediaTypes: [json], schema: Rename },
    response: { status: 200, description: 'The renamed location.', schema: renamedOf(Location) },
    handle: ({ caller, params, body, replyOnce }) =>
      replyOnce(
        ({ view, descendants }: RenamedLocation) => ({
          status: 200,
          body: { data: view, descendant_count_affected: descendants },
        }),
        (alsoWrite) => locations.rename(caller, params.location_id, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/locations/:location_id/tags',
    access: needs('locations:write'),
    doc: {
      operationId: 'attachLocationTag',
      summary: 'Attach a tag to a location',
      description:
        "The pair of tag_type and value is unique among the live tags of the organization. The location's updated_at does not change.",
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    params: path,
    exists: ({ caller, params }) => locations.get(caller.organizationId, params.location_id),
    body: { mediaTypes: [json], schema: TagRequest },
    response: {
      status: 201,
      description: 'The new tag.',
      schema: itemOf(Tag),
      headers: ['Location'],
      links: [linkToDetach('detachLocationTag', 'location_id')],
    },
    handle: ({ caller, params: { location_id: locationId }, body, replyOnce }) =>
      replyOnce(
        (attached: TagView) => created(`/api/v1/locations/${locationId}/tags/${attached.id}`, attached),
        (alsoWrite) => tags.attach(caller, { locationId }, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'DELETE',
    path: '/api/v1/locations/:location_id/tags/:tag_id',
    access: needs('locations:write'),
    doc: {
      operationId: 'detachLocationTag',
      summary: 'Remove a tag from a location',
      description: 'A tag that is deleted, or that belongs to another asset or location, is not found.',
      tag,
    },
    params: { ...path, tag_id: pathId("The tag's id.") },
    response: { status: 204, description: 'The tag is removed. Its type and value can be used again.' },
    async handle({ caller, params }) {
      await tags.detach(caller, { locationId: params.location_id }, params.tag_id)
      return noContent
    },
  }),
]
