import type { OriginKind, Store, Writes } from '../storage/store'
import { type Clock, plusSeconds } from '../time'
import { isDeviceCookie, newDeviceCookie, sha256 } from '../secrets'
import type { Attempt } from './throttle'

/** Where a request comes from. */
export interface Origin {
  readonly address: string
  /** The token in the cookie of the device; undefined if the request carries none. */
  readonly device: string | undefined
}

/** So many addresses and so many devices are remembered for each account. */
const originsMax = 50
/** A sighting is written down again at most once a day: an exchange of credentials costs no further write. */
const freshSeconds = 86_400

/** The cookie of a device lives for a year after the last sign-in, and so does what is remembered of it. */
export const originSeconds = 365 * 86_400

export type Origins = ReturnType<typeof createOrigins>

/**
 * Remembers the addresses and devices from which accounts have signed in: the limit of an account as a whole does not
 * apply to them (docs/api.md, Failed attempts).
 */
export function createOrigins({ read }: Pick<Store, 'read'>, now: Clock) {
  /**
   * How an attempt is counted. Asks the same of the database whether there is such an account or not.
   *
   * @param account by which failures are counted
   * @param accountId undefined if there is no such account
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

  /** In the write of a sign-in. Returns the token for the cookie of the device. */
  async function remember(tx: Writes, accountId: string, { address, device }: Origin): Promise<string> {
    await see(tx, accountId, 'address', address)
    const hash = deviceHashOf(device)
    const isOurs = hash !== undefined && (await tx.knownOrigins.isKnown('device', hash))
    const token = isOurs ? (device as string) : newDeviceCookie()
    await see(tx, accountId, 'device', sha256(token))
    return token
  }

  /** In the write of an exchange: programs have no cookies. */
  const rememberAddress = (tx: Writes, accountId: string, address: string): Promise<void> =>
    see(tx, accountId, 'address', address)

  async function see(tx: Writes, accountId: string, kind: OriginKind, origin: string): Promise<void> {
    const known = await tx.knownOrigins.find(accountId, kind, origin)
    const at = now()
    if (known?.hasReturned && known.seenAt > plusSeconds(at, -freshSeconds)) return
    const sighting = { accountId, kind, origin, seenAt: at, hasReturned: known !== undefined }
    await tx.knownOrigins.put(sighting, originsMax)
  }

  return { attemptFrom, remember, rememberAddress }
}

const deviceHashOf = (device: string | undefined): string | undefined =>
  device !== undefined && isDeviceCookie(device) ? sha256(device) : undefined
