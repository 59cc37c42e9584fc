import { Glob } from 'bun'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres-server'
import { whenEnded } from './when-ended'

/**
 * Runs the black-box tests and those of the history on PostgreSQL. With words as arguments, it runs only the test files whose path
 * contains one of them. `--part 2/4` runs the second quarter of the files.
 * Without PostgreSQL, it prints a message and runs none.
 */

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '1/1' } },
})
const [part = 1, parts = 1] = values.part.split('/').map(Number)

const folders = ['api', 'epcis', 'history', 'http', 'ingest', 'mqtt-out', 'webhooks']

/**
 * Files that need SQLite: they read or change its file, run commands on it, start two programs on one data directory, or measure
 * delays.
 */
const ofSqlite = new Set([
  'test/api/access/roles.test.ts',
  'test/api/access/scopes.test.ts',
  'test/api/access/lock-out.test.ts',
  'test/api/access/secrets.test.ts',
  'test/api/access/stored-secrets.test.ts',
  'test/api/assets/deleted.test.ts',
  'test/api/assets/photos.test.ts',
  'test/api/attention.test.ts',
  'test/api/audit/access.test.ts',
  'test/api/audit/list.test.ts',
  'test/api/backups/backups.test.ts',
  'test/api/locations/tree-limits.test.ts',
  'test/api/organizations/organizations.test.ts',
  'test/api/plans/floor.test.ts',
  'test/api/plans/walls.test.ts',
  'test/api/readers/diagnosis.test.ts',
  'test/api/readers/health.test.ts',
  'test/api/readers/messages.test.ts',
  'test/api/tracking/activity.test.ts',
  'test/api/unknown-tags/dismissed-limit.test.ts',
  'test/api/unknown-tags/inbox.test.ts',
  'test/api/unknown-tags/shared-tags.test.ts',
  'test/api/users/accepting.test.ts',
  'test/api/users/invitations.test.ts',
  'test/api/users/owners.test.ts',
  'test/api/users/password-reset.test.ts',
  'test/api/users/second-factor.test.ts',
  'test/api/users/provider-sessions.test.ts',
  'test/api/users/providers.test.ts',
  'test/api/users/session-limit.test.ts',
  'test/api/users/setup.test.ts',
  'test/http/environments.test.ts',
  'test/http/fairness.test.ts',
  'test/http/idempotency.test.ts',
  'test/http/limits.test.ts',
  'test/ingest/capture.test.ts',
  'test/ingest/external/failures.test.ts',
  'test/ingest/flood.test.ts',
  'test/ingest/unreadable-mapping.test.ts',
  'test/webhooks/outages.test.ts',
])

const files = [...new Glob(`test/{${folders.join(',')}}/**/*.test.ts`).scanSync('.')]
  .filter((file) => !ofSqlite.has(file) && (words.length === 0 || words.some((word) => file.includes(word))))
  .toSorted()
  .filter((_, index) => index % parts === part - 1)
if (files.length === 0) {
  console.error(`No test file of ${folders.join(', ')} contains one of the words.`)
  process.exit(1)
}
const server = await startPostgres()
if (server === undefined) {
  console.log('The tests on PostgreSQL are skipped: PostgreSQL is not installed.')
  process.exit(0)
}
try {
  const tests = Bun.spawn(['bun', 'test', ...files.map((file) => `./${file}`), '--timeout', '60000'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: server.url },
  })
  // A signal may reach only this process.
  const cancel = whenEnded('kill "$1"', [String(tests.pid)])
  process.exitCode = await tests.exited
  cancel()
} finally {
  server.stop()
}
