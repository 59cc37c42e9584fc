import { createServer } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventView } from '../../events/event-log/schema'
import { StartError } from '../../base/errors'
import { randomHex } from '../../base/secrets'
import { networkFileSystemOf } from '../../storage/sqlite/system/file-system'
import { createLog } from '../../base/log'
import { type Service, startService } from '../../app/start'
import { parseFlagsOnly } from '../../settings/flags'
import { readSettings } from '../../settings/load'
import { systemClock } from '../../base/time'
import { fitted } from '../help'
import { type ServiceClient, signInTo } from '../service-client'
import { defaultDevice } from '../simulate/llrp/device'
import { SimulatedLlrpReader } from '../simulate/llrp/reader'
import { ZplPrinter } from '../simulate/zpl/printer'
import { type DemoLlrp, openDemoWarehouse } from './warehouse'
import { nextSignal, onSignal } from '../signals'

export const demoHelp = fitted(`Usage: whereabouts demo [--port 8080] [--mqtt-port 1883]

Starts the service with a temporary demo warehouse: 1,300 assets with a day of history, and simulated readers that publish over MQTT
or speak LLRP. Some assets are lost, and two readers have a problem. A simulated printer prints RFID labels, which an encode station checks.
Prints the sign-in for the console, an API key, what to try, and each move.
Ctrl-C stops the demo and deletes its data.

If a port is in use, the demo uses a free port instead.`)

const email = 'demo@example.org'
const address = '127.0.0.1'

/** Runs the demo until a signal ends it. Returns the exit code. */
export async function demo(args: readonly string[]): Promise<number> {
  const values = parseFlagsOnly('demo', args, {
    port: { type: 'string', default: '8080' },
    'mqtt-port': { type: 'string', default: '1883' },
  })
  const network = networkFileSystemOf(tmpdir())
  if (network !== undefined)
    throw new StartError(
      `The temporary directory ${tmpdir()} is on a network file system (${network}). Set TMPDIR to a directory of a local disk.`,
    )
  const ended = new AbortController()
  // From the beginning, so that a signal during the start leaves no directory.
  const ending = nextSignal(true).then(() => {
    ended.abort()
    // One Ctrl-C can send two signals, from the terminal and from the parent process. The second must not prevent the
    // deletion of the data directory.
    onSignal(() => {})
  })
  const ports = [
    await availablePort('HTTP', values.port, '--port'),
    await availablePort('MQTT', values['mqtt-port'], '--mqtt-port'),
  ] as const
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-demo-'))
  try {
    console.log('Starting the service')
    const password = randomHex(6)
    const llrp = await openLlrpReader()
    const printer = await ZplPrinter.start({ host: address })
    const devices = [llrp.address, `${address}:${printer.port}`]
    const service = await start(directory, password, devices, ports)
    try {
      await show(service, password, { llrp, printer }, { ending, ended: ended.signal })
    } finally {
      await service.stop()
      await Promise.all([llrp.reader.close(), printer.off()])
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return 0
}

/** Returns the port, or 0 for a free one when another process uses it. */
async function availablePort(what: string, port: string, flag: string): Promise<string> {
  const isNumber = /^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536
  if (!isNumber || (await isFree(Number(port)))) return port
  console.log(
    `The ${what} port ${port} is in use, so the demo uses a free port. ${flag} chooses another one.`,
  )
  return '0'
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    // Other errors, such as a port that this user may not use, are reported by the start.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, address, () => server.close(() => resolve(true)))
  })

/** Starts the reader to which the service connects. */
async function openLlrpReader(): Promise<DemoLlrp> {
  const reader = new SimulatedLlrpReader({ ...defaultDevice, antennas: 2 })
  return { reader, address: `${address}:${await reader.listen(0, address)}` }
}

function start(
  directory: string,
  password: string,
  devices: readonly string[],
  [port, mqttPort]: readonly [string, string],
): Promise<Service> {
  const configuration = readSettings({
    args: ['--data-dir', directory, '--port', port, '--mqtt-port', mqttPort, '--host', address],
    env: {
      WHEREABOUTS_ADMIN_EMAIL: email,
      WHEREABOUTS_ADMIN_PASSWORD: password,
      WHEREABOUTS_ORG_NAME: 'Demo warehouse',
      // The service connects to the simulated devices, and to nothing else of this machine.
      WHEREABOUTS_WEBHOOK_ALLOW: devices.join(','),
    },
    readFile: () => {
      throw new Error('No setting of the demo names a file.')
    },
  })
  const log = createLog({ level: 'error', format: 'pretty' })
  return startService(configuration, log, systemClock, (err) => {
    log.fatal({ err }, 'exiting: the database files cannot be used')
    process.exit(70)
  })
}

async function show(
  service: Service,
  password: string,
  devices: { readonly llrp: DemoLlrp; readonly printer: ZplPrinter },
  { ending, ended }: { readonly ending: Promise<void>; readonly ended: AbortSignal },
): Promise<void> {
  const client = await signInTo(service.httpUrl, email, password)
  const scopes = ['assets:read', 'locations:read', 'tracking:read']
  const key = await client.post<ApiKey>('/internal/v1/api-keys', { name: 'Demo', scopes })
  const urls = { httpUrl: service.httpUrl, mqttUrl: service.mqttUrl as string }
  const warehouse = await openDemoWarehouse(
    client,
    { ...urls, ...devices },
    (step) => console.log(step),
    ended,
  )
  console.log(introduction(service, password, key))
  const stopMoves = printMoves(client)
  await ending
  stopMoves()
  await warehouse.stop()
}

interface ApiKey {
  readonly client_id: string
  readonly client_secret: string
}

const introduction = ({ httpUrl, mqttUrl }: Service, password: string, key: ApiKey): string => `
Whereabouts is running with a demo warehouse.

  Console   ${httpUrl}/console/
  Sign-in   ${email} / ${password}
  API       ${httpUrl}/api/v1   (reference: ${httpUrl}/docs)
  MQTT      ${mqttUrl}
  API key   ${key.client_id}
            ${key.client_secret}

Try this in the console:

  1. Where        Drag the time slider back: the plan shows where everything was during the last day.
  2. Search       Press Ctrl-K and type "drill 2": each asset has a place, an age and a history.
  3. Assets       Sort by "Last seen": 50 assets were last read hours ago, and 30 were never read.
  4. Readers      "Returns area reader" sends another format than the one that is set. One button mends it.
                  "Cold area reader" sends nothing any more. It is shown as silent after five minutes.
                  "Outbound reader" speaks LLRP: the service connects to it.
  5. Assets       Below "Unknown tags", five tags belong to no asset yet. Assign one.
  6. An asset     Open "Blue pallet 1": it has photos, and values in fields that the demo has defined.
  7. Telemetry    Open "Thermo box 4": its tag sends the temperature, which is too high. "Thermo box 2" has a low battery.
  8. Labels       Open the print job that is not done: at its encode station, one label after another becomes live.
                  "Packing printer" also prints yours, and the station "Encode station" takes any job.

Request the report:

  TOKEN=$(curl -s ${httpUrl}/api/v1/oauth/token -H 'Content-Type: application/json' \\
    -d '{"grant_type":"client_credentials","client_id":"${key.client_id}","client_secret":"${key.client_secret}"}' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s ${httpUrl}/api/v1/reports/asset-locations -H "Authorization: Bearer $TOKEN"

Moves (press Ctrl-C to stop):
`

interface Events {
  readonly data: readonly EventView[]
  readonly next_after: number
  readonly newest_sequence: number
}

/** Prints a line for each move from now on, until the returned function is called. */
function printMoves(client: ServiceClient): () => void {
  let after: number | undefined
  async function poll(): Promise<void> {
    const path = after === undefined ? '?limit=1' : `?type=asset.moved&limit=200&after=${after}`
    const { body } = await client.get<Events>(`/api/v1/events${path}`)
    if (after !== undefined) for (const event of body.data) console.log(lineOf(event))
    after = after === undefined ? body.newest_sequence : body.next_after
  }
  const timer = setInterval(() => {
    poll().catch((error: unknown) => console.error((error as Error).message))
  }, 1000)
  return () => clearInterval(timer)
}

const lineOf = ({ occurred_at: at, asset_external_key: asset, location_external_key: location }: EventView) =>
  `  ${new Date(at).toLocaleTimeString('en-GB')}  ${asset} → ${location}`
