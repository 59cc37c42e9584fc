import { setTimeout as delay } from 'node:timers/promises'
import type { Resolve } from '../../base/addresses/addresses'
import { parseHostPort } from '../../base/addresses/host-port'
import { type Log, oncePerMinute } from '../../base/log'
import { storedOf } from '../../base/messages'
import { type Clock, toMicros } from '../../base/time'
import type { ReaderLink, ReaderRecord, Store } from '../../storage/core/store'
import type { IngestService } from '../ingest/service'
import { llrpPort } from './client/faults'
import { LlrpLink, type LinkNote } from './client/link'

/** Interval at which the readers are compared with the connections, in milliseconds. A change of a reader does so at once. */
const checkMillis = 2_000

interface ManagerParts {
  readonly store: Pick<Store, 'read' | 'write' | 'instances'>
  readonly ingest: Pick<IngestService, 'accept'>
  readonly resolve: Resolve
  readonly messageMax: number
  readonly log: Log
  readonly now: Clock
}

interface Held {
  readonly key: string
  /** The address as it is shown. */
  readonly shown: string
  readonly link: LlrpLink
}

/** Connects to the readers that have an address, while this instance is the leader. */
export class LlrpManager {
  readonly #parts: ManagerParts
  readonly #links = new Map<number, Held>()
  /** Connections that begin or end now. A reader that does not reply takes 10 s, for which no other reader must wait. */
  readonly #changing = new Map<number, Promise<void>>()
  readonly #warn: ReturnType<typeof oncePerMinute>
  #timer: ReturnType<typeof setInterval> | undefined
  #syncing: Promise<void> | null = null
  #isDue = false
  #isCompareMissing = false
  #isStopped = false

  constructor(parts: ManagerParts) {
    this.#parts = parts
    this.#warn = oncePerMinute((detail, kind) => parts.log.warn(detail, `llrp: ${kind}`))
  }

  start(): void {
    this.#timer = setInterval(() => this.changed(), checkMillis)
    this.changed()
  }

  /** Must be called when a reader has changed. */
  changed(): void {
    this.#isDue = true
    if (!this.#isStopped) this.#syncing ??= this.#sync().finally(() => (this.#syncing = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#syncing
    await Promise.all(this.#changing.values())
    await Promise.all([...this.#links.keys()].map((id) => this.#end(id, 'leave')))
  }

  async #sync(): Promise<void> {
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false
      try {
        await this.#compare()
      } catch (err) {
        this.#warn('comparing the readers with the connections failed', { err })
      }
    }
  }

  async #compare(): Promise<void> {
    const { read, instances } = this.#parts.store
    const { isLeader } = instances
    this.#isCompareMissing = false
    const readers = isLeader ? await read.readers.toConnect() : []
    const wanted = new Map(readers.map((reader) => [reader.id, reader]))
    for (const id of this.#links.keys())
      if (!wanted.has(id)) this.#change(id, () => this.#end(id, isLeader ? 'release' : 'leave'))
    const stored = await read.readerLinks.find([...wanted.keys()])
    const known = new Map(stored.map((link) => [link.readerId, link]))
    // What was known about the device is deleted when its address is confirmed.
    const changed = readers.filter(
      (reader) => this.#links.get(reader.id)?.key !== keyOf(reader) || !known.has(reader.id),
    )
    for (const reader of changed) this.#change(reader.id, () => this.#begin(reader, known.get(reader.id)))
  }

  /** Begins or ends a connection. While an earlier change of it lasts, it does nothing; the readers are compared again after that. */
  #change(id: number, work: () => Promise<void>): void {
    if (this.#changing.has(id)) {
      this.#isCompareMissing = true
      return
    }
    const done = work()
      .catch((err: unknown) => this.#warn('changing a connection failed', { reader: id, err }))
      .finally(() => {
        this.#changing.delete(id)
        if (this.#isCompareMissing) this.changed()
      })
    this.#changing.set(id, done)
  }

  async #end(id: number, how: 'leave' | 'release'): Promise<void> {
    const held = this.#links.get(id)
    this.#links.delete(id)
    await held?.link.stop(how)
  }

  async #begin(reader: ReaderRecord, known: ReaderLink | undefined): Promise<void> {
    const { id: readerId, organizationId, antennas, takesOver } = reader
    const shown = reader.address ?? ''
    const address = parseHostPort(shown, llrpPort)
    // Nobody would stop the reading at the earlier address later.
    await this.#end(readerId, (this.#links.get(readerId)?.shown ?? shown) === shown ? 'leave' : 'release')
    if (!address) return
    const notes = this.#notesOf(readerId, known)
    const { ingest, resolve, messageMax } = this.#parts
    const link = new LlrpLink({
      address,
      shown,
      wanted: { antennas: antennas.map(({ port, powerDbm }) => ({ port, powerDbm })), takesOver },
      knownSerial: known?.knownSerial ?? null,
      messageMax,
      resolve,
      note: (note) => void notes(note),
      accept: (payload) => ingest.accept({ organizationId, readerId, tokenHash: null, topic: null, payload }),
      failed: (err) => this.#warn('storing the messages of a reader failed', { reader: readerId, err }),
      pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal, ref: false }).catch(() => {}),
    })
    this.#links.set(readerId, { key: keyOf(reader), shown, link })
    await notes({ state: 'connecting', cause: null, sentence: null })
    link.start()
  }

  /** Returns a function that stores what is known about a connection, one after another, when it has changed. */
  #notesOf(readerId: number, known: ReaderLink | undefined): (note: LinkNote) => Promise<void> {
    const { store, log, now } = this.#parts
    let { device = null, knownSerial = null } = known ?? {}
    let [last, since]: [string | null, number] = [null, 0]
    let writing: Promise<void> = Promise.resolve()
    return ({ state, cause, sentence, device: found }) => {
      if (found) {
        device = JSON.stringify(found)
        knownSerial ??= found.serial
      }
      const row = { readerId, state, cause, sentence: sentence && storedOf(sentence), device, knownSerial }
      const text = JSON.stringify(row)
      if (text === last) return writing
      if (cause === null || !last?.includes(`"cause":"${cause}"`)) since = toMicros(now())
      last = text
      log.info({ reader: readerId, state, reason: sentence?.english }, 'llrp: connection')
      const link = { ...row, since }
      return (writing = writing
        .then(() => store.write((tx) => saveLink(tx, link)))
        .catch((err: unknown) => this.#warn('storing the state of a connection failed', { err })))
    }
  }
}

type SaveLink = Parameters<Parameters<Store['write']>[0]>[0]

/** A reader that was deleted meanwhile has no connection. */
async function saveLink(tx: SaveLink, link: ReaderLink): Promise<void> {
  const [reader] = await tx.readers.findAll([link.readerId])
  if (reader) await tx.readerLinks.save(link)
}

/** Changes when the reader must be connected to, or configured, in another way. */
const keyOf = ({ address, takesOver, antennas }: ReaderRecord): string =>
  JSON.stringify([address, takesOver, antennas.map(({ port, powerDbm }) => [port, powerDbm])])
