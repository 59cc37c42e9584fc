import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import { makeOurs, migrate } from '../../src/storage/sqlite/migrate'
import type { Instant } from '../../src/base/time'
import { type Known, knownUntil, newKnown, noted, writeAssets } from './acknowledged'
import { clientOf, mintKey, signIn } from './client'
import { openDatabase } from './direct-database'
import { type LoggedCall, logIsComplete, readDiskLog, traceCommand } from './disk-log'
import { executable, newDataDir, type Program, startProgram } from './program'
import { newLocation } from './records'
import { newReader, type Reader } from './scans'

/** The writes of processes to a data directory before a power cut, and the responses of clients until then. */

export interface Story {
  /** The files at its begin. */
  readonly initial: string
  readonly calls: readonly LoggedCall[]
  /** The possible states after a cut at this time. */
  readonly knownAt: (time: number) => readonly Known[]
  readonly access: Access | undefined
}

/** The credentials of the client of the story. */
interface Access {
  readonly token: string
  readonly reader: Reader
  /** When it was given. */
  readonly since: number
}

/** Below a directory, so that the first start creates it. */
export const dataDirIn = (root: string): string => join(root, 'data')

export const newRoot = (): string => realpathSync(newDataDir())

/** Starts the service on the data directory below `root`. */
export async function startIn(root: string, under: readonly string[] = []): Promise<Program> {
  const env = { WHEREABOUTS_DATA_DIR: dataDirIn(root), WHEREABOUTS_TLS: 'self-signed' }
  const program = await startProgram({ dataDir: root, under, env, isFirst: true })
  return { ...program, ca: readFileSync(join(dataDirIn(root), 'tls', 'authority.crt'), 'utf8') }
}

/** The token of the story tests that the signing key was kept, but it is valid for 15 minutes only. */
export const tokenOf = async (program: Program, access: Access | undefined): Promise<string> =>
  access !== undefined && Date.now() - access.since < 600_000 ? access.token : newToken(program)

async function newToken(program: Program): Promise<string> {
  const key = await mintKey(await signIn(program))
  const { client_id, client_secret } = key
  const response = await clientOf(program.http, undefined, program.ca).post('/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  })
  return response.body.access_token
}

/** Runs processes on the data directory below `root`, one after another, and records what they do to the disk. */
function createRecorder(root: string, strace: string) {
  const logs: string[] = []
  const folder = newDataDir()

  const under = (): string[] => {
    logs.push(join(folder, String(logs.length)))
    return traceCommand(strace, logs.at(-1) as string)
  }
  return {
    start: () => startIn(root, under()),
    /** Ends the process with a signal. */
    async end(program: Program, how: 'stop' | 'kill'): Promise<void> {
      const code = how === 'stop' ? await program.stop() : await program.kill().then(() => 0)
      if (code !== 0) throw new Error(`The stop returned ${code}: ${program.log()}`)
      await logIsComplete(logs.at(-1) as string, program.process.pid)
    },
    async run(...args: string[]): Promise<void> {
      const command = [...under(), executable, ...args]
      const process = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'inherit'] })
      if ((await process.exited) !== 0) throw new Error(`${args.join(' ')} failed.`)
      await logIsComplete(logs.at(-1) as string, process.pid)
    },
    calls(): LoggedCall[] {
      const calls: LoggedCall[] = []
      for (const log of logs) {
        const before = calls.length
        calls.push(...readDiskLog(log, root).map((call) => ({ ...call, begun: before + call.begun })))
      }
      return calls
    },
  }
}

/** A first start, checkpoints, a backup, a stop, two kills with starts after them, a restore and a start. */
export async function recordService(strace: string): Promise<Story> {
  const root = newRoot()
  const recorder = createRecorder(root, strace)
  const known = newKnown()
  const keepFile = (name: string) => (sent: Parameters<Known['files']['set']>[1]) =>
    known.files.set(name, sent)

  let program = await recorder.start()
  await noted(program.ca as string, keepFile('tls/authority.crt'), async () => {})
  const session = await signIn(program)
  const token = await newToken(program)
  const api = () => clientOf(program.http, token, program.ca)
  const { id } = await newLocation(api(), { external_key: 'DOCK' })
  const reader = await newReader(session, 'R', [id])
  const access = { token, reader, since: Date.now() + 1 }
  await writeAssets(program, api(), reader, known, 'FIRST', 6)
  await checkpointed(root)
  await writeAssets(program, api(), reader, known, 'LOG-AGAIN', 3)
  await checkpointed(root)
  await writeAssets(program, api(), reader, known, 'BEFORE-BACKUP', 3)
  const backup: string = (await session.post('/internal/v1/backups')).body.data.name
  await noted(null, keepFile(`backups/${backup}`), async () => {})
  const saved = structuredClone(known)
  await writeAssets(program, api(), reader, known, 'BEFORE-STOP', 3)
  await recorder.end(program, 'stop')

  for (const prefix of ['BEFORE-KILL', 'AFTER-KILL']) {
    program = await recorder.start()
    await writeAssets(program, api(), reader, known, prefix, 4)
    await recorder.end(program, 'kill')
  }

  const begun = Date.now()
  const directory = dataDirIn(root)
  await recorder.run('restore', join(directory, 'backups', backup), '--data-dir', directory)
  const done = Date.now() + 1
  program = await recorder.start()
  await writeAssets(program, api(), reader, saved, 'AFTER-RESTORE', 4)
  await recorder.end(program, 'stop')
  const eras = (time: number) => (time < begun ? [known] : time < done ? [known, saved] : [saved])
  return {
    initial: newRoot(),
    calls: recorder.calls(),
    access,
    knownAt: (time) => eras(time).map((era) => knownUntil(era, time)),
  }
}

/** A first start with writes, and a stop, which removes the log. */
export async function recordStop(strace: string): Promise<Story> {
  const root = newRoot()
  const recorder = createRecorder(root, strace)
  const program = await recorder.start()
  const api = clientOf(program.http, await newToken(program), program.ca)
  for (let count = 0; count < 20; count++) await newLocation(api)
  await recorder.end(program, 'stop')
  return { initial: newRoot(), calls: recorder.calls(), knownAt: () => [newKnown()], access: undefined }
}

/** Waits until the service has found that it is idle and has brought its log into the database file. */
async function checkpointed(root: string): Promise<void> {
  const database = join(dataDirIn(root), 'whereabouts.db')
  const before = readFileSync(database)
  while (readFileSync(database).equals(before)) await Bun.sleep(200)
}

/** The start of this version on a database of the first one, with a backup and all the later migrations. */
export async function recordUpgrade(strace: string): Promise<Story> {
  const root = newRoot()
  mkdirSync(dataDirIn(root))
  {
    using db = openDatabase(dataDirIn(root))
    const at = '2026-01-31T08:05:00.123456Z' as Instant
    makeOurs(db)
    migrate(
      db,
      migrations.slice(0, 1),
      () => at,
      () => {},
    )
    db.query("insert into organizations (name, slug, created_at) values ('Kept', 'kept', ?)").run(at)
  }
  const initial = newRoot()
  cpSync(root, initial, { recursive: true })
  const recorder = createRecorder(root, strace)
  await recorder.end(await recorder.start(), 'kill')
  return { initial, calls: recorder.calls(), knownAt: () => [newKnown()], access: undefined }
}

/** A start after a cut, and writes after it. */
export async function recordAfterCut(
  strace: string,
  initial: string,
  access: Access,
  known: Known,
): Promise<Story> {
  const root = newRoot()
  cpSync(initial, root, { recursive: true })
  const recorder = createRecorder(root, strace)
  const program = await recorder.start()
  const api = clientOf(program.http, await tokenOf(program, access), program.ca)
  await writeAssets(program, api, access.reader, known, 'AFTER-CUT', 4)
  await recorder.end(program, 'kill')
  return { initial, calls: recorder.calls(), knownAt: (time) => [knownUntil(known, time)], access }
}
