import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultDevice } from '../src/commands/simulate/llrp/device'
import { SimulatedLlrpReader } from '../src/commands/simulate/llrp/reader'
import { Identities } from '../src/commands/simulate/tags'
import { call, sessionOf } from './client'
import { median, report } from './rows'
import { type BenchService, cpuSeconds, email, executable, password, startService } from './service'

/**
 * Measures sustained ingest over LLRP and over MQTT, in turns: the same number of readers, tags and reads in a message. The service
 * and the readers run on a core each. Compare the two of one run, because the absolute rates depend on the machine and its load. It
 * needs taskset.
 */

const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    tags: { type: 'string', default: '1000' },
    readers: { type: 'string', default: '4' },
    batch: { type: 'string', default: '5' },
  },
})
const [reads, tags, readers, batch] = [values.reads, values.tags, values.readers, values.batch].map(
  Number,
) as [number, number, number, number]
const antennas = 4
/** Reads that were sent and are not stored yet. A reader sends no more than its connection takes. */
const waitingMax = 10_000

interface Measured {
  readonly perSecond: number
  /** Microseconds of CPU of the service for each read. */
  readonly cpu: number
}

/** Publishes over MQTT with the simulation. With few reads, it only registers the assets and their tags. */
async function simulate({ http, mqtt }: BenchService, count: number): Promise<number> {
  const flags =
    `--server ${http} --url ${mqtt} --email ${email} --password ${password} --rate full --count ${count} ` +
    `--tags ${tags} --readers ${readers} --batch ${batch} --moving 0%`
  const simulator = Bun.spawn(['taskset', '-c', '1', executable, 'simulate', ...flags.split(' ')], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const summary = await new Response(simulator.stdout).text()
  const perSecond = /([\d,]+) reads\/s/.exec(summary)?.[1]
  if ((await simulator.exited) !== 0 || perSecond === undefined)
    throw new Error(`The simulation failed: ${summary}`)
  return Number(perSecond.replaceAll(',', ''))
}

async function overMqtt(): Promise<Measured> {
  await using service = await startService({ core: 0 })
  await simulate(service, 1000)
  const begun = cpuSeconds(service.pid)
  const perSecond = await simulate(service, reads)
  return { perSecond, cpu: ((cpuSeconds(service.pid) - begun) * 1e6) / reads }
}

/** A message of a reader whose times can be changed without encoding it again. */
class Message {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #times: number[] = []

  constructor(reader: SimulatedLlrpReader, read: readonly { epc: string; antenna: number }[]) {
    const marker = 0x0102_0304_0506_0708n
    this.#bytes = reader.encode(read.map((one) => ({ ...one, rssi: -55, at: Number(marker) })))
    this.#view = new DataView(this.#bytes.buffer)
    const sent = BigInt(Number(marker))
    for (let at = 0; at + 8 <= this.#bytes.length; at++)
      if (this.#view.getBigUint64(at) === sent) this.#times.push(at)
  }

  /** @param micros the time of the first read; each of the others is a microsecond later */
  at(micros: number): Uint8Array {
    // A report has the time at which a tag was seen first and last.
    for (const [index, at] of this.#times.entries())
      this.#view.setBigUint64(at, BigInt(micros + (index >> 1)))
    return this.#bytes
  }
}

interface Source {
  readonly reader: SimulatedLlrpReader
  readonly messages: readonly Message[]
}

/** Opens a reader at which every n-th tag is. */
async function openSource(http: string, token: string, number: number): Promise<Source> {
  const reader = new SimulatedLlrpReader({ ...defaultDevice, antennas })
  const port = await reader.listen(0, '127.0.0.1')
  const identities = new Identities('sim')
  const own = Array.from({ length: Math.floor(tags / readers) }, (_, index) => index * readers + number)
  const seen = own.map((tag, index) => ({ epc: identities.rfid(tag), antenna: 1 + (index % antennas) }))
  const messages = Array.from(
    { length: Math.floor(seen.length / batch) },
    (_, at) => new Message(reader, seen.slice(at * batch, (at + 1) * batch)),
  )
  const places: number[] = []
  for (let antenna = 1; antenna <= antennas; antenna++) {
    const place = { name: `LLRP ${number} ${antenna}`, external_key: `LLRP-${number}-${antenna}` }
    places.push(Number((await call(`${http}/api/v1/locations`, token, place)).data['id']))
  }
  await call(`${http}/internal/v1/readers`, token, {
    name: `LLRP ${number}`,
    kind: 'fixed',
    format: 'llrp',
    address: `127.0.0.1:${port}`,
    antennas: places.map((location_id, index) => ({ port: index + 1, location_id })),
  })
  while (!reader.isReading) await sleep(10)
  return { reader, messages }
}

/** Returns the number of reads that the service has applied. */
async function appliedIn(http: string): Promise<number> {
  const text = await (await fetch(`${http}/metrics`)).text()
  return Number(/^whereabouts_ingest_reads_total\{result="applied"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

async function overLlrp(): Promise<Measured> {
  await using service = await startService({
    core: 0,
    environment: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' },
  })
  const { http, pid } = service
  await simulate(service, 1000)
  const token = await sessionOf(http)
  const sources: Source[] = []
  for (let number = 0; number < readers; number++) sources.push(await openSource(http, token, number))
  const before = await appliedIn(http)
  const [cpuBefore, begun] = [cpuSeconds(pid), performance.now()]
  let [sent, applied] = [0, 0]
  for (let round = 0; applied < reads; round++) {
    for (const { reader, messages } of sources) {
      if (sent >= reads) break
      const message = messages[round % messages.length] as Message
      reader.sendBytes(Uint8Array.from(message.at(Date.now() * 1000 + (round % 1000))))
      sent += batch
    }
    while (sent - applied > (sent >= reads ? 0 : waitingMax)) {
      await sleep(50)
      applied = (await appliedIn(http)) - before
    }
  }
  const perSecond = reads / ((performance.now() - begun) / 1000)
  const cpu = ((cpuSeconds(pid) - cpuBefore) * 1e6) / reads
  await Promise.all(sources.map(({ reader }) => reader.close()))
  return { perSecond, cpu }
}

const measured = { mqtt: [] as Measured[], llrp: [] as Measured[] }
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [name, measure] of [
    ['mqtt', overMqtt],
    ['llrp', overLlrp],
  ] as const) {
    const found = await measure()
    measured[name].push(found)
    console.log(
      `round ${round}, ${name}: ${Math.round(found.perSecond)} reads/s, ${found.cpu.toFixed(1)} us CPU a read`,
    )
  }
const ratios = measured.llrp.map((llrp, at) => llrp.perSecond / (measured.mqtt[at]?.perSecond ?? Number.NaN))
const cpus = measured.llrp.map((llrp, at) => llrp.cpu / (measured.mqtt[at]?.cpu ?? Number.NaN))
report({
  work: `ingest over LLRP, ${readers} readers, ${tags} tags, ${batch} reads in a message`,
  measure: 'reads/s and CPU of a read, as ratios to MQTT in the same run',
  result: `${median(ratios).toFixed(2)}; ${median(cpus).toFixed(2)}`,
  goal: 'reads/s not below MQTT',
})
