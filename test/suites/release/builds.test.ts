import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAhead } from '../../support/scans'

/**
 * The executables of a release: their bytes, and the one for arm64 under emulation. `bun run verify --long packages` runs these
 * tests. They download the executables of Bun, so `verify` does not.
 */

const root = join(import.meta.dir, '../../..')
const directory = mkdtempSync(join(tmpdir(), 'whereabouts-'))
afterAll(async () => {
  await stopPrograms()
  rmSync(directory, { recursive: true })
})

/** The libraries of arm64, in the Debian package libc6-arm64-cross. */
const libraries = '/usr/aarch64-linux-gnu'
const canEmulate = Bun.which('qemu-aarch64-static') !== null && existsSync(libraries)

function run(command: string[], cwd: string): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd, stdin: 'ignore' })
  if (!success) throw new Error(`"${command.join(' ')}" failed: ${stderr.toString()}`)
  return stdout.toString()
}

const build = (cwd: string, out: string) =>
  run(['bun', 'scripts/release.ts', '--with-changes', '--targets', 'linux-arm64', '--out', out], cwd)

/** Copies the files of the work tree, its repository and the packages. Only on the same disk can packages be linked. */
const copyTree = `
git ls-files --cached --others --exclude-standard -z | xargs -0 cp --parents --target-directory "$1"
cp --archive .git "$1"
cp --archive --link node_modules "$1" 2>/dev/null || cp --archive node_modules "$1"
`

describe.skipIf(!Bun.env['TEST_PACKAGES'])('a release', () => {
  const [first, second, copy] = ['first', 'second', 'copy'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ]
  beforeAll(() => {
    build(root, first)
    // The second build is of the same commit and changes in another directory.
    mkdirSync(copy)
    run(['sh', '-c', copyTree, 'copy', copy], root)
    build(copy, second)
  }, 600_000)

  test('has the same bytes when it is built again in another directory', () => {
    const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8')
    expect(sums.trim().split('\n')).toHaveLength(7)
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums)
  })

  test('needs no executable for processors without AVX2, because Bun has one executable for both', () => {
    const { version } = Bun
    const sums = ['@oven/bun-linux-x64', '@oven/bun-linux-x64-baseline'].map((name) => {
      const folder = join(directory, name)
      mkdirSync(folder, { recursive: true })
      run(['npm', 'pack', `${name}@${version}`, '--silent'], folder)
      run(['sh', '-c', 'tar -xzf *.tgz'], folder)
      return run(['sh', '-c', 'sha256sum < package/bin/bun'], folder)
    })
    expect(sums[1]).toBe(sums[0])
  }, 120_000)

  test('has sums that sha256sum accepts', () => {
    expect(run(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], first)).toBe('')
  })

  test.skipIf(!canEmulate)(
    'for arm64 serves, stores a read, and has it after it was killed',
    async () => {
      run(
        ['sh', '-c', 'tar -xzf *-linux-arm64.tar.gz --strip-components=2 --wildcards "*/whereabouts"'],
        first,
      )
      const dataDir = newDataDir()
      const options = {
        executable: join(first, 'whereabouts'),
        under: ['qemu-aarch64-static', '-L', libraries],
        dataDir,
      }
      const program = await startProgram(options)
      const session = await signIn(program)
      const asset = await newTagged(session, 'ARM-1')
      const gate = await newReader(session, 'gate', [(await newLocation(session)).id])
      await postReads(program, gate, [
        { value: asset.external_key, antenna: 1, observed_at: secondsAhead(-20) },
      ])
      await program.kill()

      const again = await startProgram({ ...options, isFirst: false })
      const { body } = await (await signIn(again)).get(`/internal/v1/assets/${asset.id}/events`)
      expect(body.data).toHaveLength(1)
      expect(await again.stop()).toBe(0)
    },
    300_000,
  )
})
