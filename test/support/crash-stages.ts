import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences as knownDifferences,
  findAssets,
  type Known,
  newKnown,
  writeAssets,
} from './acknowledged'
import { mintKey, signIn } from './client'
import {
  apiOf,
  type Base,
  copyOf,
  createBase,
  importedRows,
  importRows,
  newScratch,
  totalOf,
} from './crash-base'
import { openDatabase } from './direct-database'
import { adopt, differences, newJournal, readFacts, writeUntilCutOff } from './journal'
import { contentsOf, createLevel, levelMax, missingRows } from './levels'
import { executable, runProgram, startProgram } from './program'
import type { Random } from './random-inputs'
import { until } from './until'

/** Work during which a process is killed at a random moment, and what must hold afterwards. */

/** Kills once. Returns what is wrong afterwards. */
type Stage = (random: Random) => Promise<string[]>

/** Reads the database file while the service runs. */
function unsoundness(dataDir: string): string[] {
  using db = openDatabase(dataDir, { readonly: true })
  const integrity = db.query('pragma integrity_check').values().flat() as string[]
  const orphans = db.query('pragma foreign_key_check').values()
  return [...integrity.filter((line) => line !== 'ok'), ...orphans.map((row) => `an orphan: ${row.join()}`)]
}

/** The durations of completed work, so that kills fall into it. */
function createMoments(initial: number) {
  let milliseconds = initial
  return {
    next: (random: Random): number => (random.below(1000) / 1000) * milliseconds * 1.2,
    completed: (duration: number): void => void (milliseconds = (milliseconds + duration) / 2),
  }
}

/** Runs a process and kills it at the moment, unless it ends before. Returns its exit code, or null after a kill. */
async function killedAt(command: readonly string[], moment: number): Promise<number | null> {
  const child = Bun.spawn([...command], { stdio: ['ignore', 'ignore', 'ignore'] })
  await Promise.race([Bun.sleep(moment), child.exited])
  child.kill('SIGKILL')
  await child.exited
  return child.signalCode === null ? child.exitCode : null
}

/** A stage that begins with a copy of a data directory. */
const onCopy =
  (of: (random: Random) => string, work: (dataDir: string, random: Random) => Promise<string[]>): Stage =>
  async (random) => {
    const dataDir = copyOf(of(random))
    try {
      return await work(dataDir, random)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }

export async function createStages(random: Random): Promise<Readonly<Record<string, Stage>>> {
  const base = await createBase()
  const levels = await createLevels(random)
  return {
    writes: await createWrites(),
    ingest: createIngest(base),
    import: createImport(base),
    backup: createBackup(base),
    'scheduled backup': createScheduledBackup(base),
    restore: createRestore(base),
    migration: createMigration(levels),
    'first start': firstStart,
  }
}

/** Clients that create, change and delete records. */
async function createWrites(): Promise<Stage> {
  const dataDir = newScratch()
  const journal = newJournal()
  const first = await startProgram({ dataDir })
  const credential = await mintKey(await signIn(first))
  await first.stop()
  return async (random) => {
    const program = await startProgram({ dataDir })
    const api = await apiOf(program, credential)
    const before = journal.acknowledged
    const writing = Promise.all(Array.from({ length: 6 }, () => writeUntilCutOff(api, journal)))
    await until(() => journal.acknowledged > before, 'a write is acknowledged')
    await Promise.race([Bun.sleep(random.below(400)), writing])
    await program.kill()
    await writing

    const again = await startProgram({ dataDir })
    const found = await readFacts(await apiOf(again, credential))
    const faults = [...differences(journal, found), ...unsoundness(dataDir)]
    adopt(journal, found)
    await again.kill()
    return faults
  }
}

/** Clients that create assets, and a reader that reads each of them over MQTT. */
function createIngest(base: Base): Stage {
  let dataDir: string | undefined
  let known: Known = newKnown()
  let made = 0
  return async (random) => {
    // The comparison reads one page of assets.
    if (dataDir === undefined || known.names.size > 120) {
      dataDir = copyOf(base.dataDir)
      known = newKnown()
    }
    const program = await startProgram({ dataDir })
    const api = await apiOf(program, base.credential)
    const writing = writeAssets(program, api, base.reader, known, `KILL-${++made}`, 60).catch(() => {})
    await Promise.race([Bun.sleep(random.below(500)), writing])
    await program.kill()
    await Promise.race([writing, Bun.sleep(100)])

    const again = await startProgram({ dataDir })
    const { token } = await apiOf(again, base.credential)
    const found = await findAssets(again, token as string, 'q=KILL-')
    const faults = knownDifferences(known, { ...found, file: () => undefined })
    await again.kill()
    return [...faults, ...unsoundness(dataDir)]
  }
}

/** An import is stored completely or not at all. */
function createImport(base: Base): Stage {
  const moments = createMoments(500)
  return onCopy(
    () => base.dataDir,
    async (dataDir, random) => {
      const program = await startProgram({ dataDir })
      const session = await signIn(program)
      let acknowledged = 0
      const importing = (async () => {
        for (let number = 1; ; number++) {
          const begun = performance.now()
          if ((await importRows(session, `IMPORT${number}`)).status === 200) acknowledged++
          moments.completed(performance.now() - begun)
        }
      })().catch(() => {})
      await Bun.sleep(moments.next(random) * 2)
      await program.kill()
      await importing

      const again = await startProgram({ dataDir })
      const imports = ((await totalOf(await apiOf(again, base.credential))) - base.assets) / importedRows
      await again.kill()
      const isWhole = imports === acknowledged || imports === acknowledged + 1
      return [
        ...(isWhole ? [] : [`${imports} imports, ${acknowledged} acknowledged`]),
        ...unsoundness(dataDir),
      ]
    },
  )
}

/** A backup that has its name is complete, and the next one is made. */
function createBackup(base: Base): Stage {
  const moments = createMoments(800)
  return onCopy(
    () => base.dataDir,
    async (dataDir, random) => {
      await killedAt([executable, 'backup', 'create', '--data-dir', dataDir], moments.next(random))
      const begun = performance.now()
      const next = await runProgram(['backup', 'create', '--data-dir', dataDir])
      moments.completed(performance.now() - begun)
      const faults = next.code === 0 ? [] : [next.stderr]
      const folder = join(dataDir, 'backups')
      for (const name of readdirSync(folder).filter((name) => name.endsWith('.db'))) {
        const { code, stderr } = await runProgram(['backup', 'verify', join(folder, name)])
        if (code !== 0) faults.push(stderr)
      }
      return faults
    },
  )
}

function createScheduledBackup(base: Base): Stage {
  return onCopy(
    () => base.dataDir,
    async (dataDir, random) => {
      const place = newScratch()
      const program = await startProgram({
        dataDir,
        env: { WHEREABOUTS_BACKUP_SCHEDULE: '* * * * * *', WHEREABOUTS_BACKUP_TO: place },
      })
      await Bun.sleep(random.below(3000))
      await program.kill()
      // The process of the backup ends with the service.
      const isMaking = () => Bun.spawnSync(['pgrep', '-f', dataDir]).stdout.length > 0
      await until(() => !isMaking(), 'the process of the backup ends')
      const faults: string[] = []
      for (const name of readdirSync(place).filter((name) => name.endsWith('.zst'))) {
        const { code, stderr } = await runProgram(['backup', 'verify', join(place, name)])
        if (code !== 0) faults.push(stderr)
      }
      rmSync(place, { recursive: true })
      return [...faults, ...unsoundness(dataDir)]
    },
  )
}

/** The database is the former one or the restored one. */
function createRestore(base: Base): Stage {
  const moments = createMoments(800)
  return onCopy(
    () => base.dataDir,
    async (dataDir, random) => {
      const backup = join(dataDir, 'backups', base.backup)
      const begun = performance.now()
      const moment = moments.next(random)
      const code = await killedAt([executable, 'restore', backup, '--data-dir', dataDir], moment)
      if (code === 0) moments.completed(performance.now() - begun)
      const program = await startProgram({ dataDir })
      const total = await totalOf(await apiOf(program, base.credential))
      await program.kill()
      const allowed = code === null ? [base.assets, base.assetsOfBackup] : [base.assetsOfBackup]
      const faults = allowed.includes(total) ? [] : [`${total} assets, expected ${allowed.join(' or ')}`]
      return [...faults, ...unsoundness(dataDir)]
    },
  )
}

async function createLevels(random: Random): Promise<string[]> {
  const directories: string[] = []
  for (const number of [1, 1 + random.below(levelMax - 1), 1 + random.below(levelMax - 1)]) {
    const dataDir = newScratch()
    await createLevel(dataDir, { number, rows: Math.ceil(1500 / number) })
    directories.push(dataDir)
  }
  return directories
}

/** The next start completes an upgrade. */
function createMigration(levels: readonly string[]): Stage {
  const moments = createMoments(1500)
  return onCopy(
    (random) => random.oneOf(levels),
    async (dataDir, random) => {
      const before = contentsOf(dataDir)
      await killedAt(
        [executable, 'serve', '--data-dir', dataDir, '--port', '0', '--mqtt-port', 'off'],
        moments.next(random),
      )
      const begun = performance.now()
      const program = await startProgram({ dataDir })
      moments.completed(performance.now() - begun)
      const faults = [...missingRows(before, contentsOf(dataDir, before)), ...unsoundness(dataDir)]
      await program.kill()
      return faults
    },
  )
}

/** The next start completes a first start. */
const firstStart: Stage = async (random) => {
  const dataDir = join(newScratch(), 'data')
  mkdirSync(dataDir)
  const command = [executable, 'serve', '--data-dir', dataDir, '--port', '0', '--mqtt-port', 'off']
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] })
  const isBegun = random.chance(0.8)
  if (isBegun) await until(() => existsSync(join(dataDir, 'lock.db')), 'the first start creates its lock')
  await Bun.sleep(random.below(isBegun ? 60 : 300))
  child.kill('SIGKILL')
  await child.exited
  const program = await startProgram({ dataDir, isFirst: true })
  await signIn(program)
  await program.kill()
  return unsoundness(dataDir)
}
