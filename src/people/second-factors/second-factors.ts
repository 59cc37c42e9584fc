import { factorMessages } from './messages'
import { type Attempt, Gate } from '../authentication/throttle'
import type { CreateBudgets } from '../../base/turns/budget'
import { type AppError, forbidden, invalidField, unauthenticated } from '../../base/errors'
import type { Store, TotpApp, Writes } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import { hashOfRecoveryCode } from './recovery-codes'
import type { SecretBox } from '../../base/secret-box'
import { isTotpCode, plainCode, stepOf } from './totp'

/** Wrong codes of an account at once, and per minute afterwards: 240 a day, of a million codes of which three are valid. */
const [guessesAtOnce, guessesPerMinute] = [10, 1 / 6]

interface SecondFactorParts {
  readonly store: Pick<Store, 'read'>
  readonly box: SecretBox
  readonly settings: { readonly isRequired: boolean; readonly mayUsePasswords: boolean }
  readonly create: CreateBudgets
  readonly now: Clock
}

/** Checks the codes of second factors (decision 0026). */
export class SecondFactors {
  readonly #store: Pick<Store, 'read'>
  readonly box: SecretBox
  readonly #settings: SecondFactorParts['settings']
  readonly #now: Clock
  readonly #gate: Gate
  readonly isRequired: boolean
  readonly mayUsePasswords: boolean

  constructor({ store, box, settings, create, now }: SecondFactorParts) {
    this.#store = store
    this.box = box
    this.#settings = settings
    this.#now = now
    this.#gate = new Gate(create.failures('guesses', { burst: guessesAtOnce, perMinute: guessesPerMinute }))
    this.isRequired = settings.isRequired
    this.mayUsePasswords = settings.mayUsePasswords
  }

  async confirmedApp(
    reads: Pick<Store['read'] | Writes, 'secondFactors'>,
    userId: string,
  ): Promise<TotpApp | undefined> {
    const app = await reads.secondFactors.findApp(userId)
    return app?.confirmedAt === null ? undefined : app
  }

  /** Uses up the code of an app. The caller's write begins what the code permits. Throws `unauthenticated`. */
  async useAppCode(tx: Writes, app: TotpApp, code: string): Promise<void> {
    const secret = this.box.open(app.secret)
    if (secret === undefined) throw forbidden(factorMessages('factor.key_replaced'))
    const step = stepOf(secret, code, this.#now())
    if (step === undefined || !(await tx.secondFactors.useStep(app.userId, step))) throw wrongCode()
  }

  /**
   * Uses up the code, if the user has a second factor. Throws a field error without a code, `unauthenticated` for a wrong
   * one.
   *
   * @returns whether it was a recovery code
   */
  async use(tx: Writes, userId: string, sent: string | undefined): Promise<boolean> {
    const app = await this.confirmedApp(tx, userId)
    if (!app) return false
    const code = plainCode(sent ?? '')
    if (code === '')
      throw invalidField('code', 'required', factorMessages('factor.required', { field: 'code' }))
    if (isTotpCode(code)) {
      await this.useAppCode(tx, app, code)
      return false
    }
    if (!(await tx.secondFactors.useRecoveryCode(userId, hashOfRecoveryCode(code)))) throw wrongCode()
    return true
  }

  /** Runs `work`, in which `use` checks a code, within the limit of wrong codes of the account. */
  limited<T>(userId: string, { isKnown, source }: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#gate.pass(isKnown ? `${userId} ${source}` : userId, work)
  }

  /** Throws `forbidden` if local sign-in is off and the account has no exception. */
  async requireLocalSignIn(userId: string | undefined): Promise<void> {
    if (this.#settings.mayUsePasswords) return
    if (userId !== undefined && (await this.#store.read.secondFactors.mayUsePassword(userId, this.#now())))
      return
    throw forbidden(factorMessages('factor.password_off'))
  }
}

const wrongCode = (): AppError => unauthenticated(factorMessages('factor.wrong_code'))
