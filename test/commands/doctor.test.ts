import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { daysLeft } from '../../src/installation/doctor/disk-space'
import { mintKey, signIn } from '../support/client'
import { openDatabase } from '../support/direct-database'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../support/program'
import { until } from '../support/until'

/** The examination of an installation. */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

interface Finding {
  check: string
  state: string
  summary: string
  advice: string | null
}

async function examine(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runProgram(['doctor', '--json', ...args], { env })
  const findings: Finding[] = JSON.parse(stdout)
  return { code, stderr, of: (check: string) => findings.find((each) => each.check === check) }
}

const portOf = (url = ''): string => new URL(url).port

/** The flags of a running program, whose ports were selected at its start. */
const flagsOf = ({ dataDir, http, mqtt }: Program): string[] => [
  '--data-dir',
  dataDir,
  '--port',
  portOf(http),
  '--mqtt-port',
  portOf(mqtt),
]

describe('doctor', () => {
  // Rule: internal-api.md, Diagnosis
  test('finds no problem in a running service, but that there is no backup', async () => {
    const program = await startProgram()
    const { code, of } = await examine(flagsOf(program))
    expect(code).toBe(0)
    for (const check of ['version', 'data_directory', 'database', 'disk_space', 'clock', 'service', 'ports'])
      expect(of(check)).toMatchObject({ state: 'ok', advice: null })
    expect(of('backup')).toMatchObject({ state: 'warning', advice: expect.stringContaining('backup create') })
    await runProgram(['backup', 'create', '--data-dir', program.dataDir])
    expect((await examine(flagsOf(program))).of('backup')?.state).toBe('ok')
  })

  test('prints a line for each check, and advice below what is not in order', async () => {
    const program = await startProgram()
    const { stdout } = await runProgram(['doctor', ...flagsOf(program)])
    expect(stdout).toMatch(/^ok {7}database {9}The database has no damage/m)
    expect(stdout).toMatch(/^WARNING {2}backup {11}There is no backup\.\n {26}Create one/m)
  })

  // Rule: internal-api.md, Diagnosis
  test('reports a stopped service, a port in use and a directory that others can read', async () => {
    const program = await startProgram()
    const { dataDir } = program
    await program.stop()
    chmodSync(dataDir, 0o755)
    const other = createServer().listen(0, '127.0.0.1')
    await until(() => other.listening, 'the other program listens')
    const { port } = other.address() as { port: number }
    const { code, of } = await examine(['--data-dir', dataDir, '--port', String(port), '--mqtt-port', '0'])
    other.close()
    expect(code).toBe(3)
    expect(of('service')).toMatchObject({ state: 'warning', advice: 'Start the service.' })
    expect(of('ports')).toMatchObject({
      state: 'problem',
      summary: expect.stringContaining(`HTTP ${port} (EADDRINUSE)`),
    })
    expect(of('data_directory')).toMatchObject({ state: 'warning', advice: `Run: chmod 700 ${dataDir}` })
  })

  test('reports a place of scheduled backups that is away, and a backup that is missing or too old', async () => {
    const program = await startProgram()
    const { dataDir } = program
    await program.stop()
    const place = newDataDir()
    const backup = async (schedule = '30 1 * * *', to = place) => {
      const env = { WHEREABOUTS_BACKUP_SCHEDULE: schedule, WHEREABOUTS_BACKUP_TO: to }
      const { code, of } = await examine(['--data-dir', dataDir, '--port', '0', '--mqtt-port', '0'], env)
      return [code, of('backup')?.state, of('backup')?.summary]
    }
    const file = 'whereabouts-00000000-2026-11-22T01-30-00-012.db.zst'
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
    const remember = (name: string | null, ago: number) =>
      writeFileSync(
        join(dataDir, 'scheduled-backups.json'),
        JSON.stringify({ place, since: hours(ago), last: name && { name, createdAt: hours(ago) } }),
      )
    expect(await backup()).toEqual([0, 'warning', 'There is no backup.'])
    remember(file, 1)
    expect(await backup()).toEqual([3, 'problem', `The last backup ${file} is missing from ${place}.`])
    writeFileSync(join(place, file), '')
    expect(await backup()).toEqual([0, 'ok', `The newest backup ${file} is 1 hours old.`])
    remember(file, 27)
    expect(await backup()).toEqual([3, 'problem', `The newest backup ${file} is 27 hours old.`])
    expect(await backup('30 1 29 2 *')).toEqual([0, 'ok', `The newest backup ${file} is 27 hours old.`])
    remember(null, 27)
    expect(await backup()).toEqual([3, 'problem', 'There is no backup.'])
    expect(await backup('30 1 * * *', '/nowhere')).toEqual([
      3,
      'problem',
      "The place of the scheduled backups can't be used: The directory /nowhere does not exist. Mount or create it.",
    ])
  })

  test('checks no port when each start selects the ports', async () => {
    const { dataDir } = await startProgram()
    const { of } = await examine(['--data-dir', dataDir, '--port', '0', '--mqtt-port', '0'])
    expect(of('ports')).toMatchObject({
      state: 'ok',
      summary: 'No port is checked, because the service selects free ports at each start.',
    })
  })

  test('reports wrong totals and says how they are corrected', async () => {
    const program = await startProgram()
    const { dataDir } = program
    await program.stop()
    using db = openDatabase(dataDir)
    db.run("insert into row_counts values (1, 'assets', 0, 0, 7)")
    const { code, of } = await examine(['--data-dir', dataDir])
    expect(code).toBe(3)
    expect(of('database')).toMatchObject({ state: 'problem', advice: expect.stringContaining('Restart') })
  })

  test('reports an external broker that does not respond', async () => {
    const program = await startProgram()
    const { of } = await examine(flagsOf(program), { WHEREABOUTS_MQTT_URL: 'mqtt://user:secret@127.0.0.1:9' })
    const finding = of('external_broker')
    expect(finding).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('WHEREABOUTS_MQTT_URL'),
    })
    expect(JSON.stringify(finding)).not.toContain('secret')
  })

  test('trusts a broker whose authority the system trusts, as the service does', async () => {
    const broker = await startProgram({ env: { WHEREABOUTS_TLS: 'self-signed' } })
    const { client_id: id, client_secret: secret } = await mintKey(await signIn(broker), ['tracking:read'])
    const system = newDataDir()
    writeFileSync(join(system, 'authority.pem'), String(broker.ca))
    const program = await startProgram()
    const { of } = await examine(flagsOf(program), {
      WHEREABOUTS_MQTT_URL: `mqtts://${id}:${secret}@localhost:${portOf(broker.mqtts)}`,
      SSL_CERT_DIR: system,
    })
    expect(of('external_broker')).toMatchObject({ state: 'ok', advice: null })
  })

  test('reports a directory without a database', async () => {
    const { code, of } = await examine(['--data-dir', newDataDir()])
    expect([code, of('data_directory')?.state]).toEqual([3, 'problem'])
  })

  test('reports a certificate that cannot be used', async () => {
    const program = await startProgram()
    const file = join(program.dataDir, 'broken.pem')
    writeFileSync(file, 'not a certificate')
    const tls = ['--tls', 'files', '--tls-cert', file, '--tls-key', file]
    const { of } = await examine([...flagsOf(program), ...tls])
    expect(of('certificate')).toMatchObject({ state: 'problem', advice: expect.stringContaining('Renew') })
  })
})

describe('the page of the console', () => {
  // Rule: internal-api.md, Diagnosis
  test('gets the findings of the command with the settings of the service', async () => {
    const program = await startProgram()
    const owner = await signIn(program)
    const path = '/internal/v1/installation/diagnosis'
    expect((await owner.get(path)).body.data).toEqual({
      is_running: false,
      finished_at: null,
      failure: null,
      failure_text: null,
      findings: [],
    })
    expect((await owner.post(path, {})).body.data.is_running).toBe(true)
    await until(async () => !(await owner.get(path)).body.data.is_running, 'the examination ends')
    const { failure, findings } = (await owner.get(path)).body.data
    expect(failure).toBeNull()
    expect(findings.map(({ check }: Finding) => check)).toContain('external_broker')
    expect(findings.find(({ check }: Finding) => check === 'service').state).toBe('ok')
  })
})

describe('the days until the disk is full', () => {
  const now = new Date('2026-03-11T00:00:00Z')
  test.each([
    ['unknown without a sample', [], 100, undefined],
    ['unknown within a day of the first sample', [{ at: '2026-03-10T12:00:00Z', free: 200 }], 100, undefined],
    ['unknown while the free space grows', [{ at: '2026-03-01T00:00:00Z', free: 50 }], 100, undefined],
    [
      'the free space by the use since the first sample',
      [{ at: '2026-03-01T00:00:00Z', free: 200 }],
      100,
      10,
    ],
  ])('are %s', (_, samples, free, expected) => {
    expect(daysLeft(samples, free, now)).toBe(expected as number)
  })
})
