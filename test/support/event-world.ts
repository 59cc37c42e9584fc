import { plain } from '../../src/base/messages'
import fc from 'fast-check'
import { createAssetImportService } from '../../src/inventory/assets/import'
import { createDeletedAssetService } from '../../src/inventory/assets/deleted'
import { AssetService } from '../../src/inventory/assets/service'
import { type Author, systemActor } from '../../src/base/caller'
import { AppError } from '../../src/base/errors'
import { EventLogService } from '../../src/events/event-log/service'
import { Waiting } from '../../src/events/event-log/waiting'
import { setBackHistory } from '../../src/tracking/history/set-back'
import { recordReads } from '../../src/tracking/history/record'
import { deleteExpiredHistory } from '../../src/tracking/history/retention'
import { createLocationImportService } from '../../src/inventory/locations/import'
import { LocationService } from '../../src/inventory/locations/service'
import { createPauses } from '../../src/base/turns/pause'
import type { Store } from '../../src/storage/core/store'
import { second, systemClock, toMicros } from '../../src/base/time'
import { TrackingService } from '../../src/tracking/tracking/service'
import { Inbox } from '../../src/tracking/unknown-tags/inbox'
import { UnknownTagService } from '../../src/tracking/unknown-tags/service'
import { readOf, rules } from './history'

/** Random worlds for the laws of the event log: organizations, and steps that change them. */

const day = 86_400 * second
/** The reads of a world happen in the day before this time. */
export const base = Math.floor((toMicros(systemClock()) - 40 * day) / second) * second

export type World = Awaited<ReturnType<typeof createWorld>>

/** Creates an organization with services, three locations and three assets. */
export async function createWorld(store: Store) {
  const slug = crypto.randomUUID()
  const organizationId = await store.write(async (tx) => {
    const { id } = await tx.accounts.insertOrganization({ name: slug, slug, createdAt: systemClock() })
    await tx.mintedNumbers.open(id, 'asset')
    await tx.mintedNumbers.open(id, 'location')
    return id
  })
  const author: Author = { organizationId, actor: systemActor }
  const assets = new AssetService(store, systemClock)
  const deleted = createDeletedAssetService(store, assets, systemClock)
  const locations = new LocationService(store, systemClock)
  const imports = createAssetImportService(store, systemClock)
  const locationImports = createLocationImportService(store, systemClock)
  const unknown = new UnknownTagService(store, rules, { publish() {} }, systemClock)
  const tracking = new TrackingService(store, systemClock)
  const log = new EventLogService(store, new Waiting())
  const locationIds: number[] = []
  for (const name of ['Dock', 'Hall', 'Yard'])
    locationIds.push((await locations.create(author, { name, external_key: name })).id)
  const assetIds: number[] = []
  for (const name of ['One', 'Two', 'Three'])
    assetIds.push((await assets.create(author, { name, external_key: name })).id)
  return {
    store,
    organizationId,
    author,
    assets,
    deleted,
    locations,
    imports,
    locationImports,
    unknown,
    tracking,
    log,
    locationIds,
    assetIds,
  }
}

/** Numbers that a step uses as it needs them. */
interface Step {
  readonly kind: keyof typeof steps
  readonly asset: number
  readonly location: number
  readonly reads: readonly {
    readonly seconds: number
    readonly location: number
    readonly rssi: number | null
  }[]
}

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T

const readsOf = ({ locationIds }: World, { reads }: Step, isScan = false) =>
  reads.map(({ seconds, location, rssi }) => ({
    ...readOf(pick(locationIds, location), 0, { rssi: isScan ? null : rssi, isScan }),
    at: base + Math.round(seconds * 1000) * 1000 + 7,
  }))

const record = (world: World, step: Step, isScan: boolean): Promise<unknown> =>
  world.store.write((tx) =>
    recordReads(
      tx.history,
      { organizationId: world.organizationId, assetId: pick(world.assetIds, step.asset) },
      readsOf(world, step, isScan),
      rules,
    ),
  )

/** Binds an unknown tag that was read like the step says. */
async function bind(world: World, step: Step, owner: Record<string, number>): Promise<void> {
  const { store, organizationId, unknown, author } = world
  const value = `E280${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`
  await store.write(async (tx) => {
    const inbox = new Inbox(tx)
    for (const read of readsOf(world, step)) inbox.add({ organizationId, tagType: 'rfid', value }, read)
    await inbox.save({ rules, moment: undefined }, createPauses())
  })
  const page = { limit: 1, offset: 0 }
  const { rows } = await unknown.list(organizationId, { readerIds: [], search: value, page })
  await unknown.bind(author, rows[0]?.id ?? 0, owner)
}

const noCheck = (): void => {}
const newKey = () => `K-${crypto.randomUUID()}`

const steps = {
  read: (world: World, step: Step) => record(world, step, false),
  scan: (world: World, step: Step) => record(world, step, true),
  create: async (world: World) => {
    const { id } = await world.assets.create(world.author, { name: 'New', external_key: newKey() })
    world.assetIds.push(id)
  },
  change: ({ assets, author, assetIds }: World, { asset, location }: Step) =>
    assets.change(author, pick(assetIds, asset), { is_active: location > 0, name: newKey() }, noCheck),
  rename: ({ assets, author, assetIds }: World, { asset }: Step) =>
    assets.rename(author, pick(assetIds, asset), { external_key: newKey() }),
  remove: ({ assets, author, assetIds }: World, { asset }: Step) =>
    assets.remove(author, pick(assetIds, asset), noCheck),
  restore: ({ deleted, author, assetIds }: World, { asset }: Step) =>
    deleted.restore(author, pick(assetIds, asset), { external_key: newKey() }),
  addLocation: async ({ locations, author, locationIds }: World, { location }: Step) => {
    const body = { name: 'Bay', external_key: newKey(), parent_id: pick(locationIds, location) }
    locationIds.push((await locations.create(author, body)).id)
  },
  renameLocation: ({ locations, author, locationIds }: World, { location }: Step) =>
    locations.rename(author, pick(locationIds, location), { external_key: newKey() }),
  removeLocation: ({ locations, author, locationIds }: World, { location }: Step) =>
    locations.remove(author, pick(locationIds, location), noCheck),
  import: ({ imports, author }: World, { asset }: Step) =>
    imports(author, {
      rows: [
        { external_key: 'One', name: newKey() },
        { external_key: `I-${asset}`, name: newKey() },
        { name: newKey() },
      ],
    }),
  importLocations: ({ locationImports, author }: World, { location }: Step) =>
    locationImports(author, {
      rows: [
        { external_key: pick(['Dock', 'Hall', 'Yard'], location), name: newKey() },
        { external_key: `L-${location}`, name: newKey() },
      ],
    }),
  bind: (world: World, step: Step) => bind(world, step, { asset_id: pick(world.assetIds, step.asset) }),
  bindToLocation: (world: World, step: Step) =>
    bind(world, step, { location_id: pick(world.locationIds, step.location) }),
  setBack: ({ store, organizationId, assetIds }: World, { asset }: Step) =>
    store.write((tx) =>
      setBackHistory(
        tx.history,
        { organizationId, assetId: pick(assetIds, asset) },
        base + 3000 * second,
        400 * second,
      ),
    ),
  forget: async ({ store, organizationId }: World) => {
    const keep = (days: number | null) =>
      store.write((tx) =>
        tx.accounts.updateOrganization(organizationId, {
          name: 'World',
          historyRetentionDays: days,
          auditDays: null,
          sensitivity: 'normal',
          eventLogDays: 30,
          eventLogMax: 5e6,
        }),
      )
    await keep(40)
    await deleteExpiredHistory(store, base + 40 * day + 3600 * second, () => false)
    await keep(null)
  },
  pruneLog: ({ store, organizationId }: World, { location }: Step) =>
    store.write((tx) => tx.eventLog.prune(organizationId, toMicros(systemClock()) + day, 5e6, location * 10)),
  failedWrite: ({ store, author, assets, assetIds }: World, { asset }: Step) =>
    Promise.all([
      assets.rename(author, pick(assetIds, asset), { external_key: newKey() }),
      store.write(async (tx) => {
        await tx.eventLog.queue(author.organizationId, 'asset.updated', pick(assetIds, asset))
        throw new AppError('conflict', plain('This write fails.'))
      }),
    ]),
} satisfies Record<string, (world: World, step: Step) => Promise<unknown>>

const kinds = Object.keys(steps) as Step['kind'][]
export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step['kind']>('read') },
    { weight: 2, arbitrary: fc.constant<Step['kind']>('scan') },
    { weight: 6, arbitrary: fc.constantFrom(...kinds) },
  ),
  asset: fc.nat(5),
  location: fc.nat(3),
  reads: fc.uniqueArray(
    fc.record({
      seconds: fc.oneof(
        fc.integer({ min: 0, max: 7200 }),
        fc.integer({ min: 0, max: 7_200_000 }).map((ms) => ms / 1000),
      ),
      location: fc.nat(3),
      rssi: fc.option(fc.integer({ min: -80, max: -30 }), { freq: 5 }),
    }),
    { minLength: 1, maxLength: 6, selector: ({ seconds, location }) => `${seconds} ${location}` },
  ),
})

/** Runs a step. Some steps are not possible, such as a second deletion. */
export async function run(world: World, one: Step): Promise<void> {
  try {
    await steps[one.kind](world, one)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
