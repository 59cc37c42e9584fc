import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { scheduledBackupsQuery } from '../backups/scheduled-query'
import { t } from '../languages/messages'
import type { SearchedPage, SearchedPages } from '../search/found'
import { leave } from '../sign-in/leave'
import { toastProblem } from '../ui/notices/toasts'
import { routes } from './routes'

/** The pages and the actions that the search offers, by their titles. */

const pages: Readonly<Record<string, string>> = {
  '/': t('Where everything is'),
  '/scan': t('Scan'),
  '/overview': t('Today'),
  '/alerts': t('Alerts'),
  '/alerts/closed': t('Closed alerts'),
  '/alert-rules': t('Alert rules'),
  '/assets': t('Assets'),
  '/locations': t('Locations'),
  '/readers': t('Readers'),
  '/unknown-tags': t('Unknown tags'),
  '/unknown-tags/dismissed': t('Dismissed tags'),
  '/reports': t('Flow and use'),
  '/reports/utilization': t('Utilization'),
  '/reports/idle': t('Idle'),
  '/reports/week': t('Week'),
  '/stocktakes': t('Stocktakes'),
  '/labels': t('Labels'),
  '/labels/templates': t('Label templates'),
  '/labels/jobs': t('Print jobs'),
  '/members': t('Members'),
  '/api-keys': t('API keys'),
  '/webhooks': t('Webhooks'),
  '/wall-links': t('Wall links'),
  '/gs1-prefixes': t('GS1 prefixes'),
  '/printers': t('Printers'),
  '/asset-fields': t('Asset fields'),
  '/settings': t('Settings'),
  '/audit': t('Change log'),
  '/backups': t('Backups'),
  '/status': t('Status'),
  '/account': t('Account'),
  '/about': t('About'),
}

/** Actions that begin on a page of their own. */
const actions: Readonly<Record<string, string>> = {
  '/assets/new': t('New asset'),
  '/assets/import': t('Import assets'),
  '/locations/new': t('New location'),
  '/locations/import': t('Import locations'),
  '/readers/new': t('New reader'),
  '/stocktakes/new': t('New stocktake'),
  '/alert-rules/new': t('New alert rule'),
  '/members/invite': t('Invite a member'),
  '/api-keys/new': t('New API key'),
  '/webhooks/new': t('New webhook'),
  '/organizations/new': t('New organization'),
}

/** Returns what the user may open and do. @param isSearching whether the search is open */
export function useSearchedPages(isSearching: boolean): SearchedPages {
  const { may, isOwner } = useSignedIn()
  // The service makes no backups of a PostgreSQL database.
  const { data: backups } = useQuery({ ...scheduledBackupsQuery, enabled: isOwner && isSearching })
  const [, navigate] = useLocation()
  const allowed = (titles: Readonly<Record<string, string>>): SearchedPage[] =>
    Object.entries(titles).flatMap(([href, label]) => {
      const route = routes.find(({ path }) => path === href)
      return route && may(route.role ?? 'viewer') && (isOwner || !route.isForOwners) ? [{ href, label }] : []
    })

  async function createBackup(): Promise<void> {
    navigate('/backups')
    await (await import('../backups/creation')).createBackup()
  }

  // The list of assets has the button.
  const exported = { href: '/assets', label: t('Export assets') }
  const backup = { href: 'create-backup', label: t('Create backup'), run: catching(createBackup) }
  const signOut = { href: 'sign-out', label: t('Sign out'), run: catching(leave) }
  return {
    pages: [...allowed(pages), { href: '/time-travel', label: t('Go back in time') }],
    actions: [...allowed(actions), exported, ...(isOwner && backups?.is_supported ? [backup] : []), signOut],
  }
}

const catching = (run: () => Promise<void>) => () => void run().catch(toastProblem)
