import { storedOf } from '../../base/messages'
import type { OutputState } from '../../base/recipients'
import { type Clock, type Micros, second, toMicros } from '../../base/time'
import { type Log, oncePerMinute } from '../../base/log'
import type { AlertMessageRow, AlertOutputRow, Store } from '../../storage/core/store'
import type { Outbox } from '../alerts/telling/outbox'
import { outputMessages } from './messages'
import type { SwitchOutput } from './send'

/** Number of outputs that are switched at the same time. */
const atOnceMax = 32
/** Delays after the first, second, ... failure, in seconds. The last one repeats. */
const delays = [1, 5, 15, 30, 60]

interface SenderParts {
  readonly store: Store
  readonly outbox: Outbox
  readonly switchOutput: SwitchOutput
  readonly log: Log
  readonly now: Clock
}

/** Switches outputs as the open alerts need it. An output that does not answer holds up no other one. */
export class OutputSender {
  readonly #parts: SenderParts
  readonly #store: Store
  readonly #logError: ReturnType<typeof oncePerMinute>
  readonly #running = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#store = parts.store
    this.#logError = oncePerMinute((detail, what) => parts.log.error(detail, what))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  /** Begins to switch the outputs for which something waits. */
  async round(now: Micros): Promise<void> {
    for (let id = await this.#next(0); id !== undefined; id = await this.#next(id)) {
      if (this.#running.has(id)) continue
      if (this.#running.size >= atOnceMax || this.#stopping.signal.aborted) return
      const output = await this.#store.read.alertOutputs.findAny(id)
      if (output && !isDue(output, now)) continue
      this.#begin(id)
    }
  }

  #next(after: number): Promise<number | undefined> {
    return this.#store.read.alertOutputs.next(after)
  }

  #begin(id: number): void {
    const work = this.#serve(id)
      .catch((err: unknown) => this.#logError('switching an output failed; retrying', { err, output: id }))
      .finally(() => {
        this.#running.delete(id)
        if (!this.#stopping.signal.aborted) this.#parts.outbox.wake()
      })
    this.#running.set(id, work)
  }

  async #serve(id: number): Promise<void> {
    const { alertOutputs } = this.#store.read
    const waiting = await alertOutputs.queued(id)
    const output = await alertOutputs.findAny(id)
    const upTo = waiting.at(-1)?.id
    if (upTo === undefined) return
    const isHeld = await alertOutputs.isHeld(id)
    const to = output && wantedState(output, waiting, isHeld)
    if (!output || !to) return this.#end(id, waiting, { upTo, isHeld, sent: null })
    const error = await this.#parts.switchOutput(output, to, this.#stopping.signal)
    if (error === null) return this.#end(id, waiting, { upTo, isHeld, sent: to, output })
    // The next start tries again what the stop has cut.
    if (this.#stopping.signal.aborted) return
    const at = toMicros(this.#parts.now())
    const failures = output.failures + 1
    const delay = delays[Math.min(failures, delays.length) - 1] ?? 0
    await this.#store.write(
      (tx) =>
        tx.alertOutputs.noteFailure(output.organizationId, id, {
          failures,
          failingSince: output.failingSince ?? at,
          nextAttemptAt: at + delay * second,
          error: storedOf(error),
        }),
      [output.organizationId],
    )
  }

  /** Stores what was sent, and ends the messages that waited for it. */
  async #end(
    id: number,
    [first]: readonly AlertMessageRow[],
    { upTo, isHeld, sent, output }: Ended,
  ): Promise<void> {
    if (!first) return
    const { organizationId } = first
    const endedAt = toMicros(this.#parts.now())
    const notSent = storedOf(outputMessages(isHeld ? 'output.kept_on' : 'output.not_switched'))
    const endingOf = (purpose: OutputState) =>
      purpose === sent
        ? ({ state: 'sent', endedAt, error: null } as const)
        : ({ state: 'dropped', endedAt, error: notSent } as const)
    await this.#store.write(
      async (tx) => {
        if (sent && output)
          await tx.alertOutputs.update(organizationId, id, { ...unfailed, sentState: sent, sentAt: endedAt })
        for (const purpose of ['on', 'off'] as const)
          await tx.alertOutputs.end(id, { purpose, upTo }, endingOf(purpose))
      },
      [organizationId],
    )
  }
}

interface Ended {
  readonly upTo: number
  readonly isHeld: boolean
  readonly sent: OutputState | null
  readonly output?: AlertOutputRow
}

/** The state of an output that can be switched. */
export const unfailed = { failures: 0, failingSince: null, nextAttemptAt: null, error: null } as const

/** Returns what must be sent: `on` for each alert that opens, `off` when no open alert keeps it on any more. */
function wantedState(
  { sentState }: AlertOutputRow,
  waiting: readonly AlertMessageRow[],
  isHeld: boolean,
): OutputState | null {
  if (isHeld) return waiting.some(({ purpose }) => purpose === 'on') ? 'on' : null
  return sentState === 'on' ? 'off' : null
}

/** Whether the next attempt is due. A time of a wrong clock is due. */
function isDue({ nextAttemptAt }: AlertOutputRow, now: Micros): boolean {
  const left = (nextAttemptAt ?? 0) - now
  return left <= 0 || left > 120 * second
}
