import { existsSync } from 'node:fs'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { createSecretBox, sealedKeyName } from '../../base/secret-box'
import { randomHex, sha256 } from '../../base/secrets'
import type { SharedValues, Store } from '../../storage/core/store'
import { loadSigningKey, signingKeyPath } from './signing-key'

/** The signing key, which all instances of an installation share (decision 0033). */

const digestName = 'signing_key_digest'

interface Settings {
  readonly dataDir: string
  readonly secretKey: string | undefined
}

export interface SigningKey {
  readonly key: string
  /** Whether it is in the data directory. */
  readonly isFile: boolean
}

/**
 * Returns the signing key. The first start of the first instance creates it.
 *
 * @throws StartError when the key is missing, cannot be used, or is not that of the other instances
 */
export async function openSigningKey(settings: Settings, store: Store, log: Log): Promise<SigningKey> {
  const { dataDir, secretKey } = settings
  const { values } = store.instances
  const hasUsers = () => store.read.accounts.hasUsers()
  if (values && secretKey !== undefined)
    return { key: await sealedKey(secretKey, values, () => keyToSeal(dataDir, hasUsers, log)), isFile: false }
  if (values && (await values.find(sealedKeyName)) !== undefined)
    throw new StartError(
      'The signing key is in the database, encrypted. Set WHEREABOUTS_SECRET_KEY to the value that the other instances have.',
    )
  const isInUse = await hasUsers()
  if (values && isInUse && !existsSync(signingKeyPath(dataDir)))
    throw new StartError(
      `The signing key ${signingKeyPath(dataDir)} is missing. Copy it from another instance, or set WHEREABOUTS_SECRET_KEY for all instances.`,
    )
  const key = loadSigningKey(dataDir, isInUse, log)
  if (values) await requireSame(key, dataDir, values)
  return { key, isFile: true }
}

/**
 * Returns the key in the database.
 *
 * @param keyToSeal returns the key that the first instance stores
 */
async function sealedKey(
  secretKey: string,
  values: SharedValues,
  keyToSeal: () => Promise<string>,
): Promise<string> {
  const box = createSecretBox(secretKey)
  const sealed = await values.find(sealedKeyName)
  const key = box.open(sealed ?? (await values.insert(sealedKeyName, box.seal(await keyToSeal()))))
  if (key !== undefined) return key
  throw new StartError(
    'WHEREABOUTS_SECRET_KEY does not decrypt the signing key in the database. Set it to the value that the other instances have.',
  )
}

/** Returns the key of the data directory, or another one for a new installation. */
async function keyToSeal(dataDir: string, hasUsers: () => Promise<boolean>, log: Log): Promise<string> {
  const path = signingKeyPath(dataDir)
  if (existsSync(path)) return loadSigningKey(dataDir, true, log)
  // Another key would make tokens and the secrets of webhooks unreadable.
  if (await hasUsers())
    throw new StartError(
      `The signing key is not in the database yet, and ${path} is missing. Start the instance first whose data directory contains it, ` +
        `or run 'whereabouts signing-key create --data-dir ${dataDir}' to create another; API clients and users must then get new access tokens.`,
    )
  return randomHex(32)
}

async function requireSame(key: string, dataDir: string, values: SharedValues): Promise<void> {
  const digest = sha256(key)
  const known = await values.insert(digestName, digest)
  // A key that was lost may be replaced while no instance uses it.
  if (known === digest || (await values.replaceWhenAlone(digestName, digest))) return
  throw new StartError(
    `The signing key ${signingKeyPath(dataDir)} is not that of the other instances. Copy it from one of them, or set WHEREABOUTS_SECRET_KEY for all instances.`,
  )
}
