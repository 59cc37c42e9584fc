import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { serviceNow } from '../api/service-clock'
import { timeIn, type TimeRange, withTime } from './time-range'

/** Returns the time of the address, and how to choose another one. */
export function useTimeRange() {
  const [params, setParams] = useSearchParams()
  const [opened] = useState(() => serviceNow())
  const { range, problem } = timeIn(params, Math.max(opened, serviceNow()))
  const choose = (next: TimeRange) => setParams((before) => withTime(before, next), { replace: true })
  return { range, problem, choose }
}
