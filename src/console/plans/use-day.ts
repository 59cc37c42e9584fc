import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations } from '../api/location-tree'
import { serviceNow } from '../api/service-clock'
import { type Floor, type FloorMove, pastFloor } from './floor'

/** The last 24 hours, to go back to any step of them and to play them. */

type DayData = Schemas['FloorDayView']

export interface Day {
  /** The number of moves in each step, the oldest first. */
  readonly moves: readonly number[]
  /** Whether all recorded moves are counted. */
  readonly isCurrent: boolean
  /** The time at the end of a step, in milliseconds since 1970. */
  readonly timeOf: (step: number) => number
  /** The chosen step; null is now. */
  readonly step: number | null
  readonly goTo: (step: number | null) => void
  readonly isPlaying: boolean
  readonly play: () => void
  readonly pause: () => void
  /** The floor at the chosen step; undefined now. */
  readonly floor: Floor | undefined
  /** Whether the address has the chosen time: it is neither played nor being chosen. */
  readonly isSettled: boolean
}

const reloadMs = 300_000
/** The whole day is played in a minute. */
const playMs = 60_000

/** The time that the address has, in milliseconds since 1970; null is now. */
interface AskedTime {
  readonly time: number | null
  readonly onChange: (time: number | null) => void
}

/** A time is put into the address when the handle rests. */
const restMs = 300

/**
 * Returns the day once `isWanted`: its counts take longer than those of now, which are shown first.
 */
export function useDay(
  locations: Locations | undefined,
  isWanted: boolean,
  asked: AskedTime,
): Day | undefined {
  const { data } = useQuery({
    queryKey: ['day of the floor'],
    queryFn: async () => {
      const day = (await dataOf(api.GET('/internal/v1/floor/day'))).data
      const params = { query: { at: day.to } }
      const end = (await dataOf(api.GET('/internal/v1/floor/past', { params }))).data
      return { day, end: new Map(end.locations.map((row) => [row.location_id, row.asset_count])) }
    },
    enabled: isWanted,
    staleTime: reloadMs,
    refetchInterval: reloadMs,
    refetchOnMount: false,
  })
  const handle = useHandle(data?.day, asked)
  const { step } = handle
  const floor = useMemo(
    () => (data && locations && step !== null ? floorAt(data, locations, step) : undefined),
    [data, locations, step],
  )
  if (!data) return undefined
  return {
    ...handle,
    moves: data.day.steps.map(({ moves }) => moves),
    isCurrent: data.day.is_current,
    floor,
  }
}

/** The handle of the slider, which a user moves or which plays the day. */
function useHandle(day: DayData | undefined, asked: AskedTime) {
  // The time at the end of the chosen step. The steps move on when the day is read again; the chosen time stays.
  const [time, setTime] = useState<number | null>(asked.time)
  const [isPlaying, setPlaying] = useState(false)
  useAddress(asked, time, setTime, isPlaying)
  const last = (day?.steps.length ?? 0) - 1
  const start = day ? Date.parse(day.from) : 0
  const stepMs = (day?.step_seconds ?? 0) * 1000
  const timeOf = (index: number): number => start + (index + 1) * stepMs
  // A time before the day is not one of its steps.
  const isOfDay = time !== null && day !== undefined && time > start
  const step = isOfDay ? Math.max(0, Math.round((time - start) / stepMs) - 1) : null

  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => setTime((before) => (before ?? start) + stepMs), playMs / (last + 1))
    return () => clearInterval(timer)
  }, [isPlaying, last, start, stepMs])
  useEffect(() => {
    if (step === null || step <= last) return
    setTime(null)
    setPlaying(false)
  }, [step, last])

  return {
    timeOf,
    step,
    goTo(next: number | null) {
      setPlaying(false)
      setTime(next === null ? null : timeOf(next))
    },
    isPlaying,
    play() {
      if (step === null) setTime(timeOf(0))
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    isSettled: !isPlaying && time === asked.time,
  }
}

/** Keeps the time of the address and that of the handle the same. */
function useAddress(
  { time: asked, onChange }: AskedTime,
  time: number | null,
  setTime: (time: number | null) => void,
  isPlaying: boolean,
): void {
  const written = useRef(asked)
  useEffect(() => {
    if (written.current === asked) return
    written.current = asked
    setTime(asked)
  }, [asked, setTime])
  const write = useRef(onChange)
  useEffect(() => {
    write.current = onChange
  })
  useEffect(() => {
    if (isPlaying || written.current === time) return undefined
    const timer = setTimeout(() => {
      written.current = time
      write.current(time)
    }, restMs)
    return () => clearTimeout(timer)
  }, [time, isPlaying])
}

function floorAt(
  { day, end }: { readonly day: DayData; readonly end: ReadonlyMap<number, number> },
  locations: Locations,
  step: number,
): Floor {
  const counts = new Map(end)
  for (const { changes } of day.steps.slice(step + 1))
    for (const [id = 0, by = 0] of changes) counts.set(id, (counts.get(id) ?? 0) - by)
  return pastFloor(locations, counts, movesOf(day.steps[step]?.paths ?? [], step))
}

/** Shows the busiest paths of a step like moves that happen now, without names. */
const movesOf = (paths: readonly (readonly number[])[], step: number): FloorMove[] =>
  paths.map(([from = 0, to = 0], index) => ({
    id: step * 10 + index,
    event_observed_at: new Date(serviceNow()).toISOString(),
    asset_id: -index - 1,
    asset_external_key: '',
    asset_name: '',
    location_id: to,
    previous_location_id: from === 0 ? null : from,
  }))
