import { measureOf } from '../../../base/alert-kinds'
import { numberOf } from '../../../base/event-types'
import { fromMicros, type Micros, second } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import type { Reads } from '../../../storage/core/store'
import { type Span, spansOf } from '../conditions/conditions'
import { type Rule, subjectKindOf } from '../conditions/rule'
import { movesOf, spansOfCounts, countOf } from '../engine/evaluate-par'
import type { Situation } from '../engine/evaluate-assets'
import { scopesOf } from '../engine/scopes'
import { pastOfPresses, pastOfValues } from './measured'
import type { Past, SubjectSpans } from './past'

/** When the condition of a rule was true for each subject in a time of the past. */

const assetsAtOnce = 300
const eventsAtOnce = 500
const movesMax = 100_000

/** Reads the part of the history that a rule is about since `from`. */
export function pastOf(situation: Situation, rule: Rule, from: Micros): Promise<Past> {
  if (measureOf(rule.kind))
    return pastOfValues(situation, rule, { from, pages: seenSince(situation, rule, from) })
  if (rule.kind === 'button_pressed') return pastOfPresses(situation, rule, from)
  switch (subjectKindOf(rule.kind)) {
    case 'asset':
      return pastOfAssets(situation, rule, from)
    case 'location':
      return pastOfCounts(situation, rule, from)
    case 'reader':
      return pastOfReaders(situation, rule, from)
    case 'tag':
      return pastOfTags(situation, rule, from)
  }
}

async function pastOfAssets(situation: Situation, rule: Rule, from: Micros): Promise<Past> {
  const { read, organizationId, tree, gaps, now } = situation
  const subjects: SubjectSpans[] = []
  let eventCount = 0
  const pause = createPauses()
  for await (const ids of seenSince(situation, rule, from)) {
    const found = await read.alertFacts.assets(organizationId, ids, fromMicros(now))
    const inScope = await scopesOf(situation, [rule], found)
    const assets = found.filter((asset) => inScope(rule, asset))
    const events = await read.alertFacts.historiesSince(
      assets.map(({ id }) => id),
      from,
    )
    eventCount += events.length
    const ofAsset = Map.groupBy(events, ({ assetId }) => assetId)
    for (const { id, externalKey: key, name, lastSeenAt } of assets) {
      const history = { events: ofAsset.get(id) ?? [], isCut: false, lastSeenAt }
      const spans = spansOf(rule, history, tree.isBelow, gaps.after)
      if (spans.length > 0) subjects.push({ subject: { kind: 'asset', id, key, name }, spans })
      await pause()
    }
  }
  return { subjects, eventCount }
}

/** Returns the ids of the assets that were read since a time, in parts. Others have no event in it. */
async function* seenSince({ read, organizationId, now }: Situation, { scope }: Rule, from: Micros) {
  if (scope.kind === 'assets') {
    for (let at = 0; at < scope.asset_ids.length; at += assetsAtOnce)
      yield scope.asset_ids.slice(at, at + assetsAtOnce)
    return
  }
  let after = from - 1
  while (true) {
    const rows = await read.alertFacts.seenBetween(organizationId, after, now, assetsAtOnce)
    const some = rows.slice(0, assetsAtOnce)
    const last = some.at(-1)
    if (!last) return
    const isLast = rows.length < assetsAtOnce
    // Assets with the time of the last one may continue on the next page.
    const before = isLast ? some : some.filter(({ lastSeenAt }) => lastSeenAt < last.lastSeenAt)
    const page =
      before.length > 0
        ? before
        : await read.alertFacts.seenBetween(
            organizationId,
            last.lastSeenAt - 1,
            last.lastSeenAt,
            eventsAtOnce * 100,
          )
    yield page.map(({ assetId }) => assetId)
    if (isLast) return
    after = before.length > 0 ? last.lastSeenAt - 1 : last.lastSeenAt
  }
}

async function pastOfCounts(situation: Situation, rule: Rule, from: Micros): Promise<Past> {
  const place = rule.locationId === null ? undefined : situation.tree.place(rule.locationId)
  if (!place) return { subjects: [], eventCount: 0 }
  const places = situation.tree.below(place.id)
  const count = await countOf(situation, rule, places)
  const { moves, begin } = await movesOf(situation, rule, { places, from, most: movesMax })
  const subject = { kind: 'location' as const, id: place.id, key: place.externalKey, name: place.name }
  const spans = spansOfCounts(rule, place.id, { count, moves, begin })
  return { subjects: [{ subject, spans }], eventCount: moves.length }
}

/** An event of the log as far as it is needed. */
interface Data {
  readonly location_id: number | null
  readonly reader_id: number | null
  readonly reader_external_key: string | null
  readonly tag: { readonly tag_type: string; readonly value: string } | null
}

async function* loggedSince(
  read: Pick<Reads, 'eventLog'>,
  organizationId: number,
  types: readonly ('reader.silent' | 'reader.live' | 'tag.unknown')[],
  from: Micros,
) {
  const { newest, oldest } = await read.eventLog.ends(organizationId)
  const filter = { types, assetId: undefined, locationId: undefined }
  for (let after = oldest - 1; after < newest;) {
    const { rows, searchedUpTo } = await read.eventLog.page(organizationId, filter, {
      after,
      limit: eventsAtOnce,
      newest,
    })
    for (const { type, occurredAt, data } of rows)
      if (occurredAt >= from) yield { type, occurredAt, data: JSON.parse(data) as Data }
    after = Math.max(searchedUpTo, after + 1)
  }
}

/** The event log has each silence of more than five minutes. */
async function pastOfReaders(
  { read, organizationId, tree }: Situation,
  rule: Rule,
  from: Micros,
): Promise<Past> {
  const readers = new Map(
    (await read.alertFacts.readersInUse(organizationId)).map((reader) => [reader.id, reader]),
  )
  const silentSince = new Map<number, Micros>()
  const spans = new Map<number, Span[]>()
  let eventCount = 0
  const length = (rule.minutes ?? 0) * 60 * second
  const end = (id: number, to: Micros | null) => {
    const since = silentSince.get(id)
    silentSince.delete(id)
    if (since === undefined || (to !== null && to <= since + length)) return
    const span = { from: since + length, to, eventId: null, locationId: null, isCut: false }
    spans.set(id, [...(spans.get(id) ?? []), span])
  }
  for await (const { type, occurredAt, data } of loggedSince(
    read,
    organizationId,
    ['reader.silent', 'reader.live'],
    from,
  )) {
    eventCount++
    if (data.reader_id === null) continue
    if (type === numberOf('reader.silent')) silentSince.set(data.reader_id, occurredAt)
    else end(data.reader_id, occurredAt)
  }
  for (const id of silentSince.keys()) end(id, null)
  const isAtPlace = (id: number) =>
    rule.locationId === null ||
    (JSON.parse(readers.get(id)?.locationIds ?? '[]') as number[]).some((place) =>
      tree.isBelow(place, rule.locationId ?? 0),
    )
  const subjects = [...spans].flatMap(([id, own]) => {
    const reader = readers.get(id)
    if (!reader || !isAtPlace(id)) return []
    return [
      { subject: { kind: 'reader' as const, id, key: reader.externalKey, name: reader.name }, spans: own },
    ]
  })
  return { subjects, eventCount }
}

async function pastOfTags(
  { read, organizationId, tree }: Situation,
  rule: Rule,
  from: Micros,
): Promise<Past> {
  const subjects: SubjectSpans[] = []
  let eventCount = 0
  for await (const { occurredAt, data } of loggedSince(read, organizationId, ['tag.unknown'], from)) {
    eventCount++
    const { tag, location_id: place } = data
    if (!tag) continue
    if (rule.locationId !== null && (place === null || !tree.isBelow(place, rule.locationId))) continue
    const span = { from: occurredAt, to: null, eventId: null, locationId: place, isCut: false }
    // A tag that was bound has no id any more. Its number among the tags serves as one.
    subjects.push({
      subject: { kind: 'tag', id: eventCount, key: tag.value, name: tag.value },
      spans: [span],
    })
  }
  return { subjects, eventCount }
}
