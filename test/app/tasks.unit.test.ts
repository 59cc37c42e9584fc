import { expect, test } from 'bun:test'
import { createLog, type Log } from '../../src/base/log'
import { startAll } from '../../src/app/tasks'
import type { Running } from '../../src/http/feature'

const log = createLog({ level: 'silent', format: 'json' })

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
  const all = await startAll(log, [
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
  const failing = startAll(log, [
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
  const all = await startAll(log, [() => ({}), async () => ({})])
  expect(await all.stop()).toBeUndefined()
})

test('A task that fails to stop or to close keeps no other from its end, and its error is reported', async () => {
  const { calls, task } = tracked()
  const errors: unknown[] = []
  const lines = { error: ({ err }: { err: Error }) => void errors.push(err.message) }
  const all = await startAll(lines as unknown as Log, [
    task('clock', { close: true }),
    () => ({
      stop: () => Promise.reject(new Error('of stop')),
      close: () => Promise.reject(new Error('of close')),
    }),
    () => ({
      stop() {
        throw new Error('at once')
      },
    }),
    task('ingest', { close: true }),
  ])
  await all.stop()
  expect(calls.slice(2)).toEqual([
    'ingest stops',
    'clock stops',
    'ingest has stopped',
    'clock has stopped',
    'ingest closes',
    'clock closes',
  ])
  expect(errors).toEqual(['at once', 'of stop', 'of close'])
})
