import { useEffect, useState } from 'react'
import { type LiveStation, listen } from '../../api/live-events'
import { serviceNow } from '../../api/service-clock'
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

/** A tag that was not read for this time was taken away. */
const goneAfterMs = 5_000

/** The last read of a pad, and when it arrived. */
interface PadRead {
  readonly value: string
  readonly at: number
}

/** What the station of a job has found, the latest first. */
export type Seen = ReturnType<typeof useStation>

/** Returns what the station of a job has found since the page was opened, the latest first, and when its reader has read last. */
export function useStation(jobId: number, readerId: number | undefined, isAudible: boolean) {
  const [found, setFound] = useState<readonly Found[]>([])
  const [lastRead, setLastRead] = useState<PadRead | null>(null)
  useEffect(() => {
    if (readerId === undefined) return undefined
    return listen({
      readerId,
      read: ({ value }) =>
        setLastRead((before) =>
          before?.value === value && Date.now() - before.at < exactMs ? before : { value, at: Date.now() },
        ),
      station(next) {
        if (next.job_id !== jobId) return
        setFound((before) =>
          [{ ...next, at: new Date(serviceNow()).toISOString() }, ...before].slice(0, shownMax),
        )
        giveFeedback(feedbacks[resultOf(next)], isAudible)
        void jobsChanged()
      },
    })
  }, [jobId, readerId, isAudible])
  return { found: found.filter(({ job_id: of }) => of === jobId), lastRead }
}

/** Returns the label that lies on the pad and was found alone there. */
export function labelOnPad({ found: [latest], lastRead }: Seen, nowMs: number): number | null {
  if (latest?.result !== 'live' || lastRead === null || nowMs - lastRead.at > goneAfterMs) return null
  // A reader may send the protocol-control word before the EPC.
  return lastRead.value.toUpperCase().endsWith(latest.epc) ? latest.label_id : null
}
