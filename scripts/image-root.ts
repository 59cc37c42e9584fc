import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { put, run } from './release/files'

/**
 * Writes the root of the container image, which Containerfile copies: the executable of the last build, and the C library
 * of this machine, which the executable needs. The argument is the directory.
 */

const root = resolve(process.argv[2] ?? 'dist/image')
const executable = 'dist/whereabouts'

rmSync(root, { recursive: true, force: true })
mkdirSync(root, { recursive: true, mode: 0o755 })
put(join(root, 'etc/passwd'), 'whereabouts:x:65532:65532::/data:/none\n')
put(join(root, 'etc/group'), 'whereabouts:x:65532:\n')
put(join(root, 'data/.keep'), '')
mkdirSync(join(root, 'tmp'))
chmodSync(join(root, 'tmp'), 0o1777)
copy(executable, 'whereabouts')
for (const library of await librariesOf(executable)) copy(library, library)
console.log(root)

function copy(from: string, to: string): void {
  put(join(root, to), '', 0o755)
  copyFileSync(from, join(root, to))
  chmodSync(join(root, to), 0o755)
}

/** Returns the paths of the loader and the libraries of an executable. */
async function librariesOf(path: string): Promise<string[]> {
  const text = new TextDecoder().decode(await run(['ldd', path]))
  const paths = [...text.matchAll(/^\s+(?:\S+ => )?(\/\S+) \(/gm)].map(([, found = '']) => found)
  if (paths.length === 0) throw new Error(`ldd lists no libraries of ${path}. Build it on Linux with glibc.`)
  return paths
}
