import { closeSync, cpSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientOf } from './client'
import { newDataDir, type Program, runProgram, startProgram } from './program'
import type { Random } from './random-inputs'
import { attachTracer } from './tracer'
import { until } from './until'

/** Faults of the disk while clients write, and bytes that change on the disk. */

/** Assets by key: those that were acknowledged, those that were refused, and those without a response. */
interface Written {
  readonly acknowledged: Set<string>
  readonly refused: Set<string>
  readonly unexpected: string[]
  stop(): Promise<void>
}

let serial = 0

/** Creates assets, four at a time. A response other than 201 must be 503 or 507. */
function beginWrites(api: Client): Written {
  const written = { acknowledged: new Set<string>(), refused: new Set<string>(), unexpected: [] as string[] }
  let isOver = false
  const write = async (): Promise<void> => {
    while (!isOver) {
      const key = `DISK-${++serial}`
      const body = { name: key, external_key: key, metadata: { filling: key.repeat(300) } }
      const { status, text } = await api.post('/api/v1/assets', body)
      if (status === 201) written.acknowledged.add(key)
      else if (status === 503 || status === 507) written.refused.add(key)
      else written.unexpected.push(`${status} ${text.slice(0, 200)}`)
    }
  }
  // A writer ends when the process has ended.
  const writers = Array.from({ length: 4 }, () => write().catch(() => {}))
  return {
    ...written,
    async stop() {
      isOver = true
      await Promise.all(writers)
    },
  }
}

/** What is wrong with the assets that a later start serves. */
async function faultsOf(api: Client, written: Written): Promise<string[]> {
  const faults = [...written.unexpected]
  const found = new Set<string>()
  for (let offset = 0, total = 1; offset < total; offset += 200) {
    const { status, body, text } = await api.get(`/api/v1/assets?limit=200&offset=${offset}&sort=created_at`)
    if (status !== 200) return [...faults, text]
    total = body.total_count
    for (const { external_key, metadata } of body.data) {
      found.add(external_key)
      if (metadata.filling !== undefined && metadata.filling !== external_key.repeat(300))
        faults.push(`${external_key} has another value`)
    }
  }
  for (const key of written.acknowledged)
    if (!found.has(key)) faults.push(`${key} was acknowledged and is missing`)
  for (const key of written.refused) if (found.has(key)) faults.push(`${key} was refused and is there`)
  return faults
}

/** Starts the program, injects the fault while clients write, heals the disk, kills, and compares after another start. */
export async function trial(
  dataDir: string,
  token: string,
  fault: (program: Program, written: Written) => Promise<void>,
): Promise<string[]> {
  const program = await startProgram({ dataDir })
  const written = beginWrites(clientOf(program.http, token))
  const before = () => written.acknowledged.size > 0
  await until(before, 'a write is acknowledged')
  await fault(program, written)
  await program.kill()
  await written.stop()
  const again = await startProgram({ dataDir })
  const faults = await faultsOf(clientOf(again.http, token), written)
  const code = await again.stop()
  return [...faults, ...(code === 0 ? [] : [`the stop returned ${code}`])]
}

/** Writes fail for a moment, then the service accepts them again. */
export const readOnly =
  (random: Random) =>
  async (program: Program, written: Written): Promise<void> => {
    const tracer = await attachTracer(program, 'trace=pwrite64', 'inject=pwrite64:error=EROFS')
    await until(() => written.refused.size > 0, 'a write is refused')
    await Bun.sleep(random.below(200))
    await tracer.detach()
    const before = written.acknowledged.size
    await until(() => written.acknowledged.size > before, 'writes are accepted again')
  }

/** A failed sync ends the process, because the state of the disk is unknown then. */
export const failingSync =
  (random: Random) =>
  async (program: Program): Promise<void> => {
    const when = 1 + random.below(30)
    const tracer = await attachTracer(
      program,
      'trace=fsync,fdatasync',
      `inject=fsync,fdatasync:error=EIO:when=${when}+`,
    )
    const code = await program.process.exited
    await tracer.detach().catch(() => {})
    if (code === 0) throw new Error('The process ended with 0 after a failed sync.')
  }

/** Another program takes all space of the disk for a moment. */
export const fullDisk =
  (random: Random, filler: string) =>
  async (_program: Program, written: Written): Promise<void> => {
    Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k'], { stderr: 'ignore' })
    await until(() => written.refused.size > 0, 'a write is refused')
    await Bun.sleep(random.below(200))
    rmSync(filler)
    const before = written.acknowledged.size
    await until(() => written.acknowledged.size > before, 'writes are accepted again')
  }

interface Flips {
  /**
   * Refused: the start ended with a reason; crashed: without one. Reported: it serves, and says that something is wrong. Right:
   * nothing differs. Altered: a value differs, or makes a response an error, which SQLite cannot notice, because its pages have no
   * checksum. Found: a response has other rows, and `whereabouts check` finds the damage, which the faster check of the start does
   * not. Wrong: rows are missing or invented.
   */
  readonly outcome: 'refused' | 'crashed' | 'reported' | 'right' | 'altered' | 'found' | 'wrong'
  readonly detail: string
}

/** Changes bytes of a file of a stopped or killed service, starts it and compares what it serves with what it served before. */
export async function flipBytes(
  source: string,
  file: string,
  random: Random,
  answersOf: (program: Program) => Promise<string>,
  expected: string,
): Promise<Flips> {
  const dataDir = newDataDir()
  cpSync(source, dataDir, { recursive: true })
  const positions = flip(join(dataDir, file), random)
  try {
    const program = await startProgram({ dataDir })
    const served = await answersOf(program)
    const problems = (await clientOf(program.http).get('/readyz')).body.problems as string[]
    await program.kill()
    const isRight = served === expected
    if (problems.length > 0) return { outcome: 'reported', detail: problems.join() }
    if (isRight) return { outcome: 'right', detail: '' }
    const detail = `bytes at ${positions.join()}: ${differenceOf(expected, served)}`
    if (hasSameShape(served, expected)) return { outcome: 'altered', detail }
    const { code } = await runProgram(['check', '--data-dir', dataDir])
    return { outcome: code === 0 ? 'wrong' : 'found', detail }
  } catch (error) {
    const { message } = error as Error
    return { outcome: /\n +at /.test(message) ? 'crashed' : 'refused', detail: message }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Changes one to four bytes that are not empty space, and returns their positions. */
function flip(path: string, random: Random): number[] {
  const bytes = readFileSync(path)
  const positions = Array.from({ length: 1 + random.below(4) }, () => {
    let position = random.below(bytes.length)
    while (bytes[position] === 0) position = random.below(bytes.length)
    return position
  })
  const descriptor = openSync(path, 'r+')
  for (const position of positions) {
    const changed = (bytes[position] as number) ^ (1 + random.below(255))
    writeSync(descriptor, Buffer.of(changed), 0, 1, position)
  }
  closeSync(descriptor)
  return positions
}

/** Whether the answers differ at most in values. An error is not wrong data. */
function hasSameShape(served: string, expected: string): boolean {
  const shapes = expected.split('\n').map(shapeOf)
  return served.split('\n').every((line, index) => line === 'an error' || shapeOf(line) === shapes[index])
}

const shapeOf = (line: string): string =>
  line.startsWith('{') ? JSON.stringify(JSON.parse(line), withoutValue) : line

const withoutValue = (key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null ? value : key.endsWith('_count') ? value : '-'

function differenceOf(expected: string, served: string): string {
  let at = 0
  while (at < expected.length && expected[at] === served[at]) at++
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  return `${part(served)} instead of ${part(expected)}`
}

/** The size of the log, to see that there is one. */
export const logIn = (dataDir: string): number =>
  existsSync(join(dataDir, 'whereabouts.db-wal'))
    ? readFileSync(join(dataDir, 'whereabouts.db-wal')).length
    : 0
