import { api, dataOf, type Schemas } from '../api/client'
import { ApiError, messageOf } from '../api/errors'
import { createStore } from '../api/store'
import { serverText } from '../languages/server-texts'
import type { CountScan, CountVerdict } from './count-scan'
import { keyOf, nextPart, putCounts, removeCount, settle } from './count-store'
import { keepStored } from './persistence'

/**
 * Sends the scans of stocktakes, which wait in the browser's database. The service knows a scan by its tag, its time and its
 * location, so it counts once however often it is sent.
 */

interface Sent {
  readonly scans: readonly CountScan[]
}

/** The scans that were sent last. */
export const sentCounts = createStore<Sent>({ scans: [] })
/** Why the browser can't store scans; null while it can. */
export const countProblem = createStore<string | null>(null)

/** The last scan is held back for so long, unless another follows, so that it can be undone. In milliseconds. */
const undoMs = 3000
let held: CountScan | undefined
let holding: ReturnType<typeof setTimeout> | undefined
/** The scans that are being sent. */
let sending: ReadonlySet<string> = new Set()

const textKey = (scan: CountScan): string => JSON.stringify(keyOf(scan))

let unsaved: CountScan[] = []
let saving: Promise<void> = Promise.resolve()

/** Stores a scan; then calls `ready` when it may be sent. @param isHeld whether it waits for an undo */
export function addCount(scan: CountScan, isHeld: boolean, ready: () => void): void {
  unsaved.push(scan)
  clearTimeout(holding)
  held = isHeld ? scan : undefined
  saving = saving.then(save)
  void saving.then(ready)
  if (isHeld)
    holding = setTimeout(() => {
      held = undefined
      ready()
    }, undoMs)
}

/** Stores all scans that were added during the previous transaction in one. Those that could not be stored are kept here. */
async function save(): Promise<void> {
  // A copy: scans are added while these are being stored.
  const scans = [...unsaved]
  if (scans.length === 0) return
  try {
    await putCounts(scans)
    unsaved = unsaved.slice(scans.length)
    countProblem.set(null)
    void keepStored()
  } catch (error) {
    countProblem.set(messageOf(error))
  }
}

/** Removes a scan; returns false when it was sent already. */
export async function undoCount(scan: CountScan): Promise<boolean> {
  await saving
  const key = textKey(scan)
  // It is held until it is removed, so that it is not sent meanwhile.
  const isRemoved = await removeCount(scan, () => sending.has(key))
  if (isRemoved && held && textKey(held) === key) held = undefined
  return isRemoved
}

/** Sends what waits, in parts; returns whether some could not be sent. */
export async function sendCounts(whose: string, isStill: () => boolean): Promise<boolean> {
  for (;;) {
    const part = await nextPart(whose, (scan) => held !== undefined && textKey(scan) === textKey(held))
    if (part.length === 0) return false
    // Another user's token must not send them.
    if (!isStill()) return false
    sending = new Set(part.map(textKey))
    try {
      const settled = await sendPart(part)
      await settle(settled)
      sentCounts.set({ scans: settled })
    } catch (error) {
      if (!isRejection(error)) return true
      const reason = messageOf(error)
      const settled = part.map((scan): CountScan => ({ ...scan, outcome: 'rejected', reason }))
      await settle(settled)
      sentCounts.set({ scans: settled })
    } finally {
      sending = new Set()
    }
  }
}

/** Time the service has to respond before another attempt, in milliseconds. */
const timeoutMs = 20_000

async function sendPart(part: readonly CountScan[]): Promise<CountScan[]> {
  const [{ stocktakeId, locationId }] = part as [CountScan]
  const body = {
    location_id: locationId,
    reads: part.map(({ value, observedAt }) => ({ value, observed_at: observedAt })),
  }
  const { data } = await dataOf(
    api.POST('/internal/v1/stocktakes/{stocktake}/scans', {
      params: { path: { stocktake: stocktakeId } },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  const results = new Map(data.results.map((result) => [result.index, result]))
  const rejected = new Map(data.rejected.map((each) => [each.index, each]))
  return part.map((scan, index) => {
    const refusal = rejected.get(index)
    if (refusal) return { ...scan, outcome: 'rejected', reason: serverText(refusal.message, refusal.text) }
    if (data.late > 0) return { ...scan, outcome: 'late' }
    return { ...scan, outcome: 'accepted', ...answerOf(results.get(index)) }
  })
}

/** What the service says about a scan replaces what the phone has said. */
const answerOf = (result: Schemas['StocktakeScanResult'] | undefined): Partial<CountScan> =>
  result
    ? {
        verdict: result.verdict as CountVerdict,
        assetId: result.asset_id,
        assetName: result.asset_name,
        expectedLocationId: result.expected_location_id,
        countedBy: result.counted_by?.name,
        countedAt: result.counted_at ?? undefined,
      }
    : {}

/** Returns whether another attempt is useless. It is not when the user must sign in again or the service asks to wait. */
export const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 425, 429].includes(error.status)
