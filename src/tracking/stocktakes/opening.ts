import { invalidField } from '../../base/errors'
import type { Instant } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import { fieldMessages } from '../../contract/messages'
import type { Store, Writes } from '../../storage/core/store'
import { lineOf } from './counts/counting'
import { stocktakeMessages } from './messages'
import type { ScopeView } from './schema'
import { assetsOf } from './scope'
import { Tally } from './counts/tally'

/** Maximum number of expected assets. */
const expectedMax = 200_000
/** Number of assets whose names are read at once. */
const namedAtOnce = 1_000

/** An expected asset, with its names at the opening. */
interface Expected {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly locationId: number
}

/** The set that a stocktake expects, as of an event of the log. */
export interface Frozen {
  readonly sequence: number
  readonly assets: readonly Expected[]
}

/**
 * Reads what is expected at a location and below it now. Throws `invalid` when the location does not exist, or when nothing or too
 * much is expected.
 */
export async function freeze(
  { read }: Store,
  organizationId: number,
  {
    locationId,
    scope,
    now,
  }: { readonly locationId: number; readonly scope: ScopeView; readonly now: Instant },
): Promise<Frozen> {
  const field = 'location_id'
  const locationIds = await read.assetList.placesBelow(organizationId, locationId)
  if (locationIds.length === 0)
    throw invalidField(field, 'fk_not_found', fieldMessages('field.no_location', { field }))
  const ids = await assetsOf(read, organizationId, scope, { locationIds, now, max: expectedMax })
  const tooMany = () =>
    invalidField(
      field,
      'too_large',
      stocktakeMessages('stocktake.too_many_expected', { maximum: expectedMax }),
      {
        maximum: expectedMax,
      },
    )
  if (ids === 'too many') throw tooMany()
  const set = await read.stocktakePlaces.expected(
    organizationId,
    locationIds,
    ids === 'all' ? undefined : ids,
    {
      now,
      limit: expectedMax + 1,
    },
  )
  if (set.assetIds.length > expectedMax) throw tooMany()
  const assets: Expected[] = []
  for (let from = 0; from < set.assetIds.length; from += namedAtOnce) {
    const part = set.assetIds.slice(from, from + namedAtOnce)
    const places = new Map(part.map((id, at) => [id, set.locationIds[from + at] as number]))
    for (const asset of await read.stocktakePlaces.names(organizationId, part))
      assets.push({ ...asset, locationId: places.get(asset.id) as number })
  }
  if (assets.length === 0)
    throw invalidField(field, 'too_small', stocktakeMessages('stocktake.nothing_expected'), { minimum: 1 })
  return { sequence: set.sequence, assets }
}

/** Stores the lines of what is expected, with the numbers of the places. */
export async function storeExpected(
  tx: Writes,
  of: { readonly stocktakeId: number; readonly organizationId: number },
  { assets }: Frozen,
): Promise<void> {
  const tally = new Tally()
  const pause = createPauses()
  for (const asset of assets) {
    const line = lineOf(of, asset, asset.locationId)
    tx.stocktakeLines.insert(line)
    tally.added(line)
    const pausing = pause()
    if (pausing) await pausing
  }
  await tally.savePlaces(tx, of.stocktakeId)
}
