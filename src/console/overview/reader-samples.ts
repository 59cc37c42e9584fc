import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type ReaderSample = Schemas['ReaderActivity']

export const samplePollMs = 5000
/** Maximum number of samples, which cover five minutes. */
export const samplesMax = 61

export const samplesKey = ['activity', 'readers']

/** Appends a sample to the previous ones. The service returns a running total, so rates are differences of two samples. */
export async function nextSamples(): Promise<readonly ReaderSample[]> {
  const { data: next } = await dataOf(api.GET('/internal/v1/activity/readers'))
  const before = queryClient.getQueryData<readonly ReaderSample[]>(samplesKey) ?? []
  const last = before.at(-1)
  // Adding or deleting a reader changes the total, so earlier samples can't be compared.
  const isComparable = last && last.reads <= next.reads && inUse(last) === inUse(next)
  return [...(isComparable ? before : []), next].slice(-samplesMax)
}

const inUse = ({ heard, silent, never }: ReaderSample): number => heard + silent + never

/** Reads per minute between two samples. */
export function perMinute(from: ReaderSample, to: ReaderSample): number {
  const minutes = (Date.parse(to.at) - Date.parse(from.at)) / 60_000
  return minutes > 0 ? Math.round((to.reads - from.reads) / minutes) : 0
}
