import { systemActor } from '../../base/caller'
import { type Instant, toMicros } from '../../base/time'
import { concurrently } from '../../base/turns/concurrently'
import { createPauses } from '../../base/turns/pause'
import { audit } from '../../people/audit/record'
import type { Read, StocktakeRow, Store, Writes } from '../../storage/core/store'
import { type Arriving, recordArrivals } from '../history/arrivals'
import { settleReads } from '../history/batch'
import { deliberateScan } from '../history/deliberate-scan'
import type { Move } from '../history/record'
import { newSearch } from '../searches/new-search'
import { Inbox } from '../unknown-tags/inbox'
import { inWrite, nextStep } from './closing'
import { isCounted } from './counts/verdicts'
import { personOf } from './view'

/**
 * What follows a fixed result: deliberate scans, unknown tags for the inbox, and searches. Each part stores its position in its write, so that a
 * kill neither repeats nor leaves out one.
 */

/** Number of lines or tags of one write. Each records a scan in a history. */
const rowsAtOnce = 100

const readerOf = (by: string | null): number | null =>
  by?.startsWith('reader:') ? Number(by.slice('reader:'.length)) : null

const scanAt = (locationId: number, at: number, by: string | null): Read =>
  deliberateScan(locationId, at, readerOf(by))

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

/**
 * Begins searches for the missing assets, for the person who has closed the stocktake. `stepAfter` is the last asset id. An asset that
 * is searched for already keeps its search.
 */
export const beginSearches = (store: Store, stocktake: StocktakeRow, now: Instant): Promise<boolean> =>
  inWrite(store, stocktake, async (tx, row) => {
    const { id: stocktakeId, organizationId, closedBy, closedName, name: note } = row
    const lines = await tx.stocktakeLines.withVerdicts(row.id, ['missing'], row.stepAfter, rowsAtOnce)
    const ids = lines.map(({ assetId }) => assetId)
    const live = await tx.assets.liveAmong(organizationId, ids)
    const searched = await tx.searches.openAmong(ids)
    const { user_id: forUserId } = personOf(closedBy ?? '', '')
    const author = { organizationId, actor: systemActor }
    for (const { assetId, assetKey } of lines) {
      if (!live.has(assetId) || searched.has(assetId)) continue
      const wanted = { organizationId, assetId, forUserId, forName: closedName ?? '', note, stocktakeId }
      const id = await tx.searches.insert(newSearch(wanted, toMicros(now)))
      await audit(tx, author, {
        at: now,
        action: 'created',
        subject: { kind: 'search', id, name: assetKey },
        after: { asset_id: assetId, stocktake_id: stocktakeId },
      })
    }
    return {
      stepDone: row.stepDone + lines.length,
      ...(lines.length < rowsAtOnce ? nextStep(row, 'searches') : { stepAfter: lines.at(-1)?.assetId ?? 0 }),
    }
  })
