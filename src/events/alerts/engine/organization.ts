import { fromMicros, type Micros, second } from '../../../base/time'
import type { AlertCursor, AlertScan, AlertTimer, Store, Writes } from '../../../storage/core/store'
import { evaluateAssets, type Situation } from './evaluate-assets'
import { evaluateReaders, evaluateTags } from './evaluate-others'
import { DueCounts } from './due-counts'
import { isOfTags } from '../conditions/measured'
import { beginSpans } from './begin-spans'
import type { Gaps } from './gaps'
import { alertMessages } from '../rules/messages'
import { addPlacesOfChanged } from './evaluate-par'
import type { Outcome } from './outcome'
import { pauseRules, renewRules } from './pauses'
import { ruleOf, subjectKindOf } from '../conditions/rule'
import { RuleIndex } from './rule-index'
import { addCounts, addTarget, type Work, workOf } from './slice'
import { storePass } from './storing'
import { PlaceTree } from './tree'
import { ValidityWatch } from './validity-watch'
import { rulesOfViews, rulesWithoutField, tagsWithAlerts, unseenOf } from './watch'

/** Number of events, and of subjects of a scan, that are evaluated at once. */
const eventsAtOnce = 200
const scannedAtOnce = 300
/** The cursor is stored after so many events that concern no rule, and after this time, in milliseconds. */
const unsavedMax = 1_000
const unsavedMillis = 20_000
/** Interval of the checks for changes without an event, in milliseconds. */
const watchMillis = 5_000
/** The watch of a rule is stored when it has advanced by this. */
const watchStep: Micros = 60 * second
const tagLength: Micros = 86_400 * second

/** A round of the engine. */
export interface Round {
  readonly cursor: AlertCursor
  /** The timers of the organization that are due. */
  readonly timers: readonly AlertTimer[]
  readonly now: Micros
  /** Whether what readers have kept during a stop has arrived. */
  readonly isSettled: boolean
  readonly gaps: Gaps
}

/** A step of a round that is stored together with its outcomes. */
type Also = (tx: Writes) => Promise<void>

/** Evaluates the rules of an organization. */
export class OrganizationAlerts {
  readonly #store: Store
  readonly #id: number
  readonly #changed: (alertIds: readonly number[]) => void
  readonly #watchedUpTo = new Map<number, { at: Micros; saved: Micros }>()
  #rules: number | undefined
  #index = new RuleIndex([])
  /** Undefined when events about locations were left out. */
  #tree: PlaceTree | undefined
  /** The sequence up to which events were evaluated. */
  #position: number | undefined
  #savedAt = performance.now()
  #watchedAt = Number.NEGATIVE_INFINITY
  #afterTagAlert = 0
  readonly #validity = new ValidityWatch()
  readonly #counts = new DueCounts()

  constructor(store: Store, id: number, changed: (alertIds: readonly number[]) => void) {
    this.#store = store
    this.#id = id
    this.#changed = changed
  }

  /** Evaluates a part of what has happened. Returns whether there is more. */
  async evaluate(round: Round): Promise<boolean> {
    const { cursor } = round
    if (this.#rules !== cursor.rules) await this.#loadRules(cursor.rules)
    const { newest, oldest } = await this.#store.read.eventLog.ends(this.#id)
    const position = Math.max(this.#position ?? 0, cursor.sequence)
    if (this.#index.all.length === 0) return this.#skipTo(cursor, newest)
    if (position < oldest - 1) return this.#beginAgain(cursor, newest)
    const isDue = round.timers.length > 0 || this.#counts.isWaiting || this.#isWatchDue(round)
    if (position >= newest && !isDue) {
      const scan = await this.#store.read.alertState.firstScan(this.#id)
      if (!scan) return false
    }
    return this.#pass(round, position)
  }

  async #loadRules(version: number): Promise<void> {
    const rows = await this.#store.read.alertRules.ofOrganization(this.#id)
    this.#index = new RuleIndex(rows.flatMap((row) => ruleOf(row) ?? []))
    this.#watchedUpTo.clear()
    this.#counts.restart(this.#index.par)
    this.#rules = version
    // Events that were evaluated without these rules are evaluated again.
    this.#position = undefined
  }

  /** Without a rule that is on, nothing is evaluated. */
  async #skipTo(cursor: AlertCursor, newest: number): Promise<boolean> {
    this.#position = newest
    this.#tree = undefined
    if (newest - cursor.sequence >= unsavedMax) await this.#storeCursor(cursor, newest)
    return false
  }

  /** Looks at all subjects of all rules, because events were deleted before they were evaluated. */
  async #beginAgain(cursor: AlertCursor, newest: number): Promise<boolean> {
    await this.#storeCursor(cursor, newest, async (tx) => {
      for (const { id } of this.#index.all)
        await tx.alertState.insertScan({ organizationId: this.#id, ruleId: id, locationId: null, afterId: 0 })
    })
    this.#position = newest
    this.#tree = undefined
    return true
  }

  async #storeCursor(cursor: AlertCursor, sequence: number, also: Also = async () => {}): Promise<void> {
    await this.#store.write(
      async (tx) => {
        if (await tx.alertState.advance(cursor, sequence)) await also(tx)
      },
      [this.#id],
    )
    this.#savedAt = performance.now()
  }

  #isWatchDue = ({ isSettled }: Round): boolean =>
    isSettled && performance.now() - this.#watchedAt >= watchMillis

  async #pass(round: Round, position: number): Promise<boolean> {
    const { cursor, now, gaps } = round
    const { read } = this.#store
    const events = await read.alertFacts.events(this.#id, position, eventsAtOnce)
    const work = await workOf({ read, organizationId: this.#id, index: this.#index, now }, events)
    const reached = events.at(-1)?.sequence ?? position
    const isLast = events.length < eventsAtOnce
    this.#tree = await this.#treeAfter(work)
    const situation: Situation = {
      read,
      organizationId: this.#id,
      index: this.#index,
      tree: this.#tree,
      gaps,
      now,
    }
    const also: Also[] = [...this.#afterLocations(work, now)]
    const isReaderDue = this.#addTimers(work, round)
    const scanned = await this.#scan(situation, work)
    if (scanned) also.push(scanned)
    const watched = await this.#watch(round, situation, work)
    also.push(...watched.also)

    await addPlacesOfChanged(situation, work)
    this.#counts.add(work.par)
    const outcomes = [
      ...(await evaluateAssets(situation, work.assets)),
      ...(await this.#counts.evaluate(situation, {
        isNow: isLast || this.#isCountTimed(round),
        isSettled: round.isSettled,
      })),
      ...(await evaluateTags(situation, [...work.tags])),
      ...(watched.isDone || isReaderDue ? await evaluateReaders(situation) : []),
    ]
    also.push(...staleTimers(round.timers, outcomes))
    const isUnsaved =
      reached - cursor.sequence >= unsavedMax ||
      (reached > cursor.sequence && performance.now() - this.#savedAt >= unsavedMillis)
    if (outcomes.length > 0 || also.length > 0 || isUnsaved) {
      const step = { cursor, sequence: reached, outcomes, also: inOrder(also) }
      const stored = await storePass(this.#store, step, this.#tree, now)
      this.#savedAt = performance.now()
      // Another instance was faster, or a rule was changed: the events are evaluated again.
      if (!stored) {
        this.#position = undefined
        this.#tree = undefined
        this.#watchedUpTo.clear()
        this.#validity.restart()
        this.#watchedAt = Number.NEGATIVE_INFINITY
        this.#counts.restart(this.#index.par)
        return true
      }
      this.#changed(stored)
    }
    this.#position = reached
    return !isLast || scanned !== undefined || watched.hasMore
  }

  #isCountTimed = ({ timers }: Round): boolean =>
    timers.some(({ ruleId }) => this.#index.find(ruleId)?.kind === 'par')

  /** Returns the tree of locations. It is read once; then only the locations that were changed are read again. */
  async #treeAfter({ changedLocations }: Work): Promise<PlaceTree> {
    const { alertFacts } = this.#store.read
    if (!this.#tree) return new PlaceTree(await alertFacts.tree(this.#id))
    if (changedLocations.size > 0)
      this.#tree.replace(await alertFacts.places(this.#id, [...changedLocations]))
    return this.#tree
  }

  /** Pauses the rules of deleted locations, and looks at the assets of those that were moved in the tree. */
  *#afterLocations(work: Work, now: Micros): Generator<Also> {
    const paused = [...work.deletedLocations].flatMap((id) =>
      this.#index.naming(id).map((rule) => ({
        id: rule.id,
        reason: alertMessages('alert.paused_location', {
          location: this.#tree?.place(id)?.externalKey ?? String(id),
        }),
      })),
    )
    if (paused.length > 0) yield (tx) => pauseRules(tx, this.#id, paused, fromMicros(now))
    for (const locationId of work.movedLocations)
      yield (tx) =>
        tx.alertState.insertScan({ organizationId: this.#id, ruleId: null, locationId, afterId: 0 })
    if (work.movedLocations.size > 0) addCounts(work.par, this.#index.par, now)
  }

  /** Adds what timers say must be looked at. Returns whether it is readers. */
  #addTimers(work: Work, { timers, now }: Round): boolean {
    let isReaderDue = false
    for (const { ruleId, subjectId, waitedFrom } of timers) {
      const rule = this.#index.find(ruleId)
      if (!rule) continue
      const kind = subjectKindOf(rule.kind)
      // What has begun and ended between two rounds counts, too.
      const since = isOfTags(rule) ? (waitedFrom ?? now) : now
      if (kind === 'asset') addTarget(work, subjectId, { since, rules: [rule] })
      else if (kind === 'location') addCounts(work.par, [rule], now)
      else if (kind === 'tag') work.tags.add(subjectId)
      else isReaderDue = true
    }
    return isReaderDue
  }

  /** Adds the next part of a scan. Returns how it continues; undefined when there is none. */
  async #scan(situation: Situation, work: Work): Promise<Also | undefined> {
    const scan = await situation.read.alertState.firstScan(this.#id)
    if (!scan) return undefined
    const ids = await this.#scannedBy(scan, situation, work)
    const last = ids.at(-1)
    const rule = scan.ruleId === null ? undefined : this.#index.find(scan.ruleId)
    return async (tx) => {
      if (rule && isOfTags(rule)) await beginSpans(tx, rule, ids)
      if (last === undefined || ids.length < scannedAtOnce) await tx.alertState.endScan(scan.id)
      else await tx.alertState.continueScan(scan.id, last)
    }
  }

  async #scannedBy(
    { ruleId, locationId, afterId }: AlertScan,
    { read, tree, index, now }: Situation,
    work: Work,
  ): Promise<number[]> {
    const rule = ruleId === null ? undefined : index.find(ruleId)
    if (ruleId !== null && !rule) return []
    if (locationId !== null) {
      const ids = await read.alertFacts.placedIdsAfter(tree.below(locationId), afterId, scannedAtOnce)
      for (const id of ids) addTarget(work, id, { since: now, rules: rule ? [rule] : index.ofAssets })
      return ids
    }
    if (!rule) return []
    const kind = subjectKindOf(rule.kind)
    if (kind === 'location') addCounts(work.par, [rule], now)
    if (kind === 'tag') {
      const tags = await read.alertFacts.tagsSince(this.#id, afterId, now - tagLength, scannedAtOnce)
      for (const { id } of tags) work.tags.add(id)
      return tags.map(({ id }) => id)
    }
    if (kind !== 'asset') return []
    const ids =
      rule.scope.kind === 'assets'
        ? partOf(rule.scope.asset_ids, afterId)
        : await read.assets.idsAfter(this.#id, afterId, scannedAtOnce)
    for (const id of ids) addTarget(work, id, { since: now, rules: [rule] })
    return ids
  }

  /** Adds what has changed without an event. */
  async #watch(round: Round, situation: Situation, work: Work) {
    if (!this.#isWatchDue(round)) return { isDone: false, hasMore: false, also: [] as Also[] }
    const also: Also[] = []
    let hasMore = false
    for (const rule of this.#index.missing) {
      const watched = this.#watchedUpTo.get(rule.id) ?? { at: rule.watchedUpTo, saved: rule.watchedUpTo }
      const { assetIds, upTo, hasMore: hasMoreAssets } = await unseenOf(situation, rule, watched.at)
      for (const id of assetIds) addTarget(work, id, { since: round.now, rules: [rule] })
      hasMore ||= hasMoreAssets
      const isSaved = assetIds.length > 0 || upTo - watched.saved >= watchStep
      if (isSaved) also.push((tx) => tx.alertRules.update(this.#id, rule.id, { watchedUpTo: upTo }))
      this.#watchedUpTo.set(rule.id, { at: upTo, saved: isSaved ? upTo : watched.saved })
    }
    const { assetIds, hasMore: hasMoreInEffect, upTo } = await this.#validity.look(situation, round.cursor)
    for (const id of assetIds) addTarget(work, id, { since: round.now, rules: [], isChanged: true })
    hasMore ||= hasMoreInEffect
    if (upTo !== undefined) also.push((tx) => tx.alertState.noteValidity(this.#id, upTo))
    if (this.#index.tags.length > 0) {
      const { ids, next } = await tagsWithAlerts(situation, this.#afterTagAlert)
      for (const id of ids) work.tags.add(id)
      this.#afterTagAlert = next
    }
    const { paused: ofViews, renewed } = await rulesOfViews(situation, this.#index)
    if (renewed.length > 0) also.push((tx) => renewRules(tx, this.#id, renewed, fromMicros(round.now)))
    const paused = [...(await rulesWithoutField(situation.read, this.#id, this.#index)), ...ofViews]
    if (paused.length > 0) also.push((tx) => pauseRules(tx, this.#id, paused, fromMicros(round.now)))
    if (!hasMore) this.#watchedAt = performance.now()
    return { isDone: true, hasMore, also }
  }
}

const partOf = (ids: readonly number[], after: number): number[] =>
  ids
    .filter((id) => id > after)
    .toSorted((one, other) => one - other)
    .slice(0, scannedAtOnce)

const inOrder = (steps: readonly Also[]) => async (tx: Writes) => {
  for (const step of steps) await step(tx)
}

/** A timer without an outcome is about something that does not exist any more. */
function staleTimers(timers: readonly AlertTimer[], outcomes: readonly Outcome[]): Also[] {
  const found = new Set(outcomes.map(({ rule, subject }) => `${rule.id} ${subject.id}`))
  return timers
    .filter(({ ruleId, subjectId }) => !found.has(`${ruleId} ${subjectId}`))
    .map(
      ({ ruleId, subjectId }) =>
        async (tx: Writes) =>
          tx.alertState.deleteTimer(ruleId, subjectId),
    )
}
