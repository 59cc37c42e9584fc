import { expect, test } from 'bun:test'
import { isInstalled, startPostgres } from '../../scripts/postgres-server'

test.skipIf(!isInstalled)('a server of tests that does not start says why', async () => {
  const reason = await startPostgres(undefined, ['work_mem=none']).then(
    () => 'It has started.',
    (error: Error) => error.message,
  )
  expect(reason).toContain('could not start server')
  expect(reason).toContain('FATAL:  invalid value for parameter "work_mem": "none"')
})
