import { sessionEnded } from '../users/session-end'
import { userMessages } from '../authentication/messages'
import type { Origin } from '../authentication/origins'
import type { SessionCaller } from '../../base/caller'
import { checked } from '../../contract/check'
import { AppError, conflict, invalidField } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { hashOfRecoveryCode, newRecoveryCodes } from '../second-factors/recovery-codes'
import type { SecondFactors } from '../second-factors/second-factors'
import { newTotpSecret, plainCode, totpUri } from '../second-factors/totp'
import type { Store, UserRow, Writes } from '../../storage/core/store'
import { type Clock, plusSeconds, toWire } from '../../base/time'
import { auditEverywhere } from '../users/account-audit'
import { useFactor } from '../users/factor-use'
import { type OwnPassword, ownUser, userOfSession } from '../users/own-password'
import {
  Confirmation,
  FactorChange,
  NewSecondFactor,
  type RecoveryCodesView,
  type SecondFactorView,
  type TotpSecretView,
} from './schema'

/** Time to enter the first code of a new app, in seconds. */
const confirmSeconds = 900

/** Adds and removes the second factor of the user who is signed in (docs/internal-api.md, Second factor). */
export class SecondFactorService {
  readonly #store: Store
  readonly #password: OwnPassword
  readonly #factors: SecondFactors
  readonly #now: Clock

  constructor(store: Store, password: OwnPassword, factors: SecondFactors, now: Clock) {
    this.#store = store
    this.#password = password
    this.#factors = factors
    this.#now = now
  }

  async view({ userId }: SessionCaller): Promise<SecondFactorView> {
    const app = await this.#factors.confirmedApp(this.#store.read, userId)
    return {
      added_at: app?.confirmedAt ? toWire(app.confirmedAt) : null,
      recovery_codes: await this.#store.read.secondFactors.countRecoveryCodes(userId),
      is_required: this.#factors.isRequired,
    }
  }

  /** Stores a new secret, which `confirm` activates. Throws `conflict` if the user has an app. */
  async add(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<TotpSecretView> {
    const { current_password: current } = checked(NewSecondFactor, body)
    const user = await this.#password.check(caller, current, origin)
    const secret = newTotpSecret()
    await this.#store.write(async (tx) => {
      await ownUser(tx, caller)
      if (await this.#factors.confirmedApp(tx, user.id)) throw conflict(userMessages('user.has_app'))
      await tx.secondFactors.putApp({
        userId: user.id,
        secret: this.#factors.box.seal(secret),
        createdAt: this.#now(),
      })
    })
    return { secret, uri: totpUri(secret, user.email) }
  }

  /** Activates the app with its first code. All other sessions end, because they began without a second factor. */
  async confirm(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<RecoveryCodesView> {
    const { code } = checked(Confirmation, body)
    return this.#changed(caller, origin, async (tx, user) => {
      const at = this.#now()
      const app = await tx.secondFactors.findApp(user.id)
      if (app?.confirmedAt !== null || app.createdAt < plusSeconds(at, -confirmSeconds))
        throw conflict(userMessages('user.no_app_waits'))
      await this.#factors.useAppCode(tx, app, plainCode(code))
      await tx.secondFactors.confirmApp(user.id, at)
      await tx.sessions.endOthers(user.id, caller.sessionId, at)
      await auditEverywhere(tx, user, caller.actor, { at, action: 'second_factor_added' })
      return replaceCodes(tx, user)
    })
  }

  async remove(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<void> {
    await this.#reauthenticated(caller, body, origin, async (tx, user) => {
      await tx.secondFactors.remove(user.id)
      await auditEverywhere(tx, user, caller.actor, { at: this.#now(), action: 'second_factor_removed' })
    })
  }

  renewCodes(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<RecoveryCodesView> {
    return this.#reauthenticated(caller, body, origin, async (tx, user) => {
      await auditEverywhere(tx, user, caller.actor, { at: this.#now(), action: 'recovery_codes_replaced' })
      return replaceCodes(tx, user)
    })
  }

  /** Runs `work` after a check of the password and of a code. Throws `conflict` if the user has no second factor. */
  async #reauthenticated<T>(
    caller: SessionCaller,
    body: JsonObject,
    origin: Origin,
    work: (tx: Writes, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const { current_password: current, code } = checked(FactorChange, body)
    await this.#password.check(caller, current, origin)
    return this.#changed(caller, origin, async (tx, user) => {
      if (!(await this.#factors.confirmedApp(tx, user.id))) throw conflict(userMessages('user.no_factor'))
      await useFactor(tx, this.#factors, { user, code, at: this.#now() })
      return work(tx, user)
    })
  }

  /** Runs a write within the limit of wrong codes. */
  async #changed<T>(
    caller: SessionCaller,
    origin: Origin,
    work: (tx: Writes, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const attempt = await this.#password.attemptOf(await ownUser(this.#store.read, caller), origin)
    const write = () =>
      this.#store.write(async (tx) => {
        const user = await userOfSession(tx, caller)
        return user && { result: await work(tx, user) }
      })
    const done = await this.#factors.limited(caller.userId, attempt, write).catch(toFieldError)
    // Not thrown in the write: the code is not wrong.
    if (!done) throw sessionEnded()
    return done.result
  }
}

async function replaceCodes(tx: Writes, { id }: UserRow): Promise<RecoveryCodesView> {
  const codes = newRecoveryCodes()
  await tx.secondFactors.putRecoveryCodes(id, codes.map(hashOfRecoveryCode))
  return { recovery_codes: codes }
}

/** Not 401: the session is valid, and after a 401 the console would end it. */
function toFieldError(error: unknown): never {
  throw error instanceof AppError && error.code === 'unauthenticated'
    ? invalidField('code', 'invalid_value', error.said)
    : error
}
