import { join } from 'node:path'

/**
 * Path of the licenses, a JSON array of License that scripts/licenses.ts writes. When the service runs from source, the
 * file is that of the last build. The build of the executable replaces this module with one that embeds the file.
 */
export const licensesPath: string = join(import.meta.dir, '../../../dist/licenses.json')
