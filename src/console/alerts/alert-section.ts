import { useQuery } from '@tanstack/react-query'
import { t } from '../languages/messages'
import type { SectionTabsProps } from '../ui/pages/section-tabs'
import { rulesQuery, useOpenAlerts } from './alert-queries'

/** Returns the pages of alerts, with their numbers. */
export function useAlertSection(): SectionTabsProps {
  const { data: open } = useOpenAlerts()
  const { data: rules } = useQuery(rulesQuery)
  return {
    name: t('Alerts'),
    tabs: [
      { href: '/alerts', label: t('Open'), count: open?.open_count },
      { href: '/alerts/closed', label: t('Closed') },
      { href: '/alert-rules', label: t('Rules'), count: rules?.length },
    ],
  }
}
