import { version } from '../../package.json'
import { examine } from '../installation/doctor/examine'
import type { Finding } from '../installation/doctor/finding'
import { doctorMessages } from '../installation/doctor/messages'
import { parseFlagsOnly } from '../settings/flags'
import { configKey, flagOf, settingKeys } from '../settings/table'
import { lowerPriority } from '../storage/sqlite/system/low-priority'
import { settingsAsOwner } from './data-dir'
import { fitted } from './help'

export const doctorHelp = fitted(`Usage: whereabouts doctor [--json] [flags of serve]

Examines the installation and prints what to do about each problem: the data directory and its permissions, the database and
its kept counts, the free space and its trend, the clock, the ports, the certificate, the newest backup and the external broker.
The service may be running or stopped. The command changes nothing. The check of a large database takes some minutes, at low
priority.

The settings come from the flags, variables and TOML file of serve. Run the command as the user of the service or
root.

  --json  Prints the results as JSON: check, state (ok, warning or problem), summary and advice.

Exit codes:
  0  There is no problem. There may be warnings.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.
  3  There is at least one problem.`)

const flags = {
  ...Object.fromEntries(
    [configKey, ...settingKeys].map((key) => [flagOf(key).slice(2), { type: 'string' } as const]),
  ),
  json: { type: 'boolean' },
} as const

const marks = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' } as const

export async function doctor(args: readonly string[]): Promise<number> {
  const { json = false, ...given } = parseFlagsOnly('doctor', args, flags)
  const settings = settingsAsOwner(given)
  lowerPriority()
  const findings: Finding[] = []
  for await (const finding of examine(
    settings,
    doctorMessages('doctor.version', { version, bun: Bun.version }),
  )) {
    findings.push(finding)
    if (!json) print(finding)
  }
  if (json) console.log(JSON.stringify(findings, null, 2))
  return findings.some(({ state }) => state === 'problem') ? 3 : 0
}

function print({ check, state, summary, advice }: Finding): void {
  console.log(`${marks[state]} ${check.padEnd(16)} ${summary}`)
  if (advice !== null) console.log(`${' '.repeat(26)}${advice}`)
}
