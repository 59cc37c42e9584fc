import { readerMessages } from './messages'
import { audit, type Edit, type Subject } from '../../people/audit/record'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import type { Connections } from '../ingest/connections'
import type { FormatGuesses } from '../ingest/format-guesses'
import { conflict, notFound } from '../../base/errors'
import type { Author } from '../../base/caller'
import { newDeviceToken, sha256 } from '../../base/secrets'
import { recentMessagesMax } from '../ingest/health'
import type { JsonObject } from '../../base/json'
import { createPauses } from '../../base/turns/pause'
import type {
  ReaderHealth,
  ReaderLink,
  ReaderRecord,
  ReaderRow,
  Reads,
  Store,
  Writes,
} from '../../storage/core/store'
import { type Clock, laterThan, type Micros, toMicros } from '../../base/time'
import { diagnose, isCurrent, type RefusedConnectionView, toRefusedView } from './diagnosis'
import { listReaders, type ReaderFilter } from './listing'
import { type MessageView, silentAfter, toHealthView, toMessageView } from './health'
import { addressProblems, formatProblems } from './connected'
import { toView } from './view'
import { antennaProblems, toAntennas } from './antennas'
import { connectedFormat } from '../formats/formats'
import type { Resolve } from '../../base/addresses/addresses'
import { freeKeyOf } from './derived-key'
import { keyInTopic, NewReader, ReaderChanges, type ReaderView } from './schema'
import type { Static } from '@sinclair/typebox'
import { overlaps } from '../ingest/topics'
import type { Tuning } from '../tuning/tuning'
import { rateOf } from './rate'

const defaultTimeoutSeconds = 300

/** The data about readers that is only in memory, and the check of their addresses. */
interface ReaderMemory {
  readonly connections: Connections
  readonly guesses: FormatGuesses
  readonly tuning: Pick<Tuning, 'rateOf'>
  readonly resolve: Resolve
}

/**
 * The service for fixed readers, handhelds and their device tokens (docs/internal-api.md, Readers).
 * `topicsChanged` is called after every write that may have changed a topic.
 */
export class ReaderService {
  readonly #store: Store
  readonly #connections: Connections
  readonly #guesses: FormatGuesses
  readonly #tuning: Pick<Tuning, 'rateOf'>
  readonly #now: Clock
  readonly #topicsChanged: () => void
  readonly #resolve: Resolve

  constructor(
    store: Store,
    { connections, guesses, tuning, resolve }: ReaderMemory,
    now: Clock,
    topicsChanged: () => void,
  ) {
    this.#resolve = resolve
    this.#store = store
    this.#connections = connections
    this.#guesses = guesses
    this.#tuning = tuning
    this.#now = now
    this.#topicsChanged = topicsChanged
  }

  async #writeTopics<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
    const result = await this.#store.write(work)
    this.#topicsChanged()
    return result
  }

  async get(organizationId: number, id: number): Promise<ReaderView> {
    return this.#withHealth(this.#store.read, await loadReader(this.#store.read, organizationId, id))
  }

  async list(organizationId: number, filter: ReaderFilter): Promise<{ rows: ReaderView[]; total: number }> {
    return listReaders(
      this.#store.read,
      (records) => this.#viewsOf(this.#store.read, records),
      organizationId,
      filter,
    )
  }

  /** Returns the active fixed readers, by name. */
  async inUse(organizationId: number): Promise<ReaderView[]> {
    return this.#viewsOf(this.#store.read, await this.#store.read.readers.inUse(organizationId))
  }

  async #viewsOf(
    { readerHealth, readerLinks }: Pick<Reads, 'readerHealth' | 'readerLinks'>,
    records: readonly ReaderRecord[],
  ): Promise<ReaderView[]> {
    const at = toMicros(this.#now())
    const found = await readerHealth.find(records.map(({ id }) => id))
    const ofReader = new Map(found.map((health) => [health.readerId, health]))
    const connected = records.filter(({ address }) => address !== null).map(({ id }) => id)
    const links = new Map((await readerLinks.find(connected)).map((link) => [link.readerId, link]))
    const pause = createPauses()
    const views: ReaderView[] = []
    for (const record of records) {
      await pause()
      const health = ofReader.get(record.id)
      views.push({
        ...toView(record),
        health: health ? toHealthView(health, isCurrent(health, record), at) : null,
        diagnosis:
          record.kind === 'fixed' ? this.#diagnosisOf(record, health, links.get(record.id), at) : null,
        reads_per_minute: record.kind === 'fixed' ? rateOf(this.#tuning.rateOf(record.id), health, at) : null,
      })
    }
    return views
  }

  #diagnosisOf(
    reader: ReaderRecord,
    health: ReaderHealth | undefined,
    link: ReaderLink | undefined,
    at: Micros,
  ) {
    return diagnose({
      reader,
      health,
      link,
      connection: this.#connections.connectionOf(reader.id),
      refusal: this.#connections.refusalOf(reader.id),
      guess: this.#guesses.of(reader.id),
      now: at,
    })
  }

  /** Returns the refused connections with unknown user names, the latest first. They belong to no organization. */
  refusedConnections(page: Page): { rows: RefusedConnectionView[]; total: number } {
    const all = this.#connections.unknownUserNames()
    const rows = all.slice(page.offset, page.offset + page.limit).map(toRefusedView)
    return { rows, total: all.length }
  }

  async #withHealth(
    from: Pick<Reads, 'readerHealth' | 'readerLinks'>,
    record: ReaderRecord,
  ): Promise<ReaderView> {
    const [view] = await this.#viewsOf(from, [record])
    return view as ReaderView
  }

  /** Returns the recent messages of a reader, newest first. */
  async messages(
    organizationId: number,
    id: number,
    page: Page,
  ): Promise<{ rows: MessageView[]; total: number }> {
    const reader = await loadReader(this.#store.read, organizationId, id)
    const { rows, total } = await this.#store.read.readerHealth.messages(reader.id, recentMessagesMax, page)
    return { rows: rows.map(toMessageView), total }
  }

  /** Creates a reader. Only this response contains the device token, because the service stores only its hash. */
  async create(author: Author, body: JsonObject): Promise<ReaderView & { device_token: string }> {
    const { organizationId } = author
    const shape = [...problemsOf(NewReader, body), ...formatProblems(body, body['kind'])]
    const shapeProblems = [...shape, ...(await addressProblems(body, shape, this.#resolve))]
    return this.#writeTopics(async (tx) => {
      const problems = [...shapeProblems, ...(await antennaProblems(tx, organizationId, body, shapeProblems))]
      const input = accepted(NewReader, body, problems)
      const key = input.external_key ?? (await freeKeyOf(tx, organizationId, input.name))
      if (await tx.readers.findByKey(organizationId, key))
        throw conflict(readerMessages('reader.key_taken', { key }))
      const isFixed = input.kind === 'fixed'
      const slug = await tx.readers.slugOf(organizationId)
      const given = input.topic?.replaceAll(keyInTopic, key)
      const isConnected = input.format === connectedFormat
      const topic = isFixed && !isConnected ? (given ?? `${slug}/readers/${key}/#`) : null
      await requireOwnTopic(tx, organizationId, topic, undefined)
      const token = newDeviceToken()
      const at = this.#now()
      const id = await tx.readers.insert({
        organizationId,
        externalKey: key,
        name: input.name,
        kind: input.kind,
        format: isFixed ? (input.format ?? null) : null,
        mapping: input.mapping ? JSON.stringify(input.mapping) : null,
        topic,
        timeZone: input.time_zone ?? null,
        address: isConnected ? (input.address ?? null) : null,
        takesOver: input.llrp?.takes_over ?? false,
        isActive: input.is_active ?? true,
        presenceTimeoutSeconds: input.presence_timeout_seconds ?? defaultTimeoutSeconds,
        tokenHash: sha256(token),
        createdAt: at,
        updatedAt: at,
      })
      await tx.readers.replaceAntennas(id, toAntennas(input.antennas ?? []))
      const reader = await loadReader(tx, organizationId, id)
      await audit(tx, author, { at, action: 'created', subject: subjectOf(reader), after: toView(reader) })
      return { ...(await this.#withHealth(tx, reader)), device_token: token }
    })
  }

  /** Updates a reader. `antennas` and `mapping` are replaced as a whole. A new mapping applies to later messages. */
  async change(author: Author, id: number, body: JsonObject): Promise<ReaderView> {
    const { organizationId } = author
    const refused = await addressProblems(body, [], this.#resolve)
    return this.#writeTopics(async (tx) => {
      const reader = await loadReader(tx, organizationId, id)
      const shape = [
        ...problemsOf(ReaderChanges, body, toView(reader)),
        ...formatProblems(body, reader.kind, reader),
        ...refused,
      ]
      const problems = [...shape, ...(await antennaProblems(tx, organizationId, body, shape))]
      const input = accepted(ReaderChanges, body, problems)
      const slug = await tx.readers.slugOf(organizationId)
      const isFixed = reader.kind === 'fixed'
      const format = isFixed ? (input.format ?? reader.format) : null
      const isConnected = format === connectedFormat
      const ownTopic =
        (input.topic === undefined ? reader.topic : input.topic) ?? `${slug}/readers/${reader.externalKey}/#`
      const topic = isFixed && !isConnected ? ownTopic : null
      if (topic !== reader.topic) await requireOwnTopic(tx, organizationId, topic, id)
      // Whatever is at an address that is sent is the right device.
      if (input.address !== undefined || !isConnected) await tx.readerLinks.remove(id)
      const mapping = input.mapping ? JSON.stringify(input.mapping) : reader.mapping
      const at = this.#now()
      await tx.readers.update(id, {
        name: input.name ?? reader.name,
        format,
        mapping: format === 'mapping' ? mapping : null,
        topic,
        ...connectionOf(input, reader, isConnected),
        timeZone: input.time_zone === undefined ? reader.timeZone : input.time_zone,
        isActive: input.is_active ?? reader.isActive,
        presenceTimeoutSeconds: input.presence_timeout_seconds ?? reader.presenceTimeoutSeconds,
        updatedAt: laterThan(reader.updatedAt, at),
      })
      if (input.antennas) await tx.readers.replaceAntennas(id, toAntennas(input.antennas))
      const changed = await loadReader(tx, organizationId, id)
      const [before, after] = [toView(reader), toView(changed)]
      await audit(tx, author, { at, action: 'changed', subject: subjectOf(reader), before, after })
      return this.#withHealth(tx, changed)
    })
  }

  remove(author: Author, id: number): Promise<void> {
    return this.#writeTopics((tx) => removeReader({ tx, author, at: this.#now() }, id))
  }

  /** Replaces the device token. The old one is invalid at once. */
  renewToken(author: Author, id: number): Promise<{ device_token: string }> {
    return this.#store.write(async (tx) => {
      const reader = await loadReader(tx, author.organizationId, id)
      const token = newDeviceToken()
      const at = this.#now()
      await tx.readers.update(id, { tokenHash: sha256(token), updatedAt: laterThan(reader.updatedAt, at) })
      await audit(tx, author, { at, action: 'token_replaced', subject: subjectOf(reader) })
      return { device_token: token }
    })
  }

  /**
   * Returns the number of active fixed readers in the whole installation that are live, silent, or have sent nothing
   * yet.
   */
  countByState() {
    return this.#store.read.readerHealth.count(toMicros(this.#now()) - silentAfter)
  }
}

export async function removeReader({ tx, author, at }: Edit, id: number): Promise<void> {
  const reader = await loadReader(tx, author.organizationId, id)
  await tx.readers.delete(id, laterThan(reader.updatedAt, at))
  await tx.readerHealth.remove(id)
  await tx.readerLinks.remove(id)
  await tx.printJobs.releaseStation(id)
  await audit(tx, author, { at, action: 'deleted', subject: subjectOf(reader), before: toView(reader) })
}

export async function loadReader(
  { readers }: Pick<Reads, 'readers'>,
  organizationId: number,
  id: number,
): Promise<ReaderRecord> {
  const reader = await readers.find(organizationId, id)
  if (!reader) throw notFound(readerMessages('reader.not_found'))
  return reader
}

/**
 * Throws AppError `conflict` when the topic filter overlaps another one in the installation, because a message must
 * belong to one reader. The default topics of other organizations are reserved for their readers.
 */
async function requireOwnTopic(
  tx: Writes,
  organizationId: number,
  topic: string | null,
  ownId: number | undefined,
): Promise<void> {
  if (topic === null) return
  // The message is the same for every owner, because it must not disclose the topics of other organizations.
  const inUse = conflict(readerMessages('reader.topic_taken', { topic }))
  const slugs = await tx.readers.otherSlugs(organizationId)
  if (slugs.some((slug) => overlaps(`${slug}/readers/#`, topic))) throw inUse
  const others = await tx.readers.allTopics()
  if (others.some((other) => other.id !== ownId && overlaps(other.topic, topic))) throw inUse
}

const subjectOf = ({ id, externalKey }: ReaderRow): Subject => ({ kind: 'reader', id, name: externalKey })

/** Returns where the service connects to a changed reader. */
function connectionOf(
  { address, llrp }: Static<typeof ReaderChanges>,
  reader: ReaderRow,
  isConnected: boolean,
): Pick<ReaderRow, 'address' | 'takesOver'> {
  if (!isConnected) return { address: null, takesOver: false }
  const takesOver = llrp === undefined ? reader.takesOver : (llrp?.takes_over ?? false)
  return { address: address ?? reader.address, takesOver }
}
