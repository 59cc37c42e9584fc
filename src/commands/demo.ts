import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../errors'
import { randomHex } from '../secrets'
import { createLog } from '../log'
import { type Service, startService } from '../start'
import { parseFlagsOnly } from '../settings/flags'
import { readSettings } from '../settings/load'
import { systemClock } from '../time'
import type { AssetLocationItem } from '../tracking/schema'
import { signInTo } from './service-client'
import { openDemoWarehouse } from './demo-warehouse'
import { nextSignal, onSignal } from './signals'
import { fitted } from './help'

export const demoHelp = fitted(`Usage: whereabouts demo [--port 8080] [--mqtt-port 1883]

Starts the service with a temporary demo warehouse: locations, assets, and simulated readers that publish over MQTT.
Prints the sign-in for the console, an API key and a curl command, and shows the asset-locations report as it changes.
Ctrl-C stops the demo and deletes its data.

If a port is in use, the demo uses free ports.`)

const email = 'demo@example.org'

/** Runs the demo until a signal ends it. Returns the exit code. */
export async function demo(args: readonly string[]): Promise<number> {
  const values = parseFlagsOnly('demo', args, {
    port: { type: 'string', default: '8080' },
    'mqtt-port': { type: 'string', default: '1883' },
  })
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-demo-'))
  const password = randomHex(6)
  try {
    const service = await startOnAvailablePorts(directory, password, values.port, values['mqtt-port'])
    await show(service, password)
    return 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Starts the service on the given ports, or on free ports if one of them is in use. */
async function startOnAvailablePorts(
  directory: string,
  password: string,
  port: string,
  mqttPort: string,
): Promise<Service> {
  try {
    return await start(directory, password, port, mqttPort)
  } catch (error) {
    if (!(error instanceof StartError) || !error.message.includes('in use')) throw error
    console.log(`${error.message} Using free ports instead.`)
    return start(directory, password, '0', '0')
  }
}

function start(directory: string, password: string, port: string, mqttPort: string): Promise<Service> {
  const configuration = readSettings({
    args: ['--data-dir', directory, '--port', port, '--mqtt-port', mqttPort, '--host', '127.0.0.1'],
    env: {
      WHEREABOUTS_ADMIN_EMAIL: email,
      WHEREABOUTS_ADMIN_PASSWORD: password,
      WHEREABOUTS_ORG_NAME: 'Demo warehouse',
    },
    readFile: () => {
      throw new Error('No setting of the demo names a file.')
    },
  })
  const log = createLog({ level: 'warn', format: 'pretty' })
  return startService(configuration, log, systemClock, (err) => {
    log.fatal({ err }, 'exiting: the database files cannot be used')
    process.exit(70)
  })
}

async function show(service: Service, password: string): Promise<void> {
  const client = await signInTo(service.httpUrl, email, password)
  const scopes = ['assets:read', 'locations:read', 'tracking:read']
  const key = await client.post<ApiKey>('/internal/v1/api-keys', { name: 'Demo', scopes })
  const warehouse = await openDemoWarehouse(client, service.mqttUrl as string)
  const ending = nextSignal()
  console.log(introduction(service, password, key))

  const screen = createScreen(process.stdout)
  const timer = setInterval(() => {
    client
      .list<AssetLocationItem>('/api/v1/reports/asset-locations?sort=asset_external_key')
      .then((rows) => screen.draw(rows))
      .catch((error: unknown) => console.error((error as Error).message))
  }, 1000)
  await ending
  // One Ctrl-C can send two signals, from the terminal and from the parent process. The second must not prevent the
  // deletion of the data directory.
  onSignal(() => {})
  clearInterval(timer)
  await warehouse.stop()
  await service.stop()
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

Request the report:

  TOKEN=$(curl -s ${httpUrl}/api/v1/oauth/token -H 'Content-Type: application/json' \\
    -d '{"grant_type":"client_credentials","client_id":"${key.client_id}","client_secret":"${key.client_secret}"}' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s ${httpUrl}/api/v1/reports/asset-locations -H "Authorization: Bearer $TOKEN"

Asset locations (press Ctrl-C to stop):
`

/** Shows the report. On a terminal it redraws the report in place; otherwise it prints a line for each move. */
function createScreen(stdout: NodeJS.WriteStream) {
  let known = new Map<number, AssetLocationItem>()
  let height = 0

  const line = (row: AssetLocationItem, hasMoved: boolean): string => {
    const seconds = Math.max(0, Math.round((Date.now() - Date.parse(row.asset_last_seen)) / 1000))
    const mark = hasMoved ? '→' : ' '
    return `  ${row.asset_external_key}  ${mark} ${(row.location_external_key ?? '').padEnd(10)} seen ${seconds} s ago`
  }

  function drawMoves(rows: readonly AssetLocationItem[]): void {
    for (const row of rows) {
      const before = known.get(row.asset_id)?.location_external_key
      if (before === row.location_external_key) continue
      stdout.write(`  ${row.asset_external_key}  ${before ?? '(new)'} → ${row.location_external_key}\n`)
    }
  }

  return {
    draw(rows: readonly AssetLocationItem[]): void {
      const hasMoved = (row: AssetLocationItem) =>
        known.get(row.asset_id)?.location_external_key !== row.location_external_key
      if (stdout.isTTY) {
        const up = height > 0 ? `\x1b[${height}A` : ''
        stdout.write(up + rows.map((row) => `\x1b[2K${line(row, hasMoved(row))}\n`).join(''))
        height = rows.length
      } else drawMoves(rows)
      known = new Map(rows.map((row) => [row.asset_id, row]))
    },
  }
}
