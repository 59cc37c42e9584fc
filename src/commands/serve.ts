import { readFileSync } from 'node:fs'
import { StartError } from '../base/errors'
import { createLog } from '../base/log'
import { startService } from '../app/start'
import { settingsHelp } from '../settings/help'
import { readSettings } from '../settings/load'
import { continueAsOwner } from '../storage/sqlite/data-directory'
import { systemClock } from '../base/time'
import { fitted } from './help'
import { onOtherMachines } from './local-url'
import { connectServiceManager } from './service-manager'
import { ignoreReload, nextSignal, onSignal } from './signals'

export const serveHelp = (): string =>
  fitted(`Usage: whereabouts serve [flags]

Each setting is a flag, an environment variable and a key of the TOML file (--config), in this order of precedence.
The variable of --data-dir is WHEREABOUTS_DATA_DIR, and its key is data_dir; the others follow the same rule.
A variable with _FILE appended names a file that contains the value.

${settingsHelp()}`)

/** Runs the service until a signal ends it. Returns the exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const configuration = readSettings({
    args,
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  const { settings } = configuration
  const log = createLog({ level: settings.logLevel, format: settings.logFormat })
  continueAsOwner(settings.dataDir)
  ignoreReload(() =>
    log.info(
      'SIGHUP ignored: the service reloads certificates when they change, and has no other files to reload',
    ),
  )
  const manager = connectServiceManager(process.env, (err) =>
    log.warn({ err }, 'the service manager does not get the state of the service'),
  )
  const service = await startService(configuration, log, systemClock, (err) => {
    if (err instanceof StartError) {
      log.fatal(`exiting: ${err.message}`)
      process.exit(1)
    }
    log.fatal({ err }, 'exiting: the service must restart to read the database files again')
    process.exit(70)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
  const ending = nextSignal()
  // Scripts parse these lines. They are always plain text, and are printed when the service is ready.
  if (service.setupUrl) console.log(`setup  ${service.setupUrl}`)
  if (service.mqttUrl) console.log(`mqtt  listening on ${service.mqttUrl}`)
  if (service.mqttsUrl) console.log(`mqtt  listening on ${service.mqttsUrl}`)
  if (service.fingerprint) console.log(`tls  CA SHA-256 ${service.fingerprint}`)
  console.log(`http  listening on ${service.httpUrl}`)
  if (service.setupUrl)
    for (const url of onOtherMachines(service.setupUrl, settings)) console.log(`network  ${url}`)
  manager.ready(`listening on ${service.httpUrl}`)

  const signal = await ending
  log.info({ signal }, 'stopping')
  manager.stopping()
  // A second signal ends the process immediately.
  onSignal(() => process.exit(1))
  await service.stop()
  return 0
}
