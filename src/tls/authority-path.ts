import { join } from 'node:path'

/** Where the certificate of an installation's own authority is. */
export const authorityPath = (dataDir: string): string => join(dataDir, 'tls', 'authority.crt')
