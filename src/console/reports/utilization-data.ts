import { api, dataOf, type Schemas } from '../api/client'
import { timeZone } from '../languages/zone'
import { type ListQuery, useList } from '../ui/lists/use-list'
import type { Period } from './report-period'

/** On how many days of a span of time the assets of a view moved. */

export type UtilizationRow = Schemas['UtilizationItem']
export type UtilizationPage = Schemas['UtilizationReport']

type Filter = (name: string) => string | undefined

const sorts = ['-used_days', 'used_days'] as const

/** Returns the parameters of the report: the span of time, the zone of its days, and what the address says of assets and order. */
export function utilizationQuery({ from, to }: Period, filter: Filter) {
  const view = Number(filter('view_id'))
  const conditions = filter('conditions')
  return {
    from,
    to,
    time_zone: timeZone(),
    sort: sorts.find((known) => known === filter('sort')) ?? sorts[0],
    ...(Number.isSafeInteger(view) && view > 0 && { view_id: view }),
    ...(conditions !== undefined && { conditions }),
  }
}

export function useUtilization(period: Period) {
  async function load({ limit, offset }: ListQuery, filter: Filter): Promise<UtilizationPage> {
    const query = { ...utilizationQuery(period, filter), limit, offset }
    return dataOf(api.GET('/internal/v1/reports/utilization', { params: { query } }))
  }
  return useList({
    key: ['reports', 'utilization', period, timeZone()],
    load,
    filters: ['view_id', 'conditions'],
    defaultSort: sorts[0],
  })
}
