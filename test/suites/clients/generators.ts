import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typesOf } from '../../../scripts/openapi-types'
import { linkPackages, requireTypes } from '../../support/types'

/**
 * The generators of clients, with their default options and pinned versions. Each makes a client in a separate
 * directory, builds the quickstart with it, and returns the command to run it. Downloads come from Maven Central, PyPI and the Go
 * module proxy.
 */

export interface Generator {
  readonly name: string
  /** Required commands; empty when nothing is downloaded either. */
  readonly tools: readonly string[]
  readonly build: (directory: string, document: string) => Promise<readonly string[]>
}

const program = (name: string) => join(import.meta.dir, 'programs', name)

async function run(command: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const process = Bun.spawn([...command], {
    cwd,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...Bun.env, ...env },
  })
  const [output, errors] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
  ])
  if ((await process.exited) !== 0)
    throw new Error(`${command.join(' ')} failed:\n${`${output}\n${errors}`.slice(-4000)}`)
}

const mavenDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'

/** Fetches a jar of openapi-generator and runs it; the client is in `client`. */
async function openapiGenerator(
  version: string,
  directory: string,
  document: string,
  options: readonly string[],
): Promise<void> {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`
  await run(
    ['mvn', '-q', '-B', `${mavenDependencies}:copy`, artifact, `-DoutputDirectory=${directory}`],
    directory,
  )
  const jar = join(directory, `openapi-generator-cli-${version}.jar`)
  await run(['java', '-jar', jar, 'generate', '-i', document, '-o', 'client', '-g', ...options], directory)
}

/** A virtual environment with these packages; the path of its commands. */
async function pythonWith(directory: string, packages: readonly string[]): Promise<string> {
  await run(['python3', '-m', 'venv', 'venv'], directory)
  const commands = join(directory, 'venv/bin')
  await run([join(commands, 'pip'), 'install', '-q', ...packages], directory)
  return commands
}

const python = (version: string): Generator => ({
  name: `openapi-generator ${version} (python)`,
  tools: ['java', 'mvn', 'python3'],
  async build(directory, document) {
    await openapiGenerator(version, directory, document, ['python'])
    const commands = await pythonWith(directory, ['./client'])
    return [join(commands, 'python'), program('openapi_generator.py')]
  },
})

const java: Generator = {
  name: 'openapi-generator 7.25.0 (java, native)',
  tools: ['java', 'mvn'],
  async build(directory, document) {
    await openapiGenerator('7.25.0', directory, document, ['java', '--library', 'native'])
    const client = join(directory, 'client')
    cpSync(program('Quickstart.java'), join(client, 'src/main/java/Quickstart.java'))
    const versions = ['-Dmaven.compiler.source=17', '-Dmaven.compiler.target=17']
    const copy = [`${mavenDependencies}:copy-dependencies`, '-DoutputDirectory=target/jars']
    await run(['mvn', '-q', '-B', 'compile', ...copy, ...versions], client)
    return ['java', '-cp', `${client}/target/classes:${client}/target/jars/*`, 'Quickstart']
  },
}

const go: Generator = {
  name: 'openapi-generator 7.25.0 (go)',
  tools: ['java', 'mvn', 'go'],
  async build(directory, document) {
    await openapiGenerator('7.25.0', directory, document, ['go'])
    const module = 'github.com/GIT_USER_ID/GIT_REPO_ID'
    writeFileSync(
      join(directory, 'go.mod'),
      `module quickstart\n\ngo 1.23\n\nrequire ${module} v0.0.0\n\nreplace ${module} => ./client\n`,
    )
    return goProgram(directory, 'openapi_generator.go')
  },
}

const oapiCodegen: Generator = {
  name: 'oapi-codegen 2.8.0',
  tools: ['go'],
  async build(directory, document) {
    const command = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0'
    const options = ['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', document]
    mkdirSync(join(directory, 'api'))
    await run(['go', 'run', command, ...options], directory)
    const needed = ['github.com/google/uuid v1.6.0', 'github.com/oapi-codegen/runtime v1.8.0']
    writeFileSync(
      join(directory, 'go.mod'),
      `module quickstart\n\ngo 1.23\n\nrequire (\n\t${needed.join('\n\t')}\n)\n`,
    )
    return goProgram(directory, 'oapi_codegen.go')
  },
}

async function goProgram(directory: string, name: string): Promise<string[]> {
  cpSync(program(name), join(directory, 'main.go'))
  await run(['go', 'mod', 'tidy'], directory)
  await run(['go', 'build', '-o', 'quickstart', 'main.go'], directory)
  return [join(directory, 'quickstart')]
}

const openapiPythonClient: Generator = {
  name: 'openapi-python-client 0.29.0',
  tools: ['python3'],
  async build(directory, document) {
    const commands = await pythonWith(directory, ['openapi-python-client==0.29.0'])
    const options = ['--path', document, '--output-path', 'client']
    const path = { PATH: `${commands}:${Bun.env['PATH']}` }
    await run([join(commands, 'openapi-python-client'), 'generate', ...options], directory, path)
    await run([join(commands, 'pip'), 'install', '-q', './client'], directory)
    return [join(commands, 'python'), program('openapi_python_client.py')]
  },
}

const typescriptFetch: Generator = {
  name: 'openapi-generator 7.25.0 (typescript-fetch)',
  tools: ['java', 'mvn'],
  async build(directory, document) {
    await openapiGenerator('7.25.0', directory, document, ['typescript-fetch'])
    cpSync(program('typescript_fetch.ts'), join(directory, 'main.ts'))
    return typescriptProgram(directory)
  },
}

/** Downloads nothing: the generator is a package of this project. */
export const openapiTypescript: Generator = {
  name: 'openapi-typescript and openapi-fetch',
  tools: [],
  async build(directory, document) {
    writeFileSync(join(directory, 'api.ts'), await typesOf(await Bun.file(document).text()))
    cpSync(program('openapi_fetch.ts'), join(directory, 'main.ts'))
    return typescriptProgram(directory)
  },
}

async function typescriptProgram(directory: string): Promise<string[]> {
  linkPackages(directory)
  await requireTypes(join(directory, 'main.ts'))
  return [Bun.argv[0] as string, join(directory, 'main.ts')]
}

/** The generators that download packages. */
export const generators: readonly Generator[] = [
  python('7.25.0'),
  python('7.17.0'),
  typescriptFetch,
  java,
  go,
  openapiPythonClient,
  oapiCodegen,
]
