import { expect, test } from 'bun:test'
import { startAll } from '../../src/app/tasks'
import type { Running } from '../../src/http/feature'

function tracked() {
  const calls: string[] = []
  const task =
    (name: string, { stop, close }: { stop?: Promise<void>; close?: true } = {}) =>
    (): Running => {
      calls.push(`${name} starts`)
      return {
        async stop() {
          calls.push(`${name} stops`)
          await stop
          calls.push(`${name} has stopped`)
        },
        ...(close && {
          close: async () => {
            calls.push(`${name} closes`)
          },
        }),
      }
    }
  return { calls, task }
}

test('Tasks start in order, stop at the same time with the last one first, and then close one after another', async () => {
  const { calls, task } = tracked()
  const slow = Promise.withResolvers<void>()
  const all = await startAll([
    task('clock', { close: true }),
    task('ingest', { close: true }),
    task('http', { stop: slow.promise }),
    task('sender'),
  ])
  const stopping = all.stop()
  await Promise.resolve()
  await Promise.resolve()
  // The slow one does not delay the others, and nothing closes before it has stopped.
  expect(calls).toEqual([
    'clock starts',
    'ingest starts',
    'http starts',
    'sender starts',
    'sender stops',
    'http stops',
    'ingest stops',
    'clock stops',
    'sender has stopped',
    'ingest has stopped',
    'clock has stopped',
  ])
  slow.resolve()
  await stopping
  expect(calls.slice(-3)).toEqual(['http has stopped', 'ingest closes', 'clock closes'])
})

test('A task that cannot start stops and closes those before it, and the error is its own', async () => {
  const { calls, task } = tracked()
  const failing = startAll([
    task('clock', { close: true }),
    task('http'),
    () => Promise.reject(new Error('The port is in use')),
    task('never'),
  ])
  expect(await failing.catch((error: Error) => error.message)).toBe('The port is in use')
  expect(calls).toEqual([
    'clock starts',
    'http starts',
    'http stops',
    'clock stops',
    'http has stopped',
    'clock has stopped',
    'clock closes',
  ])
})

test('A task without anything to stop needs no function', async () => {
  const all = await startAll([() => ({}), async () => ({})])
  expect(await all.stop()).toBeUndefined()
})
