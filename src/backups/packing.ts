import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartError } from '../errors'

/**
 * The format of a scheduled backup: the database, compressed with Zstandard and its checksum, and encrypted in the age
 * format (https://age-encryption.org/v1) when there is a passphrase. Both formats detect truncated and altered files.
 */

type Bytes = ReadableStream<Uint8Array>

/** Reads a file and returns it in the format. */
export async function packed(path: string, passphrase: string | undefined): Promise<Bytes> {
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  // An error ends the compressor, and so the reader of the result receives it.
  connect(createReadStream(path), compressor, () => {})
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
 * @throws StartError when the content is truncated or altered, or the passphrase is missing or wrong
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
    const plain: unknown = compressed.pipeThrough(decompressor)
    await pipeline(
      Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    if (isOfSystem(error)) throw error
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
    const reason = reasonOf(error)
    throw new StartError(
      reason.includes('no identity matched')
        ? `${name} cannot be restored: the passphrase is wrong.`
        : `${name} cannot be restored: it is truncated or altered (${reason}).`,
    )
  }
}

/** Whether an error is from the file system or the place, which have codes, and not from the format. */
function isOfSystem(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && !code.startsWith('ERR_TRAILING_JUNK')
}

const reasonOf = (error: unknown): string => (error as Error).message.replace(/\.$/, '')
