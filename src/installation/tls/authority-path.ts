import { join } from 'node:path'

/**
 * The files of the built-in certificate authority. This module is separate, so that its users do not load X.509 code.
 */

/** Returns the directory of the authority and of the certificates that it issues. */
export const tlsDirectory = (dataDir: string): string => join(dataDir, 'tls')

export const authorityPath = (dataDir: string): string => join(tlsDirectory(dataDir), 'authority.crt')
