import { useEffect, useState } from 'react'
import { type LiveStation, listen } from '../../api/live-events'
import { type Feedback, giveFeedback } from '../../ui/feedback'
import { jobsChanged } from './job-queries'

export type StationResult = 'live' | 'two_tags' | 'foreign' | 'wrong_epc'

/** A result with the time at which it arrived. */
export interface Found extends LiveStation {
  readonly at: string
}

const feedbacks: Readonly<Record<StationResult, Feedback>> = {
  live: 'found',
  two_tags: 'again',
  foreign: 'elsewhere',
  wrong_epc: 'unknown',
}

export const resultOf = ({ result }: LiveStation): StationResult => result as StationResult

/** The last one, and those before it. */
const shownMax = 6
/** The time of the last read is exact to a second. */
const exactMs = 1_000

/** Returns what the station of a job has found since the page was opened, the latest first, and when its reader has read last. */
export function useStation(jobId: number, readerId: number | undefined, isAudible: boolean) {
  const [found, setFound] = useState<readonly Found[]>([])
  const [readAt, setReadAt] = useState<number | null>(null)
  useEffect(() => {
    if (readerId === undefined) return undefined
    return listen({
      readerId,
      read: () => setReadAt((before) => (Date.now() - (before ?? 0) < exactMs ? before : Date.now())),
      station(next) {
        if (next.job_id !== jobId) return
        setFound((before) => [{ ...next, at: new Date().toISOString() }, ...before].slice(0, shownMax))
        giveFeedback(feedbacks[resultOf(next)], isAudible)
        void jobsChanged()
      },
    })
  }, [jobId, readerId, isAudible])
  return { found, readAt }
}
