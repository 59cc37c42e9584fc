import type { Client } from './client'
import { newLocation, newTagged, type Row } from './records'
import type { Random } from './random-inputs'
import { scan, secondsAgo } from './scans'

/** Assets of every kind that conditions tell apart, random conditions, and a filter that looks at every asset. */

export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}

/** An asset as the list returns it. */
export interface Listed {
  readonly id: number
  readonly external_key: string
  readonly name: string
  readonly description: string | null
  readonly is_active: boolean
  readonly metadata: Readonly<Record<string, unknown>>
  readonly tags: readonly { readonly tag_type: string; readonly value: string }[]
  readonly location_id: number | null
  readonly asset_last_seen: string | null
  readonly arrived_at: string | null
  readonly has_open_alert: boolean
}

export interface World {
  readonly hall: Row
  readonly dock: Row
  readonly rack: Row
  readonly yard: Row
  readonly gone: Row
}

const colors = ['Rot', 'GRÜN', 'grün', 'blau']
const day = 86_400

/** Creates 241 assets with tags, fields, places and alerts. One is at a location that was deleted. */
export async function fillWorld(session: Client, random: Random): Promise<World> {
  const hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
  const [dock, yard, gone] = [
    await newLocation(session, { external_key: 'DOCK', name: 'Dock', parent_id: hall.id }),
    await newLocation(session, { external_key: 'YARD', name: 'Yard' }),
    await newLocation(session, { external_key: 'GONE', name: 'Gone' }),
  ]
  const rack = await newLocation(session, { external_key: 'RACK', name: 'Rack', parent_id: dock.id })
  for (const [key, type, options] of fields)
    await session.post('/internal/v1/asset-fields', { key, name: key, type, options })
  await created(
    session.post('/internal/v1/alert-rules', {
      name: 'In the yard',
      kind: 'dwell',
      location_id: yard.id,
      minutes: 1,
    }),
  )
  const rows = Array.from({ length: 240 }, (_, index) => ({
    action: 'create',
    asset: assetOf(random, index),
  }))
  const batch = await session.post('/api/v1/assets/batch', { rows })
  if (batch.status !== 200) throw new Error(`The batch returned ${batch.status}: ${batch.text}`)
  const places = [hall, dock, rack, yard]
  const scans = rows.flatMap(({ asset }) =>
    random.chance(0.2)
      ? []
      : Array.from({ length: 1 + random.below(3) }, () => ({
          place: random.oneOf(places),
          read: {
            value: asset.external_key,
            tag_type: asset.tags[0]?.tag_type ?? 'rfid',
            observed_at: secondsAgo(random.below(20 * day)),
          },
        })),
  )
  for (const place of places) {
    const reads = scans.filter((each) => each.place === place).map(({ read }) => read)
    const response = await session.post('/internal/v1/scans', { location_id: place.id, reads })
    if (response.status !== 200) throw new Error(`The scans returned ${response.status}: ${response.text}`)
  }
  await leaveAtDeleted(session, gone)
  return { hall, dock, rack, yard, gone }
}

/** Places an asset at a location that is deleted while the asset is. */
async function leaveAtDeleted(session: Client, gone: Row): Promise<void> {
  const { id, external_key: value } = await newTagged(session, 'LEFT')
  await scan(session, gone.id, value, secondsAgo(day))
  await session.delete(`/api/v1/assets/${id}`)
  await session.delete(`/api/v1/locations/${gone.id}`)
  await session.post(`/internal/v1/deleted-assets/${id}/restore`, {})
}

async function created(response: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await response
  if (status !== 201) throw new Error(`Creating returned ${status}: ${text}`)
}

const fields = [
  ['color', 'choice', colors],
  ['weight', 'number', undefined],
  ['due', 'date', undefined],
  ['note', 'text', undefined],
] as const

function assetOf(random: Random, index: number) {
  const key = `A-${String((index * 7) % 240).padStart(3, '0')}`
  const types = ['rfid', 'ble', 'barcode'].filter(() => random.chance(0.4))
  return {
    external_key: key,
    name: `${random.oneOf(['Pallet', 'Roll cage', 'Kühlbox'])} ${index}`,
    description: random.chance(0.3) ? random.oneOf(['Returned', 'BROKEN']) : null,
    is_active: random.chance(0.8),
    metadata: {
      ...(random.chance(0.7) && { color: random.oneOf([...colors, 'other', 7]) }),
      ...(random.chance(0.7) && { weight: random.oneOf([0, 1.5, 20, -3, '20']) }),
      ...(random.chance(0.7) && { due: `2027-0${1 + random.below(9)}-1${random.below(10)}` }),
      ...(random.chance(0.5) && { note: random.oneOf(['', 'Straße', 'fragile, keep dry', 'NASS']) }),
    },
    tags: types.map((tag_type) => ({ tag_type, value: key })),
  }
}

/** Returns one to four conditions. Some contradict each other. */
export function randomConditions(random: Random, world: World): Condition[] {
  return Array.from({ length: 1 + random.below(4) }, () => random.oneOf(makers)(random, world))
}

const makers: readonly ((random: Random, world: World) => Condition)[] = [
  (random, { hall, dock, rack, yard }) => ({
    field: 'place',
    operator: random.oneOf(['is', 'below']),
    value: random.oneOf([hall, dock, rack, yard]).id,
  }),
  () => ({ field: 'place', operator: 'none' }),
  (random) => ({
    field: 'last_seen',
    operator: random.oneOf(['before', 'after']),
    value: secondsAgo(random.below(20 * day)),
  }),
  (random) => ({
    field: 'last_seen',
    operator: random.oneOf(['within_days', 'older_than_days']),
    value: random.oneOf([0.5, 3, 7, 15]),
  }),
  () => ({ field: 'last_seen', operator: 'never' }),
  (random) => ({
    field: 'dwell_minutes',
    operator: random.oneOf(['more', 'less']),
    value: random.oneOf([60, 5 * 1440, 14 * 1440]),
  }),
  (random) => ({ field: 'state', operator: 'is', value: random.oneOf(['active', 'inactive']) }),
  (random) => ({
    field: 'tag_type',
    operator: random.oneOf(['has', 'has_not']),
    value: random.oneOf(['rfid', 'ble', 'barcode']),
  }),
  (random) => ({
    field: 'text',
    operator: 'contains',
    value: random.oneOf(['PALLET', 'kÜhl', 'a-01', 'broken', 'e']),
  }),
  () => ({ field: 'alert', operator: 'is', value: 'open' }),
  (random) => ({
    field: 'field:color',
    operator: random.oneOf(['is', 'is_not']),
    value: random.oneOf(['ROT', 'grün']),
  }),
  (random) => ({
    field: 'field:note',
    operator: 'contains',
    value: random.oneOf(['STRAßE', 'keep', 'nass']),
  }),
  (random) => ({
    field: 'field:weight',
    operator: random.oneOf(['is', 'is_not', 'before', 'after']),
    value: random.oneOf([0, 1.5, 20]),
  }),
  () => ({ field: 'field:weight', operator: 'between', value: [0, 10] }),
  (random) => ({
    field: 'field:due',
    operator: random.oneOf(['before', 'after', 'is']),
    value: '2027-05-15',
  }),
  (random) => ({
    field: `field:${random.oneOf(['color', 'weight', 'due', 'note'])}`,
    operator: random.oneOf(['empty', 'not_empty']),
  }),
]

/** Whether an asset meets a condition, from what the list says of it. */
export function meets(
  asset: Listed,
  { field, operator, value }: Condition,
  world: World,
  now: number,
): boolean {
  const seen = asset.asset_last_seen === null ? undefined : Date.parse(asset.asset_last_seen)
  switch (`${field} ${operator}`) {
    case 'place is':
      return asset.location_id === value
    case 'place below':
      return belowOf(value as number, world).includes(asset.location_id ?? 0)
    case 'place none':
      return asset.location_id === null
    case 'last_seen before':
      return seen !== undefined && seen < Date.parse(value as string)
    case 'last_seen after':
      return seen !== undefined && seen > Date.parse(value as string)
    case 'last_seen within_days':
      return seen !== undefined && seen >= now - (value as number) * day * 1000
    case 'last_seen older_than_days':
      return seen !== undefined && seen < now - (value as number) * day * 1000
    case 'last_seen never':
      return seen === undefined
    case 'dwell_minutes more':
      return asset.arrived_at !== null && Date.parse(asset.arrived_at) < now - (value as number) * 60_000
    case 'dwell_minutes less':
      return asset.arrived_at !== null && Date.parse(asset.arrived_at) > now - (value as number) * 60_000
    case 'state is':
      return asset.is_active === (value === 'active')
    case 'tag_type has':
      return asset.tags.some(({ tag_type: type }) => type === value)
    case 'tag_type has_not':
      return !asset.tags.some(({ tag_type: type }) => type === value)
    case 'alert is':
      return asset.has_open_alert
    case 'text contains':
      return [
        asset.name,
        asset.external_key,
        asset.description ?? '',
        ...asset.tags.map((tag) => tag.value),
      ].some((text) => text.toLowerCase().includes((value as string).toLowerCase()))
    default:
      return meetsField(valueOf(asset, field.slice(6)), operator, value)
  }
}

const belowOf = (id: number, { hall, dock, rack }: World): number[] => {
  const below = [hall.id, dock.id, rack.id]
  return below.includes(id) ? below.slice(below.indexOf(id)) : [id]
}

/** A value of another type than its field has counts as none. */
function valueOf({ metadata }: Listed, key: string): string | number | undefined {
  const value = metadata[key]
  return typeof value === (key === 'weight' ? 'number' : 'string') && value !== '' ? folded(value) : undefined
}

function meetsField(stored: string | number | undefined, operator: string, value: unknown): boolean {
  if (operator === 'empty' || operator === 'not_empty')
    return (stored === undefined) === (operator === 'empty')
  if (stored === undefined) return operator === 'is_not'
  const wanted = folded(value)
  switch (operator) {
    case 'is':
      return stored === wanted
    case 'is_not':
      return stored !== wanted
    case 'contains':
      return String(stored).includes(String(wanted))
    case 'before':
      return stored < wanted
    case 'after':
      return stored > wanted
    default: {
      const [from, to] = value as [number, number]
      return Number(stored) >= from && Number(stored) <= to
    }
  }
}

const folded = (value: unknown): string | number =>
  typeof value === 'string' ? value.toLowerCase() : (value as number)
