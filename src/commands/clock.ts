import { systemSources } from '../clock/clock'
import { describeDoubt, openClock, saveStand, takeOverConfirmation } from '../clock/keeper'
import { newestFuture, type RepairRules, setBackFuture } from '../clock/repair'
import { StartError } from '../errors'
import { createLog } from '../log'
import { parseFlags } from '../settings/flags'
import { loadSettings } from '../settings/load'
import { readBeside, writeBeside } from '../storage/beside'
import { openSqlite } from '../storage/sqlite'
import { second, systemClock, toWire } from '../time'
import { dataDirFlags, dataDirOf, settingsArgs } from './data-dir'

export const clockHelp = `whereabouts clock [--data-dir ./data]
whereabouts clock confirm [--data-dir ./data]
whereabouts clock repair [--data-dir ./data]

Without an action: shows the newest time that was believed, whether the time of the machine is believed, and whether the
database holds anything that is dated in the future.

confirm says that the clock of this machine is right now. Works while the service runs, which takes it over within
seconds, and while it does not. What is too old by then is forgotten.

repair sets back in time what a wrong clock has dated in the future. A running service does that by itself, so that the
command needs it to be stopped.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or the TOML file named by --config.

Exit code 0: the time is believed, or it is done; 1: it is not, and why.`

export async function clock(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  const [action = 'show', ...others] = positionals
  const directory = dataDirOf(values)
  if (others.length === 0) {
    if (action === 'show') return show(directory, rulesOf(values))
    if (action === 'confirm') return confirm(directory)
    if (action === 'repair') return repair(directory, rulesOf(values))
  }
  console.error(clockHelp)
  return 2
}

function rulesOf(values: Parameters<typeof dataDirOf>[0]): RepairRules {
  const { readMaxAheadSeconds, settleSeconds } = loadSettings(settingsArgs(values))
  return { readMaxAheadMicros: readMaxAheadSeconds * second, settleMicros: settleSeconds * second }
}

async function show(directory: string, rules: RepairRules): Promise<number> {
  const { current, newest } = await readBeside(directory, async (read) => {
    const current = await openClock({ read }, systemSources)
    return { current, newest: await newestFuture({ read }, current.now(), rules.readMaxAheadMicros) }
  })
  const doubt = current.doubt()
  if (doubt) console.log(`${describeDoubt(doubt)}.`)
  else console.log(`The time of the machine, ${toWire(current.machineTime())}, is believed.`)
  if (newest === undefined) console.log('Nothing is dated in the future.')
  else
    console.log(
      `The newest instant in the database is in the future: ${toWire(newest)}. The service sets it back while the time is believed.`,
    )
  return doubt ? 1 : 0
}

async function confirm(directory: string): Promise<number> {
  const now = systemClock()
  await writeBeside(directory, (tx) => tx.clock.noteConfirmed(now))
  console.log(`${toWire(now)} is confirmed; the service takes it over within seconds, or when it starts.`)
  return 0
}

async function repair(directory: string, rules: RepairRules): Promise<number> {
  const store = openSqlite({
    directory,
    now: systemClock,
    log: createLog({ level: 'warn', format: undefined }),
    onFatal(error) {
      throw error
    },
  })
  try {
    const current = await openClock(store, systemSources)
    await takeOverConfirmation(store, current)
    const doubt = current.doubt()
    if (doubt) throw new StartError(`${describeDoubt(doubt)}. Nothing is repaired before.`)
    await store.write((tx) => saveStand(tx, current.stand()))
    const seconds = await setBackFuture(store, current.now(), rules, () => false)
    if (seconds === undefined) console.log('Nothing is dated in the future.')
    else console.log(`What was dated in the future was set back by ${Math.round(seconds)} s.`)
    return 0
  } finally {
    await store.close()
  }
}
