import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { networkFileSystem } from '../../../src/storage/sqlite/system/file-system'
import { apiClient, clientOf, signIn } from '../../support/client'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { logged, until } from '../../support/until'

/** A data directory on a network file system. bindfs is a FUSE file system that passes everything to a local directory. */

setDefaultTimeout(60_000)

// Rule: internal-api.md, Process
test.each([
  ['NFS', 0x6969],
  ['SMB', 0xff534d42],
  ['SMB', 0xff534d42 | 0],
  ['SMB', 0xfe534d42],
  ['SMB', 0x517b],
  ['9p', 0x01021997],
  ['FUSE', 0x65735546],
  ['Ceph', 0x00c36400],
  ['VMware shared folder', 0xbacbacbc],
  ['Parallels shared folder', 0x7c7c6673],
  [undefined, 0xef53],
  [undefined, 0x58465342],
  [undefined, 0x9123683e],
  [undefined, 0x2fc12fc1],
  [undefined, 0x01021994],
  [undefined, 0x794c7630],
])('a file system of the network is recognized by its number: %s, %d', (name, type) => {
  expect(networkFileSystem(type)).toBe(name)
})

const execute = (...command: string[]): boolean =>
  Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exitCode === 0

/** Mounts an empty directory; undefined where that is not possible. */
function mount(): string | undefined {
  const base = mkdtempSync(join(tmpdir(), 'mount-'))
  const [below, above] = [join(base, 'below'), join(base, 'above')]
  mkdirSync(below)
  mkdirSync(above)
  if (Bun.which('bindfs') !== null && execute('bindfs', below, above)) return above
  rmSync(base, { recursive: true })
  return undefined
}

const mounted = mount()
afterAll(async () => {
  await stopPrograms()
  if (mounted === undefined) return
  execute('umount', mounted)
  rmSync(join(mounted, '..'), { recursive: true })
})

const refusal =
  /is on a network file system \(FUSE\), where a database can be damaged and lose data\. Use a directory of a local disk/
const allowed = { WHEREABOUTS_NETWORK_DATA_DIR: 'on' }

describe.skipIf(mounted === undefined)('a data directory on FUSE', () => {
  const at = (name: string): string => join(mounted as string, name)
  const serve = ['serve', '--port', '0', '--mqtt-port', '0', '--data-dir']

  // Rule: internal-api.md, Process
  test('is refused for a new installation, and stays as it is', async () => {
    mkdirSync(at('empty'))
    for (const directory of [at('absent'), at('empty'), at('absent/deeper')]) {
      const { code, stderr } = await runProgram([...serve, directory])
      expect([code, refusal.test(stderr)]).toEqual([1, true])
      expect(stderr).toContain('set network_data_dir to on')
    }
    expect(execute('test', '-e', at('absent'))).toBe(false)
    expect(execute('rmdir', at('empty'))).toBe(true)
  })

  test('is refused for a restored backup and for a copy of PostgreSQL', async () => {
    const { dataDir } = await startProgram()
    const { stdout } = await runProgram(['backup', 'create', '--data-dir', dataDir])
    const [file] = /\S+\.db/.exec(stdout) ?? ['']
    const restored = await runProgram(['restore', file, '--data-dir', at('restored')])
    expect([restored.code, refusal.test(restored.stderr)]).toEqual([1, true])
    const copied = await runProgram([
      'copy',
      '--from',
      'postgres://nobody@127.0.0.1:9/x',
      '--to',
      at('copied'),
    ])
    expect([copied.code, refusal.test(copied.stderr)]).toEqual([1, true])
  })

  test('is refused for the demo, which names the variable to set', async () => {
    const { code, stderr } = await runProgram(['demo', '--port', '0'], { env: { TMPDIR: mounted as string } })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set TMPDIR to a directory of a local disk.')])
    expect(readdirSync(mounted as string).filter((name) => name.startsWith('whereabouts-demo-'))).toEqual([])
  })

  test('is accepted with the setting, and a warning', async () => {
    const program = await startProgram({ dataDir: at('allowed'), env: allowed })
    const client = await apiClient(program, await signIn(program))
    await newAsset(client)
    expect((await clientOf(program.http).get('/readyz')).body.status).toBe('degraded')
    expect(await program.stop()).toBe(0)
  })

  // Rule: internal-api.md, Process
  test('starts with an existing database, and says so in the log, in /readyz, in doctor and in Status', async () => {
    const local = await startProgram()
    await local.stop()
    const dataDir = at('existing')
    cpSync(local.dataDir, dataDir, { recursive: true })
    const program = await startProgram({ dataDir })
    const warning = 'The data directory is on a network file system (FUSE)'
    await logged(program, warning)
    const ready = await clientOf(program.http).get('/readyz')
    expect([ready.status, ready.body]).toMatchObject([
      200,
      { status: 'degraded', problems: [expect.stringContaining(warning)] },
    ])
    const doctor = await runProgram(['doctor', '--json', '--data-dir', dataDir])
    const finding = {
      check: 'data_directory',
      state: 'warning',
      summary: expect.stringContaining('is on a network file system (FUSE)'),
      advice: expect.stringContaining('local disk'),
    }
    expect(JSON.parse(doctor.stdout)).toContainEqual(expect.objectContaining(finding))
    const owner = await signIn(program)
    const path = '/internal/v1/installation/diagnosis'
    await owner.post(path)
    await until(
      async () => (await owner.get(path)).body.data.finished_at !== null,
      'the examination is finished',
    )
    expect((await owner.get(path)).body.data.findings).toContainEqual(expect.objectContaining(finding))
  })
})

test('a data directory on a local disk needs no setting and has no warning', async () => {
  const program = await startProgram({ dataDir: join(newDataDir(), 'new') })
  expect(program.log()).not.toContain('network file system')
  expect((await clientOf(program.http).get('/readyz')).body.status).toBe('ready')
})
