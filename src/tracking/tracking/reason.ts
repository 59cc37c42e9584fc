import type { Message } from '../../base/messages'
import type { Cause, Why } from '../../storage/core/store'
import { moveMessages as say } from './messages'

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
export function reasonOf({ locationName: here, previousName: there, cause, why }: Explained): Message {
  switch (cause) {
    case 'first':
      return say('move.first')
    case 'stronger':
      return strongerReason(here, there, why)
    case 'unheard':
      return silenceReason(here, there, why)
    case 'matches':
      return matchReason(here, there, why?.leadSeconds ?? 0)
    case 'returned':
      return say('move.returned', { here })
    case 'scanned':
      return say('move.scanned', { here })
    case 'resumed':
      return say('move.resumed', { here })
    case 'late':
      return say('move.late')
  }
}

function strongerReason(here: string, there: string | null, why: Why | null): Message {
  if (!why)
    return there === null
      ? say('move.stronger_signal_unknown', { here })
      : say('move.stronger_signal', { here, there })
  const { toDbm, fromDbm, leadSeconds } = why
  const lead = { lead_seconds: leadSeconds }
  if (toDbm === null || fromDbm === null)
    return there === null
      ? say('move.more_often_unknown', { here, ...lead })
      : say('move.more_often', { here, there, ...lead })
  const levels = { here, here_dbm: Math.round(toDbm), there_dbm: Math.round(fromDbm) }
  if (why.carriedSeconds !== undefined) {
    const carried = { ...levels, carried_seconds: why.carriedSeconds }
    return there === null ? say('move.carried_unknown', carried) : say('move.carried', { ...carried, there })
  }
  if (leadSeconds > 0)
    return there === null
      ? say('move.stronger_unknown', { ...levels, ...lead })
      : say('move.stronger', { ...levels, there, ...lead })
  return there === null
    ? say('move.stronger_at_once_unknown', levels)
    : say('move.stronger_at_once', { ...levels, there })
}

const matchReason = (here: string, there: string | null, leadSeconds: number): Message =>
  there === null
    ? say('move.matches_unknown', { here, lead_seconds: leadSeconds })
    : say('move.matches', { here, there, lead_seconds: leadSeconds })

function silenceReason(here: string, there: string | null, why: Why | null): Message {
  if (!why) return there === null ? say('move.gone_unknown', { here }) : say('move.gone', { here, there })
  const silent = { here, silent_seconds: why.silentSeconds }
  if (why.pauseSeconds > 0) {
    const both = { ...silent, pause_seconds: why.pauseSeconds }
    return there === null
      ? say('move.silent_usual_unknown', both)
      : say('move.silent_usual', { ...both, there })
  }
  return there === null ? say('move.silent_unknown', silent) : say('move.silent', { ...silent, there })
}
