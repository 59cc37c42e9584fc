import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations } from '../api/location-tree'
import { type Floor, type FloorMove, pastFloor } from './floor'

/** The last 24 hours, to go back to any step of them and to play them. */

type DayData = Schemas['FloorDayView']

export interface Day {
  /** The number of moves in each step, the oldest first. */
  readonly moves: readonly number[]
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
}

const reloadMs = 300_000
/** The whole day is played in a minute. */
const playMs = 60_000

/**
 * Returns the day once `isWanted`: its counts take longer than those of now, which are shown first.
 */
export function useDay(locations: Locations | undefined, isWanted: boolean): Day | undefined {
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
  // The time at the end of the chosen step. The steps move on when the day is read again; the chosen time stays.
  const [time, setTime] = useState<number | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const last = (data?.day.steps.length ?? 0) - 1
  const start = data ? Date.parse(data.day.from) : 0
  const stepMs = (data?.day.step_seconds ?? 0) * 1000
  const timeOf = (index: number): number => start + (index + 1) * stepMs
  const step = time === null || !data ? null : Math.max(0, Math.round((time - start) / stepMs) - 1)

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

  const floor = useMemo(
    () => (data && locations && step !== null ? floorAt(data, locations, step) : undefined),
    [data, locations, step],
  )
  if (!data) return undefined
  return {
    moves: data.day.steps.map(({ moves }) => moves),
    timeOf,
    step,
    goTo(next) {
      setPlaying(false)
      setTime(next === null ? null : timeOf(next))
    },
    isPlaying,
    play() {
      if (step === null) setTime(timeOf(0))
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    floor,
  }
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
    event_observed_at: new Date().toISOString(),
    asset_id: -index - 1,
    asset_external_key: '',
    asset_name: '',
    location_id: to,
    previous_location_id: from === 0 ? null : from,
  }))
