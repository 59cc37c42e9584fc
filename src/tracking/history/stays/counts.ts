import { countedSpans, dayOf, monthOf } from '../../../base/day-parts'
import type { Micros } from '../../../base/time'
import type { CountChange, FlowChange, StayRow, Writes } from '../../../storage/core/store'

type Counted = Pick<StayRow, 'locationId' | 'begunAt' | 'endedAt' | 'previousLocationId'>

/** What stays add to the counts of locations and flows, and what they take from them. */
export class StayCounts {
  readonly #counts = new Map<string, CountChange>()
  readonly #flows = new Map<string, FlowChange>()

  /** Adds a stay, or takes it away with the weight -1. */
  add(stay: Counted, weight: 1 | -1): void {
    const { locationId, begunAt, previousLocationId } = stay
    for (const [span, number] of spansOf(begunAt)) {
      this.#count(locationId, span, number, { arrivals: weight, departures: 0 })
      if (previousLocationId !== null)
        this.#flow({ fromId: previousLocationId, toId: locationId, span, number, moves: weight })
    }
    this.ended(stay, weight)
  }

  /** Adds only the end of a stay, or takes it away. */
  ended({ locationId, endedAt }: Pick<Counted, 'locationId' | 'endedAt'>, weight: 1 | -1): void {
    if (endedAt === null) return
    for (const [span, number] of spansOf(endedAt))
      this.#count(locationId, span, number, { arrivals: 0, departures: weight })
  }

  save(stays: Pick<Writes['stays'], 'addCount' | 'addFlow'>, organizationId: number): void {
    for (const change of this.#counts.values())
      if (change.arrivals !== 0 || change.departures !== 0) stays.addCount(organizationId, change)
    for (const change of this.#flows.values()) if (change.moves !== 0) stays.addFlow(organizationId, change)
  }

  #count(
    locationId: number,
    span: number,
    number: number,
    { arrivals, departures }: Pick<CountChange, 'arrivals' | 'departures'>,
  ): void {
    const key = `${locationId} ${span} ${number}`
    const known = this.#counts.get(key)
    this.#counts.set(key, {
      locationId,
      span,
      number,
      arrivals: (known?.arrivals ?? 0) + arrivals,
      departures: (known?.departures ?? 0) + departures,
    })
  }

  #flow(change: FlowChange): void {
    const { fromId, toId, span, number, moves } = change
    const key = `${fromId} ${toId} ${span} ${number}`
    this.#flows.set(key, { ...change, moves: (this.#flows.get(key)?.moves ?? 0) + moves })
  }
}

const spansOf = (at: Micros): (readonly [span: number, number: number])[] => [
  [countedSpans.day, dayOf(at)],
  [countedSpans.month, monthOf(at)],
]
