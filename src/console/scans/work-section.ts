import { t } from '../languages/messages'
import type { SectionTabsProps } from '../ui/pages/section-tabs'

/** The pages of work, beside their title. */
export const workSection: SectionTabsProps = {
  name: t('Work'),
  tabs: [
    { href: '/scan', label: t('Scan') },
    { href: '/searches', label: t('Find') },
    { href: '/labels', label: t('Labels') },
  ],
}
