import { t } from '../../languages/messages'
import type { LabelState, PrintJob } from './job-queries'

/** The states of print jobs and labels in words. */

const jobStates = new Map<string, string>([
  ['waiting', t('Waiting')],
  ['printing', t('Printing')],
  ['paused', t('Paused')],
  ['stopped', t('Stopped')],
  ['done', t('Done')],
  ['cancelled', t('Canceled')],
])

export const jobStateText = (state: string): string => jobStates.get(state) ?? state

export const labelStateNames: Readonly<Record<LabelState, string>> = {
  queued: t('Queued'),
  sent: t('Sent'),
  verified: t('Verified'),
  live: t('Live'),
  void: t('Void'),
}

/** Returns how many labels a job has that are not void. */
export const labelCount = ({ counts: { queued, sent, verified, live } }: PrintJob): number =>
  queued + sent + verified + live
