import type { Cause, Why } from '../../storage/core/store'

/** An event as far as its reason needs it. */
interface Explained {
  readonly locationName: string
  /** Name of the location that the asset left; null when it is not known. */
  readonly previousName: string | null
  readonly cause: Cause
  /** Null when the location decision did not begin the event, or in events of earlier versions. */
  readonly why: Why | null
}

/** Returns why an event began, in a sentence for people (docs/history.md, Causes). */
export function reasonOf({ locationName: here, previousName, cause, why }: Explained): string {
  const there = previousName ?? 'the previous location'
  switch (cause) {
    case 'first':
      return 'First read of the asset'
    case 'stronger':
      return why ? strongerReason(here, there, why) : `Stronger signal at ${here} than at ${there}`
    case 'unheard':
      return why ? silenceReason(there, why) : `No longer read at ${there}`
    case 'returned':
      return `Read at ${here} again after a pause`
    case 'scanned':
      return `Scanned at ${here}`
    case 'resumed':
      return `Still read at ${here} after a scan elsewhere`
    case 'late':
      return 'Reported late, after the reader reconnected'
  }
}

function strongerReason(here: string, there: string, { toDbm, fromDbm, leadSeconds }: Why): string {
  const lead = durationOf(leadSeconds)
  if (toDbm === null || fromDbm === null) return `Read more often at ${here} than at ${there} for ${lead}`
  const levels = `${here} at ${levelOf(toDbm)}, ${there} at ${levelOf(fromDbm)}`
  return leadSeconds > 0 ? `${levels}; stronger for ${lead}` : `${levels}; stronger in the first read`
}

function silenceReason(there: string, { silentSeconds, pauseSeconds }: Why): string {
  const usual = pauseSeconds > 0 ? ` (usually every ${durationOf(pauseSeconds)})` : ''
  return `Not read at ${there} for ${durationOf(silentSeconds)}${usual}`
}

const levelOf = (dbm: number): string => `${Math.round(dbm)} dBm`

/** Returns a duration with as many digits as a reader needs: 2.7 s, 42 s, 12 min, 3 h, 9 d. */
function durationOf(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  if (seconds <= 120) return `${Math.round(seconds)} s`
  if (seconds <= 7200) return `${Math.round(seconds / 60)} min`
  if (seconds <= 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} d`
}
