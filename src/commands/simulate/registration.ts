import type { ServiceClient } from '../service-client'
import type { SimulatedReader, Simulation } from './reads'

/** A registered reader. */
interface Registration {
  /** The topic filter of the reader. */
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

/** Maximum number of rows of a page. */
const pageSize = 200
/** Number of parallel requests. The service is then never idle, and other clients are not delayed. */
const parallel = 8

interface RegistrationParts {
  readonly client: ServiceClient
  readonly pick: Pick<Simulation, 'identities' | 'tags'>
  readonly readers: readonly SimulatedReader[]
  readonly topicOf: ((reader: SimulatedReader) => string) | undefined
  readonly progress: (assets: number) => void
}

/**
 * Creates the missing assets, locations and readers of the simulation, and replaces the device token of each reader.
 * `topicOf` returns the topics of the readers; undefined means the default topics. `progress` is called with the number of
 * assets that are done. Throws ServiceError.
 */
export async function register({
  client,
  pick: { identities, tags },
  readers,
  topicOf,
  progress,
}: RegistrationParts): Promise<Registration[]> {
  const prefix = `${identities.asset(0).split('-', 1)[0]}-`
  const search = `q=${prefix}`
  let place: Row | undefined
  let places = 0
  const locations = await rowsOf<Row>(client, `/api/v1/locations?${search}&`)
  const assets = await rowsOf<Row>(client, `/api/v1/assets?${search}&`)
  const known = await rowsOf<ReaderRow>(client, '/internal/v1/readers?')

  const registrations: Registration[] = []
  await forEach(readers, async (reader) => {
    const antennas: { port: number; location_id: number }[] = []
    for (let port = 1; port <= reader.antennas; port++) {
      const key = identities.location(reader.index, port)
      const name = `Simulated location ${reader.index + 1}-${port}`
      const location =
        locations.get(key) ?? (await client.post<Row>('/api/v1/locations', { external_key: key, name }))
      antennas.push({ port, location_id: location.id })
      if (reader.index === 0) place ??= location
      places++
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
    const attached = [
      { tag_type: 'rfid', value: identities.rfid(tag) },
      { tag_type: 'ble', value: identities.ble(tag) },
    ]
    await ensureAsset(client, assets.get(key), key, attached)
    progress(++done)
  })
  if (place) await ensureAlertRule(client, place, prefix, Math.ceil(tags / places))
  return registrations
}

/** Adds a rule for alerts, unless it is there: more of the simulated assets than usual are at a location. */
async function ensureAlertRule(
  client: ServiceClient,
  { id, external_key: key }: Row,
  prefix: string,
  usual: number,
): Promise<void> {
  const path = '/internal/v1/alert-rules'
  const name = `Many simulated assets at ${key}`
  const rules = await client.list<{ readonly name: string }>(`${path}?limit=${pageSize}`)
  if (rules.some((rule) => rule.name === name)) return
  const scope = { kind: 'search', q: prefix }
  await client.post(path, { name, kind: 'par', location_id: id, max_count: usual, scope })
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
    const isAttached = known.tags.some(
      ({ tag_type, value }) => tag_type === tag.tag_type && value === tag.value,
    )
    if (!isAttached) await client.post(`/api/v1/assets/${known.id}/tags`, tag)
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

/** Returns all rows of a list by key. */
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
