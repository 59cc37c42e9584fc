import { t } from '../languages/messages'
import type { SectionTabsProps } from '../ui/pages/section-tabs'

/** The pages of the reports, beside their title. */
export const reportSection: SectionTabsProps = {
  name: t('Reports'),
  tabs: [
    { href: '/reports', label: t('Flow and use') },
    { href: '/reports/utilization', label: t('Utilization') },
    { href: '/reports/idle', label: t('Idle') },
    { href: '/reports/week', label: t('Week') },
    { href: '/reports/mail', label: t('By mail') },
  ],
}
