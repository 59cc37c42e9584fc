import type { Membership, UserRow } from '../../storage/core/store'
import type { Origin } from '../authentication/origins'

/** Where a session begins. */
export interface SessionStart {
  readonly organizationId: number
  /** Null if the settings of a first start began it, without a request. */
  readonly origin: Origin | null
  /** The provider that signed the user in; absent for a password. */
  readonly issuer?: string
}

/** The state of a session after a write. Its token is signed afterwards, outside the transaction. */
export interface SessionState {
  readonly sessionId: string
  readonly issuer: string | null
  readonly mustAddFactor: boolean
  readonly user: UserRow
  readonly isOwner: boolean
  readonly organizations: readonly Membership[]
  readonly organizationId: number
}

export interface StartedSession extends SessionState {
  readonly refreshToken: string
  readonly deviceCookie: string | null
}
