import { bundleConsole } from './console-bundle'
import { commitOf, compileExecutable } from './executable'
import { writeLicences } from './licences'

/** Builds the executable of this system. */

if (!(await bundleConsole())) process.exit(1)
await writeLicences()
if (!(await compileExecutable({ outfile: 'dist/whereabouts', commit: commitOf() }))) process.exit(1)
console.log('dist/whereabouts')
