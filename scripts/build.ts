import { bundleConsole } from './console-bundle'
import { commitOf, compileExecutable } from './executable'
import { writeLicenses } from './licenses'

/** Builds the executable of this system. */

if (!(await bundleConsole())) process.exit(1)
await writeLicenses()
if (!(await compileExecutable({ outfile: 'dist/whereabouts', commit: commitOf() }))) process.exit(1)
console.log('dist/whereabouts')
