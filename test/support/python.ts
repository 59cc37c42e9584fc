import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Python with the packages of the examples, which are installed once, separately from those of the machine. */

const root = join(import.meta.dir, '../..')

export const python = Bun.which('python3')
export const pythonSuffix = python === null ? ' (skipped: python3 is not installed)' : ''

/** The directory of installed packages for PYTHONPATH, or the reason why they are missing. */
type Packages = { readonly path: string } | { readonly missing: string }

/**
 * Installs packages if .ci/run has not done so before it cut the network off.
 *
 * @param name folder of the packages in dist
 * @param requirements file that lists the packages, from the root
 * @param proof folder of an installed package
 */
function packagesIn(name: string, requirements: string, proof: string): Packages {
  if (python === null) return { missing: 'python3 is not installed' }
  const path = join(root, 'dist', name)
  if (existsSync(join(path, proof))) return { path }
  const pip = [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '0']
  const { success } = Bun.spawnSync([...pip, '--target', path, '--requirement', join(root, requirements)], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 60_000,
  })
  return success ? { path } : { missing: 'pip or the package registry is not at hand' }
}

export const examplePackages = (): Packages =>
  packagesIn('python', 'examples/requirements.txt', 'paho_mqtt-2.1.0.dist-info')

/** The reference implementation of the hash of an EPCIS event. */
export const epcisPackages = (): Packages =>
  packagesIn(
    'python-epcis',
    'test/events/epcis/requirements.txt',
    'epcis_event_hash_generator-1.9.3.dist-info',
  )

/** Other implementations of GS1 codes. */
export const gs1Packages = (): Packages =>
  packagesIn('python-gs1', 'test/base/gs1/requirements.txt', 'epcpy-0.1.8.dist-info')

/** Other decoders of what tags say. */
export const telemetryPackages = (): Packages =>
  packagesIn('python-telemetry', 'test/tracking/formats/requirements.txt', 'bthome_ble-3.25.0.dist-info')
