import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiResponse, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, type Row } from '../../support/records'
import { newReader } from '../../support/scans'

/** Ids in bodies: 5.0 is the id 5, and an id up to 2^63 is valid but names no row (docs/api.md, Ids in requests). */

let program: Program
let session: Client
let hall: Row
let dock: Row
let asset: Row
let reader: number

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session, { name: 'Hall' })
  dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
  asset = await newAsset(session, { name: 'Pallet' })
  reader = (await newReader(session, 'gate', [dock.id])).id
})
afterAll(stopPrograms)

const newest = async (): Promise<number> => (await session.get('/internal/v1/unknown-tags')).body.data[0].id
let values = 0
async function newUnknownTag(): Promise<number> {
  await session.post('/internal/v1/scans', { location_id: dock.id, reads: [{ value: `EE${++values}00` }] })
  return newest()
}

interface Body {
  readonly what: string
  /** Returns a row that the body may name. */
  readonly row: () => Promise<number> | number
  /** Sends a body with an id in this notation. */
  readonly send: (id: string) => Promise<ApiResponse>
  readonly problem: string
}

const bodies: readonly Body[] = [
  {
    what: 'the owner of an unknown tag, an asset',
    row: () => asset.id,
    send: async (id) =>
      session.post(`/internal/v1/unknown-tags/${await newUnknownTag()}/bind`, `{"asset_id":${id}}`),
    problem: 'asset_id fk_not_found',
  },
  {
    what: 'the owner of an unknown tag, a location',
    row: async () => (await newLocation(session)).id,
    send: async (id) =>
      session.post(`/internal/v1/unknown-tags/${await newUnknownTag()}/bind`, `{"location_id":${id}}`),
    problem: 'location_id fk_not_found',
  },
  {
    what: 'the owner of a moved tag',
    row: () => asset.id,
    send: (id) =>
      session.post('/internal/v1/tags/move', `{"tag_type":"rfid","value":"AA00","asset_id":${id}}`),
    problem: 'asset_id fk_not_found',
  },
  {
    what: 'the location of a wall link',
    row: () => hall.id,
    send: (id) => session.post('/internal/v1/wall-links', `{"name":"Screen","location_id":${id}}`),
    problem: 'location_id fk_not_found',
  },
  {
    what: 'the location of an area',
    row: () => dock.id,
    send: (id) =>
      session.patch(
        `/internal/v1/plans/${hall.id}`,
        `{"areas":[{"location_id":${id},"shape":"rectangle","points":[{"x":0.0,"y":0},{"x":1.0,"y":5e-1}]}]}`,
      ),
    problem: 'areas[0].location_id fk_not_found',
  },
  {
    what: 'the location of an alert rule',
    row: () => hall.id,
    send: (id) =>
      session.post('/internal/v1/alert-rules', `{"name":"Rule","kind":"entered","location_id":${id}}`),
    problem: 'location_id fk_not_found',
  },
  {
    what: 'the location of a webhook',
    row: () => hall.id,
    send: (id) =>
      session.post(
        '/internal/v1/webhooks',
        `{"name":"Hook","url":"http://127.0.0.1:9/","location_id":${id}}`,
      ),
    problem: 'location_id fk_not_found',
  },
  {
    what: 'the location of an antenna',
    row: () => dock.id,
    send: (id) =>
      session.patch(`/internal/v1/readers/${reader}`, `{"antennas":[{"port":1.0,"location_id":${id}}]}`),
    problem: 'antennas[0].location_id fk_not_found',
  },
  {
    what: 'the parent of a location',
    row: () => hall.id,
    send: (id) => session.post('/api/v1/locations', `{"name":"Aisle","parent_id":${id}}`),
    problem: 'parent_id fk_not_found',
  },
  {
    what: 'the location of scans',
    row: () => dock.id,
    send: (id) => session.post('/internal/v1/scans', `{"location_id":${id},"reads":[{"value":"BB00"}]}`),
    problem: 'location_id fk_not_found',
  },
]

describe.each(bodies)('$what', ({ row, send, problem }) => {
  test('may be written as 5.0', async () => {
    const { status, text } = await send(`${await row()}.0`)
    expect([200, 201], text).toContain(status)
  })

  test.each(['9007199254740991', '9007199254740993', '9223372036854775807'])(
    'names no row with %s',
    async (id) => {
      expect(faultsOf(await send(id))).toEqual([400, problem])
    },
  )
})

test('The ids of a list may be written as 5.0 and be up to 2^63', async () => {
  const [one, other] = [await newUnknownTag(), await newUnknownTag()]
  const ids = `[${one}.0,9223372036854775807,${other}e0]`
  const { status, body } = await session.post('/internal/v1/dismissed-tags', `{"unknown_tag_ids":${ids}}`)
  expect([status, body.data]).toEqual([200, { dismissed: 2 }])
})

test('An integer that could also be text may be written as 5.0', async () => {
  const mapping = '{"reads":"$","value":"$.id","antenna":5.0}'
  const body = `{"format":"mapping","mapping":${mapping},"payload":{"id":"EE0"}}`
  const { body: preview } = await session.post('/internal/v1/readers/preview', body)
  expect(preview.data.reads).toMatchObject([{ antenna: 5 }])
})
