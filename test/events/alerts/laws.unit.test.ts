import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Micros, second } from '../../../src/base/time'
import { changesOf } from '../../../src/events/alerts/conditions/changes'
import { spansOf } from '../../../src/events/alerts/conditions/conditions'
import { firstWithin } from '../../../src/events/alerts/conditions/hours'
import { openingsOf } from '../../../src/events/alerts/conditions/openings'
import type { Rule } from '../../../src/events/alerts/conditions/rule'
import { Gaps } from '../../../src/events/alerts/engine/gaps'
import type { AlertRow } from '../../../src/storage/core/store'

/** The laws of alerts, for random histories that arrive in random order (docs/decisions/0039-alerts.md). */

// Location 2 is below location 1.
const isBelow = (place: number, location: number) => place === location || (place === 2 && location === 1)
const { after } = new Gaps([])

const ruleOf = (kind: Rule['kind'], hold: number, clear: number, enabledAt = 0): Rule => ({
  id: 1,
  organizationId: 1,
  name: 'Rule',
  kind,
  scope: { kind: 'all' },
  locationId: 1,
  fromLocationId: kind === 'moved_between' ? 3 : null,
  minutes: kind === 'dwell' ? 1 : null,
  minCount: null,
  maxCount: null,
  threshold: null,
  hold: hold * second,
  clear: clear * second,
  hours: null,
  severity: 'normal',
  enabledAt: enabledAt * second,
  watchedUpTo: 0,
  recipients: [],
  renotifyMinutes: null,
})

interface Event {
  readonly id: number
  readonly locationId: number
  /** In seconds. */
  readonly at: number
}

/** What the engine stores of an alert. */
type Stored = Pick<
  AlertRow,
  'id' | 'kind' | 'openedAt' | 'closedAt' | 'closeReason' | 'evidenceAt' | 'evidenceEventId' | 'occurrences'
>

/** The engine without a database: it knows what has arrived, and evaluates after each arrival and at each timer. */
class World {
  readonly rule: Rule
  readonly events: Event[] = []
  readonly stored: Stored[] = []
  dueAt: Micros | null = null
  opened = 0

  constructor(rule: Rule) {
    this.rule = rule
  }

  arrive(event: Event, now: Micros): void {
    if (!this.events.some(({ id }) => id === event.id)) this.events.push(event)
    this.evaluate(now, Math.min(event.at * second, now))
  }

  /** Lets time pass, with all timers. */
  pass(now: Micros): void {
    while (this.dueAt !== null && this.dueAt <= now) this.evaluate(this.dueAt, this.dueAt)
    this.evaluate(now, now)
  }

  openings(now: Micros) {
    const events = this.events
      .filter(({ at }) => at * second <= now)
      .toSorted((a, b) => a.at - b.at || a.locationId - b.locationId || a.id - b.id)
      .map(({ id, locationId, at }) => ({ id, locationId, firstAt: at * second, lastAt: at * second }))
    const lastSeenAt = events.at(-1)?.lastAt ?? null
    const spans = spansOf(this.rule, { events, isCut: false, lastSeenAt }, isBelow, after)
    const ended = this.stored.flatMap(({ closeReason, closedAt }) =>
      closeReason === 'person' && closedAt !== null ? [closedAt] : [],
    )
    return openingsOf(this.rule, spans, ended, now)
  }

  evaluate(now: Micros, since: Micros): void {
    const { openings, dueAt } = this.openings(now)
    const awaitedAt = this.dueAt ?? undefined
    this.dueAt = dueAt
    const changes = changesOf({
      rule: this.rule,
      stored: this.stored as AlertRow[],
      openings,
      since,
      awaitedAt,
      now,
      unfounded: () => ({ at: now, reason: 'retracted' }),
    })
    const change = (alert: AlertRow, values: Partial<Stored>) => {
      const index = this.stored.findIndex(({ id }) => id === alert.id)
      this.stored[index] = { ...(this.stored[index] as Stored), ...values }
    }
    for (const { alert, at, reason } of changes.closed) change(alert, { closedAt: at, closeReason: reason })
    for (const { alert, opening } of [...changes.corrected, ...changes.reopened])
      change(alert, {
        closedAt: null,
        closeReason: null,
        openedAt: opening.openedAt,
        evidenceAt: opening.span.from,
        evidenceEventId: opening.span.eventId,
        occurrences: opening.occurrences,
      })
    for (const { span, openedAt, closedAt, occurrences } of changes.opened)
      this.stored.push({
        id: ++this.opened,
        kind: this.rule.kind,
        openedAt,
        closedAt,
        closeReason: closedAt === null ? null : 'cleared',
        evidenceAt: span.from,
        evidenceEventId: span.eventId,
        occurrences,
      })
  }

  close(now: Micros): void {
    const index = this.stored.findIndex(({ closedAt }) => closedAt === null)
    const open = this.stored[index]
    if (open) this.stored[index] = { ...open, closedAt: now, closeReason: 'person' }
  }

  open() {
    return this.stored
      .filter(({ closedAt }) => closedAt === null)
      .map(({ openedAt, evidenceAt, evidenceEventId }) => ({ openedAt, evidenceAt, evidenceEventId }))
  }

  /** The open alerts, computed from nothing but the history. */
  again(now: Micros) {
    return this.openings(now)
      .openings.filter(({ closedAt }) => closedAt === null)
      .map(({ openedAt, span }) => ({ openedAt, evidenceAt: span.from, evidenceEventId: span.eventId }))
  }
}

const kinds = fc.constantFrom<Rule['kind']>('entered', 'left', 'outside', 'moved_between', 'dwell')
const length = fc.constantFrom(0, 10, 45)
const histories = fc
  .uniqueArray(
    fc.record({ at: fc.integer({ min: 1, max: 600 }), locationId: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 14,
      selector: ({ at }) => at,
    },
  )
  .map((all) => all.map((one, index): Event => ({ ...one, id: index + 1 })))

const end = 700 * second

describe('the open alerts', () => {
  test('are those of the history, in whatever order and however often its events arrive', () => {
    fc.assert(
      fc.property(
        kinds,
        length,
        length,
        histories,
        fc.array(fc.nat(), { maxLength: 30 }),
        (kind, hold, clear, events, picks) => {
          const inOrder = new World(ruleOf(kind, hold, clear))
          for (const event of events.toSorted((a, b) => a.at - b.at)) {
            inOrder.pass(event.at * second)
            inOrder.arrive(event, event.at * second)
            expect(inOrder.open()).toEqual(inOrder.again(event.at * second))
          }
          inOrder.pass(end)
          // Each in any order, some repeatedly, while the time passes.
          const shuffled = new World(ruleOf(kind, hold, clear))
          const arrivals = [...picks.map((pick) => events[pick % events.length] as Event), ...events]
          arrivals.forEach((event, index) => {
            const now = (300 + (index * 400) / arrivals.length) * second
            shuffled.pass(now)
            shuffled.arrive(event, now)
            expect(shuffled.open()).toEqual(shuffled.again(now))
            expect(shuffled.open().length).toBeLessThanOrEqual(1)
          })
          shuffled.pass(end)
          expect(shuffled.open()).toEqual(inOrder.open())
          // Nothing changes when it is computed once more.
          const before = structuredClone(shuffled.stored)
          shuffled.evaluate(end, end)
          shuffled.pass(end)
          expect(shuffled.stored).toEqual(before)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('and those that ended before anybody looked are recorded as if somebody had looked in time', () => {
    fc.assert(
      fc.property(kinds, length, length, histories, (kind, hold, clear, events) => {
        const [prompt, late] = [new World(ruleOf(kind, hold, clear)), new World(ruleOf(kind, hold, clear))]
        for (const event of events.toSorted((a, b) => a.at - b.at)) {
          prompt.pass(event.at * second)
          for (const world of [prompt, late]) world.arrive(event, event.at * second)
        }
        for (const world of [prompt, late]) world.pass(end)
        // Who looks in the very second in which an asset leaves records an alert that the read of the move withdraws.
        const recorded = ({ stored }: World) =>
          stored.flatMap(({ closeReason, evidenceAt, openedAt }) =>
            closeReason === 'retracted' ? [] : [{ evidenceAt, openedAt }],
          )
        expect(recorded(late)).toEqual(recorded(prompt))
      }),
      { numRuns: 500 },
    )
  })

  test('are opened no earlier than after hold, and closed no earlier than after clear', () => {
    fc.assert(
      fc.property(kinds, length, length, histories, (kind, hold, clear, events) => {
        const world = new World(ruleOf(kind, hold, clear))
        for (const event of events) world.arrive(event, end)
        for (const { span, openedAt, closedAt } of world.openings(end).openings) {
          expect(openedAt).toBe(span.from + hold * second)
          expect(
            span.to === null ||
              span.to - span.from >= hold * second ||
              closedAt === null ||
              closedAt > span.to,
          ).toBe(true)
          if (closedAt !== null) expect(closedAt - openedAt).toBeGreaterThanOrEqual(clear * second)
        }
      }),
    )
  })

  test('that a person has closed open again only after the condition was false', () => {
    fc.assert(
      fc.property(
        kinds,
        length,
        histories,
        fc.integer({ min: 1, max: 600 }),
        (kind, hold, events, closedAfter) => {
          const world = new World(ruleOf(kind, hold, 0))
          let person: { readonly at: Micros; readonly span: Micros } | undefined
          for (const event of events.toSorted((a, b) => a.at - b.at)) {
            if (!person && event.at > closedAfter) {
              world.pass(closedAfter * second)
              const [open] = world.open()
              if (open) person = { at: closedAfter * second, span: open.evidenceAt }
              world.close(closedAfter * second)
            }
            world.pass(event.at * second)
            world.arrive(event, event.at * second)
            if (person)
              for (const { evidenceAt } of world.open()) expect(evidenceAt).toBeGreaterThan(person.at)
          }
        },
      ),
    )
  })
})

describe('the hours of a rule', () => {
  const hours = (part: object, zone = 'UTC') => ({
    time_zone: zone,
    weekly: [{ days: [1, 2, 3, 4, 5], from: '05:00', to: '22:00', ...part }],
  })
  const at = (text: string): Micros => Date.parse(text) * 1000

  // 23 November 2026 is a Monday.
  test.each([
    ['within', hours({}), '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z'],
    ['before', hours({}), '2026-11-23T04:59:59Z', '2026-11-23T05:00:00Z'],
    ['at the end', hours({}), '2026-11-23T22:00:00Z', '2026-11-24T05:00:00Z'],
    ['over the weekend', hours({}), '2026-11-27T23:00:00Z', '2026-11-30T05:00:00Z'],
    ['in a time zone', hours({}, 'Europe/Berlin'), '2026-11-23T03:00:00Z', '2026-11-23T04:00:00Z'],
    ['in summer', hours({}, 'Europe/Berlin'), '2026-07-20T02:00:00Z', '2026-07-20T03:00:00Z'],
    [
      'over midnight',
      hours({ from: '22:00', to: '05:00', days: [5] }),
      '2026-11-28T04:00:00Z',
      '2026-11-28T04:00:00Z',
    ],
    [
      'after midnight of another day',
      hours({ from: '22:00', to: '05:00', days: [5] }),
      '2026-11-27T04:00:00Z',
      '2026-11-27T22:00:00Z',
    ],
    ['until midnight', hours({ to: '24:00' }), '2026-11-23T23:59:59Z', '2026-11-23T23:59:59Z'],
  ])('%s', (_, own, from, first) => {
    expect(firstWithin(own, at(from))).toBe(at(first))
  })
})

describe('time in which the service did not run', () => {
  test('does not count, and the two directions agree', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 60 })), {
          maxLength: 6,
        }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 300 }),
        (parts, from, length) => {
          let end = 0
          const gaps = parts.map(([pause, span]) => {
            const startedAt = end + pause + 1
            end = startedAt + span
            return { startedAt, endedAt: end }
          })
          const known = new Gaps(gaps)
          const isRunning = (time: number) =>
            !gaps.some(({ startedAt, endedAt }) => time >= startedAt && time < endedAt)
          const reached = known.after(from, length)
          let ran = 0
          for (let time = from; time < reached; time++) if (isRunning(time)) ran++
          expect(ran).toBe(length)
          let before = 0
          const begin = known.before(reached, length)
          for (let time = begin; time < reached; time++) if (isRunning(time)) before++
          expect(before).toBe(length)
        },
      ),
    )
  })
})
