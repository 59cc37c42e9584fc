import { useQuery } from '@tanstack/react-query'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/pages/failed-section'
import { PageLink } from '../ui/pages/link'
import { Section } from '../ui/pages/section'
import { rulesQuery, useOpenAlerts } from './alert-queries'
import { FreeAlerts } from './free-alerts'

/** The alerts that nobody has acknowledged. Without rules, the list is absent. */
export function NeedsSomeone() {
  const { data, error, refetch } = useOpenAlerts()
  const { data: rules } = useQuery(rulesQuery)
  if (!data && error)
    return <FailedSection id="needs-someone" title={t('Needs someone')} error={error} onRetry={refetch} />
  if (!data || (data.open_count === 0 && !rules?.length)) return null
  return (
    <Section
      id="needs-someone"
      title={t('Needs someone')}
      aside={
        <PageLink href="/alerts" size="sm">
          {t('All alerts')}
        </PageLink>
      }
    >
      <FreeAlerts alerts={data.data} total={data.unacknowledged_count} />
    </Section>
  )
}
