import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { until } from '../../support/until'

/** Follows docs/add-a-feature.md in a copy of the source. */

const repository = join(import.meta.dir, '../../..')
const page = await Bun.file(join(repository, 'docs/add-a-feature.md')).text()
const copy = mkdtempSync(join(tmpdir(), 'whereabouts-feature-'))

interface Step {
  readonly path: string
  readonly language: string
  readonly lines: readonly string[]
}

/** The blocks of the page, each with the path before it. */
function stepsOf(text: string): Step[] {
  let path = ''
  return [...text.matchAll(/^\*\*(\S+)\*\*$|^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, named, language, block]) => {
      path = named ?? path
      return language === undefined || block === undefined
        ? []
        : [{ path, language, lines: block.split('\n').slice(0, -1) }]
    },
  )
}

/** Writes the number of the next migration of the folder. */
function numbered(text: string, path: string): string {
  const folder = path.startsWith('migrations/postgres') ? 'migrations/postgres' : 'migrations'
  const numbers = readdirSync(join(repository, folder)).map((name) => Number.parseInt(name, 10) || 0)
  return text.replaceAll('NNNN', String(Math.max(...numbers) + 1).padStart(4, '0'))
}

/** Inserts the lines with `+` after the line before them, or before the line after them. */
function inserted(text: string, step: Step): string {
  const old = step.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
  const added = step.lines.map((line) => line.slice(1))
  const before = `\n${old.join('\n')}\n`
  if (text.split(before).length !== 2)
    throw new Error(`${step.path} does not contain this once, but the page says so: ${old.join('\n')}`)
  return text.replace(before, () => `\n${added.join('\n')}\n`)
}

async function follow(step: Step): Promise<void> {
  const path = join(copy, numbered(step.path, step.path))
  const own = { ...step, lines: step.lines.map((line) => numbered(line, step.path)) }
  if (step.language === 'diff') {
    await Bun.write(path, inserted(`\n${await Bun.file(path).text()}`, own).slice(1))
    return
  }
  if (existsSync(path)) throw new Error(`${step.path} exists already`)
  mkdirSync(dirname(path), { recursive: true })
  await Bun.write(path, `${own.lines.join('\n')}\n`)
}

const steps = stepsOf(page)
const dataDir = newDataDir()
const start = (): Promise<Program> =>
  startProgram({
    dataDir,
    executable: join(copy, 'whereabouts'),
    isFirst: true,
    env: { WHEREABOUTS_LOG_LEVEL: 'info' },
  })

beforeAll(async () => {
  for (const entry of ['src', 'migrations', 'docs', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(join(repository, entry), join(copy, entry), { recursive: true })
  for (const entry of ['node_modules', 'dist']) symlinkSync(join(repository, entry), join(copy, entry))
  for (const step of steps) await follow(step)
})

afterAll(async () => {
  await stopPrograms()
  rmSync(copy, { recursive: true })
})

describe('a feature that is added by docs/add-a-feature.md', () => {
  test('edits a line of the list and a line of the table of areas, besides its migrations', () => {
    const edited = steps.filter(({ language }) => language === 'diff')
    const isOfTables = (path: string) => path.startsWith('migrations/') || path.startsWith('src/storage/sql/')
    const lines = edited
      .filter(({ path }) => !isOfTables(path))
      .flatMap(({ path, lines: all }) =>
        all
          .filter((line) => line.startsWith('+') && !line.startsWith('+import'))
          .map((line) => `${path} ${line}`),
      )
    expect(lines).toEqual([
      'src/storage/core/areas.ts +  notes: { reads: noteReads, writes: noteWrites },',
      'src/app/features.ts +  .and(notes)',
    ])
  })

  test('has correct types', async () => {
    const config = { extends: './tsconfig.json', include: ['src', 'migrations'] }
    await Bun.write(join(copy, 'tsconfig.feature.json'), JSON.stringify(config))
    const { exitCode, stdout } = Bun.spawnSync(
      [process.execPath, 'x', 'tsc', '-p', 'tsconfig.feature.json'],
      {
        cwd: copy,
      },
    )
    expect([exitCode, stdout.toString()]).toEqual([0, ''])
  }, 120_000)

  test('compiles into the executable', () => {
    const compile = `
      const { compileExecutable } = await import('./scripts/executable')
      process.exit((await compileExecutable({ outfile: 'whereabouts', commit: 'unknown' })) ? 0 : 1)`
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', compile], { cwd: copy })
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  }, 120_000)

  test('is served, runs until the stop, and deletes what is too old', async () => {
    const path = '/internal/v1/notes'
    const first = await start()
    const client = await signIn(first)
    expect((await client.get(path)).body).toEqual({ data: [] })
    expect((await client.post(path, { text: '' })).status).toBe(400)
    for (const text of ['The gate is closed', 'The scale is repaired'])
      expect((await client.post(path, { text })).status).toBe(204)
    await until(() => first.log().includes('the board is open'), 'the task starts')
    expect(first.log()).not.toInclude('the board is closed')
    expect(await first.stop()).toBe(0)
    await until(() => first.log().includes('the board is closed'), 'the task stops')

    const database = openDatabase(dataDir)
    database.run(`update notes set created_at = '2020-01-01T00:00:00.000000Z' where text like '%gate%'`)
    database.close()

    const second = await start()
    const again = await signIn(second)
    await until(async () => (await again.get(path)).body.data.length === 1, 'the old note is deleted')
    expect((await again.get(path)).body.data).toMatchObject([{ text: 'The scale is repaired' }])
    expect(await second.stop()).toBe(0)
  }, 60_000)
})
