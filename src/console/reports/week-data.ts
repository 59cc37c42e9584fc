import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { midnight } from '../languages/zone'
import { fetchFlows, type FlowRow } from './report-data'

/** What the page of a week shows. */

export interface WeekData {
  readonly flows: readonly FlowRow[]
  readonly flowsBefore: readonly FlowRow[]
  /** The moves of each day, and of the same day in the week before. */
  readonly days: readonly { readonly at: Date; readonly moves: number; readonly before: number }[]
  /** Number of alerts that opened. */
  readonly alerts: number
  readonly alertsBefore: number
  readonly findings: Schemas['WeekFindings']
  readonly accuracy: readonly Schemas['PlaceAccuracyView'][]
  readonly activity: Schemas['Activity']
}

const daysOfWeek = 7

const flowsOf = async (from: Date, to: Date): Promise<readonly FlowRow[]> =>
  (await fetchFlows({ from: from.toISOString(), to: to.toISOString() })).rows

async function movesOfDays(from: Date, days: number): Promise<number[]> {
  const at = Array.from({ length: days + 1 }, (_, day) => midnight(from, day).toISOString())
  const counted = await dataOf(api.GET('/internal/v1/reports/move-counts', { params: { query: { at } } }))
  return counted.data.map(({ moves }) => moves)
}

async function alertsOf(from: Date, to: Date): Promise<number> {
  const query = { from: from.toISOString(), to: new Date(to.getTime() - 1).toISOString(), limit: 1 }
  return (await dataOf(api.GET('/internal/v1/alerts', { params: { query } }))).total_count
}

async function fetchWeek(from: Date, to: Date): Promise<WeekData> {
  const before = midnight(from, -daysOfWeek)
  const [flows, flowsBefore, moves, alerts, alertsBefore] = await Promise.all([
    flowsOf(from, to),
    flowsOf(before, from),
    movesOfDays(before, 2 * daysOfWeek),
    alertsOf(from, to),
    alertsOf(before, from),
  ])
  const days = Array.from({ length: daysOfWeek }, (_, day) => ({
    at: midnight(from, day),
    moves: moves[daysOfWeek + day] ?? 0,
    before: moves[day] ?? 0,
  }))
  const week = { from: from.toISOString(), to: to.toISOString() }
  const params = { query: { ...week, limit: 200 } }
  const accuracy = await dataOf(api.GET('/api/v1/reports/place-accuracy', { params }))
  const compared = { query: { ...week, before: before.toISOString() } }
  const findings = await dataOf(api.GET('/internal/v1/reports/findings', { params: compared }))
  const activity = await dataOf(api.GET('/internal/v1/activity'))
  return {
    flows,
    flowsBefore,
    days,
    alerts,
    alertsBefore,
    findings,
    accuracy: accuracy.data,
    activity: activity.data,
  }
}

export const useWeek = (from: Date, to: Date) =>
  useQuery({
    queryKey: ['reports', 'week', from.toISOString()],
    queryFn: () => fetchWeek(from, to),
    staleTime: 60_000,
  })
