import { Glob } from 'bun'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres-server'
import { printNeedless } from './verify/statements'
import { whenEnded } from './when-ended'

/**
 * Runs the black-box tests and those of the history on PostgreSQL. With words as arguments, it runs only the test files whose path
 * contains one of them. `--part 2/4` runs the second quarter of the files. `--engine` leaves out the files whose subject is a
 * protocol, and those that send no statement that no other file sends: they do not depend on the engine. `--statements` prints
 * the latter.
 * Without PostgreSQL, it prints a message and runs none.
 */

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: '1/1' },
    engine: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
})
const [part = 1, parts = 1] = values.part.split('/').map(Number)

const folders = [
  'events',
  'http',
  'installation/about',
  'installation/simulated',
  'inventory',
  'people',
  'tracking',
]

/**
 * Files that need SQLite: they read or change its file, run commands on it, start two programs on one data directory, or measure
 * delays.
 */
const ofSqlite = new Set([
  'test/people/access/roles.test.ts',
  'test/people/access/scopes.test.ts',
  'test/people/access/lock-out.test.ts',
  'test/people/access/secrets.test.ts',
  'test/people/access/stored-secrets.test.ts',
  'test/inventory/assets/deleted.test.ts',
  'test/inventory/assets/photos.test.ts',
  'test/events/alerts/silent-readers.test.ts',
  'test/events/attention/attention.test.ts',
  'test/people/audit/access.test.ts',
  'test/people/audit/list.test.ts',
  'test/installation/backups/backups.test.ts',
  'test/inventory/locations/tree-limits.test.ts',
  'test/people/users/organizations.test.ts',
  'test/tracking/stocktakes/excuse-photos.test.ts',
  'test/tracking/plans/floor.test.ts',
  'test/tracking/plans/walls.test.ts',
  'test/tracking/readers/diagnosis.test.ts',
  'test/tracking/readers/health.test.ts',
  'test/tracking/readers/messages.test.ts',
  'test/tracking/activity/activity.test.ts',
  'test/tracking/unknown-tags/dismissed-limit.test.ts',
  'test/tracking/unknown-tags/inbox.test.ts',
  'test/tracking/unknown-tags/shared-tags.test.ts',
  'test/people/users/accepting.test.ts',
  'test/people/users/invitations.test.ts',
  'test/people/users/owners.test.ts',
  'test/people/users/password-reset.test.ts',
  'test/people/second-factors/second-factor.test.ts',
  'test/people/providers/provider-sessions.test.ts',
  'test/people/providers/providers.test.ts',
  'test/people/users/session-limit.test.ts',
  'test/people/users/setup.test.ts',
  'test/http/environments.test.ts',
  'test/http/fairness.test.ts',
  'test/http/idempotency.test.ts',
  'test/http/limits.test.ts',
  'test/tracking/ingest/capture.test.ts',
  'test/tracking/ingest/external/failures.test.ts',
  'test/tracking/ingest/flood.test.ts',
  'test/tracking/ingest/unreadable-mapping.test.ts',
  'test/events/webhooks/outages.test.ts',
])

/** Files whose subject is HTTP or MQTT. Those that store or read much are not among them. */
const ofProtocols = [
  'test/events/subscribers/{interoperability,many-subscribers,mosquitto-sub,paho,refusals,session-end}.test.ts',
  'test/events/subscribers/slow-subscribers.test.ts',
  'test/http/{bodies,budget,headers,long-requests,methods,surface}.test.ts',
  'test/tracking/ingest/external/*.test.ts',
  'test/tracking/ingest/mqtt/{topics,version-5}.test.ts',
].map((pattern) => new Glob(pattern))

/**
 * Files whose statements other files send, too (`--statements`). What they test is the code around the statements. Tests of unique
 * keys and of the laws of the history are not among them. `one-place.test.ts`
 * has its own statements only to analyze tables.
 */
const withoutOwnStatements = new Set([
  'test/events/subscribers/access.test.ts',
  'test/events/subscribers/resumed.test.ts',
  'test/events/webhooks/endless.test.ts',
  'test/events/webhooks/signatures.test.ts',
  'test/http/texts.test.ts',
  'test/installation/about/installation.test.ts',
  'test/inventory/assets/assets.test.ts',
  'test/inventory/assets/batch.test.ts',
  'test/inventory/assets/import.test.ts',
  'test/inventory/locations/import.test.ts',
  'test/inventory/locations/locations.test.ts',
  'test/inventory/locations/tree-model.test.ts',
  'test/inventory/locations/tree.test.ts',
  'test/inventory/records/conditional.test.ts',
  'test/inventory/records/dates.test.ts',
  'test/inventory/records/fields.test.ts',
  'test/inventory/records/ids.test.ts',
  'test/inventory/records/parameters.test.ts',
  'test/inventory/records/patch.test.ts',
  'test/inventory/search/search-roles.test.ts',
  'test/people/access/throttle.test.ts',
  'test/people/api-keys/api-keys.test.ts',
  'test/people/api-keys/requests.test.ts',
  'test/people/api-keys/tokens.test.ts',
  'test/people/users/session.test.ts',
  'test/tracking/history/bound.test.ts',
  'test/tracking/history/caches.test.ts',
  'test/tracking/history/evidence.test.ts',
  'test/tracking/history/late.test.ts',
  'test/tracking/history/one-place.test.ts',
  'test/tracking/history/set-back.test.ts',
  'test/tracking/history/upgrade.test.ts',
  'test/tracking/ingest/dense.test.ts',
  'test/tracking/ingest/lookup.test.ts',
  'test/tracking/ingest/mqtt/messages.test.ts',
  'test/tracking/ingest/receipt-times.test.ts',
  'test/tracking/ingest/rssi.test.ts',
  'test/tracking/plans/images.test.ts',
  'test/tracking/readers/antennas.test.ts',
  'test/tracking/readers/events.test.ts',
  'test/tracking/readers/mapping.test.ts',
  'test/tracking/readers/preview.test.ts',
  'test/tracking/readers/readers.test.ts',
  'test/tracking/readers/tuning.test.ts',
  'test/tracking/scans/repeats.test.ts',
  'test/tracking/scans/scans.test.ts',
  'test/tracking/tracking/details.test.ts',
  'test/tracking/tracking/stream-events.test.ts',
  'test/tracking/tracking/stream.test.ts',
  'test/tracking/unknown-tags/separators.test.ts',
])

/** Files that start no program and open no database by TEST_DATABASE_URL. They would run on SQLite a second time. */
const withoutDatabase = new Set([
  'test/events/subscribers/renamed-location.test.ts',
  'test/events/webhooks/names.test.ts',
  'test/http/deprecation.test.ts',
  'test/http/errors.test.ts',
  'test/tracking/formats/other-decoders.test.ts',
  'test/tracking/ingest/broker/acknowledgement.test.ts',
  'test/tracking/ingest/broker/connections.test.ts',
  'test/tracking/ingest/broker/mosquitto.test.ts',
  'test/tracking/ingest/broker/mqtt5.test.ts',
  'test/tracking/ingest/broker/packet-size.test.ts',
  'test/tracking/ingest/broker/streams.test.ts',
  'test/tracking/ingest/broker/time.test.ts',
])

const dependsOnEngine = (file: string): boolean =>
  !withoutOwnStatements.has(file) && !ofProtocols.some((pattern) => pattern.match(file))

const files = folders
  .flatMap((folder) => [...new Glob(`test/${folder}/**/*.test.ts`).scanSync('.')])
  .filter(
    (file) =>
      !file.endsWith('.unit.test.ts') &&
      !ofSqlite.has(file) &&
      !withoutDatabase.has(file) &&
      !(values.engine && !dependsOnEngine(file)) &&
      (words.length === 0 || words.some((word) => file.includes(word))),
  )
  .toSorted()
  .filter((_, index) => index % parts === part - 1)
if (files.length === 0) {
  console.error(`No test file of ${folders.join(', ')} contains one of the words.`)
  process.exit(1)
}
if (values.statements) {
  await printNeedless(files)
  process.exit(0)
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
