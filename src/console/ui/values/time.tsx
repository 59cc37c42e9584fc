import { Tooltip } from '@mantine/core'
import { serviceNow } from '../../api/service-clock'
import { clockTimeOf, exactly, relativeTo, secondOf } from './format'
import { isSameDay } from '../../languages/zone'
import { useNow } from './use-now'

/** Shows a relative time, and on hover, focus or touch the exact time in the zone of the organization and in UTC. */
export function Time({ at, empty = '–' }: { readonly at: string | null; readonly empty?: string }) {
  const nowMs = useNow()
  if (at === null) return <span>{empty}</span>
  const label = `${exactly(at)} · ${at}`
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }} withArrow>
      <time dateTime={at}>{relativeTo(at, Math.max(nowMs, serviceNow()))}</time>
    </Tooltip>
  )
}

/** Shows the time of day, with the day unless it is today, and on hover, focus or touch the exact time. */
export function ClockTime({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <Tooltip
      label={`${exactly(at)}, ${relativeTo(at, Math.max(now, serviceNow()))}`}
      events={{ hover: true, focus: true, touch: true }}
      withArrow
    >
      <time dateTime={at}>{clockTimeOf(at, now)}</time>
    </Tooltip>
  )
}

/** Shows a relative time today, and the exact time of any other day. */
export function DayTime({ at }: { readonly at: string }) {
  const now = new Date(useNow())
  const then = new Date(at)
  if (isSameDay(then, now)) return <Time at={at} />
  return (
    <time dateTime={at} title={exactly(at)}>
      {secondOf(then, now)}
    </time>
  )
}
