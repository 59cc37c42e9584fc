import type { ServiceClient } from './service-client'
import type { SimulatedReader, Simulation } from './simulate-reads'

/** A reader that the service knows. */
export interface Registration {
  /** Its topic filter. */
  readonly topic: string
  readonly deviceToken: string
}

interface Tag {
  readonly tag_type: string
  readonly value: string
}

interface Row {
  readonly id: number
  readonly external_key: string
  readonly tags: readonly Tag[]
}

interface ReaderRow {
  readonly id: number
  readonly external_key: string
  readonly topic: string
}

/** As many as a list gives at once. */
const pageSize = 200
/** Requests at a time: enough that the service is never idle, few enough to leave room for others. */
const parallel = 8

/**
 * Makes the service know the simulation's assets, places and readers: what is there is used again, what is missing is
 * created, and every reader gets a new device token. `topicOf` names topics that are not the default ones;
 * `progress` hears how many assets are done.
 */
export async function register(
  client: ServiceClient,
  { identities, tags }: Pick<Simulation, 'identities' | 'tags'>,
  readers: readonly SimulatedReader[],
  topicOf: ((reader: SimulatedReader) => string) | undefined,
  progress: (assets: number) => void,
): Promise<Registration[]> {
  const search = `q=${identities.asset(0).split('-', 1)[0]}-`
  const locations = await rowsOf<Row>(client, `/api/v1/locations?${search}&`)
  const assets = await rowsOf<Row>(client, `/api/v1/assets?${search}&`)
  const known = await rowsOf<ReaderRow>(client, '/internal/v1/readers?')

  const registrations: Registration[] = []
  await forEach(readers, async (reader) => {
    const antennas: { port: number; location_id: number }[] = []
    for (let port = 1; port <= reader.antennas; port++) {
      const key = identities.location(reader.index, port)
      const name = `Simulated place ${reader.index + 1}-${port}`
      const location =
        locations.get(key) ?? (await client.post<Row>('/api/v1/locations', { external_key: key, name }))
      antennas.push({ port, location_id: location.id })
    }
    const settings = {
      format: reader.format,
      antennas,
      is_active: true,
      ...(topicOf && { topic: topicOf(reader) }),
    }
    registrations[reader.index] = await ensureReader(client, known.get(reader.key), reader, settings)
  })
  let done = 0
  await forEach(Array.from({ length: tags }).keys(), async (tag) => {
    const key = identities.asset(tag)
    const carried = [
      { tag_type: 'rfid', value: identities.rfid(tag) },
      { tag_type: 'ble', value: identities.ble(tag) },
    ]
    await ensureAsset(client, assets.get(key), key, carried)
    progress(++done)
  })
  return registrations
}

async function ensureAsset(
  client: ServiceClient,
  known: Row | undefined,
  key: string,
  tags: readonly Tag[],
): Promise<void> {
  if (!known) {
    await client.post('/api/v1/assets', { external_key: key, name: `Simulated asset ${key}`, tags })
    return
  }
  for (const tag of tags) {
    const isThere = known.tags.some(({ tag_type, value }) => tag_type === tag.tag_type && value === tag.value)
    if (!isThere) await client.post(`/api/v1/assets/${known.id}/tags`, tag)
  }
}

async function ensureReader(
  client: ServiceClient,
  known: ReaderRow | undefined,
  reader: SimulatedReader,
  settings: object,
): Promise<Registration> {
  if (!known) {
    const fixed = { external_key: reader.key, name: `Simulated reader ${reader.index + 1}`, kind: 'fixed' }
    const body = { ...fixed, ...settings }
    const created = await client.post<ReaderRow & { device_token: string }>('/internal/v1/readers', body)
    return { topic: created.topic, deviceToken: created.device_token }
  }
  const { topic } = await client.patch<ReaderRow>(`/internal/v1/readers/${known.id}`, settings)
  const renewed = await client.post<{ device_token: string }>(`/internal/v1/readers/${known.id}/token`, {})
  return { topic, deviceToken: renewed.device_token }
}

/** All rows of a list, by key. */
async function rowsOf<T extends { external_key: string }>(
  client: ServiceClient,
  path: string,
): Promise<Map<string, T>> {
  const rows = new Map<string, T>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await client.list<T>(`${path}limit=${pageSize}&offset=${offset}`)
    for (const row of page) rows.set(row.external_key, row)
    if (page.length < pageSize) return rows
  }
}

async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const remaining = Iterator.from(items)
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let next = remaining.next(); !next.done; next = remaining.next()) await work(next.value)
    }),
  )
}
