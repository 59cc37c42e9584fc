import { removeAsset } from '../../inventory/assets/service'
import type { Author } from '../../base/caller'
import type { Edit } from '../../people/audit/record'
import { removeLocation } from '../../inventory/locations/service'
import { createPauses } from '../../base/turns/pause'
import { removeReader } from '../../tracking/readers/service'
import type { SimulatedKind, Store } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import { countedMax, type SimulatedData, type SimulatedDataRemoval } from './schema'

/** Number of records that one request removes. All other writes wait for it. */
const removedMax = 200

const removers: Readonly<Record<SimulatedKind, (edit: Edit, id: number) => Promise<void>>> = {
  readers: removeReader,
  assets: removeAsset,
  locations: removeLocation,
}

/**
 * Readers use locations, and assets are placed at them, so locations come last. A location can be removed after those
 * below it.
 */
const order = ['readers', 'assets', 'locations'] as const satisfies readonly SimulatedKind[]

export type SimulatedDataService = ReturnType<typeof createSimulatedDataService>

/** Counts and removes what `whereabouts simulate` has created. `topicsChanged` is called when readers may be removed. */
export function createSimulatedDataService(store: Store, now: Clock, topicsChanged: () => void) {
  async function count(organizationId: number): Promise<SimulatedData> {
    const countOf = (kind: SimulatedKind) => store.read.simulated.count(organizationId, kind, countedMax)
    const [readers, assets, locations] = await Promise.all([
      countOf('readers'),
      countOf('assets'),
      countOf('locations'),
    ])
    return { readers, assets, locations }
  }

  /** Removes a limited number of records, as their DELETE endpoints do. */
  async function remove(author: Author): Promise<SimulatedDataRemoval> {
    const at = now()
    const removal = await store.write(async (tx) => {
      const edit = { tx, author, at }
      const removed = { readers: 0, assets: 0, locations: 0 }
      const pause = createPauses()
      let room = removedMax
      for (const kind of order)
        while (room > 0) {
          const ids = await tx.simulated.removable(author.organizationId, kind, room)
          if (ids.length === 0) break
          for (const id of ids) {
            await removers[kind](edit, id)
            await pause()
          }
          removed[kind] += ids.length
          room -= ids.length
        }
      return { removed, is_complete: room > 0 }
    })
    if (removal.removed.readers > 0) topicsChanged()
    return removal
  }

  return { count, remove }
}
