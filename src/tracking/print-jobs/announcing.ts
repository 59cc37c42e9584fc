import type { Clock } from '../../base/time'
import type { Store } from '../../storage/core/store'
import type { Pads, StationSign } from '../stations/pads'
import type { Live } from '../tracking/live'
import type { LiveStation } from '../tracking/schema'
import { decideSign } from './station'

interface Parts {
  readonly store: Store
  readonly pads: Pick<Pads, 'onSign'>
  readonly live: Pick<Live, 'sendTo'>
  readonly now: Clock
  /** Called when labels may have to be printed again. */
  readonly onChange: () => void
}

interface Announced {
  readonly organizationId: number
  readonly event: LiveStation
}

/** Decides what lies on encode stations, and sends it to the streams of all instances. */
export function announceSigns({ store, pads, live, now, onChange }: Parts): void {
  const { instances } = store
  const send = ({ organizationId, event }: Announced) => live.sendTo(organizationId, 'station', event)

  pads.onSign(async (sign: StationSign) => {
    const event = await decideSign(store, now, sign)
    if (!event) return false
    const announced: Announced = { organizationId: sign.station.organizationId, event }
    send(announced)
    if (instances.isShared) instances.announce('station', JSON.stringify(announced))
    if (event.result === 'wrong_epc') onChange()
    return true
  })
  instances.onAnnounced('station', (text) => send(JSON.parse(text) as Announced))
}
