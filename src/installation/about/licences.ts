import { join } from 'node:path'

/**
 * Path of the licences, a JSON array of Licence that scripts/licences.ts writes. When the service runs from source, the
 * file is that of the last build. The build of the executable replaces this module with one that embeds the file.
 */
export const licencesPath: string = join(import.meta.dir, '../../../dist/licences.json')
