import type { ServiceClient } from '../service-client'
import type { DemoAsset } from './asset'
import { demoPhotos } from './photos'

/** What the assets of the demo have besides a name and a tag, a webhook and rules for alerts. */

const conditions = ['New', 'Good', 'Damaged'] as const

const fields = [
  { key: 'serial_number', name: 'Serial number', type: 'text' },
  { key: 'weight_kg', name: 'Weight (kg)', type: 'number' },
  { key: 'next_inspection', name: 'Next inspection', type: 'date' },
  { key: 'condition', name: 'Condition', type: 'choice', options: conditions },
] as const

/** Defines the fields whose values `valuesOf` returns. */
export async function createFields(client: ServiceClient): Promise<void> {
  for (const field of fields) await client.post('/internal/v1/asset-fields', field)
}

const dayMillis = 86_400_000

type Values = Partial<Record<(typeof fields)[number]['key'], string | number>>

/** Returns the values of the fields of an asset. Every fifth asset has none, and only some are inspected. */
export function valuesOf(index: number): Values {
  if (index % 5 === 4) return {}
  const isInspected = index % 3 === 0
  const inspection = new Date(Date.now() + (7 + ((index * 13) % 300)) * dayMillis)
  return {
    serial_number: `SN-${20_000 + index * 7}`,
    weight_kg: 12.5 + ((index * 37) % 480),
    condition: conditions[index % 11 === 0 ? 2 : index % 2] as string,
    ...(isInspected && { next_inspection: inspection.toISOString().slice(0, 10) }),
  }
}

/** Adds the photos to the first asset of their goods. */
export async function addPhotos(
  client: ServiceClient,
  assets: readonly DemoAsset[],
  ids: readonly number[],
  ended: AbortSignal,
): Promise<void> {
  for (const { goods, description, draw } of demoPhotos) {
    ended.throwIfAborted()
    const path = `/internal/v1/assets/${ids[assets.findIndex(({ name }) => name.startsWith(goods))]}/photos`
    const { id } = await client.upload<{ id: number }>(path, draw())
    await client.patch(`${path}/${id}`, { description })
  }
}

/** Adds a webhook that is off, because the address of an example receives nothing. */
export async function addWebhook(client: ServiceClient): Promise<void> {
  const { id } = await client.post<{ id: number }>('/internal/v1/webhooks', {
    name: 'Warehouse management (example)',
    url: 'https://wms.example.com/whereabouts',
    types: ['asset.moved'],
  })
  await client.patch(`/internal/v1/webhooks/${id}`, { is_enabled: false })
}

/** Adds rules for alerts, about what is wrong in the demo: a silent reader, strange tags, a warm box and a low battery. */
export async function addAlertRules(client: ServiceClient, hallId: number): Promise<void> {
  const path = '/internal/v1/alert-rules'
  await client.post(path, {
    name: 'A reader is silent',
    kind: 'reader_silent',
    minutes: 15,
    severity: 'urgent',
  })
  await client.post(path, { name: 'Unknown tag in the hall', kind: 'tag_unknown', location_id: hallId })
  const scope = { kind: 'search', q: 'Thermo box' }
  await client.post(path, { name: 'Cold chain', kind: 'too_warm', threshold: 8, scope, severity: 'urgent' })
  await client.post(path, { name: 'Battery low', kind: 'battery_low', threshold: 10 })
}
