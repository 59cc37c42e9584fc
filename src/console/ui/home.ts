import { useLocalStorage } from '@mantine/hooks'
import type { Role } from '../api/session'
import { t } from '../languages/messages'

/** Where users begin after they have signed in, unless they came to another page. */
const usual: Readonly<Record<Role, string>> = {
  viewer: '/',
  operator: '/scan',
  manager: '/overview',
  admin: '/overview',
}

interface Home {
  readonly path: string
  readonly label: string
}

const homes: readonly Home[] = [
  { path: '/overview', label: t('Today') },
  { path: '/', label: t('Where') },
  { path: '/alerts', label: t('Alerts') },
  { path: '/scan', label: t('Work') },
  { path: '/assets', label: t('Assets') },
]

/** The pages that a role can choose: viewers cannot scan. */
export const homesOf = (role: Role): readonly Home[] =>
  homes.filter(({ path }) => role !== 'viewer' || path !== '/scan')

/** Returns the page that was chosen on this device, or that of the role, and changes the choice. */
export function useHome(role: Role) {
  const [chosen, choose] = useLocalStorage<string | null>({
    key: 'whereabouts.home',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isAllowed = homesOf(role).some(({ path }) => path === chosen)
  return { home: isAllowed && chosen !== null ? chosen : usual[role], choose }
}
