import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { typesOf } from '../../scripts/openapi-types'

/** TypeScript programs of API users, compiled with the types that openapi-typescript generates from the document. */

const root = join(import.meta.dir, '../..')

export interface UserProgram {
  /** The errors of the strict compiler; empty when the program compiles. */
  readonly errors: string
  readonly module: string
  remove(): void
}

/** Writes a program to a folder that has the document's types as `./api` and this project's packages, and compiles it. */
export async function compileProgram(source: string, document: string): Promise<UserProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-types-'))
  const module = join(directory, 'client.ts')
  linkPackages(directory)
  writeFileSync(join(directory, 'api.ts'), await typesOf(document))
  writeFileSync(module, source)
  return {
    errors: await compilerErrorsOf(module),
    module,
    remove: () => rmSync(directory, { recursive: true }),
  }
}

export function linkPackages(directory: string): void {
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
}

/** Throws an error with the errors of the strict compiler, if there are any. */
export async function requireTypes(module: string): Promise<void> {
  const errors = await compilerErrorsOf(module)
  if (errors !== '') throw new Error(errors)
}

async function compilerErrorsOf(module: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--ignoreConfig',
    '--skipLibCheck',
    '--types',
    'bun-types',
    '--module',
    'preserve',
    '--target',
    'esnext',
    module,
  ]
  const process = Bun.spawn([Bun.argv[0] as string, compiler, ...options], {
    stdout: 'pipe',
    cwd: dirname(module),
  })
  const errors = await new Response(process.stdout).text()
  const exitCode = await process.exited
  return errors === '' && exitCode !== 0 ? `The compiler ended with ${exitCode}` : errors
}
