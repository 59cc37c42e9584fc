import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { writeWhole } from '../../base/whole-file'
import { randomHex } from '../../base/secrets'

/** The key that signs all tokens: `signing.key` in the data directory, which only the user of the service can read. */

export const signingKeyPath = (directory: string): string => join(directory, 'signing.key')

/** Creates a signing key. Returns false if one exists. */
export function createSigningKey(directory: string): boolean {
  if (existsSync(signingKeyPath(directory))) return false
  writeSigningKey(directory, randomHex(32))
  return true
}

/**
 * Returns the signing key. The first start creates it.
 *
 * @param isInUse whether the database has users, whose tokens a new key would make invalid
 * @throws StartError when the key is missing or cannot be used
 */
export function loadSigningKey(directory: string, isInUse: boolean, log: Log): string {
  const path = signingKeyPath(directory)
  if (!existsSync(path)) {
    if (isInUse)
      throw new StartError(
        `The signing key ${path} is missing. Put it back, or run 'whereabouts signing-key create --data-dir ${directory}' to create another; API clients and users must then get new access tokens.`,
      )
    createSigningKey(directory)
  }
  protect(path, log)
  const key = readKey(path)
  if (/^[0-9a-f]{64,}$/.test(key)) return key
  throw new StartError(
    `The signing key ${path} is damaged: it must contain at least 64 hexadecimal digits. Put the original file back, or delete the file and run 'whereabouts signing-key create --data-dir ${directory}'.`,
  )
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The signing key ${path} cannot be read: ${(error as Error).message}. Make it readable for the user of the service.`,
    )
  }
}

/**
 * Removes the access of other users to the key. Like ssh, it leaves a file of another owner unchanged, such as a
 * mounted secret.
 */
function protect(path: string, log: Log): void {
  const { uid, mode } = statSync(path)
  if (uid !== process.getuid?.() || (mode & 0o077) === 0 || !statSync(path).isFile()) return
  chmodSync(path, 0o600)
  log.warn(
    { path, mode: (mode & 0o777).toString(8) },
    'the signing key was readable by other users; its mode is now 0600. Replace the key if another user may have copied it',
  )
}

export const writeSigningKey = (directory: string, key: string): void =>
  writeWhole(signingKeyPath(directory), `${key}\n`)

/** Interval between checks of the key file, in milliseconds. */
const checkMillis = 2000

/**
 * Writes the key file again when it is deleted while the service runs. Without the file, the next start would fail.
 *
 * @param mayWrite reports whether the data directory is available
 */
export function keepSigningKey(
  directory: string,
  key: string,
  mayWrite: () => boolean,
  log: Log,
): { stop(): void } {
  async function check(): Promise<void> {
    const code = await stat(signingKeyPath(directory)).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    )
    if (code !== 'ENOENT' || !mayWrite()) return
    try {
      writeSigningKey(directory, key)
      log.warn('the signing key file was deleted; the service wrote it again')
    } catch (err) {
      log.error({ err }, 'the signing key file was deleted, and writing it again failed')
    }
  }

  const timer = setInterval(() => void check(), checkMillis)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
