import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../postgres-server'

/** Which test files are needed so that every statement of the tests is executed on PostgreSQL. */

const logEverything = ['log_statement=all', 'log_line_prefix=@@', 'log_parameter_max_length=0']

/** Runs each file separately, and prints the files that send no statement that those before them do not send. */
export async function printNeedless(files: readonly string[]): Promise<void> {
  const server = await startPostgres(undefined, logEverything)
  if (server === undefined) throw new Error('PostgreSQL is not installed.')
  const runs: Run[] = []
  let length = 0
  for (const file of files) {
    const test = Bun.spawn(['bun', 'test', `./${file}`, '--timeout', '60000'], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    })
    await test.exited
    const log = readFileSync(join(server.data, '../log'), 'utf8')
    const seconds = Number(test.resourceUsage()?.cpuTime.total ?? 0) / 1e6
    runs.push({ file, seconds, statements: statementsIn(log.slice(length)) })
    length = log.length
    console.error(`${runs.length} of ${files.length}: ${file}`)
  }
  server.stop()
  const needed = cover(runs)
  for (const { file } of runs) if (!needed.has(file)) console.log(`  '${file}',`)
}

interface Run {
  readonly file: string
  readonly seconds: number
  readonly statements: ReadonlySet<string>
}

/** The statements in a log, without what differs between executions. */
function statementsIn(log: string): Set<string> {
  const texts = log
    .split('\n@@')
    .flatMap((entry) => /^LOG: {2}(?:execute [^:]+|statement): ([\s\S]*)$/.exec(entry)?.[1] ?? [])
  return new Set(
    texts.map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/whereabouts_[0-9a-f]{32}/g, 'database')
        .replace(/\$\d+(, ?\$\d+)+/g, '$…')
        .replace(/\(\$…\)(, ?\(\$…\))+/g, '($…)')
        .replace(/'[^']*'/g, "''")
        .replace(/\b\d+\b/g, '0'),
    ),
  )
}

/** Chooses files that together send all statements: always the one with the most new ones for its processor time. */
function cover(runs: readonly Run[]): Set<string> {
  const left = new Set(runs.flatMap(({ statements }) => [...statements]))
  const chosen = new Set<string>()
  const worth = ({ statements, seconds }: Run) =>
    [...statements].filter((text) => left.has(text)).length / (seconds + 0.3)
  while (left.size > 0) {
    const best = runs.toSorted((one, other) => worth(other) - worth(one))[0] as Run
    chosen.add(best.file)
    for (const text of best.statements) left.delete(text)
  }
  return chosen
}
