import { readFileSync } from 'node:fs'
import { createLog } from '../log'
import { startService } from '../start'
import { readSettings } from '../settings/load'
import { systemClock } from '../time'
import { ignoreReload, nextSignal, onSignal } from './signals'

/** Runs until a signal ends it. Answers the exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const configuration = readSettings({
    args,
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  // Files of the data directory are this user's alone.
  process.umask(0o077)
  const { settings } = configuration
  const log = createLog({ level: settings.logLevel, format: settings.logFormat })
  ignoreReload(() => log.info('SIGHUP: there is nothing to reload; certificates are read when they change'))
  const service = await startService(configuration, log, systemClock, (err) => {
    log.fatal({ err }, 'the process ends: only a new start can tell what the disk holds')
    process.exit(70)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
  const ending = nextSignal()
  // Read by programs: these lines are always plain, and come when the service is ready.
  if (service.setupUrl) console.log(`setup  ${service.setupUrl}`)
  if (service.mqttUrl) console.log(`mqtt  listening on ${service.mqttUrl}`)
  if (service.mqttsUrl) console.log(`mqtt  listening on ${service.mqttsUrl}`)
  if (service.fingerprint) console.log(`tls  authority SHA-256 ${service.fingerprint}`)
  console.log(`http  listening on ${service.httpUrl}`)

  const signal = await ending
  log.info({ signal }, 'stopping')
  // Whoever signals again does not want to wait.
  onSignal(() => process.exit(1))
  await service.stop()
  return 0
}
