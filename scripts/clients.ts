import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPythonClient } from './clients/python'
import { buildTypescriptClient } from './clients/typescript'
import { run } from './release/files'

/**
 * Creates the client packages from docs/openapi.json (docs/release.md, Client packages). The same commit has the same bytes.
 * The package for Python needs python3 with venv, and downloads its generator from PyPI.
 */

const document = 'docs/openapi.json'
const work = 'dist/clients'

/**
 * Writes the packages to a directory, and returns their paths.
 *
 * @param epoch - time of the files, in seconds
 */
export async function buildClients(out: string, epoch: number): Promise<string[]> {
  const typescript = await buildTypescriptClient(
    await Bun.file(document).text(),
    join(work, 'typescript'),
    out,
  )
  return [typescript, ...(await buildPythonClient(document, join(work, 'python'), out, epoch))]
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(work, 'packages') } } })
  const epoch = Number(new TextDecoder().decode(await run(['git', 'log', '-1', '--format=%ct'])).trim())
  for (const path of await buildClients(values.out, epoch)) console.log(path)
}
