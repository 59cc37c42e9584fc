import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../../contract/fields'
import { type ReaderConnection, type Refusal, refusalReasons } from '../ingest/connections'
import type { ReaderHealth, ReaderLink, ReaderRow } from '../../storage/core/store'
import { type Micros, second, toMicros, wireOf } from '../../base/time'
import { linkCauses } from '../llrp/client/faults'
import { silentAfter } from './health'
import { Link, linkViewOf } from './link'

/** What is wrong with a fixed reader: a chain of five links (docs/internal-api.md, Reader diagnosis). */

const linkNames = ['connected', 'signed_in', 'sending', 'understood', 'placing'] as const
type LinkName = (typeof linkNames)[number]

const linkStates = ['ok', 'broken', 'waiting'] as const
type LinkState = (typeof linkStates)[number]

const causes = [
  'first_connection',
  ...linkCauses,
  'llrp_configuring',
  'not_connected',
  ...refusalReasons,
  'no_messages',
  'silent',
  'wrong_topic',
  'too_large',
  'wrong_format',
  'next_message',
  'inactive',
  'antenna_without_location',
  'location_deleted',
  'clock_behind',
  'no_reads',
  'unknown_tags',
] as const
type Cause = (typeof causes)[number]

const oneOf = <const T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] })

const link = oneOf(linkStates)
const at = (description: string) => Nullable(Type.String({ ...Timestamp, description }))

const RefusedConnections = {
  user_name: Nullable(
    Type.String({ description: 'Null when there was none, or when it contained a device token.' }),
  ),
  address: Nullable(Type.String()),
  count: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
}

export const RefusedConnection = Type.Object(RefusedConnections, {
  $id: 'RefusedConnection',
  description: 'The refused connections with one unknown user name since the start of the service.',
})
export type RefusedConnectionView = Static<typeof RefusedConnection>

export const Diagnosis = Type.Object({
  links: Type.Object({ connected: link, signed_in: link, sending: link, understood: link, placing: link }),
  cause: Nullable(oneOf(causes)),
  since: at('Since when the cause exists, if it is known.'),
  antenna: Nullable(Type.Integer({ description: 'The antenna that the cause is about.' })),
  likely_format: Nullable(
    Type.String({ description: 'The format that the rejected messages look like, if it is known.' }),
  ),
  rejected_messages: Type.Integer({
    description: 'Number of messages rejected since the last accepted one.',
  }),
  last_applied_at: at('Time of the last message with a read that was applied to an asset.'),
  connection: Nullable(
    Type.Object({
      protocol: oneOf(['mqtt', 'http']),
      address: Nullable(Type.String()),
      is_open: Type.Boolean({ description: 'Whether an MQTT connection is open now.' }),
      since: Timestamp,
      last_at: Timestamp,
    }),
  ),
  llrp: Nullable(Link),
  refused: Nullable(Type.Object({ reason: oneOf(refusalReasons), ...RefusedConnections })),
})
type DiagnosisView = Static<typeof Diagnosis>

interface DiagnosisParts {
  readonly reader: Pick<ReaderRow, 'isActive' | 'createdAt' | 'updatedAt' | 'format' | 'address'>
  readonly health: ReaderHealth | undefined
  /** The connection of the service to the reader. */
  readonly link: ReaderLink | undefined
  readonly connection: ReaderConnection | undefined
  readonly refusal: Refusal | undefined
  /** The format that the last sample of a rejected message looks like. */
  readonly guess: string | null
  readonly now: Micros
}

/** Rejected messages matter when no message was accepted for this time: a reader may also send messages of other kinds. */
const acceptedWithin: Micros = 60 * second

/** A new reader has this time to connect before something is wrong with it. */
const firstConnectionWithin: Micros = 600 * second

interface Finding {
  readonly state: LinkState
  readonly cause: Cause
  readonly since?: Micros | null
  readonly antenna?: number | null
}

/** Whether the last problem occurred after the last change of the reader, which may have solved it. */
export const isCurrent = (
  { problemAt }: Pick<ReaderHealth, 'problemAt'>,
  { updatedAt }: Pick<ReaderRow, 'updatedAt'>,
): boolean => problemAt !== null && problemAt > toMicros(updatedAt)

/** Returns the time of the last connection, request or message. */
const lastSignOf = ({ connection, health }: DiagnosisParts): Micros | null =>
  Math.max(connection?.lastAt ?? 0, health?.lastMessageAt ?? 0) || null

const isOpen = ({ connection }: DiagnosisParts): boolean => connection !== undefined && connection.open > 0

const isRefused = (parts: DiagnosisParts): boolean =>
  !isOpen(parts) && parts.refusal !== undefined && parts.refusal.lastAt > (lastSignOf(parts) ?? 0)

/** The causes of a link say what is wrong, but for a reader that answers and refuses to be configured. */
function connectedTo({ reader, link }: DiagnosisParts): Finding | null {
  if (!link) return { state: 'waiting', cause: 'first_connection', since: toMicros(reader.updatedAt) }
  const cause = linkCauses.find((each) => each === link.cause)
  if (link.state !== 'connecting' || cause === 'llrp_refused') return null
  if (cause === undefined) return { state: 'waiting', cause: 'first_connection', since: link.since }
  return { state: 'broken', cause, since: link.since }
}

function configured({ link }: DiagnosisParts): Finding | null {
  if (link?.state === 'sending') return null
  const since = link?.since ?? null
  if (link?.cause === 'llrp_refused') return { state: 'broken', cause: 'llrp_refused', since }
  return { state: 'waiting', cause: 'llrp_configuring', since }
}

function connected(parts: DiagnosisParts): Finding | null {
  if (parts.reader.address !== null) return connectedTo(parts)
  const lastSign = lastSignOf(parts)
  if (isOpen(parts) || isRefused(parts)) return null
  if (lastSign !== null && parts.now - lastSign <= silentAfter) return null
  const createdAt = toMicros(parts.reader.createdAt)
  if (lastSign === null && parts.now - createdAt < firstConnectionWithin)
    return { state: 'waiting', cause: 'first_connection', since: createdAt }
  return { state: 'broken', cause: 'not_connected', since: lastSign }
}

function signedIn(parts: DiagnosisParts): Finding | null {
  if (parts.reader.address !== null) return configured(parts)
  const { refusal } = parts
  return refusal && isRefused(parts)
    ? { state: 'broken', cause: refusal.reason, since: refusal.firstAt }
    : null
}

function sending({ connection, link, health, now }: DiagnosisParts): Finding | null {
  const last = health?.lastMessageAt ?? null
  if (last !== null && now - last <= silentAfter) return null
  const since = Math.max(last ?? 0, connection?.since ?? 0, link?.since ?? 0)
  if (now - since <= silentAfter) return { state: 'waiting', cause: 'no_messages', since }
  return { state: 'broken', cause: last === null ? 'no_messages' : 'silent', since: last ?? since }
}

function understood(parts: DiagnosisParts): Finding | null {
  const { reader, health, guess } = parts
  if (!health) return null
  const { rejectedCount, rejectedSince, lastAcceptedAt, lastMessageAt, problemKind } = health
  const looksForeign = guess !== null && guess !== reader.format && health.lastReadAt === null
  if (rejectedCount === 0 && lastAcceptedAt !== null)
    return looksForeign ? { state: 'broken', cause: 'wrong_format', since: lastMessageAt } : null
  if (!isCurrent(health, reader)) return { state: 'waiting', cause: 'next_message' }
  if (lastAcceptedAt !== null && lastMessageAt - lastAcceptedAt < acceptedWithin) {
    if (lastAcceptedAt > toMicros(reader.updatedAt)) return null
  }
  const cause =
    problemKind === 'topic' ? 'wrong_topic' : problemKind === 'size' ? 'too_large' : 'wrong_format'
  return { state: 'broken', cause, since: rejectedSince }
}

function placing({ reader, health }: DiagnosisParts): Finding | null {
  if (!health) return { state: 'waiting', cause: 'no_reads' }
  const { problemKind, problemPort: antenna, problemAt: since } = health
  if (isCurrent(health, reader)) {
    if (problemKind === 'antenna')
      return { state: 'broken', cause: 'antenna_without_location', antenna, since }
    if (problemKind === 'location') return { state: 'broken', cause: 'location_deleted', antenna, since }
  }
  const { lagSince, wrongClockSince } = health
  const isBehind = lagSince !== null && wrongClockSince !== null
  // A change of the reader may have corrected its times. The next message shows whether it has.
  if (isBehind && health.lastMessageAt > toMicros(reader.updatedAt))
    return { state: 'broken', cause: 'clock_behind', since: wrongClockSince }
  if (health.lastAppliedAt !== null) return null
  const isUnknown = (health.reads['unknown_tag'] ?? 0) > 0
  return { state: 'waiting', cause: isUnknown ? 'unknown_tags' : 'no_reads' }
}

const checks: Readonly<Record<LinkName, (parts: DiagnosisParts) => Finding | null>> = {
  connected,
  signed_in: signedIn,
  sending,
  understood,
  placing,
}

/** Returns the states of the links. Only the first one that is not ok has a cause; those after it wait. */
function chainOf(parts: DiagnosisParts): { links: Record<LinkName, LinkState>; finding: Finding | null } {
  const found = linkNames.map((name) => checks[name](parts))
  const first = found.findIndex((finding) => finding !== null)
  const stateAt = (index: number): LinkState => {
    if (first < 0 || index < first) return 'ok'
    return index === first ? (found[first]?.state ?? 'ok') : 'waiting'
  }
  const links = Object.fromEntries(linkNames.map((name, index) => [name, stateAt(index)]))
  return { links: links as Record<LinkName, LinkState>, finding: found[first] ?? null }
}

/** Messages of an inactive reader are discarded, so nothing else is wrong with it. */
function chainOfInactive(parts: DiagnosisParts): ReturnType<typeof chainOf> {
  const { links } = chainOf(parts)
  const calm = linkNames.map((name) => [name, links[name] === 'broken' ? 'waiting' : links[name]])
  return {
    links: { ...(Object.fromEntries(calm) as Record<LinkName, LinkState>), placing: 'broken' },
    finding: { state: 'broken', cause: 'inactive' },
  }
}

/** The service disconnects from an inactive reader; what is stored is the state before. */
function linkNow({ reader, link }: DiagnosisParts): ReaderLink | undefined {
  if (reader.isActive || !link) return link
  return { ...link, state: 'connecting', cause: null, sentence: null, since: toMicros(reader.updatedAt) }
}

export function diagnose(known: DiagnosisParts): DiagnosisView {
  const parts = { ...known, link: linkNow(known) }
  const { reader, health, connection, refusal, guess } = parts
  const { links, finding } = reader.isActive ? chainOf(parts) : chainOfInactive(parts)
  return {
    links,
    cause: finding?.cause ?? null,
    since: wireOrNull(finding?.since),
    antenna: finding?.antenna ?? null,
    likely_format: finding?.cause === 'wrong_format' && guess !== reader.format ? guess : null,
    rejected_messages: health?.rejectedCount ?? 0,
    last_applied_at: wireOrNull(health?.lastAppliedAt),
    connection: connection
      ? {
          protocol: connection.protocol,
          address: connection.address,
          is_open: connection.open > 0,
          since: wireOf(connection.since),
          last_at: wireOf(connection.lastAt),
        }
      : null,
    llrp: reader.address === null || !parts.link ? null : linkViewOf(parts.link),
    refused: refusal ? { reason: refusal.reason, ...toRefusedView(refusal) } : null,
  }
}

export const toRefusedView = (refusal: Refusal): RefusedConnectionView => ({
  user_name: refusal.userName,
  address: refusal.address,
  count: refusal.count,
  first_at: wireOf(refusal.firstAt),
  last_at: wireOf(refusal.lastAt),
})

const wireOrNull = (micros: Micros | null | undefined): string | null => (micros ? wireOf(micros) : null)
