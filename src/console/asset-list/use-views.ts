import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { conditionsIn, textOf } from './conditions'

/** A saved list of assets. */
export type View = Schemas['SavedView']

const queryKey = ['views']

/** There are at most 300 views, and a page has 200. */
async function fetchViews(): Promise<readonly View[]> {
  const views: View[] = []
  for (;;) {
    const query = { limit: 200, offset: views.length }
    const page = await dataOf(api.GET('/internal/v1/views', { params: { query } }))
    views.push(...page.data)
    if (page.data.length === 0 || views.length >= page.total_count) return views
  }
}

export const useViews = () => useQuery({ queryKey, queryFn: fetchViews, staleTime: 60_000 })

export const viewsChanged = () => queryClient.invalidateQueries({ queryKey })

/** What a list shows: its conditions and its order, as the address has them. */
export interface Shown {
  readonly conditions: string | undefined
  readonly sort: string
}

/** Returns the address of a view. A link to it works for users who do not see the view, too. */
export function hrefOf({ id, conditions, sort }: View): string {
  const text = textOf(conditions)
  const params = {
    view: String(id),
    ...(text !== null && { conditions: text }),
    ...(sort !== null && { sort }),
  }
  return `/assets?${new URLSearchParams(params).toString()}`
}

/** Whether a list shows exactly what the view has. */
export const isUnchanged = (view: View, { conditions, sort }: Shown, defaultSort: string): boolean =>
  textOf(conditionsIn(conditions)) === textOf(view.conditions.map(withoutNull)) &&
  sort === (view.sort ?? defaultSort)

const withoutNull = ({ value, ...condition }: View['conditions'][number]) =>
  value === null || value === undefined ? condition : { ...condition, value }
