import { closeSync, createReadStream, openSync, readSync, writeFileSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartError } from '../../base/errors'
import { isFull } from '../../storage/sqlite/backup-files'

/**
 * The format of a scheduled backup: the database, compressed with Zstandard and its checksum, and encrypted in the age
 * format (https://age-encryption.org/v1) when there is a passphrase. Both formats detect truncated and altered files.
 */

type Bytes = ReadableStream<Uint8Array>

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const ageStart = Buffer.from('age-encryption.org/')

/** Returns the form of a file by its first bytes; undefined when it is not a scheduled backup. */
export function formOf(path: string): { readonly isEncrypted: boolean } | undefined {
  const start = Buffer.alloc(ageStart.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, start)
  } finally {
    closeSync(file)
  }
  if (start.equals(ageStart)) return { isEncrypted: true }
  return start.subarray(0, zstdStart.length).equals(zstdStart) ? { isEncrypted: false } : undefined
}

/** Reads a file and returns it in the format. */
export async function packed(path: string, passphrase: string | undefined): Promise<Bytes> {
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  // An error ends the compressor, and so the reader of the result receives it.
  pipeline(createReadStream(path), compressor, () => {})
  const compressed = Readable.toWeb(compressor) as unknown as Bytes
  if (passphrase === undefined) return compressed
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(compressed)
}

/**
 * Writes the database of a scheduled backup to a file.
 *
 * @param name the backup in an error
 * @throws StartError when the content is truncated or altered, the passphrase is missing or wrong, or the file cannot be
 * written; and errors of the place
 */
export async function unpack(
  content: Bytes,
  path: string,
  { name, isEncrypted, passphrase }: { name: string; isEncrypted: boolean; passphrase: string | undefined },
): Promise<void> {
  const compressed = isEncrypted ? await decrypted(content, name, passphrase) : content
  try {
    // Unlike that of node:zlib, this decompressor rejects a truncated stream.
    const decompressor = new DecompressionStream('zstd') as unknown as ReadableWritablePair<
      Uint8Array,
      Uint8Array
    >
    await writeTo(path, compressed.pipeThrough(decompressor))
  } catch (error) {
    if (error instanceof StartError || isOfPlace(error)) throw error
    throw new StartError(`${name} cannot be restored: it is truncated or altered (${reasonOf(error)}).`)
  }
}

async function decrypted(content: Bytes, name: string, passphrase: string | undefined): Promise<Bytes> {
  if (passphrase === undefined)
    throw new StartError(`${name} is encrypted. Set backup_passphrase to the passphrase.`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(content)
  } catch (error) {
    if (isOfPlace(error)) throw error
    const reason = reasonOf(error)
    throw new StartError(
      reason.includes('no identity matched')
        ? `${name} cannot be restored: the passphrase is wrong, or the backup is altered.`
        : `${name} cannot be restored: it is truncated or altered (${reason}).`,
    )
  }
}

/** Writes a file. Throws StartError when the file cannot be written, and the errors of the content. */
async function writeTo(path: string, content: Bytes): Promise<void> {
  const file = writing(path, () => openSync(path, 'w', 0o600))
  try {
    for await (const chunk of content) writing(path, () => writeFileSync(file, chunk))
  } finally {
    closeSync(file)
  }
}

function writing<T>(path: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw new StartError(
      isFull(error)
        ? `The disk is full: ${path} cannot be written.`
        : `${path} cannot be written: ${reasonOf(error)}.`,
    )
  }
}

/** Whether an error is from the file system or the place, which have codes, and not from the format. */
function isOfPlace(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && !code.startsWith('ERR_TRAILING_JUNK')
}

const reasonOf = (error: unknown): string => (error as Error).message.replace(/\.$/, '')
