/** Maximum number of filters in a SUBSCRIBE, so that the packet stays well below the limits of brokers. */
const filtersAtOnce = 50
/** Lost connections in a row after which a filter is refused: among others, then twice alone. */
const lossesMax = 3
/** Time after which the broker is asked again for a filter that it refused, in milliseconds. */
export const askAgainMillis = 600_000

/**
 * The filters that a broker refuses. Some brokers do not say so but close the connection, such as mosquitto for a control character or
 * more than 200 levels. A filter that is unacknowledged when the connection is lost is therefore sent alone over the next connection, after
 * the others, so that it does not affect other filters.
 */
export class RefusedFilters {
  /** Number of lost connections in a row, by filter. */
  readonly #losses = new Map<string, number>()
  /** When the broker may be asked again, by filter. A question that does not end the connection may be asked at any time. */
  readonly #refused = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get count(): number {
    return this.#refused.size
  }

  /** Whether it is unknown if the broker has accepted a filter. */
  isDoubtful(filter: string): boolean {
    return this.#losses.has(filter)
  }

  /** Forgets all filters but these. */
  keep(wanted: ReadonlySet<string>): void {
    for (const known of [this.#losses, this.#refused])
      for (const filter of known.keys()) if (!wanted.has(filter)) known.delete(filter)
  }

  /** Returns the filters of each SUBSCRIBE. Those for which the broker has closed the connection shortly before are left out. */
  packetsOf(filters: Iterable<string>): string[][] {
    const due = [...filters].filter((filter) => (this.#refused.get(filter) ?? 0) <= this.#now())
    const good = due.filter((filter) => !this.isDoubtful(filter))
    const packets: string[][] = []
    for (let at = 0; at < good.length; at += filtersAtOnce) packets.push(good.slice(at, at + filtersAtOnce))
    const losses = (filter: string) => this.#losses.get(filter) ?? 0
    const doubtful = due.filter((filter) => this.isDoubtful(filter))
    return [...packets, ...doubtful.toSorted((a, b) => losses(a) - losses(b)).map((filter) => [filter])]
  }

  /** Notes that the broker has acknowledged filters, and which of them it refuses. */
  acknowledged(filters: readonly string[], refused: Iterable<string>): void {
    for (const filter of filters) {
      this.#losses.delete(filter)
      this.#refused.delete(filter)
    }
    for (const filter of refused) this.#refused.set(filter, 0)
  }

  /** Notes that the connection was lost before the broker acknowledged filters. Returns those that are refused from now on. */
  lost(filters: readonly string[]): string[] {
    for (const filter of filters) this.#losses.set(filter, (this.#losses.get(filter) ?? 0) + 1)
    const refused = filters.filter((filter) => (this.#losses.get(filter) ?? 0) >= lossesMax)
    for (const filter of refused) this.#refused.set(filter, this.#now() + askAgainMillis)
    return refused
  }
}
