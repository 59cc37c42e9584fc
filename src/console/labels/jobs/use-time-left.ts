import { useState } from 'react'
import { t } from '../../languages/messages'
import { lengthOf } from '../../ui/values/format'
import { useExactNow } from '../../ui/values/use-now'
import type { PrintJob } from './job-queries'
import { labelCount } from './job-texts'
import { type Sample, secondsLeft, withSample } from './time-left'

/** Returns how long a job takes still, in words; undefined when it is not known. */
export function useTimeLeft(job: PrintJob): string | undefined {
  const nowMs = useExactNow()
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const { live } = job.counts
  const isPrinting = job.state === 'printing'
  if (!isPrinting && samples.length > 0) setSamples([])
  if (isPrinting && samples.at(-1)?.live !== live) setSamples(withSample(samples, { at: nowMs, live }))
  const seconds = isPrinting ? secondsLeft(samples, nowMs, labelCount(job) - live) : null
  if (seconds === null) return undefined
  const minutes = Math.round(seconds / 60)
  return minutes < 1
    ? t('less than a minute left')
    : t('about {length} left', { length: lengthOf(minutes * 60) })
}
