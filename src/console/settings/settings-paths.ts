/** The paths of the pages that Settings leads to. */
export const settingsPaths = [
  '/members',
  '/asset-fields',
  '/wall-links',
  '/gs1-prefixes',
  '/printers',
  '/api-keys',
  '/webhooks',
  '/mail',
  '/outputs',
  '/status',
  '/backups',
  '/organizations',
  '/audit',
]
