import { type EventType, typeOf } from '../../../base/event-types'
import type { AlertEvent, Reads } from '../../../storage/core/store'
import { type Micros, second } from '../../../base/time'
import type { Target } from './evaluate-assets'
import type { Rule } from '../conditions/rule'
import type { RuleIndex } from './rule-index'

/** What events of the log say must be evaluated. */
export interface Work {
  readonly assets: Map<number, Target>
  /** Rules about the number of assets at a place, and since when the history may be another one. */
  readonly par: Map<Rule, Micros>
  readonly tags: Set<number>
  /** Locations that were changed, whose assets may be below others now. */
  readonly movedLocations: Set<number>
  readonly deletedLocations: Set<number>
  /** All locations whose place in the tree, key or name may be another one. */
  readonly changedLocations: Set<number>
}

const noWork = (): Work => ({
  assets: new Map(),
  par: new Map(),
  tags: new Set(),
  movedLocations: new Set(),
  deletedLocations: new Set(),
  changedLocations: new Set(),
})

/** The fields of an event that are read here. */
interface Data {
  readonly location_id: number | null
  readonly tag: { readonly tag_type: string; readonly value: string } | null
  readonly move: { readonly previous_location_id: number | null } | null
  readonly replaces: readonly number[]
}

/** What a part of the event log is read with. */
interface Reading {
  readonly read: Pick<Reads, 'alertFacts'>
  readonly organizationId: number
  readonly index: RuleIndex
  readonly now: Micros
}

/** Finds out what events concern. Most events concern no rule, and cost a look into a map. */
export async function workOf(reading: Reading, events: readonly AlertEvent[]): Promise<Work> {
  const work = noWork()
  for (const event of events) {
    const type = typeOf(event.type)
    if (type === 'asset.moved') addMove(reading, work, event)
    else if (type === 'asset.move_corrected') await addCorrection(reading, work, event)
    else if (type.startsWith('location.')) addLocation(work, event, type)
    else if (type === 'tag.unknown') await addTag(reading, work, event)
    else if (type === 'tag.button') addPress(reading, work, event)
    else if (type.startsWith('asset.') && type !== 'asset.history_trimmed' && type !== 'asset.created')
      addRecord(reading, work, event)
  }
  return work
}

const placesOf = ({ places }: Pick<AlertEvent, 'places'>) => JSON.parse(places) as number[]
const dataOf = ({ data }: AlertEvent) => JSON.parse(data) as Data

interface Concerned {
  readonly since: Micros
  readonly rules: Iterable<Rule>
  readonly isCorrected?: boolean
  readonly isChanged?: boolean
}

/** Adds an asset whose history has not changed before `since`. */
export function addTarget(
  work: Work,
  id: number,
  { since, rules, isCorrected = false, isChanged = false }: Concerned,
): void {
  const target = work.assets.get(id)
  if (!target) {
    work.assets.set(id, { since, rules: new Set(rules), isCorrected, isChanged })
    return
  }
  target.since = Math.min(target.since, since)
  target.isCorrected ||= isCorrected
  target.isChanged ||= isChanged
  for (const rule of rules) target.rules.add(rule)
}

/** Adds rules about places whose history has not changed before `since`. */
export function addCounts(par: Map<Rule, Micros>, rules: Iterable<Rule>, since: Micros): void {
  for (const rule of rules) par.set(rule, Math.min(par.get(rule) ?? since, since))
}

function addMove({ index, now }: Reading, work: Work, event: AlertEvent): void {
  const { assetId, occurredAt: since } = event
  if (assetId === null) return
  const places = placesOf(event)
  const rules = index.ofAssetsAt(places)
  // The first place of an asset is outside of all others.
  if (index.outside.length > 0 && dataOf(event).move?.previous_location_id === null)
    rules.push(...index.outside)
  // Reads that came late may say that the asset is missing since long.
  for (const rule of index.missing) if (since + (rule.minutes ?? 0) * 60 * second <= now) rules.push(rule)
  addCounts(work.par, index.parAt(places), since)
  // The read of a missing asset closes its alerts.
  if (rules.length > 0 || index.missing.length > 0) addTarget(work, assetId, { since, rules })
}

async function addCorrection(
  { read, organizationId, index }: Reading,
  work: Work,
  event: AlertEvent,
): Promise<void> {
  if (event.assetId === null) return
  const { replaces } = dataOf(event)
  const before = replaces.length > 0 ? await read.alertFacts.replaced(organizationId, replaces) : []
  const places = new Set([event, ...before].flatMap(placesOf))
  const since = Math.min(event.occurredAt, ...before.map(({ occurredAt }) => occurredAt))
  addCounts(work.par, index.parAt(places), since)
  addTarget(work, event.assetId, {
    since,
    rules: [...index.ofAssetsAt(places), ...index.missing],
    isCorrected: true,
  })
}

function addLocation(work: Work, event: AlertEvent, type: EventType): void {
  const { location_id: id } = dataOf(event)
  if (id === null) return
  work.changedLocations.add(id)
  if (type === 'location.deleted') work.deletedLocations.add(id)
  else if (type === 'location.updated') work.movedLocations.add(id)
}

async function addTag(
  { read, organizationId, index }: Reading,
  work: Work,
  event: AlertEvent,
): Promise<void> {
  const { tag } = dataOf(event)
  if (!tag || index.tags.length === 0) return
  const id = await read.alertFacts.tagOf(organizationId, tag.tag_type, tag.value)
  if (id !== undefined) work.tags.add(id)
}

function addPress({ index }: Reading, work: Work, { assetId, occurredAt: since }: AlertEvent): void {
  if (assetId !== null && index.buttons.length > 0) addTarget(work, assetId, { since, rules: index.buttons })
}

/** A change of an asset can change which scopes contain it, and when it is in effect. */
function addRecord({ index, now: since }: Reading, work: Work, event: AlertEvent): void {
  if (event.assetId === null) return
  const isChange = typeOf(event.type) === 'asset.updated' || typeOf(event.type) === 'asset.renamed'
  const isConcerned = ({ scope: { kind } }: Rule) =>
    !isChange || kind === 'field' || kind === 'search' || kind === 'view'
  addCounts(work.par, index.par.filter(isConcerned), since)
  const rules = index.ofAssets.filter(isConcerned)
  // An asset that becomes inactive is still an asset, but one that ends is not.
  if (rules.length > 0 || isChange) addTarget(work, event.assetId, { since, rules, isChanged: isChange })
}
