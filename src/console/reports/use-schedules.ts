import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { fromLocal, timeFormat } from '../languages/zone'

/** Reports that are sent by mail on a schedule. */
export type Schedule = Schemas['MailSchedule']
export type ScheduleKind = Schedule['kind']
type ScheduledMail = Schemas['ScheduledMail']

export const schedulesKey = ['mail-schedules']

export const schedulesChanged = () => queryClient.invalidateQueries({ queryKey: schedulesKey })

/** Returns the members who can get mail. */
export const useMembers = () =>
  useQuery({
    queryKey: ['alert-recipients'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/alert-recipients'))).data,
    staleTime: 30_000,
  })

const weekday = timeFormat({ weekday: 'long' })

/** @param number 1 for Monday */
export const weekdayName = (number: number): string =>
  // 5 January 2026 is a Monday.
  weekday.format(fromLocal(Date.UTC(2026, 0, 4 + number, 12)))

export const kindName = (kind: ScheduleKind): string =>
  ({
    week: t('Week'),
    dwell: t('How long assets stay'),
    flows: t('Moves between places'),
    occupancy: t('Assets at places, by hour'),
    view: t('Saved view'),
  })[kind]

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function whenText({ weekday: day, hour, time_zone: zone }: Schedule): string {
  const time = `${hourText(hour)} (${zone})`
  return day === null
    ? t('Every day at {time}', { time })
    : t('Every {weekday} at {time}', { weekday: weekdayName(day), time })
}

const stateName = (state: ScheduledMail['state']): string =>
  ({
    queued: t('Waiting'),
    sending: t('Being sent'),
    sent: t('Sent'),
    failed: t('Failed'),
    dropped: t('Not sent'),
    missed: t('Missed'),
    skipped: t('Not sent'),
  })[state]

/** Says what became of a mail. */
export const mailStateText = ({ state, reason, text }: ScheduledMail): string =>
  reason === null
    ? stateName(state)
    : t('{state}: {reason}', { state: stateName(state), reason: serverText(reason, text) })
