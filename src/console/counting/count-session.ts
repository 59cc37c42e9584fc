import { listen } from '../api/live-events'
import { identityOf, session } from '../api/session'
import { createStore } from '../api/store'
import { serviceNow } from '../api/service-clock'
import { addCount, sentCounts, undoCount } from '../scans/count-outbox'
import type { CountPlace, CountScan } from '../scans/count-scan'
import { keyOf, readCounts, type StoredCount } from '../scans/count-store'
import { send, sendSoon } from '../scans/outbox'
import { CountAnswers } from './count-answers'
import { loadCount, storedCount } from './load-count'
import type { Stocktake } from '../stocktakes/stocktake-queries'

/** What the Count page shows. */
interface CountView {
  readonly count?: StoredCount | undefined
  /** Why it could not be loaded, when nothing is stored on this device. */
  readonly error?: unknown
  readonly latest?: CountScan | undefined
  /** The last scans, newest first. */
  readonly last: readonly CountScan[]
  readonly waiting: number
  readonly oldestAt: string | null
  readonly late: number
  readonly rejected: readonly CountScan[]
  /** Tags that the service does not know, newest first. */
  readonly unknown: readonly CountScan[]
}

const nothing: CountView = { last: [], waiting: 0, oldestAt: null, late: 0, rejected: [], unknown: [] }
const shownMax = 20

const textKey = (scan: CountScan): string => JSON.stringify(keyOf(scan))

/** The count of one stocktake on this device: what is scanned is answered from memory, and stored and sent in the background. */
export class CountSession {
  readonly view = createStore<CountView>(nothing)
  readonly #id: number
  readonly #name: string
  readonly #whose = identityOf(session.get())
  readonly #waiting = new Map<string, CountScan>()
  /** The scans that were sent, so that a new list does not forget those that it is too old for. */
  readonly #sent: CountScan[] = []
  #answers = new CountAnswers([])
  readonly #stops: (() => void)[] = []

  constructor(id: number, name: string) {
    this.#id = id
    this.#name = name
  }

  async start(): Promise<void> {
    this.#stops.push(
      sentCounts.subscribe(() => this.#settled(sentCounts.get().scans)),
      listen({ stocktake: (changed) => this.#changed(changed), missed: () => void this.load() }),
    )
    const [stored, { waiting, sent }] = await Promise.all([
      storedCount(this.#id),
      readCounts(this.#whose, this.#id),
    ])
    for (const scan of waiting.toSorted(byTime)) this.#waiting.set(textKey(scan), scan)
    this.#sent.push(...sent.toSorted(byTime))
    if (stored && !this.view.get().count) this.#use(stored)
    this.#showAll()
    await this.load()
    void send()
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  /** Loads the list again. Without a network, the page goes on with the stored one. */
  async load(): Promise<void> {
    try {
      this.#use(await loadCount(this.#id))
    } catch (error) {
      this.#show({ error })
    }
  }

  #use(count: StoredCount): void {
    this.#answers = new CountAnswers(count.expected)
    for (const scan of [...this.#sent, ...this.#waiting.values()]) this.#note(scan)
    this.#show({ count, error: undefined })
  }

  #note({ assetId, value, locationId, observedAt, countedBy, countedAt }: CountScan): void {
    this.#answers.add(assetId, value, locationId, {
      by: countedBy ?? this.#name,
      at: countedAt ?? observedAt,
    })
  }

  progress = (locationId: number) => this.#answers.progress(locationId)

  /** Answers a scan. */
  scan(value: string, place: CountPlace): CountScan {
    const { counted, ...answer } = this.#answers.answer(value, place.id)
    const scan: CountScan = {
      whose: this.#whose,
      stocktakeId: this.#id,
      locationId: place.id,
      value,
      observedAt: new Date(serviceNow()).toISOString(),
      ...answer,
      countedBy: counted?.by,
      countedAt: counted?.at,
    }
    this.#answers.add(scan.assetId, value, place.id, { by: this.#name, at: scan.observedAt })
    this.#waiting.set(textKey(scan), scan)
    addCount(scan, undone.has(scan.verdict), sendSoon)
    const { last } = this.view.get()
    this.#show({ latest: scan, last: [scan, ...last].slice(0, shownMax) })
    return scan
  }

  /** Takes the last scan back; returns false when it was sent already. */
  async undo(): Promise<boolean> {
    const { latest, last } = this.view.get()
    if (!latest || !(await undoCount(latest))) return false
    this.#waiting.delete(textKey(latest))
    this.#answers.remove(latest)
    this.#show({ latest: undefined, last: last.filter((scan) => scan !== latest) })
    return true
  }

  /** Whether the last scan waits, so that it can be undone. */
  canUndo(): boolean {
    const { latest } = this.view.get()
    return latest !== undefined && this.#waiting.has(textKey(latest))
  }

  #settled(scans: readonly CountScan[]): void {
    const own = scans.filter(({ stocktakeId, whose }) => stocktakeId === this.#id && whose === this.#whose)
    if (own.length === 0) return
    for (const scan of own) {
      this.#waiting.delete(textKey(scan))
      this.#sent.push(scan)
      this.#note(scan)
    }
    const settled = new Map(own.map((scan) => [textKey(scan), scan]))
    const current = (scan: CountScan) => settled.get(textKey(scan)) ?? scan
    const { latest, last } = this.view.get()
    this.#show({ latest: latest && current(latest), last: last.map(current) })
    this.#showAll()
  }

  #changed({ lines, ...stocktake }: Stocktake & Partial<{ lines: readonly Line[] }>): void {
    const { count } = this.view.get()
    if (stocktake.id !== this.#id || !count) return
    for (const line of lines ?? [])
      if (line.found_location_id !== null && line.counted_at !== null)
        this.#answers.add(line.asset_id, '', line.found_location_id, {
          by: line.counted_by?.name,
          at: line.counted_at,
        })
    this.#show({ count: { ...count, stocktake } })
  }

  /** Shows what is derived from all scans. */
  #showAll(): void {
    const sent = this.#sent
    const of = (keep: (scan: CountScan) => boolean) => sent.filter(keep)
    const { last } = this.view.get()
    const newest = last.length > 0 ? last : [...sent, ...this.#waiting.values()].toSorted(byTime).toReversed()
    this.#show({
      last: newest.slice(0, shownMax),
      late: of(({ outcome }) => outcome === 'late').length,
      rejected: of(({ outcome }) => outcome === 'rejected'),
      unknown: of(({ verdict, outcome }) => verdict === 'unknown' && outcome === 'accepted').toReversed(),
    })
  }

  #show(change: Partial<CountView>): void {
    const [oldest] = this.#waiting.values()
    this.view.set({
      ...this.view.get(),
      ...change,
      waiting: this.#waiting.size,
      oldestAt: oldest?.observedAt ?? null,
    })
  }

  /** Forgets those that were rejected, because they wait again. */
  async retry(again: (whose: string, id: number) => Promise<void>): Promise<void> {
    await again(this.#whose, this.#id)
    for (const scan of this.#sent.filter(({ outcome }) => outcome === 'rejected'))
      this.#waiting.set(textKey(scan), scan)
    this.#sent.splice(0, this.#sent.length, ...this.#sent.filter(({ outcome }) => outcome !== 'rejected'))
    this.#showAll()
    void send()
  }
}

/**
 * What is held for a moment so that it can be undone. What is in its place is sent at once, so that others see it, and so is what is on
 * no list, so that the service can say what it is.
 */
const undone: ReadonlySet<string> = new Set(['elsewhere', 'extra', 'counted'])

interface Line {
  readonly asset_id: number
  readonly found_location_id: number | null
  readonly counted_at: string | null
  readonly counted_by: { readonly name: string } | null
}

const byTime = (one: CountScan, other: CountScan): number => one.observedAt.localeCompare(other.observedAt)
