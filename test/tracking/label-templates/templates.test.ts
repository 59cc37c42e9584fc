import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { png } from '../../support/images'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Label templates, and what labels show (docs/internal-api.md, Label templates). */

setDefaultTimeout(60_000)

const path = '/internal/v1/label-templates'
let program: Program
let session: Client
let other: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  await session.post('/internal/v1/asset-fields', { key: 'owner', name: 'Owner', type: 'text' })
})
afterAll(stopPrograms)

const box = { left_mm: 4, top_mm: 3.6, width_mm: 44.25, height_mm: 9 }
const element = { kind: 'text', field: 'external_key', ...box, fits: true }
const template = { name: 'Roll cage', width_mm: 76.2, height_mm: 50.8, gap_mm: 3, margin_mm: 2 }
const imageOf = (side: number) => Buffer.from(png(side, side)).toString('base64')

// Rule: internal-api.md, Label templates
test('a template is created, read, changed and deleted, with an audit entry for each', async () => {
  const elements = [
    element,
    { kind: 'datamatrix', field: 'element_string', ...box },
    { kind: 'text', text: 'Acme\nNorth', ...box },
    { kind: 'text', field: 'field:owner', ...box },
    { kind: 'line', ...box, height_mm: 0.3 },
    { kind: 'image', image: imageOf(8), ...box },
  ]
  const created = await session.post(path, { ...template, elements })
  expect(created.status).toBe(201)
  const view = created.body.data
  expect(view).toMatchObject(template)
  expect(view.elements).toHaveLength(elements.length)
  expect(view.elements.slice(0, 2)).toEqual([
    { ...element, text: null, image: null },
    { kind: 'datamatrix', field: 'element_string', text: null, image: null, ...box, fits: false },
  ])
  const one = `${path}/${view.id}`
  expect((await session.get(one)).body.data).toEqual(view)
  expect((await session.get(path)).body).toMatchObject({ data: [view], total_count: 1 })

  // The field of an element may be gone.
  const [field] = (await session.get('/internal/v1/asset-fields')).body.data
  await session.delete(`/internal/v1/asset-fields/${field.id}`)
  const renamed = await session.patch(one, { name: 'Cage', elements: view.elements })
  expect(renamed.body.data).toMatchObject({ name: 'Cage', elements: view.elements })
  const narrow = await session.patch(one, { width_mm: 47, margin_mm: 0 })
  expect(faultsOf(narrow).slice(0, 2)).toEqual([400, 'elements[0] invalid_value'])
  expect(narrow.body.error.fields[0]).toMatchObject({
    message: 'elements[0] is outside of the label by 1.25 mm',
    params: { millimeters: 1.25 },
  })

  // Another organization has neither.
  const foreign = [await other.get(one), await other.patch(one, { name: 'Mine' }), await other.delete(one)]
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await other.get(path)).body.total_count).toBe(0)

  expect((await session.delete(one)).status).toBe(204)
  expect((await session.get(one)).status).toBe(404)
  const { data } = (await session.get('/internal/v1/audit?subject_kind=label_template')).body
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'changed', 'created'])
  expect(data[2].after.elements[5].image.length).toBeLessThan(view.elements[5].image.length)
})

const refused: [title: string, body: object, fault: string][] = [
  ['without elements', { elements: undefined }, 'elements required'],
  ['of no height', { height_mm: 0 }, 'height_mm too_small'],
  ['that is too wide', { width_mm: 400.01 }, 'width_mm too_large'],
  ['with three decimals', { width_mm: 76.201 }, 'width_mm invalid_value'],
  ['with a margin of half of the height', { margin_mm: 25.4 }, 'margin_mm invalid_value'],
  ['with an unknown property', { dpi: 300 }, 'dpi unknown_field'],
  ['with an unknown kind', { elements: [{ ...element, kind: 'ean' }] }, 'elements[0].kind invalid_value'],
  [
    'with an element beyond the left edge',
    { elements: [element, { ...element, left_mm: -0.01 }] },
    'elements[1] invalid_value',
  ],
  [
    'with an element of three decimals',
    { elements: [{ ...element, top_mm: 1.001 }] },
    'elements[0].top_mm invalid_value',
  ],
  [
    'with an unknown field',
    { elements: [{ ...element, field: 'price' }] },
    'elements[0].field invalid_value',
  ],
  [
    'with an unknown own field',
    { elements: [{ ...element, field: 'field:price' }] },
    'elements[0].field invalid_value',
  ],
  ['with a field and a text', { elements: [{ ...element, text: 'x' }] }, 'elements[0] invalid_value'],
  ['with neither', { elements: [{ ...element, field: null }] }, 'elements[0] invalid_value'],
  ['with a line that has a text', { elements: [{ ...element, kind: 'line' }] }, 'elements[0] invalid_value'],
  [
    'with an image without a picture',
    { elements: [{ kind: 'image', ...box }] },
    'elements[0].image invalid_value',
  ],
  [
    'with a picture that is none',
    { elements: [{ kind: 'image', image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA=', ...box }] },
    'elements[0].image invalid_value',
  ],
  [
    'with a large picture',
    { elements: [{ kind: 'image', image: imageOf(2_401), ...box }] },
    'elements[0].image invalid_value',
  ],
  ['with 101 elements', { elements: Array.from({ length: 101 }, () => element) }, 'elements too_large'],
]

// Rule: internal-api.md, Label templates
test.each(refused)('a template %s is refused', async (_, body, fault) => {
  expect(faultsOf(await session.post(path, { ...template, elements: [element], ...body }))).toEqual([
    400,
    fault,
  ])
})

// Rule: internal-api.md, Label templates
test('an organization has at most 200 templates of 100 elements', async () => {
  const { total_count: present } = (await session.get(path)).body
  const elements = Array.from({ length: 100 }, () => element)
  for (let at = present; at < 200; at++) await session.post(path, { ...template, elements: [element] })
  const refusal = await session.post(path, { ...template, elements })
  expect(faultsOf(refusal)).toEqual([409, 'conflict'])
  const { data } = (await session.get(path)).body
  expect((await session.delete(`${path}/${data[0].id}`)).status).toBe(204)
  expect((await session.post(path, { ...template, elements })).status).toBe(201)
})

// Rule: internal-api.md, Label templates
test('the values of labels are those of the own records that are in effect', async () => {
  const hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
  await newLocation(session, { external_key: 'GATE', name: 'Gate', parent_id: hall.id })
  const asset = await newTagged(session, 'RC-1', { name: 'Cage', metadata: { weight: 12.5, list: [1] } })
  await newAsset(session, { external_key: 'OLD', is_active: false })
  await newAsset(other, { external_key: 'FOREIGN' })
  await scan(session, hall.id, 'RC-1', secondsAgo(100))
  const query = ['RC-1', 'FOREIGN', 'NONE'].map((key) => `asset_external_key=${key}`)
  const { body } = await session.get(
    `/internal/v1/label-values?${query.join('&')}&location_external_key=GATE`,
  )
  expect(body.data).toMatchObject([
    {
      kind: 'asset',
      id: asset.id,
      external_key: 'RC-1',
      values: { external_key: 'RC-1', name: 'Cage', location: 'Hall', 'field:weight': '12.5' },
    },
    { kind: 'location', external_key: 'GATE', values: { name: 'Gate', location: 'Hall', code: 'GATE' } },
  ])
  expect(body.data[0].values).not.toHaveProperty('field:list')
  const many = Array.from({ length: 201 }, (_, at) => `asset_external_key=K-${at}`).join('&')
  expect(faultsOf(await session.get(`/internal/v1/label-values?${many}`))).toEqual([
    400,
    'asset_external_key too_large',
  ])
})
