import { expect, test } from 'bun:test'
import { unlessRunning } from '../../src/console/api/once'

test('work is not begun again while it runs, and other work is', async () => {
  const begun: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await promise
  }
  const first = unlessRunning('one', work('first click'))
  await unlessRunning('one', work('second click'))
  const other = unlessRunning('other', work('other'))
  resolve()
  await Promise.all([first, other])
  await unlessRunning('one', work('later'))
  expect(begun).toEqual(['first click', 'other', 'later'])
})

test('work can be begun again after it has failed', async () => {
  const failing = unlessRunning('failing', () => Promise.reject(new Error('refused')))
  expect(await failing.catch(({ message }: Error) => message)).toBe('refused')
  let isBegun = false
  await unlessRunning('failing', async () => void (isBegun = true))
  expect(isBegun).toBe(true)
})
