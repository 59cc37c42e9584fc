import type { Connections, RefusalReason } from '../ingest/connections'
import { isDeviceToken, sha256 } from '../../base/secrets'
import type { Device } from '../../base/caller'
import type { Log } from '../../base/log'
import type { MaybePromise } from '../../base/turns/maybe-promise'
import type { ReaderRow, Store } from '../../storage/core/store'

export type ReaderSignIn = ReturnType<typeof createReaderSignIn>

/** Creates the check of the credentials of fixed readers, which records the connections that are refused. */
export function createReaderSignIn({ read }: Pick<Store, 'read'>, connections: Connections, log: Log) {
  /** Returns the reader with this device token, of any organization. */
  function findByToken(token: string): MaybePromise<ReaderRow | undefined> {
    return isDeviceToken(token) ? read.readers.findByToken(sha256(token)) : undefined
  }

  async function fixedByToken(token: string): Promise<ReaderRow | undefined> {
    const reader = await findByToken(token)
    return reader?.kind === 'fixed' ? reader : undefined
  }

  /** Finds the readers that a refused connection may belong to. A valid token identifies its reader. */
  async function ownersOf(
    userName: string,
    ofToken: Pick<Device, 'id'> | undefined,
  ): Promise<readonly [RefusalReason, readonly number[]]> {
    if (ofToken) return ['wrong_user_name', [ofToken.id]]
    const swapped = await fixedByToken(userName)
    if (swapped) return ['token_as_user_name', [swapped.id]]
    return ['wrong_password', await read.readers.fixedWithKey(userName)]
  }

  /** Returns the reader with this user name and device token. Otherwise records the refusal. */
  async function signIn(
    userName: string | undefined,
    token: string | undefined,
    address: string | undefined,
  ): Promise<ReaderRow | undefined> {
    const reader = await fixedByToken(token ?? '')
    if (reader && reader.externalKey === userName) return reader
    const [reason, ids] = await ownersOf(userName ?? '', reader)
    connections.refused(ids, reason, userName, address)
    return undefined
  }

  /** Records a request to the events of a reader whose token is missing, wrong, or that of another reader. */
  function refusedRequest(key: string, ofToken: Device | null, address: string): void {
    ownersOf(key, ofToken?.kind === 'fixed' ? ofToken : undefined)
      .then(([reason, ids]) => connections.refused(ids, reason, key, address))
      .catch((err: unknown) => log.warn({ err }, 'finding the reader of a refused request failed'))
  }

  return { findByToken, signIn, refusedRequest }
}
