import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import type { SectionTabsProps } from '../ui/pages/section-tabs'

/** Unknown tags appear without an action of the user, and their list shows the number, too. */
const pollMs = 10_000

const countQuery = {
  queryKey: ['unknown-tags', 'count'],
  queryFn: async () =>
    (await dataOf(api.GET('/internal/v1/unknown-tags', { params: { query: { limit: 1 } } }))).total_count,
  refetchInterval: pollMs,
}

/** Returns the pages about assets; undefined for a user who may open only one. */
export function useAssetSection(): SectionTabsProps | undefined {
  const { may } = useSignedIn()
  const isAllowed = may('operator')
  const { data: count } = useQuery({ ...countQuery, enabled: isAllowed })
  if (!isAllowed) return undefined
  return {
    name: t('Assets'),
    tabs: [
      { href: '/assets', label: t('All') },
      { href: '/unknown-tags', label: t('Unknown tags'), count },
    ],
  }
}
