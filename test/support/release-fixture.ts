import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientOf, mintKey, signIn } from './client'
import { type Program, startProgram, stopPrograms } from './program'
import { newAsset, newLocation, newTagged } from './records'
import { newReader, postReads } from './scans'

/**
 * Databases that executables of releases have filled, with the responses of that time. They are in
 * test/suites/reliability/releases. To add a release: `bun test/support/release-fixture.ts <executable> <version>`.
 */

const folder = join(import.meta.dir, '../suites/reliability/releases')

interface ReleaseFixture {
  readonly signingKey: string
  readonly clientId: string
  readonly clientSecret: string
  readonly deviceToken: string
  /** The bodies of its responses, by path. */
  readonly responses: Readonly<Record<string, unknown>>
}

const paths = [
  '/api/v1/assets?limit=200&include_deleted=true&sort=external_key',
  '/api/v1/assets?q=pump',
  '/api/v1/assets?q=e20b',
  '/api/v1/locations?limit=200&sort=external_key',
  '/api/v1/reports/asset-locations?limit=200&sort=asset_external_key',
  ...[1, 2, 3, 4, 5].map((id) => `/api/v1/assets/${id}/history`),
]

export const readFixture = (version: string): ReleaseFixture =>
  JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'))

/** Writes the data directory of the release. */
export function unpackFixture(version: string, dataDir: string): void {
  const bytes = readFileSync(join(folder, `${version}.db.zst`))
  writeFileSync(join(dataDir, 'whereabouts.db'), Bun.zstdDecompressSync(bytes), { mode: 0o600 })
  writeFileSync(join(dataDir, 'signing.key'), readFixture(version).signingKey, { mode: 0o600 })
}

export async function responsesOf(api: Client, asked: readonly string[]): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {}
  for (const path of asked) responses[path] = (await api.get(path)).body
  return responses
}

async function fill(program: Program): Promise<ReleaseFixture> {
  const session = await signIn(program)
  const key = await mintKey(session)
  const granted = await clientOf(program.http).post('/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id: key.client_id,
    client_secret: key.client_secret,
  })
  const api = clientOf(program.http, granted.body.access_token)
  const site = await newLocation(api, { name: 'Site', external_key: 'SITE' })
  const halls: number[] = []
  for (const name of ['Hall 1', 'Hall 2', 'Hall 3'])
    halls.push((await newLocation(api, { name, parent_id: site.id })).id)
  for (let index = 0; index < 40; index++)
    await newTagged(api, `E20${(0xa0 + index).toString(16).toUpperCase()}`, {
      name: index % 2 ? `Pump ${index}` : `Ventil Ä ${index}`,
      is_active: index % 7 !== 3,
      metadata: { serial: index },
    })
  const reader = await newReader(session, 'GATE', halls)
  const second = (ago: number) => new Date(Date.now() - ago * 1000).toISOString()
  for (let step = 0; step < 60; step++)
    await postReads(
      program,
      reader,
      Array.from({ length: 20 }, (_, index) => ({
        value: `E20${(0xa0 + index).toString(16).toUpperCase()}`,
        antenna: 1 + ((Math.floor(step / 20) + index) % 3),
        observed_at: second(6000 - step * 60 - (step >= 40 ? 0 : 1200)),
        rssi: -50 - (index % 5),
      })),
    )
  await postReads(program, reader, [{ value: 'F00D', antenna: 1, observed_at: second(60) }])
  await newAsset(api, { name: 'Minted' })
  await api.patch('/api/v1/assets/1', { name: 'Pump, repaired' })
  for (const id of [10, 11]) await api.delete(`/api/v1/assets/${id}`)
  await session.post('/internal/v1/invitations', { email: 'grace@example.org', role: 'manager' })
  return {
    signingKey: readFileSync(join(program.dataDir, 'signing.key'), 'utf8'),
    clientId: key.client_id,
    clientSecret: key.client_secret,
    deviceToken: reader.device_token,
    responses: await responsesOf(api, paths),
  }
}

if (import.meta.main) {
  const [executable, version] = Bun.argv.slice(2)
  if (executable === undefined || version === undefined)
    throw new Error('Name the executable and its version.')
  const program = await startProgram({
    executable,
    isFirst: true,
    // Earlier releases refuse settings that they do not know.
    env: { WHEREABOUTS_BACKUP_SCHEDULE: undefined },
  })
  const fixture = await fill(program)
  await program.stop()
  const path = join(program.dataDir, 'whereabouts.db')
  if (existsSync(`${path}-wal`)) throw new Error('The release has left a write-ahead log.')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${version}.db.zst`), Bun.zstdCompressSync(readFileSync(path), { level: 19 }))
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(fixture, null, 1)}\n`)
  await stopPrograms()
}
