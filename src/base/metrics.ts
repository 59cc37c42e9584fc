import { Counter, Gauge, Registry } from 'prom-client'
import { AppError, type ErrorCode } from './errors'

export const messageResults = ['accepted', 'duplicate', 'malformed', 'unauthorized'] as const
export type MessageResult = (typeof messageResults)[number]

/** The result that a rejected message is counted as. With other errors the reader sends the message again. */
const refusals: Partial<Record<ErrorCode, MessageResult>> = {
  unauthenticated: 'unauthorized',
  forbidden: 'unauthorized',
  not_found: 'unauthorized',
  invalid: 'malformed',
  malformed: 'malformed',
  too_large: 'malformed',
  unsupported_media_type: 'malformed',
}

export const readResults = [
  'applied',
  'duplicate',
  'unknown_tag',
  'unmapped_antenna',
  'unresolved_location',
  'ignored',
] as const
export type ReadResult = (typeof readResults)[number]

const telemetryResults = ['stored', 'impossible', 'encrypted'] as const
type TelemetryResult = (typeof telemetryResults)[number]

/** A gauge that is read at each scrape. */
interface Watched {
  readonly name: string
  readonly help: string
}

/** Prometheus counters. They start at zero with the process and contain no organization (docs/history.md, Counters). */
export class Metrics {
  readonly #registry = new Registry()
  readonly #messages = new Counter({
    name: 'whereabouts_ingest_messages_total',
    help: 'Messages of readers and handhelds, by result.',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  })
  readonly #reads = new Counter({
    name: 'whereabouts_ingest_reads_total',
    help: 'Reads in those messages, by result.',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  })
  readonly #telemetry = new Counter({
    name: 'whereabouts_telemetry_values_total',
    help: 'What tags of assets said about themselves: values, and encrypted frames that could not be read, by result.',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  })

  constructor() {
    for (const result of messageResults) this.#messages.inc({ result }, 0)
    for (const result of readResults) this.#reads.inc({ result }, 0)
    for (const result of telemetryResults) this.#telemetry.inc({ result }, 0)
  }

  countMessage(result: MessageResult): void {
    this.#messages.inc({ result })
  }

  /** Counts a rejected message. Returns the result; undefined if it is not counted because the reader sends it again. */
  countRefused(error: unknown): MessageResult | undefined {
    const result = error instanceof AppError ? refusals[error.code] : undefined
    if (result) this.countMessage(result)
    return result
  }

  countReads(result: ReadResult, count: number): void {
    this.#reads.inc({ result }, count)
  }

  countTelemetry(result: TelemetryResult, count: number): void {
    this.#telemetry.inc({ result }, count)
  }

  /** Adds the gauge of the external broker, which exists only if one is configured. */
  watchExternalBroker(isConnected: () => boolean): void {
    const name = 'whereabouts_mqtt_outside_connected'
    this.#watch({ name, help: 'Whether the external MQTT broker is connected: 1 or 0.' }, isConnected)
  }

  /** Adds the gauge of damage in the database file. */
  watchDatabase(isDamaged: () => boolean): void {
    const help = 'Whether a check has found damage in the database: 1 or 0.'
    this.#watch({ name: 'whereabouts_database_damaged', help }, isDamaged)
  }

  #watch(watched: Watched, isTrue: () => boolean): void {
    this.#registry.registerMetric(
      new Gauge({
        ...watched,
        registers: [],
        collect() {
          this.set(isTrue() ? 1 : 0)
        },
      }),
    )
  }

  /** Adds the gauge of active fixed readers, which are counted at each scrape. */
  watchReaders(count: () => Promise<Readonly<Record<'live' | 'silent' | 'never', number>>>): void {
    this.#registry.registerMetric(
      new Gauge({
        name: 'whereabouts_readers',
        help: 'Active fixed readers: live, silent for more than five minutes, or without a message so far (never).',
        labelNames: ['state'] as const,
        registers: [],
        async collect() {
          for (const [state, readers] of Object.entries(await count())) this.set({ state }, readers)
        },
      }),
    )
  }

  /** Returns the metrics in the Prometheus exposition format. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
