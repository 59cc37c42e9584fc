import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type ReaderSample = Schemas['ReaderActivity']

export const samplePollMs = 5000
/** Five minutes. */
export const samplesKept = 61

export const samplesKey = ['activity', 'readers']

/** The service counts reads since ever: what comes per minute is the difference of two answers. */
export async function nextSamples(): Promise<readonly ReaderSample[]> {
  const { data: next } = await dataOf(api.GET('/internal/v1/activity/readers'))
  const before = queryClient.getQueryData<readonly ReaderSample[]>(samplesKey) ?? []
  const last = before.at(-1)
  // With a reader its count comes or goes: there is nothing to compare with.
  const isComparable = last && last.reads <= next.reads && inUse(last) === inUse(next)
  return [...(isComparable ? before : []), next].slice(-samplesKept)
}

export const inUse = ({ heard, silent, never }: ReaderSample): number => heard + silent + never

/** Reads per minute between two samples. */
export function perMinute(from: ReaderSample, to: ReaderSample): number {
  const minutes = (Date.parse(to.at) - Date.parse(from.at)) / 60_000
  return minutes > 0 ? Math.round((to.reads - from.reads) / minutes) : 0
}
