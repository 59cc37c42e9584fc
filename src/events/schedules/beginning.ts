import { storedOf } from '../../base/messages'
import { type Micros, second } from '../../base/time'
import type { MailScheduleRow, NewScheduledMail, Store, Writes } from '../../storage/core/store'
import { dueAfter, zoneOfOrganization } from '../../contract/due'
import { scheduleMessages } from './messages'
import { namedBy, noMail, pauseOf, queuedMails, targetsOf } from './state'

/**
 * Queues the mail of schedules that are due. The mail and the next time of a schedule are stored in one write, so each time
 * has its mail once, whichever instance is killed.
 */

/** Mail that is due for longer is not sent: the service did not run, or a backup was restored. */
const lateMax: Micros = 3_600 * second
/** The next time is never further away: a week, and the hour of a change of clocks. */
const aheadMax: Micros = (7 * 24 + 2) * 3_600 * second
/** Number of times that the list of a schedule has as missed after an outage. */
const missedMax = 31

export async function beginDue(store: Store, now: Micros, isMailOff: boolean): Promise<void> {
  const { mailSchedules } = store.read
  for (const { organizationId, id } of await mailSchedules.due(now))
    await store.write((tx) => begin(tx, { organizationId, id, now, isMailOff }), [organizationId])
  // A wrong clock has set these.
  for (const { organizationId, id } of await mailSchedules.ahead(now + aheadMax))
    await store.write(
      async (tx) => {
        const row = await tx.mailSchedules.find(organizationId, id)
        if (row?.isEnabled) await tx.mailSchedules.setNext(organizationId, id, await nextOf(tx, row, now))
      },
      [organizationId],
    )
}

async function zoneIn({ accounts }: Pick<Writes, 'accounts'>, organizationId: number) {
  return zoneOfOrganization((await accounts.findOrganization(organizationId))?.timeZone ?? null)
}

const nextOf = async (tx: Writes, row: MailScheduleRow, after: Micros): Promise<Micros> =>
  dueAfter(row, await zoneIn(tx, row.organizationId), after)

interface Wanted {
  readonly organizationId: number
  readonly id: number
  readonly now: Micros
  readonly isMailOff: boolean
}

async function begin(tx: Writes, { organizationId, id, now, isMailOff }: Wanted): Promise<void> {
  const row = await tx.mailSchedules.find(organizationId, id)
  if (!row || row.nextAt === null || row.nextAt > now) return
  const zone = await zoneIn(tx, organizationId)
  const times = [row.nextAt]
  for (let at = dueAfter(row, zone, row.nextAt); at <= now; at = dueAfter(row, zone, at)) {
    times.push(at)
    if (times.length > missedMax) times.shift()
  }
  const named = await namedBy(tx, row)
  const pause = pauseOf(row, named, isMailOff)
  const mails = times.flatMap((dueAt): NewScheduledMail[] => {
    const due = { dueAt, isExtra: false, at: now }
    if (now - dueAt > lateMax)
      return [noMail(row, due, 'missed', storedOf(scheduleMessages('schedule.missed')))]
    if (pause) return [noMail(row, due, 'skipped', storedOf(pause))]
    return queuedMails(row, targetsOf(row, named), due)
  })
  await tx.scheduledMails.insertAll(mails)
  await tx.mailSchedules.setNext(organizationId, id, dueAfter(row, zone, now))
}
