import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from '../codec/frames'

/** Bytes that may wait to be written. Then the service does not read from the reader, which keeps its reports. */
const waitingMax = 2 * 1024 * 1024
/** Bytes that are written at once, unless one message is larger. */
const atOnceMax = 256 * 1024
const retryMillis = 1_000
/** Messages that only say that the reader is there are passed on at most this often, in milliseconds. */
const signOfLifeMillis = 60_000

interface Sink {
  /** Stores messages. Resolves when their reads are on disk. Rejects when they could not be written. */
  readonly accept: (messages: Uint8Array) => Promise<unknown>
  readonly failed: (error: unknown) => void
  /** Called when there is room again. */
  readonly drained: () => void
}

/**
 * The messages of a reader that wait to be written, in their order. LLRP has no acknowledgement, so what cannot be written is tried
 * again, and meanwhile the reader is not read from.
 */
export class Outbox {
  readonly #sink: Sink
  #waiting: Uint8Array[] = []
  #bytes = 0
  #running: Promise<void> | null = null
  #passedAt = -Infinity
  #isStopped = false

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Takes messages. Returns whether there is room for more. */
  add(frames: readonly Frame[]): boolean {
    for (const { name, bytes } of frames) {
      const at = performance.now()
      if (name === 'KEEPALIVE' && at - this.#passedAt < signOfLifeMillis) continue
      this.#passedAt = at
      this.#waiting.push(bytes)
      this.#bytes += bytes.length
    }
    if (this.#waiting.length > 0) this.#running ??= this.#run()
    return this.#bytes < waitingMax
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const messages = this.#next()
      await this.#write(messages)
      const wasFull = this.#bytes >= waitingMax
      this.#bytes -= messages.length
      if (wasFull && this.#bytes < waitingMax) this.#sink.drained()
    }
    this.#running = null
  }

  #next(): Uint8Array {
    let [count, size] = [0, 0]
    for (const { length } of this.#waiting) {
      if (count > 0 && size + length > atOnceMax) break
      count++
      size += length
    }
    return Buffer.concat(this.#waiting.splice(0, count), size)
  }

  async #write(messages: Uint8Array): Promise<void> {
    for (;;)
      try {
        return void (await this.#sink.accept(messages))
      } catch (error) {
        this.#sink.failed(error)
        if (this.#isStopped) return
        await sleep(retryMillis)
      }
  }

  /** Resolves when all messages are written; those that cannot be are given up. */
  async finish(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}
