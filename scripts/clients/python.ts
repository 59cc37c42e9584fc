import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { version } from '../../package.json'
import { put, run } from '../release/files'

const source = 'clients/python'

/**
 * Builds the Python package: what openapi-python-client generates from the document, with the files of clients/python. The
 * generator and its dependencies come from PyPI, in the versions of clients/python/generator.txt.
 *
 * @param document - path of the OpenAPI document
 * @param work - directory for the build, which is emptied except for the environment of the generator
 * @param epoch - time of the files, in seconds
 * @returns the paths of the wheel and of the source distribution in `out`
 */
export async function buildPythonClient(
  document: string,
  work: string,
  out: string,
  epoch: number,
): Promise<string[]> {
  const commands = await generatorIn(join(work, 'environment'))
  const tree = join(work, 'package')
  const generated = join(tree, 'whereabouts_client')
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  const options = ['--meta', 'none', '--config', join(source, 'generator.yml'), '--output-path', generated]
  // The generator formats its output with ruff, which it looks for in PATH.
  const env = { PATH: `${commands}:${Bun.env['PATH']}`, SOURCE_DATE_EPOCH: String(epoch) }
  await run([join(commands, 'openapi-python-client'), 'generate', '--path', document, ...options], { env })
  rmSync(join(generated, '.ruff_cache'), { recursive: true, force: true })
  cpSync(join(source, 'whereabouts_client'), generated, { recursive: true })
  copyFileSync(join(source, 'README.md'), join(tree, 'README.md'))
  copyFileSync('LICENSE', join(tree, 'LICENSE'))
  const project = readFileSync(join(source, 'pyproject.toml'), 'utf8')
  put(join(tree, 'pyproject.toml'), project.replace('version = "0.0.0"', `version = "${version}"`))
  await run(['chmod', '-R', 'u=rwX,go=rX', tree])
  mkdirSync(out, { recursive: true })
  const build = ['build', '--target', 'wheel', '--target', 'sdist', '--directory', resolve(out)]
  await run([join(commands, 'hatchling'), ...build], { cwd: tree, env })
  return ['-py3-none-any.whl', '.tar.gz'].map((end) => join(out, `whereabouts_client-${version}${end}`))
}

/** Installs the generator in a virtual environment, and returns the directory of its commands. */
async function generatorIn(environment: string): Promise<string> {
  const commands = resolve(environment, 'bin')
  if (!existsSync(commands)) await run(['python3', '-m', 'venv', environment])
  const pip = [join(commands, 'pip'), 'install', '--quiet', '--disable-pip-version-check']
  await run([...pip, '--requirement', join(source, 'generator.txt')])
  return commands
}
