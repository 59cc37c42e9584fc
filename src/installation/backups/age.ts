import { Cron } from 'croner'

/** Hours after which the newest verified backup is too old, unless the schedule has longer intervals. */
const oldHours = 26
/** Hours that a backup may take, after the time of the schedule. */
const graceHours = 2
const hour = 3_600_000

/** Returns the first time of a schedule after `after`, both in milliseconds. */
export const nextAfter = (schedule: string, after: number): number =>
  new Cron(schedule, { paused: true }).nextRun(new Date(after))?.getTime() ?? Infinity

/** Reports whether a newer scheduled backup should exist than the one of `last`, in milliseconds. */
export const isTooOld = (schedule: string, last: number, now: number): boolean =>
  now > Math.max(last + oldHours * hour, nextAfter(schedule, last) + graceHours * hour)
