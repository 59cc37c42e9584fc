import type { ClosingStep } from '../../base/stocktake-kinds'
import { systemActor } from '../../base/caller'
import type { Instant } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import { audit } from '../../people/audit/record'
import type { StocktakeRow, StocktakeValues, Store, Writes } from '../../storage/core/store'
import { findTags } from '../ingest/resolve'
import { addCount, countAssets, storeLine } from './counts/counting'
import { nextDue } from './due'
import { hashOf, resultParts, resultRows } from './result'
import { newStocktake } from './management'
import { Tally } from './counts/tally'
import { type Count, decidedByHistory } from './counts/verdicts'

/** The steps from the request to close a stocktake to its fixed result. They may be repeated until the last one is stored. */

/** Number of lines or tags of one write, so that other writes and requests wait only shortly. */
const rowsAtOnce = 200
/** Number of lines of one write that are read before it. */
const decidedAtOnce = 2_000

/** The step after each. Those after the result are only taken if they were asked for. */
function followingStep(row: StocktakeRow, step: ClosingStep): ClosingStep | null {
  const wanted: readonly (readonly [ClosingStep, boolean])[] = [
    ['tags', true],
    ['lines', true],
    ['result', true],
    ['places', row.writePlaces],
    ['unknown', row.keepUnknown],
    ['searches', row.startSearches],
  ]
  const at = wanted.findIndex(([name]) => name === step)
  return wanted.slice(at + 1).find(([, isWanted]) => isWanted)?.[0] ?? null
}

export const nextStep = (row: StocktakeRow, step: ClosingStep): StocktakeValues => ({
  step: followingStep(row, step),
  stepAfter: 0,
})

/** Runs a part of the work on a stocktake, unless another instance has done it meanwhile. Returns whether it did. */
export const inWrite = (
  store: Store,
  { id, organizationId, step, stepAfter }: StocktakeRow,
  work: (tx: Writes, row: StocktakeRow) => Promise<StocktakeValues>,
): Promise<boolean> =>
  store.write(
    async (tx) => {
      const row = await tx.stocktakes.find(organizationId, id)
      if (!row || row.step !== step || row.stepAfter !== stepAfter) return false
      return tx.stocktakes.advance(row, await work(tx, row))
    },
    [organizationId],
  )

/** Counts the tags that were unknown when they were scanned, and belong to assets by now. `stepAfter` counts those that do not. */
export const lookUpTags = (store: Store, stocktake: StocktakeRow): Promise<boolean> =>
  inWrite(store, stocktake, async (tx, row) => {
    const { id, organizationId, stepAfter: offset } = row
    const rows = await tx.stocktakeCounts.unknown(id, { limit: rowsAtOnce, offset })
    const find = await findTags(
      tx,
      organizationId,
      rows.map(({ tagType, tagValue: value }) => ({ tag_type: tagType as 'rfid', value })),
    )
    const counts = new Map<number, Map<number, Count>>()
    const known = rows.filter((count): boolean => {
      const assetId = find({ tag_type: count.tagType as 'rfid', value: count.tagValue })?.assetId
      if (assetId) addCount(counts, assetId, { ...countOf(count), tagValue: '' })
      return assetId !== undefined && assetId !== null
    })
    const tally = new Tally()
    await countAssets({ tx, stocktake: row, isLate: false, pause: () => undefined }, counts, tally)
    for (const count of known) await tx.stocktakeCounts.deleteUnknown(count)
    await tally.savePlaces(tx, id)
    const values = { ...tally.totals(row), stepDone: row.stepDone + rows.length }
    return rows.length < rowsAtOnce
      ? { ...values, ...nextStep(row, 'tags'), unknown: await tx.stocktakeCounts.countUnknown(id) }
      : { ...values, stepAfter: offset + rows.length - known.length }
  })

const countOf = ({
  locationId,
  firstAt,
  firstBy,
  firstName,
  firstSource,
  lastAt,
  tagValue,
}: Count): Count => ({
  locationId,
  firstAt,
  firstBy,
  firstName,
  firstSource,
  lastAt,
  tagValue,
})

/**
 * Decides the lines that people have not counted. What is left is missing. `stepAfter` is the last asset id. Nothing else changes lines
 * now, so they are read on a thread before the write.
 */
export async function decideLines(store: Store, stocktake: StocktakeRow): Promise<boolean> {
  const { read } = store
  const lines = await read.stocktakeLines.part(stocktake.id, 'expected', stocktake.stepAfter, decidedAtOnce)
  const open = lines.filter(({ source }) => source === null)
  const facts = await read.stocktakeFacts.since(
    open.map(({ assetId }) => assetId),
    stocktake.openedAt ?? 0,
  )
  const factOf = new Map(facts.map((fact) => [fact.assetId, fact]))
  return inWrite(store, stocktake, async (tx, row) => {
    const tally = new Tally()
    const pause = createPauses()
    for (const line of open) {
      const after = decidedByHistory(line, factOf.get(line.assetId), row)
      storeLine(tx, line, after.verdict === 'to_count' ? { ...after, verdict: 'missing' } : after, tally)
      const pausing = pause()
      if (pausing) await pausing
    }
    await tally.savePlaces(tx, row.id)
    const values = { ...tally.totals(row), stepDone: row.stepDone + lines.length }
    return lines.length < decidedAtOnce
      ? { ...values, ...nextStep(row, 'lines') }
      : { ...values, stepAfter: lines.at(-1)?.assetId ?? row.stepAfter }
  })
}

/** Computes the hash of the result and fixes it, with the event and the next stocktake of the series in one write. */
export async function fixResult(store: Store, stocktake: StocktakeRow, now: Instant): Promise<boolean> {
  const { id, organizationId } = stocktake
  const resultSha256 = await hashOf(resultParts(resultRows(store.read, id)))
  return inWrite(store, stocktake, async (tx, row) => {
    await tx.eventLog.queue(organizationId, 'stocktake.closed', id)
    await planNext(tx, row, now)
    return {
      ...nextStep(row, 'result'),
      state: 'closed',
      resultSha256,
      stepDone: row.stepDone + row.expected + row.extra,
    }
  })
}

/** Plans the next stocktake of a series. */
async function planNext(tx: Writes, row: StocktakeRow, now: Instant): Promise<void> {
  const { organizationId, repeatMonths, closedAt, dueAt, name, locationId, scope, isBlind, usesReaders } = row
  if (repeatMonths === null || closedAt === null) return
  const next = {
    ...newStocktake(organizationId, now),
    name,
    locationId,
    scope,
    isBlind,
    usesReaders,
    repeatMonths,
    dueAt: nextDue(dueAt ?? closedAt, repeatMonths, closedAt),
  }
  const id = await tx.stocktakes.insert(next)
  const author = { organizationId, actor: systemActor }
  const subject = { kind: 'stocktake', id, name } as const
  await audit(tx, author, { at: now, action: 'created', subject, after: { name, location_id: locationId } })
}
