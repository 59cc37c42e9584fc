import { accessSync, chmodSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { StartError } from '../errors'
import { createFolder } from '../whole-file'

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
    throw new StartError(`The data directory ${directory} cannot be written: ${(error as Error).message}.`)
  }
}
