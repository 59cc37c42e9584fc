import type { Role } from '../api/session'

/** What each role may do, in the words for those who give one; each may also do what is said of those before it. */
export const roles: readonly { value: Role; label: string; description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'Sees everything, changes nothing' },
  { value: 'operator', label: 'Operator', description: 'Also scans with a handheld' },
  { value: 'manager', label: 'Manager', description: 'Also changes assets, locations and tags' },
  { value: 'admin', label: 'Admin', description: 'Also looks after members, readers, API keys and settings' },
]

export const roleLabel = (role: Role): string => roles.find(({ value }) => value === role)?.label ?? role
