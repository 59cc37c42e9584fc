import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { png } from '../../support/images'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, type Row } from '../../support/records'

/** Areas of floor plans (docs/internal-api.md, Plans). */

let session: Client
let hall: Row
let aisle: Row
let shelf: Row
let elsewhere: Row

beforeAll(async () => {
  session = await signIn(await startProgram())
  elsewhere = await newLocation(session)
})
afterAll(stopPrograms)

async function furnish(): Promise<string> {
  hall = await newLocation(session, { name: 'Hall' })
  aisle = await newLocation(session, { name: 'Aisle', parent_id: hall.id })
  shelf = await newLocation(session, { name: 'Shelf', parent_id: aisle.id })
  return `/internal/v1/plans/${hall.id}`
}

const corners = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }))
const square = corners([0.1, 0.1], [0.5, 0.5])
const rectangle = (locationId: number, points = square) => ({
  location_id: locationId,
  shape: 'rectangle',
  points,
})
const polygon = (locationId: number, points = corners([0, 0], [1, 0], [0.5, 1])) => ({
  location_id: locationId,
  shape: 'polygon',
  points,
})

// Rule: internal-api.md, Plans
describe('the plan of a location', () => {
  test('is empty at first', async () => {
    const path = await furnish()
    const { status, body } = await session.get(path)
    expect(status).toBe(200)
    expect(body.data).toEqual({ location_id: hall.id, image: null, areas: [], updated_at: null })
  })

  test('stores areas of all locations below it', async () => {
    const path = await furnish()
    const areas = [rectangle(aisle.id), polygon(shelf.id)]
    const { status, body } = await session.patch(path, { areas, updated_at: null })
    expect([status, body.data.areas]).toEqual([200, areas])
    expect((await session.get(path)).body).toEqual(body)
  })

  test('keeps its areas when its image is replaced, and its image when its areas are', async () => {
    const path = await furnish()
    await session.patch(path, { areas: [rectangle(aisle.id)] })
    await session.request('POST', `${path}/image`, { body: png() })
    await session.patch(path, { areas: [rectangle(shelf.id)] })
    const { data } = (await session.get(path)).body
    expect(data).toMatchObject({ image: { width: 4 }, areas: [rectangle(shelf.id)] })
  })

  test('is not changed by somebody who has not seen the latest change', async () => {
    const path = await furnish()
    const first = (await session.patch(path, { areas: [rectangle(aisle.id)], updated_at: null })).body.data
    const areas = [rectangle(shelf.id)]
    for (const updated_at of [null, '2026-01-01T00:00:00.000Z'])
      expect(faultsOf(await session.patch(path, { areas, updated_at }))).toEqual([
        400,
        'updated_at read_only',
      ])
    expect((await session.patch(path, { areas, updated_at: first.updated_at })).status).toBe(200)
  })

  test('is deleted with its location', async () => {
    const path = await furnish()
    await session.request('POST', `${path}/image`, { body: png() })
    for (const { id } of [shelf, aisle, hall]) await session.delete(`/api/v1/locations/${id}`)
    expect((await session.get(path)).status).toBe(404)
    expect((await session.get(`${path}/image`)).status).toBe(404)
  })

  test('is in the audit log with what has changed', async () => {
    const path = await furnish()
    await session.request('POST', `${path}/image`, { body: png() })
    await session.patch(path, { areas: [rectangle(aisle.id)] })
    const query = `subject_kind=plan&subject_id=${hall.id}`
    const entries = (await session.get(`/internal/v1/audit?${query}`)).body.data
    expect(entries).toMatchObject([
      { action: 'changed', subject: { name: hall.external_key }, before: { areas: [] } },
      { action: 'changed', before: { image: null }, after: { image: { width: 4, height: 3 } } },
    ])
  })
})

// Rule: internal-api.md, Plans
describe('an area is refused', () => {
  test.each([
    ['of the location of the plan itself', () => rectangle(hall.id), 'areas[0].location_id fk_not_found'],
    [
      'of a location that is not below it',
      () => rectangle(elsewhere.id),
      'areas[0].location_id fk_not_found',
    ],
    ['of a location that does not exist', () => rectangle(999_999), 'areas[0].location_id fk_not_found'],
    [
      'outside of the image',
      () => rectangle(aisle.id, corners([-0.1, 0], [1, 1.5])),
      'areas[0].points[0].x too_small',
    ],
    ['with one corner', () => rectangle(aisle.id, corners([0, 0])), 'areas[0].points too_short'],
    [
      'without an extent',
      () => rectangle(aisle.id, corners([0, 0], [0, 1])),
      'areas[0].points invalid_value',
    ],
    [
      'as a rectangle with three corners',
      () => rectangle(aisle.id, corners([0, 0], [0, 1], [1, 1])),
      'areas[0].points invalid_value',
    ],
    [
      'as a polygon with two corners',
      () => polygon(aisle.id, corners([0, 0], [1, 1])),
      'areas[0].points invalid_value',
    ],
    [
      'with too many corners',
      () =>
        polygon(
          aisle.id,
          Array.from({ length: 61 }, () => ({ x: 0, y: 0 })),
        ),
      'areas[0].points too_large',
    ],
    ['as a circle', () => ({ ...rectangle(aisle.id), shape: 'circle' }), 'areas[0].shape invalid_value'],
  ] as const)('%s', async (_, area, fault) => {
    const path = await furnish()
    const [status, first] = faultsOf(await session.patch(path, { areas: [area()] }))
    expect([status, first]).toEqual([400, fault])
  })

  test('when its location has another area', async () => {
    const path = await furnish()
    const areas = [rectangle(aisle.id), polygon(aisle.id)]
    expect(faultsOf(await session.patch(path, { areas }))).toEqual([
      400,
      'areas[1].location_id invalid_value',
    ])
  })

  test('when there are more than 500', async () => {
    const path = await furnish()
    const areas = Array.from({ length: 501 }, () => rectangle(aisle.id))
    expect(faultsOf(await session.patch(path, { areas }))).toEqual([400, 'areas too_large'])
  })
})
