import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { freePort } from '../../../scripts/free-port'
import { version } from '../../../package.json'
import { buildPackage } from '../../../scripts/release/debian'
import { type Client, clientOf, type Credential, mintKey, signIn } from '../../support/client'
import {
  administrator,
  executable,
  newDataDir,
  type Program,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { newReader, postReads, type Reader, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/**
 * The disk of a machine is lost: the package is installed on an empty Debian, and the encrypted backup at the target is all that is
 * left. `bun run verify --long packages` runs it. debootstrap downloads Debian, unless TEST_EMPTY_ROOT names its directory.
 */

setDefaultTimeout(600_000)

const given = Bun.env['TEST_EMPTY_ROOT']
const mayRun =
  Bun.env['TEST_PACKAGES'] !== undefined &&
  process.getuid?.() === 0 &&
  Bun.which('dpkg-deb') !== null &&
  (given !== undefined || Bun.which('debootstrap') !== null)
const suffix = mayRun ? '' : ' (skipped: it takes TEST_PACKAGES, root and debootstrap)'

const passphrase = 'a long passphrase'
const scratch = newDataDir()
const root = join(scratch, 'root')
const place = join(scratch, 'place')
let service: Bun.Subprocess | undefined

afterAll(async () => {
  service?.kill('SIGKILL')
  await service?.exited
  await stopPrograms()
  rmSync(scratch, { recursive: true, force: true })
}, 60_000)

/** What the lost machine had. */
interface Lost {
  readonly credential: Credential
  readonly reader: Reader
  readonly assetId: number
  readonly history: unknown
}

async function loseMachine(): Promise<Lost> {
  const program = await startProgram({
    env: {
      WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *',
      WHEREABOUTS_BACKUP_TO: place,
      WHEREABOUTS_BACKUP_PASSPHRASE: passphrase,
    },
  })
  const session = await signIn(program)
  const credential = await mintKey(session)
  const halls = [
    await newLocation(session, { name: 'Hall 1' }),
    await newLocation(session, { name: 'Hall 2' }),
  ]
  const reader = await newReader(
    session,
    'GATE',
    halls.map(({ id }) => id),
  )
  const { id: assetId } = await newTagged(session, 'E2001')
  for (const [antenna, ago] of [
    [1, 900],
    [2, 60],
  ] as const)
    await postReads(program, reader, [{ value: 'E2001', antenna, rssi: -50, observed_at: secondsAgo(ago) }])
  const history = (await session.get(`/api/v1/assets/${assetId}/history`)).body
  const path = '/internal/v1/scheduled-backups'
  await until(async () => (await session.post(path)).status === 202, 'a backup begins')
  await until(async () => (await session.get(path)).body.data.last !== null, 'a backup was made')
  await program.stop()
  rmSync(program.dataDir, { recursive: true })
  return { credential, reader, assetId, history }
}

const asService = ['setpriv', '--reuid', 'whereabouts', '--regid', 'whereabouts', '--init-groups', 'env']

/** The executable needs /proc and /dev. The mounts end with the command. */
const enter = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"`
const entered = (...command: string[]): string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  enter,
  root,
  ...command,
]

function inRoot(...command: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(entered(...command))
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

const restore = (source: string) =>
  inRoot(
    ...asService,
    `WHEREABOUTS_BACKUP_PASSPHRASE=${passphrase}`,
    '/usr/bin/whereabouts',
    'restore',
    source,
    '--data-dir',
    '/var/lib/whereabouts',
  )

describe.skipIf(!mayRun)(`on an empty Debian${suffix}`, () => {
  let lost: Lost
  let program: Pick<Program, 'http'>
  let mqtt: string

  beforeAll(async () => {
    mkdirSync(place)
    lost = await loseMachine()
    if (given === undefined) {
      const made = Bun.spawnSync(['debootstrap', '--variant=minbase', '--include=adduser', 'stable', root])
      if (!made.success) throw new Error(made.stdout.toString().slice(-2000))
    } else if (!Bun.spawnSync(['cp', '-a', given, root]).success) throw new Error(`${given} was not copied.`)
    const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
    const common = { executable, architecture, epoch: 1_700_000_000, notices: 'Licenses.\n', level: 1 }
    const path = await buildPackage({ ...common, version, out: scratch })
    cpSync(path, join(root, 'whereabouts.deb'))
    mkdirSync(join(root, 'mnt/target'))
    for (const name of readdirSync(place)) cpSync(join(place, name), join(root, 'mnt/target', name))
    expect(inRoot('chmod', '-R', 'a+rX', '/mnt/target').code).toBe(0)
    const installed = inRoot('dpkg', '-i', '/whereabouts.deb')
    expect({ code: installed.code, stderr: installed.code === 0 ? '' : installed.stderr }).toEqual({
      code: 0,
      stderr: '',
    })
  })

  const reason = /^[^\n]+ cannot be restored: it is truncated or altered \([^\n]+\)\.\n$/
  test('a truncated or an altered backup is refused with the reason, and changes nothing', () => {
    const [name = ''] = readdirSync(place)
    const bytes = readFileSync(join(place, name))
    const copy = join(root, 'mnt', name)
    const expectRefused = () => {
      expect(inRoot('chmod', 'a+r', `/mnt/${name}`).code).toBe(0)
      const { code, stderr } = restore(`/mnt/${name}`)
      expect([code, stderr]).toEqual([1, expect.stringMatching(reason)])
      expect(readdirSync(join(root, 'var/lib/whereabouts'))).not.toContain('whereabouts.db')
    }
    writeFileSync(copy, bytes)
    truncateSync(copy, Math.floor(bytes.length / 2))
    expectRefused()
    const altered = Buffer.from(bytes)
    altered[Math.floor(bytes.length / 2)] = (altered[Math.floor(bytes.length / 2)] as number) ^ 1
    writeFileSync(copy, altered)
    expectRefused()
    rmSync(copy)
  })

  test('the restore needs only the target and the passphrase; the service then starts', async () => {
    const { code, stdout, stderr } = restore('/mnt/target')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('is valid')
    const [port, mqttPort] = [await freePort(), await freePort()]
    const settings = ['WHEREABOUTS_CONFIG=/etc/whereabouts/whereabouts.toml', `WHEREABOUTS_PORT=${port}`]
    const more = [`WHEREABOUTS_MQTT_PORT=${mqttPort}`, 'WHEREABOUTS_HOST=127.0.0.1']
    service = Bun.spawn(entered(...asService, ...settings, ...more, '/usr/bin/whereabouts', 'serve'), {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    program = { http: `http://127.0.0.1:${port}` }
    mqtt = `mqtt://127.0.0.1:${mqttPort}`
    await until(
      () =>
        fetch(`${program.http}/healthz`).then(
          (response) => response.ok,
          () => false,
        ),
      'the service starts',
    )
  })

  test('sign-in, API key, history and the sign-in of the reader work as before', async () => {
    expect((await signIn(program, { ...administrator })).token).toBeString()
    const { client_id, client_secret } = lost.credential
    const grant = { grant_type: 'client_credentials', client_id, client_secret }
    const granted = await clientOf(program.http).post('/api/v1/oauth/token', grant)
    expect(granted.status).toBe(200)
    const api: Client = clientOf(program.http, granted.body.access_token)
    const history = async () => (await api.get(`/api/v1/assets/${lost.assetId}/history`)).body
    expect((await history()).data.map(withoutDuration)).toEqual(
      (lost.history as { data: Event[] }).data.map(withoutDuration),
    )

    const { external_key: username, device_token: password, topic } = lost.reader
    const client = await connectAsync(mqtt, { username, password, reconnectPeriod: 0 })
    const read = { value: 'E2001', antenna: 1, rssi: -40 }
    for (let count = 0; count < 40; count++) {
      const observed_at = new Date(Date.now() - 4000 + count * 100).toISOString()
      await client.publishAsync(
        topic.replace('#', 'reads'),
        JSON.stringify({ reads: [{ ...read, observed_at }] }),
        { qos: 1 },
      )
    }
    await client.endAsync()
    await until(async () => (await history()).total_count === 3, 'the asset moves back to the first hall')
  })
})

type Event = Readonly<Record<string, unknown>>

/** The duration of the newest event may grow until now. */
const withoutDuration = ({ duration_seconds: _duration, ...event }: Event): Event => event
