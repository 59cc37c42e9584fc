import { describe, expect, test } from 'bun:test'
import { isInState, readerStates } from '../../../src/tracking/readers/states'

/** The states by which the list of readers is filtered (docs/internal-api.md, Reader fields). */

type Links = readonly [string, string, string, string, string]
const placing: Links = ['ok', 'ok', 'ok', 'ok', 'ok']

function reader(links: Links | null, more: { active?: boolean; clock?: boolean; cable?: boolean } = {}) {
  const [connected, signed_in, sending, understood, last] = links ?? []
  return {
    is_active: more.active ?? true,
    diagnosis: links && { links: { connected, signed_in, sending, understood, placing: last } },
    health: {
      clock: more.clock ? { wrong_since: '', offset_seconds: 9 } : null,
      antennas: [{ port: 1, is_connected: !more.cable, since: '' }],
    },
  } as unknown as Parameters<typeof isInState>[0]
}

// Rule: internal-api.md, Reader fields
describe.each<[what: string, given: ReturnType<typeof reader>, states: string[]]>([
  ['that places assets', reader(placing), ['placing']],
  [
    'without a connection',
    reader(['broken', 'waiting', 'waiting', 'waiting', 'waiting']),
    ['problem', 'silent'],
  ],
  ['that is refused', reader(['ok', 'broken', 'waiting', 'waiting', 'waiting']), ['problem', 'refused']],
  ['that sends nothing', reader(['ok', 'ok', 'broken', 'waiting', 'waiting']), ['problem', 'silent']],
  ['with a wrong format', reader(['ok', 'ok', 'ok', 'broken', 'waiting']), ['problem', 'not_understood']],
  [
    'with an antenna without a location',
    reader(['ok', 'ok', 'ok', 'ok', 'broken']),
    ['problem', 'not_placing'],
  ],
  ['that waits for its first message', reader(['ok', 'ok', 'waiting', 'waiting', 'waiting']), ['waiting']],
  ['with a wrong clock', reader(placing, { clock: true }), ['problem', 'warning', 'placing']],
  [
    'with a disconnected antenna',
    reader(['ok', 'ok', 'ok', 'ok', 'waiting'], { cable: true }),
    ['problem', 'warning', 'waiting'],
  ],
  [
    'that is inactive',
    reader(['ok', 'ok', 'ok', 'ok', 'broken'], { active: false, clock: true }),
    ['inactive'],
  ],
  ['that is a handheld', reader(null), []],
])('a reader %s', (_, given, states) => {
  test(`is ${states.join(', ') || 'in no state'}`, () => {
    expect(readerStates.filter((state) => isInState(given, state))).toEqual(states as never)
  })
})
