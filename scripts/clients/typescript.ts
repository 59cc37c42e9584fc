import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dependencies, version } from '../../package.json'
import { typesOf } from '../openapi-types'
import { put, run } from '../release/files'

const source = 'clients/typescript'

/**
 * Builds the npm package: the sources of clients/typescript with the types of the document. Needs no downloads.
 *
 * @param work - directory for the build, which is emptied
 * @returns the path of the package in `out`
 */
export async function buildTypescriptClient(document: string, work: string, out: string): Promise<string> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  cpSync(source, work, { recursive: true })
  copyFileSync('LICENSE', join(work, 'LICENSE'))
  put(join(work, 'src/schema.ts'), await typesOf(document))
  put(join(work, 'package.json'), manifest())
  symlinkSync(resolve('node_modules'), join(work, 'node_modules'))
  const compiler = resolve('node_modules/typescript/bin/tsc')
  await run([process.execPath, compiler, '--project', resolve(work)], { cwd: work })
  const file = join(resolve(out), `whereabouts-client-${version}.tgz`)
  await run([process.execPath, 'pm', 'pack', '--quiet', '--filename', file], { cwd: work })
  return file
}

/** Returns the package.json with the version of this project and of its openapi-fetch. */
function manifest(): string {
  const text = readFileSync(join(source, 'package.json'), 'utf8')
  const { 'openapi-fetch': fetching } = dependencies
  return `${JSON.stringify({ ...JSON.parse(text), version, dependencies: { 'openapi-fetch': fetching } }, null, 2)}\n`
}
