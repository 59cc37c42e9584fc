import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { listen } from '../api/live-events'

export type Alert = Schemas['Alert']
export type AlertDetails = Schemas['AlertDetails']
export type AlertRule = Schemas['AlertRule']

/** The stream reports changes; this covers what it missed. */
const pollMs = 30_000

/** The most alerts that are loaded at once. */
export const alertsMax = 200

type AlertFilter = NonNullable<Parameters<typeof listAlerts>[0]>

const listAlerts = (query: {
  state?: 'open' | 'closed'
  asset_id?: number[]
  location_id?: number[]
  rule_id?: number[]
  from?: string
  closed_from?: string
  limit?: number
  offset?: number
}) => dataOf(api.GET('/internal/v1/alerts', { params: { query } }))

/** Fetches alerts, the latest first. All keys begin with the same word, so that a change loads all of them again. */
export const alertsQuery = (filter: AlertFilter) =>
  queryOptions({
    queryKey: ['alerts', filter],
    queryFn: () => listAlerts({ limit: alertsMax, ...filter }),
    refetchInterval: pollMs,
  })

/** The open alerts, which the bell, the page of alerts and Today show. */
const openAlertsQuery = alertsQuery({ state: 'open' })

export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: ['alerts', 'one', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/alerts/{alert}', { params: { path: { alert: id } } }))).data,
    refetchInterval: pollMs,
  })

/** The service has at most 500 rules of an organization. */
const rulesMax = 500
const rulesAtOnce = 200

export const rulesQuery = queryOptions({
  queryKey: ['alert-rules'],
  queryFn: async () => {
    const rules: AlertRule[] = []
    for (let offset = 0; offset < rulesMax; offset += rulesAtOnce) {
      const query = { limit: rulesAtOnce, offset }
      const page = await dataOf(api.GET('/internal/v1/alert-rules', { params: { query } }))
      rules.push(...page.data)
      if (rules.length >= page.total_count) break
    }
    return rules
  },
  refetchInterval: pollMs,
})

export const alertsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['alerts'] })

export async function rulesChanged(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['alert-rules'] }), alertsChanged()])
}

/** Many alerts may change at once; they are loaded again once for all of them. */
const restMs = 500

/** Loads alerts again when the service says that one has changed. */
export function useLiveAlerts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void alertsChanged()
      }, restMs)
    }
    const stop = listen({ alert: changed, missed: changed })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

export const useOpenAlerts = () => useQuery(openAlertsQuery)

/** Whether the number of open alerts could not be loaded yet. Another attempt clears the error before its outcome is known. */
export const isNumberUnknown = ({ data, errorUpdateCount }: ReturnType<typeof useOpenAlerts>): boolean =>
  data === undefined && errorUpdateCount > 0

/** Fetches open alerts in parts. An alert that moves to another part meanwhile is there once. */
export const useAlertParts = (filter: { readonly location_id?: number[] }, parts: number) =>
  useQueries({
    queries: Array.from({ length: parts }, (_, part) =>
      alertsQuery({ state: 'open', ...filter, ...(part > 0 && { offset: part * alertsMax }) }),
    ),
    combine: (results) => {
      const pages = results.flatMap(({ data }) => data ?? [])
      const [first] = results
      return {
        alerts: [...new Map(pages.flatMap(({ data }) => data).map((alert) => [alert.id, alert])).values()],
        total: pages[0]?.total_count,
        isLoading: results.some(({ isFetching, data }) => isFetching && !data),
        error: results.find(({ error }) => error)?.error ?? null,
        refetch: () => first?.refetch(),
      }
    },
  })
