import { setTimeout as sleep } from 'node:timers/promises'
import type { Topic } from '../core/instances'
import type { Pool } from './pool'

/** Announcements between instances, over NOTIFY. */

export const channel = 'whereabouts'
/** What is announced when announcements were dropped. */
const missed = 'missed'

/** Time for which announcements are gathered, in milliseconds. */
const gatherMillis = 5
/** Time after which announcements that failed are sent again, in milliseconds. */
const retryMillis = 1_000
/** Maximum number of announcements that wait to be sent. */
const waitingMax = 5_000
/** Interval at which an instance assumes that it has missed announcements, in milliseconds. */
const missedMillis = 30_000

export type LogError = (what: string, detail: object) => void

/** What an instance announces to the others, in the order of the announcements. */
export class Announcements {
  readonly #pool: Pool
  readonly #sender: string
  readonly #logError: LogError
  readonly #closing = new AbortController()
  readonly #waiting = new Set<string>()
  #sending: Promise<void> | undefined

  /** @param sender identifies the instance */
  constructor(pool: Pool, sender: string, logError: LogError) {
    this.#pool = pool
    this.#sender = sender
    this.#logError = logError
  }

  add(text: string): void {
    this.#queue(text)
    if (!this.#closing.signal.aborted) this.#sending ??= this.#send()
  }

  /** Tries once more to send what waits. Does not wait for it. */
  close(): void {
    this.#closing.abort()
  }

  /** Resolves when nothing is sent. */
  async sent(): Promise<void> {
    await this.#sending
  }

  /** A text that waits already is sent once, after the others: the last one is what applies. */
  #queue(text: string): void {
    this.#waiting.delete(text)
    if (this.#waiting.size >= waitingMax) {
      this.#waiting.clear()
      this.#waiting.add(missed)
    } else this.#waiting.add(text)
  }

  /** Sends what waits, in one statement at a time, until nothing waits. */
  async #send(): Promise<void> {
    const { signal } = this.#closing
    while (this.#waiting.size > 0) {
      // Announcements of this time share a statement.
      await sleep(gatherMillis)
      const texts = this.#takeAll()
      try {
        const payloads = JSON.stringify(texts.map((text) => `${this.#sender}\n${text}`))
        await this.#pool.query`select pg_notify(${channel}, value) from json_each(${payloads})`
      } catch (err) {
        this.#logError('announcing to the other instances failed; retrying', { err })
        if (signal.aborted) break
        for (const text of [...texts, ...this.#takeAll()]) this.#queue(text)
        await sleep(retryMillis, undefined, { signal }).catch(() => {})
      }
    }
    this.#sending = undefined
  }

  #takeAll(): string[] {
    const texts = [...this.#waiting]
    this.#waiting.clear()
    return texts
  }
}

/** What the other instances have announced. */
export class Received {
  readonly #self: string
  readonly #announced = new Map<string, ((text: string) => void)[]>()
  readonly #returned = new Map<string, ((text: string) => void)[]>()
  readonly #missedListeners: (() => void)[] = []
  #missedAt = performance.now()

  /** @param self identifies the instance */
  constructor(self: string) {
    this.#self = self
  }

  onAnnounced(topic: Topic, listener: (text: string) => void): void {
    this.#announced.getOrInsertComputed(topic, () => []).push(listener)
  }

  onReturned(topic: Topic, listener: (text: string) => void): void {
    this.#returned.getOrInsertComputed(topic, () => []).push(listener)
  }

  onMissed(listener: () => void): void {
    this.#missedListeners.push(listener)
  }

  receive(payload: string): void {
    const [sender, topic = '', ...lines] = payload.split('\n')
    const isOwn = sender === this.#self
    if (topic === missed && !isOwn) return this.noteMissed()
    const listeners = (isOwn ? this.#returned : this.#announced).get(topic) ?? []
    for (const listener of listeners) listener(lines.join('\n'))
  }

  noteMissed(): void {
    this.#missedAt = performance.now()
    for (const listener of this.#missedListeners) listener()
  }

  /** Assumes from time to time that an announcement was missed: an instance that is killed after a commit does not announce it. */
  noteTime(): void {
    if (performance.now() - this.#missedAt >= missedMillis) this.noteMissed()
  }
}
