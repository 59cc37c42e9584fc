import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Python with the packages of the examples, which are installed once, separately from those of the machine. */

const root = join(import.meta.dir, '../..')
const packages = join(root, 'dist/python')

export const python = Bun.which('python3')
export const pythonSuffix = python === null ? ' (skipped: python3 is not installed)' : ''

/** The directory of the packages for PYTHONPATH, or the reason why they are missing. */
export function examplePackages(): { readonly path: string } | { readonly missing: string } {
  if (python === null) return { missing: 'python3 is not installed' }
  // .ci/run has installed them before it cuts the network off.
  if (existsSync(join(packages, 'paho_mqtt-2.1.0.dist-info'))) return { path: packages }
  const requirements = join(root, 'examples/requirements.txt')
  const pip = [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '0']
  const { success } = Bun.spawnSync([...pip, '--target', packages, '--requirement', requirements], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 60_000,
  })
  return success ? { path: packages } : { missing: 'pip or the package registry is not at hand' }
}
