import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import type { SectionTabsProps } from './section-tabs'

/** Returns the pages of work, beside their title. Viewers cannot scan. */
export function useWorkSection(): SectionTabsProps {
  const { may } = useSignedIn()
  return {
    name: t('Work'),
    tabs: [
      ...(may('operator')
        ? [
            { href: '/scan', label: t('Scan') },
            { href: '/searches', label: t('Find') },
          ]
        : []),
      { href: '/stocktakes', label: t('Count') },
      { href: '/labels', label: t('Labels') },
    ],
  }
}
