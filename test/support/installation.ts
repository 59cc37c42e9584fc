import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * An installation that is set up: an administrator with some sessions. It is made once for each build of the executable,
 * and each test starts on a copy, because hashing and checking a password costs more than the rest of a start.
 */

interface Installation {
  readonly dataDir: string
  /** The cookies that refresh sessions of the administrator, each one of its own. */
  readonly cookies: readonly string[]
}

/** A session can be refreshed for 30 days. */
const usableMilliseconds = 86_400_000

/** Returns the installation for this executable. `setUp` makes it in a new data directory and returns the cookies. */
export async function preparedInstallation(
  executable: string,
  setUp: (dataDir: string) => Promise<readonly string[]>,
): Promise<Installation> {
  const { mtimeMs, size } = statSync(executable)
  const folder = join(dirname(executable), 'test-installations')
  // The database of an installation on PostgreSQL belongs to one server.
  const engine =
    Bun.env['TEST_DATABASE_URL'] === undefined ? '' : `-${Bun.hash(Bun.env['TEST_DATABASE_URL'])}`
  const name = `${mtimeMs}-${size}${engine}`
  const path = join(folder, name)
  if (isUsable(path)) return installationIn(path)
  mkdirSync(folder, { recursive: true })
  // Those of earlier builds.
  for (const other of readdirSync(folder))
    if (!other.startsWith(`${mtimeMs}-${size}`)) rmSync(join(folder, other), { recursive: true, force: true })
  const draft = mkdtempSync(`${path}-`)
  const dataDir = join(draft, 'data')
  writeFileSync(join(draft, 'cookies'), (await setUp(dataDir)).join('\n'))
  try {
    rmSync(path, { recursive: true, force: true })
    renameSync(draft, path)
  } catch (error) {
    // Another test file has made it at the same time.
    if (!isUsable(path)) throw error
    rmSync(draft, { recursive: true })
  }
  return installationIn(path)
}

const isUsable = (path: string): boolean =>
  existsSync(join(path, 'cookies')) &&
  Date.now() - statSync(join(path, 'cookies')).mtimeMs < usableMilliseconds

const installationIn = (path: string): Installation => ({
  dataDir: join(path, 'data'),
  cookies: readFileSync(join(path, 'cookies'), 'utf8').split('\n'),
})

/** Copies the data of an installation into a directory that is empty or does not exist. */
export function copyInto(dataDir: string, installation: Installation): void {
  cpSync(installation.dataDir, dataDir, { recursive: true })
}
