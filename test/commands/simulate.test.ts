import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectedFormat, formats } from '../../src/tracking/formats/formats'
import { apiClient, type Client, signIn } from '../support/client'
import {
  fixedPorts,
  administrator,
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { readsIn, simulateFlags } from '../support/simulated'
import { countersOf } from '../support/warehouse'

/** Simulated readers that publish to the service. */

const scratch = newDataDir()

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})

afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

test('finds the broker of the service by itself, on any port', async () => {
  const [, ...flags] = simulateFlags(program, '--readers 1 --tags 2 --count 4 --prefix finds')
  const { code, stdout, stderr } = await runProgram(['simulate', ...withoutUrl(flags)])
  expect([code, stderr.includes('refused')]).toEqual([0, false])
  expect(stdout).toContain(' 4 acknowledged in ')
})

test('adds one rule for alerts about its assets, and no other one when it runs again', async () => {
  const [, ...flags] = simulateFlags(program, '--readers 1 --tags 2 --count 4 --prefix rules')
  for (let run = 0; run < 2; run++) expect((await runProgram(['simulate', ...flags])).code).toBe(0)
  const { data } = (await session.get('/internal/v1/alert-rules?limit=200')).body
  expect(
    data.filter(({ scope }: { scope: { q?: string } }) => scope.q?.toLowerCase() === 'rules-'),
  ).toMatchObject([{ kind: 'par', max_count: 1, is_enabled: true }])
})

test('says which flag is wrong when the service cannot be reached, refuses the user, or has no broker', async () => {
  const flags = withoutUrl(simulateFlags(program, '--readers 1').slice(1))
  const server = flags.indexOf('--server') + 1
  const failureWith = async (place: number, value: string) => {
    const { code, stderr } = await runProgram(['simulate', ...flags.with(place, value)])
    expect(code).toBe(1)
    return stderr
  }
  expect(await failureWith(server, 'http://127.0.0.1:1')).toContain(
    'Check --server, and whether the service runs.',
  )
  expect(await failureWith(flags.indexOf('--password') + 1, 'wrong password')).toContain(
    'Check --email and --password',
  )
  const without = await startProgram({ env: { WHEREABOUTS_MQTT_PORT: 'off' } })
  expect(await failureWith(server, without.http)).toContain('Name another broker with --url.')
})

const withoutUrl = (flags: readonly string[]): string[] => flags.toSpliced(flags.indexOf('--url'), 2)

let logs = 0
const newLog = (): string => join(scratch, `reads-${++logs}.ndjson`)

const summary = (reads: number, acknowledged = reads): RegExp =>
  new RegExp(
    `^${reads} reads sent in \\d+ messages, ${acknowledged} acknowledged in .* reads/s\\), p50 .*, p99 .*\\n$`,
  )

/** Returns the increase of the counters of reads and messages during the work. */
async function growthOf(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await countersOf(program.http)
  await work()
  const after = Object.entries(await countersOf(program.http))
  return Object.fromEntries(
    after.map(([name, value]) => [name, value - before[name]!]).filter(([, by]) => by !== 0),
  )
}

/** Returns the key of the asset, such as `SIM-0001`, for the value of a tag. */
async function assetsByValue(prefix: string): Promise<Map<string, { id: number; key: string }>> {
  const { body } = await api.get(`/api/v1/assets?q=${prefix}&limit=200`)
  const rows = body.data as { id: number; external_key: string; tags: { value: string }[] }[]
  return new Map(
    rows.flatMap(({ id, external_key: key, tags }) => tags.map(({ value }) => [value, { id, key }] as const)),
  )
}

describe('whereabouts simulate against the service', () => {
  test('registers readers of every vendor, and all their reads are applied', async () => {
    const log = newLog()
    const growth = await growthOf(async () => {
      const flags = `--vendor mixed --readers 15 --tags 50 --rate 2000 --count 6000 --prefix all --log ${log}`
      const { code, stdout } = await runProgram(simulateFlags(program, flags))
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(summary(6000)) })
    })
    expect(growth).toEqual({ 'messages.accepted': expect.any(Number), 'reads.applied': 6000 })

    const reads = readsIn(log)
    expect(reads).toHaveLength(6000)
    const { body } = await session.get('/internal/v1/readers?limit=200')
    const readers = (body.data as { external_key: string; format: string }[]).filter(({ external_key }) =>
      external_key.startsWith('all-'),
    )
    // The service connects to readers of the other format. They publish nothing.
    expect(readers.map(({ format }) => format).toSorted()).toEqual(
      Object.keys(formats)
        .filter((format) => format !== connectedFormat)
        .toSorted(),
    )
    expect(new Set(reads.map(({ reader }) => reader))).toEqual(
      new Set(readers.map((reader) => reader.external_key)),
    )

    // The last read of each asset is at the logged time, if the last logged read has a time.
    const assets = await assetsByValue('ALL-')
    const last = new Map<string, string>()
    for (const { value, observed_at } of reads) {
      const { key } = assets.get(value)!
      if (observed_at === null) last.set(key, 'when it was received')
      else if ((last.get(key) ?? '') < observed_at) last.set(key, observed_at)
    }
    const report = await api.get('/api/v1/reports/asset-locations?limit=200')
    const rows = report.body.data as { asset_external_key: string; asset_last_seen: string }[]
    const seen = new Map(rows.map((row) => [row.asset_external_key, row.asset_last_seen]))
    expect(last.size).toBe(50)
    for (const [key, at] of last) {
      expect(seen.has(key)).toBe(true)
      if (at.startsWith('20')) expect(seen.get(key)).toBe(`${at.slice(0, 23)}Z`)
    }
  })

  test('reuses its records, even with another vendor', async () => {
    const rowsOf = async () => {
      const [assets, locations, readers] = await Promise.all([
        api.get('/api/v1/assets?q=AGAIN-&limit=200'),
        api.get('/api/v1/locations?q=AGAIN-&limit=200'),
        session.get('/internal/v1/readers?limit=200'),
      ])
      const own = (readers.body.data as { id: number; external_key: string; format: string }[]).filter(
        (reader) => reader.external_key.startsWith('again-'),
      )
      return {
        assets: assets.body.data,
        locations: locations.body.data,
        readers: own.map(({ id }) => id),
        formats: own.map(({ format }) => format),
      }
    }
    const simulate = async (vendor: string) => {
      const flags = `--prefix again --readers 2 --tags 5 --count 100 --rate full --vendor ${vendor}`
      const growth = await growthOf(async () => {
        expect((await runProgram(simulateFlags(program, flags))).code).toBe(0)
      })
      expect(growth['reads.applied']).toBe(100)
      return rowsOf()
    }
    const first = await simulate('csl_cs463')
    expect(first.assets.map((row: { external_key: string }) => row.external_key)).toEqual(
      [1, 2, 3, 4, 5].map((tag) => `AGAIN-000${tag}`),
    )
    expect(first.locations).toHaveLength(4)
    const [lost] = first.assets as { id: number; tags: { id: number }[] }[]
    await api.delete(`/api/v1/assets/${lost!.id}/tags/${lost!.tags[0]!.id}`)

    const second = await simulate('impinj_iot')
    expect(second.formats).toEqual(['impinj_iot', 'impinj_iot'])
    const withoutTagIds = (rows: unknown) =>
      JSON.stringify(rows, (_key, value) =>
        Array.isArray(value?.tags)
          ? { ...value, tags: value.tags.map((tag: { value: string }) => tag.value).toSorted() }
          : value,
      )
    expect(withoutTagIds(second.assets)).toBe(withoutTagIds(first.assets))
    expect({ ...second, assets: [], formats: [] }).toEqual({ ...first, assets: [], formats: [] })
  })

  test('runs at the same time as a simulation with another prefix', async () => {
    const growth = await growthOf(async () => {
      const flags = (prefix: string) => `--prefix ${prefix} --count 2000 --rate full --tags 20`
      const runs = ['left', 'right'].map((prefix) => runProgram(simulateFlags(program, flags(prefix))))
      expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0])
    })
    expect(growth['reads.applied']).toBe(4000)
  })

  test('prints the reason when it cannot register', async () => {
    const wrong = ['--server', program.http, '--email', administrator.email, '--password', 'wrong']
    const refused = await runProgram(['simulate', ...wrong])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The service returned 401: [^\n]+\n$/)
    const nowhere = ['--server', 'http://127.0.0.1:1', '--email', 'a@b.example', '--password', 'x']
    const lost = await runProgram(['simulate', ...nowhere])
    expect(lost.code).toBe(1)
    expect(lost.stderr).toMatch(/^Cannot reach http:\/\/127\.0\.0\.1:1 \([^\n]+\n$/)
  })

  test('exits with code 0 at Ctrl-C when all reads are acknowledged', async () => {
    const log = newLog()
    const flags = `--prefix endless --tags 10 --rate 1000 --log ${log}`
    const child = Bun.spawn([executable, ...simulateFlags(program, flags)], {
      stdout: 'pipe',
      stderr: 'pipe',
    })
    while (readsSoFar(log) < 500) await Bun.sleep(20)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    const reads = readsIn(log).length
    expect(await child.stdout.text()).toMatch(summary(reads))
  })

  test('loses nothing when the service is killed and restarted', async () => {
    const dataDir = newDataDir()
    const options = { dataDir, env: await fixedPorts() }
    const victim = await startProgram(options)
    const log = newLog()
    const flags = `--readers 6 --tags 60 --rate full --count 60000 --prefix hard --log ${log}`
    const child = Bun.spawn([executable, ...simulateFlags(victim, flags)], { stdout: 'pipe', stderr: 'pipe' })
    while (readsSoFar(log) < 5000) await Bun.sleep(5)
    await victim.kill()
    expect(readsSoFar(log)).toBeLessThan(60_000)
    const again = await startProgram(options)
    expect(await child.exited).toBe(0)
    expect(await child.stdout.text()).toMatch(summary(60_000))
    expect(await child.stderr.text()).toMatch(
      /^No connection to \S+ \([^\n]+\)\. Retrying for up to 60 s\.$/m,
    )

    const reads = readsIn(log)
    expect(new Set(reads.map((read) => JSON.stringify(read))).size).toBe(60_000)
    // What the killed process had acknowledged is there: sent once more, every read is a duplicate.
    const lines = reads.map(({ reader, antenna, value, observed_at, rssi }) => {
      const observedAt = Number(BigInt(Date.parse(observed_at!)) * 1000n) + Number(observed_at!.slice(23, 26))
      const tag = { epc: value, timeStampOfRead: observedAt, antennaPort: antenna, rssi }
      return `hard/${reader}/reads\t${JSON.stringify({ tags: [tag] })}`
    })
    const capture = join(scratch, 'again.tsv')
    await Bun.write(capture, lines.join('\n'))
    const own = await signIn(again)
    const { body } = await own.get('/internal/v1/readers?limit=200')
    const tokens: string[] = []
    for (const { id, external_key: key } of body.data as { id: number; external_key: string }[]) {
      const renewed = await own.post(`/internal/v1/readers/${id}/token`, {})
      tokens.push('--token', `hard/${key}=${key}:${renewed.body.data.device_token}`)
    }
    const before = await countersOf(again.http)
    const last = reads
      .map(({ observed_at }) => observed_at!)
      .toSorted()
      .at(-1)!
    const replay = [
      'replay',
      capture,
      '--url',
      again.mqtt as string,
      '--end-at',
      last,
      '--topic',
      'north/readers/{2}/reads',
    ]
    expect((await runProgram([...replay, ...tokens])).code).toBe(0)
    const after = await countersOf(again.http)
    expect(after['reads.duplicate']! - before['reads.duplicate']!).toBe(60_000)
    expect(after['reads.applied']).toBe(before['reads.applied']!)
  }, 60_000)
})

/** How many lines of a log are complete, even while it is being written. */
function readsSoFar(log: string): number {
  try {
    return readFileSync(log, 'latin1').split('\n').length - 1
  } catch {
    return 0
  }
}
