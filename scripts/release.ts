import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../package.json'
import type { LicenseView } from '../src/installation/about/schema'
import { buildClients } from './clients'
import { bundleConsole } from './console-bundle'
import { commitOf, compileExecutable } from './executable'
import { writeLicenses } from './licenses'
import { billOfMaterials, noticesOf } from './release/components'
import { buildPackage } from './release/debian'
import { put, run, writeArchive } from './release/files'
import { readSecretKey, signatureOf } from './release/minisign'
import { executableNameOf, type Target, targets } from './release/targets'

/**
 * Creates the files of a release (docs/release.md). The same commit and key have the same bytes. It needs git, tar, gzip and
 * dpkg-deb and python3, and downloads the executables of Bun from the npm registry and the generator of the Python client from PyPI.
 */

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/release' },
    /** Names of targets, separated by commas. Without it, all. */
    targets: { type: 'string' },
    /** Builds also when the work tree has changes; `--version` then shows that. */
    'with-changes': { type: 'boolean', default: false },
  },
})

const out = resolve(values.out)
const commit = commitOf()
if (!/^[0-9a-f]+$/.test(commit) && !values['with-changes'])
  throw new Error('The work tree has changes that are not committed. Commit them, or add --with-changes.')
const wanted = values.targets?.split(',')
const unknown = wanted?.find((name) => !targets.some((target) => target.name === name))
if (unknown !== undefined)
  throw new Error(`Unknown target ${unknown}. Targets: ${targets.map(({ name }) => name).join(', ')}.`)
const secret = Bun.env['RELEASE_SIGNING_KEY']
const key = secret === undefined ? undefined : readSecretKey(secret)
const epoch = Number(new TextDecoder().decode(await run(['git', 'log', '-1', '--format=%ct'])).trim())

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
if (!(await bundleConsole())) process.exit(1)
await writeLicenses()
const licenses = JSON.parse(readFileSync('dist/licenses.json', 'utf8')) as LicenseView[]
const notices = noticesOf(licenses)
put(join(out, `whereabouts-${version}-notices.txt`), notices)
put(join(out, `whereabouts-${version}.cdx.json`), billOfMaterials(licenses, commit, epoch))
for (const target of targets) if (wanted?.includes(target.name) ?? true) await release(target)
await buildClients(out, epoch)
writeSums()

/** Writes the archive of a target, and its Debian package if it has one. */
async function release(target: Target): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'whereabouts-release-'))
  try {
    // The executable contains the name of the file that the compiler writes, so it is the same for all targets.
    const executable = join(work, 'whereabouts')
    if (!(await compileExecutable({ outfile: executable, commit, target: target.compile }))) process.exit(1)
    const directory = `whereabouts-${version}-${target.name}`
    const content = join(work, 'archive')
    put(join(content, directory, 'LICENSE'), readFileSync('LICENSE'))
    put(join(content, directory, 'notices.txt'), notices)
    const named = join(content, directory, executableNameOf(target))
    copyFileSync(executable, named)
    await run(['chmod', '-R', 'u=rwX,go=rX', content])
    await run(['chmod', '755', named])
    await writeArchive(join(out, `${directory}.tar.gz`), content, epoch)
    if (target.debian !== undefined)
      await buildPackage({ executable, version, architecture: target.debian, epoch, notices, level: 6, out })
    console.log(target.name)
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Writes the SHA-256 of each file, and the signature of the list. */
function writeSums(): void {
  const files = readdirSync(out).toSorted()
  const lines = files.map((name) => {
    const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(out, name))).digest('hex')
    return `${sum}  ${name}\n`
  })
  const sums = lines.join('')
  put(join(out, 'SHA256SUMS'), sums)
  if (key) {
    const comment = `whereabouts ${version} ${commit}`
    put(join(out, 'SHA256SUMS.minisig'), signatureOf(Buffer.from(sums), comment, key))
  } else console.log('Not signed: RELEASE_SIGNING_KEY is not set.')
  console.log(out)
}
