import type { Role } from '../api/session'

/** The roles, each with a description of its permissions. Each role includes the permissions of the roles before it. */
export const roles: readonly { value: Role; label: string; description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'Can view everything' },
  { value: 'operator', label: 'Operator', description: 'Can also scan tags with a handheld or a phone' },
  { value: 'manager', label: 'Manager', description: 'Can also edit assets, locations and tags' },
  { value: 'admin', label: 'Admin', description: 'Can also manage members, readers, API keys and settings' },
]

export const roleLabel = (role: Role): string => roles.find(({ value }) => value === role)?.label ?? role
