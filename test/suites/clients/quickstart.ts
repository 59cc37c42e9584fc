import { allScopes, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { type Program, startProgram } from '../../support/program'
import { scan, secondsAgo } from '../../support/scans'

/** The quickstart that the program of each generated client carries out, against the executable. */

/** The rfid tag of the asset that every program creates. */
const tagValue = 'E28011600001'

/** The output of every program. After `scan` it waits for a line, while the asset is scanned at its location. */
export const transcript = [
  'token Bearer 900',
  'location DOCK-1 null',
  `asset PALLET-1 {"color":"blue"} rfid:${tagValue},ble:AC233F5E1A02,barcode:4006381333931`,
  `name Pallet 2 {"color":"blue"} rfid:${tagValue},ble:AC233F5E1A02,barcode:4006381333931`,
  'metadata Pallet 2 {"color":"red"}',
  'cleared {}',
  'tag rfid:E28011600002',
  'renamed PALLET-2 0',
  `listed 1 rfid:${tagValue},ble:AC233F5E1A02,barcode:4006381333931,rfid:E28011600002`,
  'scan',
  'report PALLET-2 DOCK-1',
  'history DOCK-1 null true',
  'deleted 404 not_found',
]

export interface Service {
  readonly program: Pick<Program, 'http'>
  readonly session: Client
  readonly key: Credential
}

export async function startService(): Promise<Service> {
  const program = await startProgram()
  const session = await signIn(program)
  return { program, session, key: await mintKey(session, allScopes) }
}

/** Runs a program to its end, and returns its output and its errors. Each program deletes the records that it creates. */
export async function quickstartOf(
  service: Service,
  command: readonly string[],
  cwd: string,
): Promise<string[]> {
  const { program, session, key } = service
  const process = Bun.spawn([...command], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...Bun.env,
      API_URL: program.http,
      CLIENT_ID: key.client_id,
      CLIENT_SECRET: key.client_secret,
    },
  })
  const stderr = new Response(process.stderr).text()
  const decoder = new TextDecoder()
  let printed = ''
  let isScanned = false
  for await (const chunk of process.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    if (isScanned || !/^scan$/m.test(printed)) continue
    isScanned = true
    const docks = await session.get('/api/v1/locations?external_key=DOCK-1')
    await scan(session, docks.body.data[0].id, tagValue, secondsAgo(1))
    void process.stdin.write('\n')
    await process.stdin.end()
  }
  const exitCode = await process.exited
  const lines = printed.trim().split(/\r?\n/)
  return exitCode === 0 ? lines : [...lines, `ended with ${exitCode}: ${await stderr}`]
}
