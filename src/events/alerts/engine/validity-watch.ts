import { fromMicros, type Micros, second, toMicros } from '../../../base/time'
import type { AlertCursor, Boundary } from '../../../storage/core/store'
import type { Situation } from './evaluate-assets'

/** Number of assets that one look reads. */
const assetsAtOnce = 300
/** The time is stored when it has advanced by this, and whenever an asset was found. */
const step: Micros = 60 * second

/** What a look has found. */
export interface Look {
  readonly assetIds: readonly number[]
  readonly hasMore: boolean
  /** The time to store together with the outcomes; undefined: none. */
  readonly upTo: Micros | undefined
}

/** Finds the assets that begin or cease to be in effect by the clock, without an event (docs/alerts.md, Scope). */
export class ValidityWatch {
  #reached: Boundary | undefined

  /** Forgets what was not stored: the next look begins where the cursor is. */
  restart(): void {
    this.#reached = undefined
  }

  /** Looks at the next assets in order of time. */
  async look(
    { read, organizationId, now }: Pick<Situation, 'read' | 'organizationId' | 'now'>,
    { validityUpTo }: Pick<AlertCursor, 'validityUpTo'>,
  ): Promise<Look> {
    const reached = this.#reached ?? { at: fromMicros(validityUpTo), id: Number.MAX_SAFE_INTEGER }
    const upTo = fromMicros(now)
    // A clock that was set back reaches the same times again.
    const from = reached.at > upTo ? { at: upTo, id: Number.MAX_SAFE_INTEGER } : reached
    const found = await read.alertFacts.boundariesBetween(organizationId, from, upTo, assetsAtOnce)
    const last = found.at(-1)
    const hasMore = last !== undefined && found.length === assetsAtOnce
    this.#reached = hasMore ? last : { at: upTo, id: Number.MAX_SAFE_INTEGER }
    // Others may begin or end at the same time as the last asset.
    const done = hasMore ? toMicros(last.at) - 1 : now
    const isStored = found.length > 0 || Math.abs(done - validityUpTo) >= step
    return { assetIds: found.map(({ id }) => id), hasMore, upTo: isStored ? done : undefined }
  }
}
