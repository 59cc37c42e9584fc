import { UsageError } from '../base/errors'
import { parseFlags } from '../settings/flags'
import { databaseIn } from '../storage/sqlite/data-directory'
import { damagedExitCode, miscountExitCode } from '../storage/sqlite/integrity'
import { checkDatabase } from '../storage/sqlite/integrity-check'
import { endWithParent, lowerPriority } from '../storage/sqlite/system/low-priority'
import { dataDirFlags, settingsForFiles } from './data-dir'
import { fitted } from './help'

export const checkHelp = fitted(`Usage: whereabouts check [--data-dir ./data]

Checks the database for damage, at the lowest priority: all of its pages, whether the indexes agree with the tables, and
whether the kept counts agree with the rows. The service may be running. The command changes nothing. The service itself
checks the pages and the counts at most once a day, and at a start when it was not stopped cleanly.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The database has no damage.
  1  The check failed; standard error has the reason.
  2  The usage is wrong.
  ${damagedExitCode}  The database is damaged; standard error has the first damage.
  ${miscountExitCode}  The kept counts differ from the rows; standard error has the first difference. The rows have no damage.`)

/** The service runs the command with the flags that the help does not name. */
const flags = { ...dataDirFlags, 'by-table': { type: 'boolean' }, parent: { type: 'string' } } as const

/** Checks the database of a data directory. Returns the exit code. */
export async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  const { 'by-table': isByTable = false, parent, ...given } = values
  if (positionals.length > 0) throw new UsageError(`Unknown argument ${positionals[0]}.`)
  if (parent !== undefined) endWithParent(Number(parent))
  lowerPriority()
  const path = databaseIn(settingsForFiles(given).dataDir)
  const onTable = (table: string, checked: number, total: number) =>
    console.log(`checked ${table} (${checked} of ${total})`)
  const { damage, miscount } = checkDatabase(path, isByTable ? onTable : undefined)
  if (damage === undefined && miscount === undefined) {
    console.log(`${path} has no damage.`)
    return 0
  }
  console.error(damage ?? miscount)
  return damage === undefined ? miscountExitCode : damagedExitCode
}
