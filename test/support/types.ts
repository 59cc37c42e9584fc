import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typesOf } from '../../scripts/openapi-types'

/** Programs of those who use the API: TypeScript beside the types that openapi-typescript makes of the document. */

const root = join(import.meta.dir, '../..')

export interface UserProgram {
  /** What the strict compiler has to say of it: empty where it compiles. */
  readonly complaints: string
  readonly module: string
  remove(): void
}

/** Puts a program where it finds the document's types as `./api` and packages as this project has them, and compiles it. */
export async function compileProgram(source: string, document: string): Promise<UserProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-types-'))
  const module = join(directory, 'client.ts')
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  writeFileSync(join(directory, 'api.ts'), await typesOf(document))
  writeFileSync(module, source)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--ignoreConfig',
    '--module',
    'preserve',
    '--target',
    'esnext',
    module,
  ]
  const process = Bun.spawn([Bun.argv[0] as string, compiler, ...options], { stdout: 'pipe', cwd: directory })
  const complaints = await new Response(process.stdout).text()
  const exitCode = await process.exited
  return {
    complaints: complaints === '' && exitCode !== 0 ? `The compiler ended with ${exitCode}` : complaints,
    module,
    remove: () => rmSync(directory, { recursive: true }),
  }
}
