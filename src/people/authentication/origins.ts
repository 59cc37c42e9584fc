import type { OriginKind, Sighting, Store, Writes } from '../../storage/core/store'
import { type Clock, plusSeconds } from '../../base/time'
import { isDeviceCookie, newDeviceCookie, sha256 } from '../../base/secrets'
import type { Attempt } from './throttle'

/** The address and the device that a request comes from. */
export interface Origin {
  readonly address: string
  /** The token in the cookie of the device; undefined if the request carries none. */
  readonly device: string | undefined
  /** A description of the device; null if the request contains none. */
  readonly deviceName: string | null
}

/** Maximum number of addresses, and of devices, that are stored for each account. */
const originsMax = 50
/**
 * Minimum time between two updates of a known origin, in seconds, so that a sign-in or token request rarely needs a
 * write.
 */
const freshSeconds = 86_400

/** Lifetime of the device cookie and of a known origin after the last sign-in: a year, in seconds. */
export const originSeconds = 365 * 86_400

export type Origins = ReturnType<typeof createOrigins>

/**
 * Stores the addresses and devices from which accounts have signed in. The limit on all failures of an account does not
 * apply to them (docs/api.md, Failed attempts).
 */
export function createOrigins({ read }: Pick<Store, 'read'>, now: Clock) {
  /**
   * Returns the keys that an attempt is counted by. It makes the same database queries whether or not the account
   * exists.
   *
   * @param account the key that failures of the account are counted by
   * @param accountId undefined if the account does not exist
   */
  async function attemptFrom(
    account: string,
    accountId: string | undefined,
    { address, device }: Origin,
  ): Promise<Attempt> {
    const find = (kind: OriginKind, origin: string) => read.knownOrigins.find(accountId ?? '', kind, origin)
    const hash = deviceHashOf(device)
    if (hash !== undefined && (await find('device', hash)))
      return { account, source: `device:${hash}`, address: null, isKnown: true }
    const isKnown = (await find('address', address)) !== undefined
    return { account, source: address, address, isKnown }
  }

  /** Stores the origin of a sign-in, in its transaction. Returns the token for the device cookie. */
  async function recordSignIn(tx: Writes, accountId: string, { address, device }: Origin): Promise<string> {
    await record(tx, accountId, 'address', address)
    const hash = deviceHashOf(device)
    const isIssued = hash !== undefined && (await tx.knownOrigins.isKnown('device', hash))
    const token = isIssued ? (device as string) : newDeviceCookie()
    await record(tx, accountId, 'device', sha256(token))
    return token
  }

  /** Stores the address of a token request, in its transaction. API clients have no cookies. */
  const recordAddress = (tx: Writes, accountId: string, address: string): Promise<void> =>
    record(tx, accountId, 'address', address)

  /** Whether the address of an API client needs no record. A sign-in then does not wait for other writes. */
  const isRecorded = async (accountId: string, address: string): Promise<boolean> =>
    isFresh(await read.knownOrigins.find(accountId, 'address', address))

  const isFresh = (known: Sighting | undefined): boolean =>
    known?.hasReturned === true && known.seenAt > plusSeconds(now(), -freshSeconds)

  async function record(tx: Writes, accountId: string, kind: OriginKind, origin: string): Promise<void> {
    const known = await tx.knownOrigins.find(accountId, kind, origin)
    if (isFresh(known)) return
    const row = { accountId, kind, origin, seenAt: now(), hasReturned: known !== undefined }
    await tx.knownOrigins.put(row, originsMax)
  }

  return { attemptFrom, isRecorded, recordSignIn, recordAddress }
}

const deviceHashOf = (device: string | undefined): string | undefined =>
  device !== undefined && isDeviceCookie(device) ? sha256(device) : undefined
