import { join } from 'node:path'

/**
 * Where the licences are, as scripts/licences.ts lists them: a JSON array of Licence. From source: what was listed last.
 * In the executable this module is another one, which has the file inside.
 */
export const licencesPath: string = join(import.meta.dir, '../../dist/licences.json')
