import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import type { Row } from './rows'

/**
 * Runs the benchmarks and writes bench/results.md. It takes most of an hour. The benchmarks share their data.
 *
 *   bun run bench results [--short] [--only Ingest] [--to bench/results.md]
 *
 * --short runs each benchmark with little data, to check that it works. Its figures mean nothing. --only runs the parts with these
 * titles, and keeps the other sections of the file.
 */

interface Part {
  readonly title: string
  readonly command: readonly string[]
  /** The directory for temporary files. The default is that of the system. */
  readonly folder?: string
}

const long: readonly Part[] = [
  { title: 'Requests', command: ['requests', '--rounds', '2', '--seconds', '2'] },
  { title: 'Requests under load', command: ['under-load', '--seconds', '5'] },
  { title: 'Requests while the disk is slow', command: ['slow-disk'], folder: '/dev/shm' },
  { title: 'Ingest', command: ['ingest'] },
  { title: 'Start', command: ['start', '--assets', '1000000', '--rounds', '3'] },
  { title: 'The first minutes after a restore', command: ['restored'] },
  { title: 'Searches while the index is built', command: ['search-index'] },
  { title: 'Start after a kill', command: ['start', '--assets', '1000000', '--rounds', '3', '--kill'] },
  { title: 'PocketBase', command: ['pocketbase'] },
]
const short: readonly Part[] = [
  {
    title: 'Requests',
    command: [
      'requests',
      '--assets',
      '500,1000',
      '--rounds',
      '1',
      '--seconds',
      '1',
      '--without-fastify',
      '--only',
      'report page',
    ],
  },
  {
    title: 'Requests under load',
    command: ['under-load', '--assets', '1000', '--rounds', '1', '--seconds', '0.3', '--rest', '1'],
  },
  {
    title: 'Requests while the disk is slow',
    command: ['slow-disk', '--seconds', '1', '--sync', '0'],
    folder: '/dev/shm',
  },
  { title: 'Ingest', command: ['ingest', '--reads', '2000', '--rounds', '1'] },
  { title: 'Start', command: ['start', '--assets', '1000', '--rounds', '1'] },
  { title: 'The first minutes after a restore', command: ['restored', '--assets', '1000', '--seconds', '1'] },
  { title: 'Searches while the index is built', command: ['search-index', '--assets', '1000'] },
]

async function rowsOf({ command, folder = tmpdir() }: Part, collected: string): Promise<Row[]> {
  const file = join(collected, `${command.join('-').replaceAll('/', '_')}.ndjson`)
  writeFileSync(file, '')
  const program = Bun.spawn([process.execPath, join(import.meta.dir, 'run.ts'), ...command], {
    env: { ...process.env, BENCH_ROWS: file, BENCH_DATA: join(collected, 'data'), TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await program.exited) !== 0) throw new Error(`bun run bench ${command.join(' ')} failed.`)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}

const commandOf = ({ command, folder }: Part): string =>
  `${folder === undefined ? '' : `TMPDIR=${folder} `}bun run bench ${command.join(' ')}`

const tableOf = (rows: readonly Row[]): string =>
  [
    '| Work | Measure | Result | Goal |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ work, measure, result, goal = '' }) => `| ${work} | ${measure} | ${result} | ${goal} |`),
  ].join('\n')

/** Returns the sections of a file that this program has written, by title. */
const sectionsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split('\n\n## ')
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), `## ${section}`]),
  )

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', default: join(import.meta.dir, 'results.md') },
  },
})
const parts = values.short ? short : long
const unknown = values.only.find((name) => !parts.some(({ title }) => title === name))
if (unknown !== undefined) throw new Error(`No part has the title "${unknown}".`)
const isWhole = values.only.length === 0
const sections = isWhole ? new Map<string, string>() : sectionsOf(readFileSync(values.to, 'utf8'))
const [processor] = cpus()
const heading = `# Results of the benchmarks

The version is ${packageJson.version}. The machine has ${cpus().length} processors (${processor?.model.trim()}) and ${Math.round(totalmem() / 1e9)} GB of memory. Compare ratios,
because other work on the machine changes the absolute figures. \`bun run bench results\` writes this file.`

const folder = mkdtempSync(join(tmpdir(), 'whereabouts-results-'))
try {
  for (const part of parts) {
    if (!isWhole && !values.only.includes(part.title)) continue
    const table = tableOf(await rowsOf(part, folder))
    sections.set(part.title, `## ${part.title}\n\n\`${commandOf(part)}\`\n\n${table}`)
    const inOrder = parts.flatMap(({ title }) => sections.get(title) ?? [])
    // A part that fails does not discard the ones before it.
    writeFileSync(values.to, `${[heading, ...inOrder].join('\n\n')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
