import { t } from '../languages/messages'
import { counted, signed } from '../ui/values/format'

interface SignalBarsProps {
  readonly here: string
  readonly hereDbm: number
  readonly previous: string
  readonly previousDbm: number
}

/** The weakest and the strongest signal that the bars distinguish, in dBm. */
const [weakest, strongest] = [-95, -25]

const shareOf = (dbm: number): string =>
  `${Math.min(100, Math.max(2, ((dbm - weakest) * 100) / (strongest - weakest)))}%`

/** Shows the two signals that the location decision compared. The sentence above it contains the same values. */
export function SignalBars({ here, hereDbm, previous, previousDbm }: SignalBarsProps) {
  const [hereRounded, previousRounded] = [Math.round(hereDbm), Math.round(previousDbm)]
  const lead = hereRounded - previousRounded
  return (
    <div className="signal-bars" aria-hidden>
      <b>{here}</b>
      <span className="signal-bar">
        <i style={{ width: shareOf(hereDbm) }} />
        <b>{t('{rssi} dBm', { rssi: signed(hereRounded) })}</b>
      </span>
      <span>{previous}</span>
      <span className="signal-bar" data-weaker>
        <i style={{ width: shareOf(previousDbm) }} />
        <span>{signed(previousRounded)}</span>
      </span>
      {lead > 0 && <span className="signal-lead">{t('{lead} dB stronger', { lead: counted(lead) })}</span>}
    </div>
  )
}
