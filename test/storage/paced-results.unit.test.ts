import { expect, test } from 'bun:test'
import { createPacedResults } from '../../src/storage/core/paced-results'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Passes results of requesters, and returns the names of those that were passed in each turn until all were. */
async function turnsOf(
  results: readonly (readonly [requester: string, name: string])[],
): Promise<string[][]> {
  const passResult = createPacedResults()
  const passed: string[] = []
  for (const [requester, name] of results) passResult(requester, () => passed.push(name))
  const turns = [passed.splice(0)]
  while (turns.flat().length < results.length) {
    await nextTurn()
    turns.push(passed.splice(0))
  }
  return turns.filter((turn) => turn.length > 0)
}

test('a single result is passed immediately', async () => {
  expect(await turnsOf([['a', 'a1']])).toEqual([['a1']])
})

test('each turn of the event loop passes at most one of many results', async () => {
  const results = Array.from({ length: 50 }, (_, index) => ['a', `a${index}`] as const)
  const turns = await turnsOf(results)
  expect(turns).toEqual(results.map(([, name]) => [name]))
})

test('a turn passes as many results as it may', async () => {
  const passResult = createPacedResults(3)
  const passed: number[] = []
  for (let index = 0; index < 7; index++) passResult('a', () => passed.push(index))
  expect(passed).toEqual([0, 1, 2])
  await nextTurn()
  expect(passed).toEqual([0, 1, 2, 3, 4, 5])
  await nextTurn()
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a requester with many results does not delay the result of another', async () => {
  const turns = await turnsOf([
    ['a', 'a1'],
    ['a', 'a2'],
    ['a', 'a3'],
    ['a', 'a4'],
    ['b', 'b1'],
  ])
  expect(turns.flat().indexOf('b1')).toBeLessThanOrEqual(2)
})

test('a result that arrives after a pause is passed immediately again', async () => {
  const passResult = createPacedResults()
  const passed: string[] = []
  passResult('a', () => passed.push('first'))
  await nextTurn()
  await nextTurn()
  passResult('a', () => passed.push('second'))
  expect(passed).toEqual(['first', 'second'])
})
