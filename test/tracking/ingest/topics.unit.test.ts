import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { indexTopics } from '../../../src/tracking/ingest/topic-directory'
import { isTopicFilter, matchesTopic, overlaps } from '../../../src/tracking/ingest/topics'

describe('isTopicFilter', () => {
  test.each([
    'a',
    '/',
    'a/b',
    '/a',
    'a/',
    'a//b',
    '+',
    '#',
    '+/+',
    'a/+/b',
    'a/#',
    '+/#',
    'Tür/ 1',
    'a$',
    '👷/#',
  ])('accepts %s', (filter) => {
    expect(isTopicFilter(filter)).toBe(true)
  })

  test.each([
    '',
    'a#',
    '#/a',
    'a/#/b',
    '##',
    'a+',
    '+a',
    'a/b+/c',
    '++',
    'a/#+',
    'a\0b',
    '$SYS/#',
    '$share/x/a',
  ])('rejects %j', (filter) => {
    expect(isTopicFilter(filter)).toBe(false)
  })

  test('rejects filters that are too long', () => {
    expect(isTopicFilter('a'.repeat(1024))).toBe(true)
    expect(isTopicFilter('ä'.repeat(1024))).toBe(false)
  })
})

/** The table of MQTT 3.1.1 §4.7.1, and its edges. */
describe('matchesTopic', () => {
  test.each([
    ['sport/tennis/player1/#', 'sport/tennis/player1'],
    ['sport/tennis/player1/#', 'sport/tennis/player1/ranking'],
    ['sport/tennis/player1/#', 'sport/tennis/player1/score/wimbledon'],
    ['sport/#', 'sport'],
    ['#', 'any/thing'],
    ['#', '/'],
    ['sport/tennis/+', 'sport/tennis/player2'],
    ['sport/+', 'sport/'],
    ['+/+', '/finance'],
    ['/+', '/finance'],
    ['+/tennis/#', 'sport/tennis'],
    ['a/b', 'a/b'],
    ['a//b', 'a//b'],
  ])('finds that %s matches %s', (filter, topic) => {
    expect(matchesTopic(filter, topic)).toBe(true)
  })

  test.each([
    ['sport/tennis/+', 'sport/tennis/player1/ranking'],
    ['sport/+', 'sport'],
    ['+', '/finance'],
    ['sport/#', 'sports'],
    ['a/b', 'a/B'],
    ['a/b', 'a/b/'],
    ['a/b/c', 'a/b'],
    ['a/+/#', 'a'],
    ['#', '$SYS/uptime'],
    ['+/uptime', '$SYS/uptime'],
  ])('finds that %s does not match %s', (filter, topic) => {
    expect(matchesTopic(filter, topic)).toBe(false)
  })
})

const letters = ['a', 'b', ''] as const
const topics = [1, 2, 3, 4].flatMap((depth) =>
  Array.from({ length: letters.length ** depth }, (_, number) =>
    Array.from(
      { length: depth },
      (__, level) => letters[Math.floor(number / letters.length ** level) % letters.length],
    ).join('/'),
  ),
)

const filters = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', '', '+'), { maxLength: 3 }), fc.boolean())
  .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'))
  .filter(isTopicFilter)

describe('overlaps', () => {
  test('returns whether some topic matches both', () => {
    fc.assert(
      fc.property(filters, filters, (one, other) => {
        const isShared = topics.some((topic) => matchesTopic(one, topic) && matchesTopic(other, topic))
        expect([one, other, overlaps(one, other)]).toEqual([one, other, isShared])
      }),
      { numRuns: 2000 },
    )
  })

  test('does not depend on the order, and holds for a filter and itself', () => {
    fc.assert(
      fc.property(filters, filters, (one, other) => {
        expect(overlaps(one, other)).toBe(overlaps(other, one))
        expect(overlaps(one, one)).toBe(true)
      }),
    )
  })
})

describe('indexTopics', () => {
  const level = fc.constantFrom('a', 'b', '', '+')
  const filters = fc.array(
    fc
      .tuple(fc.array(level, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([levels, hasRest]) => [...levels, ...(hasRest ? ['#'] : [])].join('/')),
  )
  const topics = fc.array(fc.constantFrom('a', 'b', '', 'c', '$'), { minLength: 1, maxLength: 5 })

  test('finds the one filter that matches, for any filters and topic', () => {
    fc.assert(
      fc.property(filters, topics, (candidates, levels) => {
        const own: { id: number; organizationId: number; topic: string }[] = []
        for (const topic of candidates.filter(isTopicFilter))
          if (!own.some((other) => overlaps(other.topic, topic)))
            own.push({ id: own.length, organizationId: 1, topic })
        const topic = levels.join('/')
        expect(indexTopics(own)(topic)?.id).toBe(own.find((filter) => matchesTopic(filter.topic, topic))?.id)
      }),
      { numRuns: 2000 },
    )
  })

  test('finds no reader without filters, and every reader under #', () => {
    expect(indexTopics([])('a')).toBeUndefined()
    const all = indexTopics([{ id: 7, organizationId: 3, topic: '#' }])
    expect(all('a/b')).toEqual({ id: 7, organizationId: 3 })
    expect(all('$SYS/a')).toBeUndefined()
  })
})
