import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../scripts/free-port'
import { apiClient, type Client, signIn } from '../../support/client'
import {
  assetOf,
  historiesOf,
  type Known,
  knownTo,
  latenessOf,
  storedCounts,
  storedHistories,
  storedReadCounts,
} from '../../support/expected-history'
import {
  hasMosquitto,
  type Mosquitto,
  mosquittoSuffix,
  type Network,
  openNetwork,
  startMosquitto,
  stopMosquittos,
} from '../../support/mosquitto'
import {
  newDataDir,
  type Program,
  type ProgramOptions,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { type LoggedRead, readsIn, simulate, simulateFlags, stopSimulations } from '../../support/simulated'
import { until } from '../../support/until'
import { watchOver } from '../../support/watch'
import { seed } from '../../support/seed'

/**
 * Twenty readers send without pause, ten to the built-in broker and ten to an external one, while the service is killed,
 * the external broker is restarted and the disk fills up. Every read that was acknowledged must be in the history.
 */

const seconds = Number(Bun.env['TEST_CHAOS_SECONDS'] ?? 12)
const kills = Math.max(3, Math.round(seconds / 12))
const restarts = 2

/** A separate small disk. Mounting it needs root. */
const disk = newDataDir()
const isMounted =
  process.getuid?.() === 0 &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk]).exitCode === 0
const diskSuffix = isMounted ? '' : ' (skipped: a tmpfs cannot be mounted here)'
const logs = newDataDir()
let network: Network | undefined
const mishaps: Promise<void>[] = []
const over = new AbortController()

afterAll(async () => {
  over.abort()
  await Promise.allSettled(mishaps)
  await stopSimulations()
  await stopPrograms().catch(() => {})
  network?.close()
  await stopMosquittos()
  if (isMounted) Bun.spawnSync(['umount', disk])
  for (const directory of [disk, logs]) rmSync(directory, { recursive: true })
}, 20_000)

/** Readers that share assets: nine vendors' readers that send times, and one that does not. */
interface Group {
  readonly prefix: string
  readonly isOutside: boolean
  readonly hasTimes: boolean
  /** Seconds, of all its readers. */
  readonly presenceTimeout: number
  readonly flags: string
}

const timed = '--readers 9 --vendor mixed --tags 2000 --moving 100% --rate 3000'
const untimed = '--readers 1 --tags 20 --rate 100'
/** The external broker keeps the readers' order, so that no read is late there and a history may be closed soon. */
const inner = { isOutside: false, presenceTimeout: 300 }
const outer = { isOutside: true, presenceTimeout: 30 }
const groups: readonly Group[] = [
  { ...inner, prefix: 'inner', hasTimes: true, flags: timed },
  { ...inner, prefix: 'innernow', hasTimes: false, flags: `${untimed} --vendor aprbrother_v4` },
  { ...outer, prefix: 'outer', hasTimes: true, flags: timed },
  { ...outer, prefix: 'outernow', hasTimes: false, flags: `${untimed} --vendor openmqttgateway` },
]
/** The output of a simulation while and after it registers its readers. */
type Part = 'first' | 'main'

const logOf = ({ prefix }: Group, part: Part) => join(logs, `${prefix}-${part}.ndjson`)
const readsOf = (group: Group): LoggedRead[] => [
  ...readsIn(logOf(group, 'first')),
  ...readsIn(logOf(group, 'main')),
]

test.skipIf(!isMounted || !hasMosquitto)(
  `every read that was acknowledged is in the history exactly once, whatever happens${diskSuffix}${mosquittoSuffix}`,
  async () => {
    console.log(`TEST_SEED=${seed} TEST_CHAOS_SECONDS=${seconds}, ${kills} kills`)
    const random = randomOf(seed)
    const broker = await startMosquitto(quietAndFast)
    const service = await openService(broker)
    await register(service, broker)
    const watch = watchOver(service)

    const sending = groups.map((group) => send(group, service, broker, 'main', `--duration ${seconds}`))
    await Promise.race([Promise.all(groups.map(hasSent)), ...sending, watch.failed])
    mishaps.push(
      atRandom(random, kills, () => service.killAndStart(random())),
      atRandom(random, restarts, () => restart(broker)),
      atRandom(random, 1, () => fillDisk(service)),
    )
    await Promise.race([Promise.all([...mishaps, ...sending]), watch.failed])
    await drained(service, broker)
    const known = await knownTo(await signIn(service.program()))
    console.log(await watch.stop())
    expect(await service.program().stop()).toBe(0)
    for (const group of groups) expectExactlyOnce(group, known, service.dataDir)
  },
  (seconds * 3 + 240) * 1000,
)

interface Service {
  readonly dataDir: string
  readonly api: Client
  readonly base: string
  readonly program: () => Program
  /** Undefined while the service is not running. */
  readonly pid: () => number | undefined
  /**
   * Acknowledgements of the last moment, of 0 to 1 s, do not reach the readers of the built-in broker. These reads are
   * stored and sent again.
   */
  killAndStart(moment: number): Promise<void>
}

/** On the small disk, always at the same addresses; readers come to its broker over a network. */
async function openService(broker: Mosquitto): Promise<Service> {
  const dataDir = mkdtempSync(join(disk, 'data-'))
  const mqttPort = await freePort()
  const options = {
    dataDir,
    env: {
      WHEREABOUTS_PORT: String(await freePort()),
      WHEREABOUTS_MQTT_PORT: String(mqttPort),
      WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    },
  }
  network = await openNetwork(mqttPort)
  let program = await startProgram(options)
  let isThere = true
  return {
    dataDir,
    api: await apiClient(program, await signIn(program)),
    base: program.http,
    program: () => program,
    pid: () => (isThere ? program.process.pid : undefined),
    async killAndStart(moment) {
      network?.swallow()
      await Bun.sleep(100 + 200 * moment)
      isThere = false
      await program.kill()
      network?.heal()
      program = await startedAgain(options)
      isThere = true
    },
  }
}

/** As a service manager does it: on a full disk, which other programs write to, it may take some attempts. */
async function startedAgain(options: ProgramOptions): Promise<Program> {
  for (;;) {
    try {
      return await startProgram(options)
    } catch (error) {
      if (over.signal.aborted || !String(error).includes('the disk is full')) throw error
      await Bun.sleep(200)
    }
  }
}

/** The other options, saving each change and logging each packet, are too slow for this load. */
const quietAndFast = [
  'allow_anonymous true',
  'autosave_on_changes false',
  'autosave_interval 0',
  'max_inflight_messages 1000',
  'log_type none',
  'log_type error',
  'log_type subscribe',
]

function send(
  group: Group,
  { program }: Service,
  broker: Mosquitto,
  part: Part,
  extra: string,
): Promise<void> {
  const port = group.isOutside && part === 'main' ? broker.port : network?.port
  const own = `--prefix ${group.prefix} --seed ${seed} --log ${logOf(group, part)} --give-up-after 120`
  return simulate(simulateFlags(program(), `${group.flags} ${own} ${extra}`, `mqtt://127.0.0.1:${port}`))
}

interface ReaderRow {
  readonly id: number
  readonly external_key: string
  readonly topic: string
}

const readersOf = async (session: Client): Promise<readonly ReaderRow[]> =>
  (await session.get('/internal/v1/readers?limit=200')).body.data

/** Over the built-in broker: the external one would lose what comes before the service has subscribed. */
async function register(service: Service, broker: Mosquitto): Promise<void> {
  for (const group of groups) await send(group, service, broker, 'first', '--count 18')
  const session = await signIn(service.program())
  for (const { id, external_key, topic } of await readersOf(session)) {
    const group = groups.find(({ prefix }) => external_key.startsWith(`${prefix}-`)) as Group
    const timeout = { presence_timeout_seconds: group.presenceTimeout }
    expect((await session.patch(`/internal/v1/readers/${id}`, timeout)).status).toBe(200)
    while (!broker.log().includes(` ${topic}\n`)) await Bun.sleep(20)
  }
}

/** Runs the work `count` times in sequence, at times that the seed determines. */
async function atRandom(random: () => number, times: number, act: () => Promise<void>): Promise<void> {
  const start = performance.now()
  const moments = Array.from({ length: times }, () => (0.05 + 0.9 * random()) * seconds * 1000)
  for (const moment of moments.toSorted((a, b) => a - b)) {
    const wait = Math.max(0, start + moment - performance.now())
    await sleep(wait, undefined, { signal: over.signal }).catch(() => {})
    if (over.signal.aborted) return
    await act()
  }
}

/** Waits until reads of the group are acknowledged. Before that, the simulation needs the service for its set-up. */
const hasSent = (group: Group): Promise<void> =>
  until(() => Bun.file(logOf(group, 'main')).size > 0, `the first read of ${group.prefix}`, 60)

async function restart(broker: Mosquitto): Promise<void> {
  await broker.stop()
  await broker.start()
}

/** Waits until the service reports it, and two seconds longer. */
async function fillDisk({ base }: Service): Promise<void> {
  const filler = join(disk, 'filler')
  const isFull = async () => {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined)
    return (await ready?.text())?.includes('The disk is full')
  }
  const takeAll = ['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k', 'oflag=append', 'conv=notrunc']
  do await Bun.spawn(takeAll, { stderr: 'ignore' }).exited
  while (!over.signal.aborted && !(await isFull()))
  await Bun.sleep(2000)
  rmSync(filler)
}

/** The external broker delivers all queued messages before this malformed message. */
async function drained(service: Service, broker: Mosquitto): Promise<void> {
  const client = await broker.connect()
  const readers = await readersOf(await signIn(service.program()))
  const { topic } = readers.find(({ external_key }) => external_key === 'outer-1') as ReaderRow
  await client.publishAsync(topic.replace('#', 'reads'), 'the end', { qos: 1 })
  const end = 'whereabouts_ingest_messages_total{result="malformed"} 1'
  while (!(await (await fetch(`${service.base}/metrics`)).text()).includes(end)) await Bun.sleep(100)
}

function expectExactlyOnce(group: Group, known: Known, dataDir: string): void {
  const reads = readsOf(group)
  const stored = storedCounts(dataDir)
  const readers = [...Map.groupBy(reads, ({ reader }) => reader)].map(([key, { length: logged }]) => {
    const { applied = 0, duplicate = 0, ...others } = stored.get(known.readers.get(key)?.id as number) ?? {}
    return { key, logged, applied, duplicate, others: Object.keys(others) }
  })
  const applied = sum(readers.map((reader) => reader.applied))
  const again = applied + sum(readers.map(({ duplicate }) => duplicate)) - reads.length
  const late = latenessOf(known, reads).toFixed(1)
  console.log(
    `${group.prefix}: ${reads.length} reads acknowledged, ${again} came again, up to ${late} s late`,
  )

  expect(readers.filter(({ others }) => others.length > 0)).toEqual([])
  if (!group.hasTimes) return expectAllCounted(known, reads, applied, storedReadCounts(dataDir))
  expect(readers.filter((reader) => reader.applied !== reader.logged)).toEqual([])
  expect(again).toBeGreaterThan(0)
  // Later than this, and the history depends on the order of arrival.
  expect(latenessOf(known, reads)).toBeLessThan(group.presenceTimeout)
  const histories = storedHistories(dataDir)
  const wrong = [...historiesOf(known, reads)].flatMap(([asset, expected]) => {
    const found = histories.get(asset)
    return Bun.deepEquals(expected, found) ? [] : [{ asset, expected, found }]
  })
  expect({ wrong: wrong.length, first: wrong[0] }).toEqual({ wrong: 0, first: undefined })
}

/** A read without a time cannot be recognized when it comes again; but every read that was accepted must be counted. */
function expectAllCounted(
  known: Known,
  reads: readonly LoggedRead[],
  applied: number,
  stored: ReadonlyMap<number, number>,
): void {
  const assets = [...Map.groupBy(reads, (read) => assetOf(known, read))].map(
    ([asset, { length: logged }]) => ({
      asset,
      logged,
      found: stored.get(asset) ?? 0,
    }),
  )
  expect(assets.filter(({ logged, found }) => found < logged)).toEqual([])
  expect(sum(assets.map(({ found }) => found))).toBe(applied)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator). */
function randomOf(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
