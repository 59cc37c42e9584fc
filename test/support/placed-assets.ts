import { storedBase } from '../../src/tracking/history/base'
import type { Presence, Writes } from '../../src/storage/core/store'
import { at } from '../storage/engines'

/** Time since which assets are at a location. */
export const placedAt = 7

export const insertLocation = (tx: Writes, organizationId: number, externalKey: string): Promise<number> =>
  tx.locations.insert({
    organizationId,
    parentId: null,
    externalKey,
    name: externalKey,
    description: null,
    isActive: true,
    validFrom: at,
    validTo: null,
    createdAt: at,
    updatedAt: at,
    searchKey: externalKey,
    searchDescription: '',
    searchFolded: null,
  })

/** Stores the history of an asset that is at a location. */
export async function placeAsset(
  tx: Writes,
  organizationId: number,
  assetId: number,
  locationId: number,
): Promise<void> {
  const event: Presence = {
    locationId,
    firstAt: placedAt,
    lastAt: placedAt,
    readCount: 1,
    readerId: null,
    antenna: null,
    strongestRssi: null,
    cause: 'first',
    presenceTimeoutSeconds: 300,
  }
  const head = await tx.history.saveEvent(organizationId, assetId, event)
  const base = storedBase({ at: 0, current: null, reads: 0, evidence: null })
  await tx.history.savePlacement({
    assetId,
    organizationId,
    lastSeenAt: placedAt,
    lastRead: null,
    base,
    head,
    evidence: null,
  })
}
