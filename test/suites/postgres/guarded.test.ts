import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newRule, untilStates } from '../../support/alerts'
import { type Client, clientOf, signIn } from '../../support/client'
import { fillGuarded, guardedViews } from '../../support/guarded'
import { newDatabase, server, startInstance } from '../../support/instances'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { postReads, secondsAhead } from '../../support/scans'
import { newWorld, readsAt, record, recorded, sampleOf } from '../../support/taught'

/** Alert rules, alerts and taught places on PostgreSQL: several instances, and copies. */

setDefaultTimeout(120_000)

const scratch = newDataDir()
afterAll(async () => {
  await stopPrograms()
  server?.stop()
  rmSync(scratch, { recursive: true })
})

const onSqlite = { WHEREABOUTS_DATABASE_URL: undefined }

// Rule: internal-api.md, Taught places
describe.skipIf(!server)('several instances', () => {
  test('record the reads of one sample together, each of them once', async () => {
    const url = await newDatabase()
    const instances = await Promise.all([1, 2, 3].map(() => startInstance(url)))
    const at = (index: number) => instances[index % instances.length] as Program
    const session = await signIn(at(0))
    const world = await newWorld(session)
    const spots = ['ward', 'hall', 'store'] as const
    const tags = [
      await newTagged(session, freshKey('tag')),
      await newTagged(session, freshKey('tag')),
      await newTagged(session, freshKey('tag')),
    ]
    const samples = await Promise.all(
      tags.map((tag, index) =>
        record(clientOf(at(index).http, session.token), {
          location_id: world.locations[index]?.id,
          asset_ids: [tag.id],
        }),
      ),
    )
    // Each message arrives at two instances.
    for (const [index, tag] of tags.entries()) {
      const from = Date.parse(samples[index]?.started_at ?? '') + 10
      const messages = readsAt(tag.external_key, spots[index] ?? 'ward', from, 12)
      await Promise.all(
        messages.flatMap((reads, step) => [
          postReads(at(step), world.reader, reads),
          postReads(at(step + 1), world.reader, reads),
        ]),
      )
    }
    await recorded(
      session,
      samples.map(({ id }) => id),
    )
    for (const { id } of samples) {
      expect(await sampleOf(session, id)).toMatchObject({ state: 'ready', read_count: 108 })
      expect((await session.post(`/internal/v1/place-samples/${id}/keep`)).status).toBe(200)
    }
    await Promise.all(instances.map((instance) => instance.stop()))
  })

  // Rule: api.md, Alerts
  test('lose no alert and raise none twice, although each of them is killed in turn', async () => {
    const url = await newDatabase()
    const instances = [await startInstance(url), await startInstance(url)]
    const session = await signIn(instances[0] as Program)
    const sessionAt = (index: number): Client => clientOf((instances[index] as Program).http, session.token)
    const hall = await newLocation(session)
    const assets: Row[] = []
    for (let count = 0; count < 80; count++) assets.push(await newTagged(session, freshKey('KILL')))
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id })
    for (const round of [0, 1, 2, 3]) {
      const killed = round % 2
      const part = assets.slice(round * 20, round * 20 + 20)
      await sessionAt(1 - killed).post('/internal/v1/scans', {
        location_id: hall.id,
        reads: part.map(({ external_key: value }) => ({ value, observed_at: secondsAhead(0) })),
      })
      await (instances[killed] as Program).kill()
      instances[killed] = await startInstance(url)
    }
    await untilStates(
      sessionAt(0),
      rule.id,
      assets.map(() => 'open'),
    )
    const { data } = (await sessionAt(1).get(`/internal/v1/alerts?rule_id=${rule.id}&limit=200`)).body
    expect(new Set((data as { subject: { id: number } }[]).map(({ subject }) => subject.id)).size).toBe(80)
    const opened = (await sessionAt(0).get('/api/v1/events?after=0&type=alert.opened&limit=200')).body.data
    expect(opened).toHaveLength(80)
    await Promise.all(instances.map((instance) => instance.stop()))
  })
})

// Rule: internal-api.md, Alert rules
describe.skipIf(!server)('a copy to PostgreSQL and back', () => {
  test('has the alert rules, alerts, taught places, samples and reference assets', async () => {
    const original = join(scratch, 'original')
    const program = await startProgram({ dataDir: original, env: onSqlite })
    const filled = await signIn(program)
    const { hall, assets, ruleId } = await fillGuarded(program, filled)
    const expected = await guardedViews(filled)
    expect(await program.stop()).toBe(0)
    expect((await runProgram(['check', '--data-dir', original])).code).toBe(0)

    const [url, back] = [await newDatabase(), join(scratch, 'back')]
    expect(await runProgram(['copy', '--from', original, '--to', url])).toMatchObject({ stderr: '', code: 0 })
    expect(await runProgram(['copy', '--from', url, '--to', back])).toMatchObject({ stderr: '', code: 0 })
    cpSync(join(original, 'signing.key'), join(back, 'signing.key'))
    expect((await runProgram(['check', '--data-dir', back])).code).toBe(0)
    for (const [dataDir, env] of [
      [original, { WHEREABOUTS_DATABASE_URL: url }],
      [back, onSqlite],
    ] as const) {
      const copied = await startProgram({ dataDir, env })
      const session = await signIn(copied)
      expect(await guardedViews(session)).toEqual(expected)
      // The rule goes on: of the assets in the hall none is raised again, and a new one is.
      const late = await newTagged(session, freshKey('late'))
      await session.post('/internal/v1/scans', {
        location_id: hall.id,
        reads: [late, ...assets].map(({ external_key: value }) => ({ value, observed_at: secondsAhead(0) })),
      })
      await untilStates(session, ruleId, ['open', 'open', 'open', 'open'])
      expect(await copied.stop()).toBe(0)
    }
  })
})
