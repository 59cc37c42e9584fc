import type { Role } from '../../api/session'
import { t } from '../../languages/messages'

/** The roles, each with a description of its permissions. Each role includes the permissions of the roles before it. */
export const roles: readonly { value: Role; label: string; description: string }[] = [
  { value: 'viewer', label: t('Viewer'), description: t('Can view everything') },
  {
    value: 'operator',
    label: t('Operator'),
    description: t('Can also scan tags with a handheld or a phone'),
  },
  { value: 'manager', label: t('Manager'), description: t('Can also edit assets, locations and tags') },
  {
    value: 'admin',
    label: t('Admin'),
    description: t('Can also manage members, readers, API keys and settings'),
  },
]

const names: Readonly<Record<Role, string>> = {
  viewer: t('viewer'),
  operator: t('operator'),
  manager: t('manager'),
  admin: t('admin'),
}

/** The name of a role within a sentence. */
export const roleName = (role: Role): string => names[role] ?? role

export const roleLabel = (role: Role): string => roles.find(({ value }) => value === role)?.label ?? role
