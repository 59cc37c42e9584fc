import { concurrently } from '../../base/turns/concurrently'
import { createPauses } from '../../base/turns/pause'
import type { Read, StocktakeRow, Store, Writes } from '../../storage/core/store'
import { type Arriving, recordArrivals } from '../history/arrivals'
import { settleReads } from '../history/batch'
import type { Move } from '../history/record'
import { Inbox } from '../unknown-tags/inbox'
import { inWrite, nextStep } from './closing'
import { isCounted } from './verdicts'

/**
 * What follows a fixed result: deliberate scans, and unknown tags for the inbox. Each part stores its position in its write, so that a
 * kill neither repeats nor leaves out one.
 */

/** Number of lines or tags of one write. Each records a scan in a history. */
const rowsAtOnce = 100

/** Presence timeout of a deliberate scan, in seconds. */
const timeoutSeconds = 300

const readerOf = (by: string | null): number | null =>
  by?.startsWith('reader:') ? Number(by.slice('reader:'.length)) : null

const scanAt = (locationId: number, at: number, by: string | null): Read => ({
  at,
  locationId,
  rssi: null,
  readerId: readerOf(by),
  antenna: null,
  tagId: 0,
  presenceTimeoutSeconds: timeoutSeconds,
  isScan: true,
})

const liveLocations = async (
  tx: Writes,
  organizationId: number,
  ids: readonly number[],
): Promise<Set<number>> =>
  new Set(
    (await tx.locations.findAll(organizationId, [...new Set(ids)]))
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ id }) => id),
  )

/** Writes where counted assets were found, at the times at which they were counted. */
export async function writePlaces(
  store: Store,
  stocktake: StocktakeRow,
  arriving: Arriving,
): Promise<{ readonly isDone: boolean; readonly moves: readonly Move[] }> {
  let moves: Move[] = []
  const isDone = await inWrite(store, stocktake, async (tx, row) => {
    moves = []
    const { organizationId } = row
    const verdicts = ['found', 'elsewhere', 'extra'] as const
    const lines = await tx.stocktakeLines.withVerdicts(row.id, verdicts, row.stepAfter, rowsAtOnce)
    const counted = lines.filter(isCounted)
    const places = await liveLocations(
      tx,
      organizationId,
      counted.map(({ foundLocationId }) => foundLocationId ?? 0),
    )
    const live = await tx.assets.liveAmong(
      organizationId,
      counted.map(({ assetId }) => assetId),
    )
    const pause = createPauses()
    await concurrently(
      counted,
      async ({ assetId, foundLocationId, countedAt, countedBy }) => {
        if (foundLocationId === null || countedAt === null) return
        // What was deleted meanwhile has no place.
        if (!live.has(assetId) || !places.has(foundLocationId)) return
        const scan = scanAt(foundLocationId, countedAt, countedBy)
        const move = await recordArrivals(tx.history, { organizationId, assetId }, [scan], arriving)
        if (move) moves.push(move)
      },
      pause,
    )
    await settleReads(tx.history, pause)
    return {
      stepDone: row.stepDone + lines.length,
      ...(lines.length < rowsAtOnce ? nextStep(row, 'places') : { stepAfter: lines.at(-1)?.assetId ?? 0 }),
    }
  })
  return { isDone, moves: isDone ? moves : [] }
}

/** Sends the unknown tags to the inbox. `stepAfter` is their number so far. */
export const keepUnknown = (store: Store, stocktake: StocktakeRow, arriving: Arriving): Promise<boolean> =>
  inWrite(store, stocktake, async (tx, row) => {
    const { organizationId, stepAfter: offset } = row
    const counts = await tx.stocktakeCounts.unknown(row.id, { limit: rowsAtOnce, offset })
    const places = await liveLocations(
      tx,
      organizationId,
      counts.map(({ locationId }) => locationId),
    )
    const inbox = new Inbox(tx)
    for (const { tagType, tagValue, locationId, firstAt, firstBy } of counts)
      if (places.has(locationId))
        inbox.add(
          { organizationId, tagType: tagType as 'rfid', value: tagValue },
          scanAt(locationId, firstAt, firstBy),
        )
    await inbox.save(arriving, createPauses())
    return {
      stepDone: row.stepDone + counts.length,
      ...(counts.length < rowsAtOnce ? nextStep(row, 'unknown') : { stepAfter: offset + counts.length }),
    }
  })
