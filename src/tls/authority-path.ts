import { join } from 'node:path'

/** Where an installation keeps an authority of its own, apart from what makes one: others look it up without. */
export const tlsDirectory = (dataDir: string): string => join(dataDir, 'tls')

export const authorityPath = (dataDir: string): string => join(tlsDirectory(dataDir), 'authority.crt')
