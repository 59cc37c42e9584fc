import { afterAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the console are the same in each build, so that a release can be built again with the same bytes. */

const root = join(import.meta.dir, '../../..')
// On the same disk, packages can be linked.
const copy = mkdtempSync(join(root, 'dist/copy-'))
afterAll(() => rmSync(copy, { recursive: true }))

const filesOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .toSorted()
      .map((name) => [
        name,
        new Bun.CryptoHasher('sha256').update(readFileSync(join(directory, name))).digest('hex'),
      ]),
  )

test('a build in another directory has the same files', () => {
  for (const name of ['src', 'scripts', 'package.json', 'tsconfig.json', 'bunfig.toml'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  const link = Bun.spawnSync(['cp', '--archive', '--link', join(root, 'node_modules'), copy])
  expect(link.exitCode).toBe(0)
  const program = `const { bundleConsole } = await import('./scripts/console-bundle.ts'); await bundleConsole()`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', program], {
    cwd: copy,
    stdin: 'ignore',
  })
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' })
  expect(filesOf(join(copy, 'dist/console'))).toEqual(filesOf(join(root, 'dist/console')))
}, 60_000)
