import { systemSources } from '../installation/clock/clock'
import { describeDoubt, openClock, saveTimeState, applyConfirmation } from '../installation/clock/keeper'
import { newestFuture, type RepairRules, setBackFuture } from '../installation/clock/repair'
import { StartError } from '../base/errors'
import { createLog } from '../base/log'
import { parseFlags } from '../settings/flags'
import type { Settings } from '../settings/table'
import { readDirectly, writeDirectly } from '../storage/direct-access'
import { openStore } from '../storage/open'
import { second, systemClock, toWire } from '../base/time'
import { dataDirFlags, settingsAsOwner } from './data-dir'
import { unknownAction } from './flags'
import { fitted } from './help'

export const clockHelp = fitted(`Usage: whereabouts clock [--data-dir ./data]
       whereabouts clock confirm [--data-dir ./data]
       whereabouts clock repair [--data-dir ./data]

Without an action, prints whether the service accepts the machine time, and whether the database contains times in the
future.

confirm  Confirms that the clock of this machine is right. The service may be running, and uses the confirmation within
         seconds, or stopped. The service then deletes data whose retention has ended by the confirmed time.
repair   Corrects records that a wrong clock dated in the future. The service must be stopped. A running service
         corrects them without this command.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The machine time is accepted, or the action succeeded.
  1  The machine time is not accepted, or the action failed; the output has the reason.
  2  The usage is wrong.`)

const actions: readonly string[] = ['show', 'confirm', 'repair']

export async function clock(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  const [action = 'show', ...others] = positionals
  if (!actions.includes(action)) throw unknownAction('clock', action, actions)
  const settings = settingsAsOwner(values)
  if (others.length === 0) {
    if (action === 'show') return show(settings)
    if (action === 'confirm') return confirm(settings)
    if (action === 'repair') return repair(settings)
  }
  console.error(clockHelp)
  return 2
}

const rulesOf = ({ readMaxAheadSeconds }: Settings): RepairRules => ({
  readMaxAheadMicros: readMaxAheadSeconds * second,
})

async function show(settings: Settings): Promise<number> {
  const { readMaxAheadMicros } = rulesOf(settings)
  const { current, newest } = await readDirectly(settings, async (read) => {
    const current = await openClock({ read }, systemSources)
    return { current, newest: await newestFuture({ read }, current.now(), readMaxAheadMicros) }
  })
  const doubt = current.doubt()
  if (doubt) console.log(`${describeDoubt(doubt).english}.`)
  else console.log(`The machine time ${toWire(current.machineTime())} is accepted.`)
  if (newest === undefined) console.log('The database contains no times in the future.')
  else
    console.log(
      `The newest time in the database is in the future: ${toWire(newest)}. The service corrects it when the machine time is accepted.`,
    )
  return doubt ? 1 : 0
}

async function confirm(settings: Settings): Promise<number> {
  const now = systemClock()
  await writeDirectly(settings, (tx) => tx.clock.noteConfirmed(now))
  console.log(`The time ${toWire(now)} is confirmed. The service uses it within seconds, or when it starts.`)
  return 0
}

async function repair(settings: Settings): Promise<number> {
  const log = createLog({ level: 'warn', format: undefined })
  const store = await openStore(settings, systemClock, log, (error) => {
    throw error
  })
  try {
    const current = await openClock(store, systemSources)
    await applyConfirmation(store, current)
    const doubt = current.doubt()
    if (doubt)
      throw new StartError(
        `${describeDoubt(doubt).english}. Confirm or set the time before you repair the database.`,
      )
    await store.write((tx) => saveTimeState(tx, current.state()))
    const seconds = await setBackFuture(store, current.now(), rulesOf(settings), () => false)
    if (seconds === undefined) console.log('The database contains no times in the future.')
    else console.log(`Times in the future were moved back by ${Math.round(seconds)} s.`)
    return 0
  } finally {
    await store.close()
  }
}
