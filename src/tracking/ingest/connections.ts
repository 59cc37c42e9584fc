import { BoundedMap } from '../../base/bounded-map'
import { isDeviceToken } from '../../base/secrets'
import type { Micros } from '../../base/time'

/** How fixed readers are connected, and which connections were refused. In memory only: a flood must not write. */

export const refusalReasons = ['wrong_password', 'wrong_user_name', 'token_as_user_name'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The refused connections with one user name, or of one reader. */
export interface Refusal {
  readonly reason: RefusalReason
  /** Null when there was none, or when it contains a device token. */
  readonly userName: string | null
  /** The address of the last one. Null when it is unknown or may be that of another organization's reader. */
  readonly address: string | null
  readonly count: number
  readonly firstAt: Micros
  readonly lastAt: Micros
}

export interface ReaderConnection {
  readonly protocol: 'mqtt' | 'http'
  readonly address: string | null
  /** Number of open MQTT connections. */
  readonly open: number
  /** When the first of the open connections, or the last one, was opened; for HTTP, the first request. */
  readonly since: Micros
  /** When the last connection was opened or closed, or when the last request came. */
  readonly lastAt: Micros
}

const readersMax = 10_000
/** Unknown user names, which unauthenticated clients choose. */
const unknownMax = 200
const userNameMax = 100

/** Tracks the connections of fixed readers since the start of the process. */
export class Connections {
  readonly #now: () => Micros
  readonly #connections = new BoundedMap<number, ReaderConnection>(readersMax)
  readonly #refusals = new BoundedMap<number, Refusal>(readersMax)
  readonly #unknown = new BoundedMap<string, Refusal>(unknownMax)

  constructor(now: () => Micros) {
    this.#now = now
  }

  #closed(readerId: number): void {
    const before = this.#connections.get(readerId)
    if (before)
      this.#connections.set(readerId, { ...before, open: Math.max(0, before.open - 1), lastAt: this.#now() })
  }

  /** Records that a reader has signed in over MQTT. The function that it returns is to be called at the disconnect. */
  opened(readerId: number, address: string | undefined): () => void {
    const before = this.#connections.get(readerId)
    const [at, open] = [this.#now(), before?.open ?? 0]
    const since = open > 0 ? (before?.since ?? at) : at
    this.#connections.set(readerId, {
      protocol: 'mqtt',
      address: plain(address),
      open: open + 1,
      since,
      lastAt: at,
    })
    this.#refusals.delete(readerId)
    return () => this.#closed(readerId)
  }

  /** Records an authenticated request. */
  requested(readerId: number, address: string): void {
    const before = this.#connections.get(readerId)
    const at = this.#now()
    const since = before?.protocol === 'http' ? before.since : at
    this.#connections.set(readerId, {
      protocol: 'http',
      address: plain(address),
      open: before?.open ?? 0,
      since,
      lastAt: at,
    })
    this.#refusals.delete(readerId)
  }

  /**
   * Records a refused connection for the readers that it may belong to. If there is none, records it under its user name.
   */
  refused(
    readerIds: readonly number[],
    reason: RefusalReason,
    userName: string | undefined,
    address: string | undefined,
  ): void {
    const shown = withoutToken(userName)
    const at = this.#now()
    const after = (before: Refusal | undefined): Refusal => ({
      reason,
      userName: shown,
      // The readers belong to different organizations, because a key is unique within one.
      address: readerIds.length > 1 ? null : plain(address),
      count: (before?.count ?? 0) + 1,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
    })
    for (const id of readerIds) this.#refusals.set(id, after(this.#refusals.get(id)))
    const name = shown ?? ''
    if (readerIds.length === 0) this.#unknown.set(name, after(this.#unknown.get(name)))
    else this.#unknown.delete(name)
  }

  connectionOf(readerId: number): ReaderConnection | undefined {
    return this.#connections.get(readerId)
  }

  refusalOf(readerId: number): Refusal | undefined {
    return this.#refusals.get(readerId)
  }

  /** Returns the refused connections with unknown user names, the latest first. They belong to no organization. */
  unknownUserNames(): Refusal[] {
    return [...this.#unknown.values()].toReversed()
  }
}

/** Returns an IPv4 address without the prefix that it has on a port for both versions. */
const plain = (address: string | undefined): string | null => address?.replace(/^::ffff:/, '') ?? null

const controls = /\p{Cc}/gu

/** Returns a user name as it may be shown: a device token in the wrong field is a secret. */
function withoutToken(userName: string | undefined): string | null {
  if (userName === undefined || userName === '') return null
  const shown = userName.slice(0, userNameMax).toWellFormed().replace(controls, '')
  return shown.split(/\s+/).some(isDeviceToken) || /wad_[0-9a-f]{8}/.test(shown) ? null : shown
}
