import { eventLogMessages } from './messages'
import { invalidField } from '../../base/errors'
import { typeOf } from '../../base/event-types'
import type { EventFilter, LoggedEvent, Store } from '../../storage/core/store'
import { wireOf } from '../../base/time'
import type { EventView } from './schema'
import { openEventStream } from './stream'
import type { Waiting } from './waiting'

interface EventQuery extends EventFilter {
  /** Sequence of the last event that the caller has. */
  readonly after: number
  readonly limit: number
}

interface EventsView {
  readonly rows: readonly EventView[]
  readonly nextAfter: number
  readonly newest: number
}

/** How long a request waits for an event. */
interface Wait {
  /** Maximum time; 0 to return at once. */
  readonly millis: number
  /** Ends the wait when the client leaves. */
  readonly signal: AbortSignal
}

/** Maximum number of events that a stream reads at once. */
const streamedAtOnce = 100

/** Reads the event log (docs/api.md, Events). */
export class EventLogService {
  readonly #store: Store
  readonly #waiting: Waiting

  constructor(store: Store, waiting: Waiting) {
    this.#store = store
    this.#waiting = waiting
    store.onEvents((organizationIds) => waiting.notify(organizationIds))
  }

  /** Throws `invalid` when the events after `after` are not in the log, or not all of them. */
  async page(
    organizationId: number,
    { after, limit, ...filter }: EventQuery,
    field: string,
  ): Promise<EventsView> {
    const { newest, oldest } = await this.#store.read.eventLog.ends(organizationId)
    if (after < oldest - 1)
      throw invalidField(
        field,
        'too_small',
        eventLogMessages('event_log.too_old', { field, minimum: oldest - 1, oldest }),
        { minimum: oldest - 1, oldest },
      )
    if (after > newest)
      throw invalidField(field, 'too_large', eventLogMessages('event_log.too_new', { field, newest }), {
        maximum: newest,
      })
    const found = await this.#store.read.eventLog.page(organizationId, filter, { after, limit, newest })
    const nextAfter = Math.max(after, found.searchedUpTo, found.rows.at(-1)?.sequence ?? 0)
    return { rows: found.rows.map(toEventView), nextAfter, newest: Math.max(newest, nextAfter) }
  }

  /**
   * Returns the events after a sequence. If there are none, waits for one.
   *
   * @param requireAuthorized called after each read of events, because the caller may have lost its rights meanwhile
   */
  async list(
    organizationId: number,
    query: EventQuery,
    wait: Wait,
    requireAuthorized: () => Promise<void>,
  ): Promise<EventsView> {
    const read = async (after: number): Promise<EventsView> => {
      const found = await this.page(organizationId, { ...query, after }, 'after')
      await requireAuthorized()
      return found
    }
    const found = await read(query.after)
    return isComplete(found) || wait.millis === 0 ? found : this.#wait(organizationId, read, found, wait)
  }

  /** Waits until `isComplete`, or until the time has passed, and returns the last page. */
  async #wait(
    organizationId: number,
    read: (after: number) => Promise<EventsView>,
    before: EventsView,
    { millis, signal }: Wait,
  ): Promise<EventsView> {
    const waiter = this.#waiting.enter(organizationId)
    const until = performance.now() + millis
    signal.addEventListener('abort', waiter.release, { once: true })
    try {
      let found = before
      // An event may have been committed before the wait began.
      while (true) {
        found = await read(found.nextAfter)
        const left = until - performance.now()
        if (isComplete(found) || left <= 0 || signal.aborted || this.#waiting.isClosed()) return found
        await waiter.next(left)
      }
    } finally {
      signal.removeEventListener('abort', waiter.release)
      waiter.release()
    }
  }

  /** Returns server-sent events that begin after a sequence and do not end. */
  async stream(
    organizationId: number,
    { after, ...filter }: Omit<EventQuery, 'limit'>,
    field: string,
    isStillAuthorized: () => Promise<boolean>,
  ): Promise<ReadableStream<Uint8Array>> {
    // A cursor that the log does not contain is an error of the request.
    await this.page(organizationId, { ...filter, after, limit: 1 }, field)
    let last = after
    let sent = after
    const nextText = async (): Promise<string> => {
      do {
        const part = { ...filter, after: last, limit: streamedAtOnce }
        const { rows, nextAfter, newest } = await this.page(organizationId, part, field)
        last = nextAfter
        sent = rows.at(-1)?.sequence ?? sent
        if (rows.length > 0) return rows.map(toText).join('')
        if (nextAfter >= newest) return ''
      } while (!this.#waiting.isClosed())
      return ''
    }
    /** A client continues after the events that its filter leaves out, even when the log no longer has those before them. */
    const positionText = (): string => {
      if (sent === last) return ''
      sent = last
      return `id: ${last}\n\n`
    }
    const waiter = this.#waiting.enter(organizationId)
    return openEventStream({
      waiter,
      nextText,
      positionText,
      isStillAuthorized,
      isStopped: () => this.#waiting.isClosed(),
    })
  }

  /** Returns the newest sequence; 0 when nothing has happened. */
  async newestSequence(organizationId: number): Promise<number> {
    return (await this.#store.read.eventLog.ends(organizationId)).newest
  }
}

/** Whether a page has events, or the search for them has more to read: then the caller does not wait. */
const isComplete = ({ rows, nextAfter, newest }: EventsView): boolean => rows.length > 0 || nextAfter < newest

type Data = Omit<EventView, 'sequence' | 'type' | 'occurred_at' | 'recorded_at'>

function toEventView(event: LoggedEvent): EventView {
  const data = JSON.parse(event.data) as Data
  return {
    sequence: event.sequence,
    type: typeOf(event.type),
    occurred_at: wireOf(event.occurredAt),
    recorded_at: wireOf(event.recordedAt),
    ...data,
    // Events of earlier versions do not say it, and have no alert, stocktake or button.
    alert: data.alert ?? null,
    stocktake: data.stocktake ?? null,
    button: data.button ?? null,
    move: data.move && { ...data.move, is_provisional: data.move.is_provisional ?? false },
  }
}

const toText = (event: EventView): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
