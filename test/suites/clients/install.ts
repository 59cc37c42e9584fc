import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { buildPythonClient } from '../../../scripts/clients/python'
import { buildTypescriptClient } from '../../../scripts/clients/typescript'
import { run } from '../../../scripts/release/files'

/** The client packages as a user installs them. */

const root = join(import.meta.dir, '../../..')
const document = join(root, 'docs/openapi.json')

/** What the package needs, and what a program needs that is compiled for Bun. */
const dependencies = ['openapi-fetch', 'openapi-typescript-helpers', 'bun-types', '@types', 'undici-types']

/** Builds the npm package and installs it into the node_modules of a directory. Downloads nothing. */
export async function installTypescriptClient(directory: string): Promise<void> {
  const build = join(directory, 'typescript-build')
  const built = await buildTypescriptClient(await Bun.file(document).text(), build, directory)
  const packages = join(directory, 'node_modules')
  mkdirSync(join(packages, 'whereabouts-client'), { recursive: true })
  await run(['tar', '-xzf', built, '-C', join(packages, 'whereabouts-client'), '--strip-components=1'])
  for (const name of dependencies) symlinkSync(join(root, 'node_modules', name), join(packages, name))
}

/** Builds the wheel and installs it with these packages from PyPI. Returns the directory of the commands. */
export async function installPythonClient(
  directory: string,
  packages: readonly string[] = [],
): Promise<string> {
  const [wheel = ''] = await buildPythonClient(document, join(directory, 'python-build'), directory, 0)
  const commands = join(directory, 'venv/bin')
  await run(['python3', '-m', 'venv', join(directory, 'venv')])
  await run([join(commands, 'pip'), 'install', '--quiet', wheel, ...packages])
  return commands
}
