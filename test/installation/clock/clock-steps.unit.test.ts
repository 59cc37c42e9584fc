import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ServiceClock } from '../../../src/installation/clock/clock'
import { advanced, confirmed, servedBy, type TimeState } from '../../../src/installation/clock/steps'

/** When the service accepts the time of the machine (decision 0012). */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const noon = Date.UTC(2026, 10, 22, 12)

const believing: TimeState = { believed: noon, doubt: null, waited: 0 }

/** The state after the machine has stayed that far off for a time, looked at once a minute. */
function after(state: TimeState, offset: number, duration: number): TimeState {
  let current = state
  for (let elapsed = minute; elapsed <= duration; elapsed += minute)
    current = advanced(current, state.believed + offset + elapsed, minute)
  return current
}

describe('the time of the machine', () => {
  test.each([
    ['as expected', 0, null],
    ['six hours ahead', 6 * hour - minute, null],
    ['six hours behind', -6 * hour + minute, null],
    ['more than six hours ahead', 6 * hour + minute, 'ahead'],
    ['more than six hours behind', -6 * hour - minute, 'behind'],
    ['ten years ahead', 3650 * day, 'ahead'],
    ['in 1970', -noon, 'behind'],
  ] as const)('that is %s is doubted', (_, offset, doubt) => {
    expect(advanced(believing, noon + offset, 0).doubt).toBe(doubt)
  })

  test.each([
    ['a day ahead', day, 6 * hour - minute, 'ahead'],
    ['a day ahead', day, 6 * hour + 2 * minute, null],
    ['a day behind', -day, 6 * hour - minute, 'behind'],
    ['a day behind', -day, 6 * hour + 2 * minute, null],
    ['31 days ahead', 31 * day, 6 * hour + 2 * minute, null],
    ['32 days ahead', 32 * day, 400 * hour, 'ahead'],
    ['32 days behind', -32 * day, 400 * hour, 'behind'],
  ] as const)(
    '%s is believed by itself after six hours, if ever: %d ms, %d ms',
    (_, offset, duration, doubt) => {
      expect(after(believing, offset, duration).doubt).toBe(doubt)
    },
  )

  test('needs six hours in total, regardless of starts in between', () => {
    const stopped = after(believing, day, 4 * hour)
    const { believed, doubt, waited } = stopped
    const restarted: TimeState = { believed, doubt, waited }
    expect(after(restarted, day, hour).doubt).toBe('ahead')
    expect(after(restarted, day, 2 * hour + 2 * minute).doubt).toBeNull()
  })

  test('that steps again while it is doubted is doubted from the beginning', () => {
    const almost = after(believing, day, 5 * hour)
    const further = advanced(almost, noon + 20 * day, minute)
    expect(further).toMatchObject({ doubt: 'ahead', waited: 0 })
    expect(advanced(almost, noon - 20 * day, minute)).toMatchObject({ doubt: 'behind', waited: 0 })
  })

  test('is accepted again when it is correct, however long it was wrong', () => {
    const wrong = after(believing, 3650 * day, 100 * hour)
    expect(advanced(wrong, noon + 100 * hour + minute, minute)).toMatchObject({ doubt: null, waited: 0 })
  })

  test('that is confirmed is accepted from then on', () => {
    const later = noon + 3650 * day
    expect(advanced(confirmed(later), later + minute, minute)).toMatchObject({
      believed: later + minute,
      doubt: null,
    })
  })
})

describe('the time of the service', () => {
  test('is the time of the machine, even when it is far ahead', () => {
    for (const offset of [0, hour, 3650 * day])
      expect(servedBy(advanced(believing, noon + offset, 0), noon + offset)).toBe(noon + offset)
  })

  test('continues at half speed until a machine that went back has caught up', () => {
    const served = (elapsed: number) => servedBy(after(believing, -hour, elapsed), noon - hour + elapsed)
    expect(served(minute)).toBe(noon + minute / 2)
    expect(served(hour)).toBe(noon + hour / 2)
    expect(served(2 * hour)).toBe(noon + hour)
    expect(served(3 * hour)).toBe(noon + 2 * hour)
  })

  test('continues by itself when the machine is far behind', () => {
    expect(servedBy(after(believing, -3650 * day, hour), noon - 3650 * day + hour)).toBe(noon + hour)
  })

  test('never goes back when the clock of the machine is set by up to six hours', () => {
    const steps = fc.array(
      fc.record({ elapsed: fc.integer({ min: 0, max: 5000 }), step: fc.integer({ min: -hour, max: hour }) }),
      { maxLength: 50 },
    )
    fc.assert(
      fc.property(steps, (taken) => {
        let steady = 0
        let machine = noon
        const clock = new ServiceClock(believing, { machine: () => machine, steady: () => steady })
        let last = clock.now()
        for (const { elapsed, step } of taken) {
          steady += elapsed
          // Never further than that from what is believed, so that each step is followed.
          machine = Math.max(noon - 2 * hour, Math.min(noon + 2 * hour, machine + elapsed + step))
          const next = clock.now()
          expect(next >= last).toBeTrue()
          last = next
        }
      }),
    )
  })

  test('does not count the time in which the whole process was stopped', () => {
    let steady = 0
    let machine = noon
    const clock = new ServiceClock(believing, { machine: () => machine, steady: () => steady })
    steady += 8 * hour
    machine += 8 * hour
    expect(clock.doubt()).toMatchObject({ kind: 'ahead', remainingSeconds: 6 * 3600 })
  })
})
