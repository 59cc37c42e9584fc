import { sleep } from 'bun'
import { clientOf } from './client'
import type { Program } from './program'
import type { Reader } from './scans'

/** A person at an encode station, whose reads have times of their own: a second on the pad takes no second. */

export interface Chip {
  readonly value: string
  readonly tid?: string
}

/** The service takes the times of reads that are at most 10 s away from its own. */
const awayMillis = 8_000

export class TestPad {
  readonly #reader: Reader
  #at = 0
  #last: readonly object[] = []

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Puts chips on the pad for more than a second, and takes them away. */
  async put(program: Program, ...chips: readonly Chip[]): Promise<void> {
    await this.#begin()
    const reads: object[] = []
    for (let step = 0; step < 3; step++)
      for (const chip of chips)
        reads.push({ ...chip, observed_at: this.#next(step > 0 && chips.length === 1 ? 510 : 30) })
    await this.#send(program, reads)
  }

  /** The service was restarted, and has forgotten what lies on the pad. */
  forget(): void {
    this.#at = 0
  }

  /** Sends the last message once more. */
  repeat(program: Program): Promise<void> {
    return this.#send(program, this.#last)
  }

  async #begin(): Promise<void> {
    const ahead = this.#at - Date.now() - awayMillis
    if (ahead > 0) await sleep(ahead)
    this.#at = Math.max(this.#at, Date.now() - awayMillis)
  }

  #next(millis: number): string {
    this.#at += millis
    return new Date(this.#at).toISOString()
  }

  async #send(program: Program, reads: readonly object[]): Promise<void> {
    this.#last = reads
    const { external_key: key, device_token: token } = this.#reader
    const path = `/internal/v1/readers/${key}/events`
    const response = await clientOf(program.http, token).post(path, { reads })
    if (response.status !== 202)
      throw new Error(`The pad's reads returned ${response.status}: ${response.text}`)
  }
}
