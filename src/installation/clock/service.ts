import { clockMessages } from './messages'
import { checked } from '../../contract/check'
import { conflict } from '../../base/errors'
import type { SessionCaller } from '../../base/caller'
import type { JsonObject } from '../../base/json'
import type { Store } from '../../storage/core/store'
import { type Instant, parseInstant, second, toMicros, toWire } from '../../base/time'
import type { ServiceClock } from './clock'
import { noteConfirmation } from './keeper'
import { ClockConfirmation, type ClockView } from './schema'

/** Maximum age of the time that the user confirms. A larger difference means another step of the clock. */
const shownFor = 3600 * second

export type ClockService = ReturnType<typeof createClockService>

/** Shows and confirms the machine time (decision 0012). */
export function createClockService(store: Store, clock: ServiceClock) {
  function view(): ClockView {
    const doubt = clock.doubt()
    return {
      state: doubt?.kind ?? 'believed',
      machine_time: toWire(doubt?.machineTime ?? clock.machineTime()),
      believed_time: toWire(doubt?.believedTime ?? clock.now()),
      remaining_seconds: doubt?.remainingSeconds ?? null,
    }
  }

  async function confirm(caller: SessionCaller, body: JsonObject): Promise<ClockView> {
    const shown = parseInstant(checked(ClockConfirmation, body).machine_time) as Instant
    const doubt = clock.doubt()
    if (!doubt) throw conflict(clockMessages('clock.accepted'))
    if (Math.abs(toMicros(doubt.machineTime) - toMicros(shown)) > shownFor)
      throw conflict(clockMessages('clock.changed'))
    await store.write(async (tx) => {
      await noteConfirmation(tx, caller, doubt.believedTime, doubt.machineTime)
      await tx.announce('clock', doubt.machineTime)
    })
    clock.confirm()
    return view()
  }

  return { view, confirm }
}
