import { accessSync, chmodSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import { createFolder } from '../../base/whole-file'

/**
 * Creates the data directory, or checks that it can be written. Only the current system user may read it. A directory
 * that contains foreign files keeps its mode. Throws StartError.
 */
export function prepareDirectory(directory: string): void {
  try {
    if (!existsSync(directory)) createFolder(directory)
    else if (!statSync(directory).isDirectory()) throw new Error('it is not a directory')
    accessSync(directory, constants.W_OK)
    const files = readdirSync(directory)
    const isOurs = files.length === 0 || files.includes('signing.key')
    if (isOurs && statSync(directory).uid === process.getuid?.()) chmodSync(directory, 0o700)
  } catch (error) {
    throw new StartError(
      `The data directory ${directory} cannot be written: ${(error as Error).message}. Name another one with --data-dir.`,
    )
  }
}

/** Returns the path of the database. Throws StartError when the directory has none, or when it cannot be read. */
export function databaseIn(directory: string): string {
  const path = join(directory, 'whereabouts.db')
  try {
    accessSync(path)
    return path
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new StartError(
      code === 'ENOENT'
        ? `${directory} contains no database. Check the data directory (--data-dir) or the settings file (--config).`
        : `The data directory ${directory} cannot be read: ${message}. Run the command as the user of the service.`,
    )
  }
}

/**
 * Continues as the owner of the data directory when root runs this process. The service could not use files of root, so
 * that it would not start again.
 */
export function continueAsOwner(directory: string): void {
  if (!isUnix(process) || process.getuid() !== 0) return
  const owner = ownerOf(join(directory, 'whereabouts.db')) ?? ownerOf(directory)
  if (!owner || owner.uid === 0) return
  const { uid, gid } = owner
  try {
    process.initgroups(uid, gid)
  } catch {
    // The system has no such user, for example in a container.
    process.setgroups([gid])
  }
  process.setgid(gid)
  process.setuid(uid)
}

function ownerOf(path: string): { readonly uid: number; readonly gid: number } | undefined {
  try {
    return statSync(path)
  } catch {
    // Whoever uses the path next reports what is wrong with it.
    return undefined
  }
}

/** The functions of a system with users. The types of Bun lack `initgroups`. */
interface Unix {
  getuid(): number
  initgroups(user: number, group: number): void
  setgroups(groups: readonly number[]): void
  setgid(id: number): void
  setuid(id: number): void
}

const isUnix = (it: object): it is Unix => 'getuid' in it
