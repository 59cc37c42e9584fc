import { spawn } from 'bun'
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { parseArgs } from 'node:util'
import { connectAsync, type MqttClient } from 'mqtt'
import { type BenchService, email, password, startService } from './service'

/**
 * Measures the effect of a flood of messages. One reader publishes to the built-in broker as fast as the broker reads. Two
 * other readers, one of the same organization and one of another, publish a read 20 times a second, and an API client of the
 * other organization lists its assets at the same rate. The output has their latency without and with the flood, and the
 * memory of the service before, during and after it.
 */

const usage = `Usage: bun bench/flood.ts [flags]     (after bun run build)

  --executable <path>  executable to measure (default dist/whereabouts)
  --kind <kind>        known: 100 reads of 1,000 registered tags in each message (default)
                       new: 1,000 new tags in each message
                       large: 10,000 reads of 1,000 registered tags in each message
  --rate <n>           maximum messages of the flood per second (default 0: unlimited)
  --connections <n>    connections of the flooding reader (default 1)
  --seconds <n>        duration of the flood (default 10)
  --after <n>          seconds after the flood at which the memory is measured again (default 5)
`

const { values } = parseArgs({
  options: {
    executable: { type: 'string' },
    kind: { type: 'string', default: 'known' },
    rate: { type: 'string', default: '0' },
    connections: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
    after: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
    flood: { type: 'string' },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

interface Reader {
  readonly external_key: string
  readonly device_token: string
  readonly topic: string
}

const tagOf = (index: number): string =>
  `3414257BF4${(0x100000 + index).toString(16).toUpperCase().padStart(14, '0')}`
const knownTags = 1000
const shapes: Record<string, { readonly reads: number; readonly isNew: boolean }> = {
  known: { reads: 100, isNew: false },
  new: { reads: 1000, isNew: true },
  large: { reads: 10_000, isNew: false },
}

// ---- Flood, in a separate process

interface Flood {
  readonly port: number
  readonly reader: Reader
}

async function flood({ port, reader }: Flood): Promise<void> {
  const { reads, isNew } = shapes[values.kind] as (typeof shapes)[string]
  const rate = Number(values.rate)
  let made = 0
  let acknowledged = 0
  let clock = Date.now() * 1000 - 600_000_000
  const message = (): Buffer => {
    const tags = Array.from({ length: reads }, () => {
      made++
      return `{"epc":"${tagOf(isNew ? 1_000_000 + made : (made * 7919) % knownTags)}","timeStampOfRead":${(clock += 40)},"antennaPort":1,"rssi":"-50"}`
    })
    return Buffer.from(`{"tags":[${tags.join(',')}]}`)
  }
  const begun = performance.now()
  let sent = 0
  const isDue = () => rate === 0 || sent < ((performance.now() - begun) / 1000) * rate
  const run = async (name: string): Promise<void> => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    let input = Buffer.alloc(0)
    let onceWritable: (() => void) | undefined
    socket.on('drain', () => onceWritable?.())
    const ready = Promise.withResolvers<void>()
    socket.on('data', (chunk: Buffer) => {
      input = Buffer.concat([input, chunk])
      while (input.length >= 4) {
        if (input[0] === 0x20) ready.resolve()
        else acknowledged++
        input = input.subarray(4)
      }
    })
    socket.write(connectPacket(name, reader))
    await ready.promise
    for (let id = 1; !socket.destroyed; id = (id % 65_535) + 1) {
      // The pause lets the socket read acknowledgements.
      do await Bun.sleep(0)
      while (!isDue())
      sent++
      if (!socket.write(publishPacket(reader.topic, id, message())))
        await new Promise<void>((resolve) => {
          onceWritable = resolve
        })
    }
  }
  const report = () => {
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `${sent} sent, ${acknowledged} acknowledged, ${Math.round((acknowledged * reads) / seconds)} reads/s`,
    )
    process.exit(0)
  }
  process.on('SIGTERM', report)
  console.log('flooding')
  await Promise.all(Array.from({ length: Number(values.connections) }, (_, index) => run(`flood-${index}`)))
}

function lengthOf(bytes: number): Buffer {
  const digits = []
  for (let rest = bytes; ;) {
    const digit = rest % 128
    rest = Math.floor(rest / 128)
    digits.push(rest > 0 ? digit + 128 : digit)
    if (rest === 0) return Buffer.from(digits)
  }
}

const short = (value: number): Buffer => Buffer.of(value >> 8, value & 255)
const text = (value: string): Buffer => Buffer.concat([short(Buffer.byteLength(value)), Buffer.from(value)])
const packet = (first: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(first), lengthOf(body.length), body])
}
const connectPacket = (name: string, { external_key, device_token }: Reader): Buffer =>
  packet(0x10, text('MQTT'), Buffer.of(4, 0xc2), short(0), text(name), text(external_key), text(device_token))
const publishPacket = (topic: string, id: number, payload: Buffer): Buffer =>
  packet(0x32, text(topic), short(id), payload)

// ---- Latency of the other clients

async function measure(): Promise<void> {
  await using service = await startService({ program: values.executable })
  const north = await organization(service)
  const south = await organization(service, 'South')
  const flooding = await north.reader('flood')
  const floodTags = Array.from({ length: knownTags }, (_, index) => tagOf(index))
  for (let from = 0; from < knownTags; from += 50)
    await Promise.all(floodTags.slice(from, from + 50).map((tag) => north.asset(tag)))
  const probes = [
    { name: 'same organization', probe: await north.probe(service, 'honest') },
    { name: 'other organization', probe: await south.probe(service, 'honest') },
    { name: 'GET of the other organization', probe: south.get },
  ]
  const memory = () => `${anonymousOf(service.pid)} MB`
  console.log(`memory before the flood: ${memory()}`)
  const idle = await latenciesOf(probes, 4)
  const child = spawn(
    [
      process.execPath,
      import.meta.path,
      '--kind',
      values.kind,
      '--rate',
      values.rate,
      '--connections',
      values.connections,
      '--flood',
      JSON.stringify({ port: Number(new URL(service.mqtt).port), reader: flooding }),
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const output = child.stdout.getReader()
  await output.read()
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, anonymousOf(service.pid))), 100)
  const flooded = await latenciesOf(probes, Number(values.seconds))
  child.kill('SIGTERM')
  console.log(new TextDecoder().decode((await output.read()).value).trim())
  clearInterval(sampling)
  for (const { name } of probes)
    console.log(`${name}: no flood ${summaryOf(idle.get(name))}; flood ${summaryOf(flooded.get(name))}`)
  console.log(`memory during the flood: peak ${peak} MB, ${memory()} at the end`)
  await Bun.sleep(Number(values.after) * 1000)
  console.log(`memory ${values.after} s after the flood: ${memory()}`)
}

const summaryOf = (samples: readonly number[] = []): string => {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${sorted.length})`
}

/** Calls each probe sequentially, at most 20 times a second, and returns the latencies in milliseconds. */
async function latenciesOf(
  probes: readonly { name: string; probe: () => Promise<unknown> }[],
  seconds: number,
): Promise<Map<string, number[]>> {
  const end = performance.now() + seconds * 1000
  const samples = new Map<string, number[]>()
  await Promise.all(
    probes.map(async ({ name, probe }) => {
      const own: number[] = []
      samples.set(name, own)
      while (performance.now() < end) {
        const begun = performance.now()
        await probe()
        own.push(performance.now() - begun)
        await Bun.sleep(50)
      }
    }),
  )
  return samples
}

/** Returns the anonymous resident memory of a process in MB. */
function anonymousOf(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1000)
}

async function organization({ http }: BenchService, name?: string) {
  const request = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(http + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- each response has its own shape
    const content: any = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(content)}`)
    return content.data ?? content
  }
  let { access_token: session } = await request('POST', '/internal/v1/session', { email, password })
  if (name !== undefined) {
    const { id } = await request('POST', '/internal/v1/organizations', { name }, session)
    session = (await request('POST', '/internal/v1/session/organization', { organization_id: id }, session))
      .access_token
  }
  const scopes = ['assets:read', 'assets:write', 'locations:write', 'tracking:read']
  const key = await request('POST', '/internal/v1/api-keys', { name: 'Flood', scopes }, session)
  const { access_token: api } = await request('POST', '/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id: key.client_id,
    client_secret: key.client_secret,
  })
  const location = await request('POST', '/api/v1/locations', { name: 'Dock' }, api)
  const topicOf = (external: string) => `${name ?? 'north'}-${external}/reads`
  const reader = async (external: string): Promise<Reader> => {
    const topic = topicOf(external)
    const antennas = [{ port: 1, location_id: location.id }]
    const body = {
      external_key: external,
      name: external,
      kind: 'fixed',
      format: 'csl_cs463',
      topic,
      antennas,
    }
    return request('POST', '/internal/v1/readers', body, session)
  }
  const asset = (value: string) =>
    request('POST', '/api/v1/assets', { name: value, tags: [{ tag_type: 'rfid', value }] }, api)
  return {
    reader,
    asset,
    get: () => request('GET', '/api/v1/assets?limit=50', undefined, api),
    async probe({ mqtt }: BenchService, external: string) {
      const value = `E2${name === undefined ? '01' : '02'}00001111222233334444`
      await asset(value)
      const { external_key: username, device_token, topic } = await reader(external)
      const client: MqttClient = await connectAsync(mqtt, {
        username,
        password: device_token,
        reconnectPeriod: 0,
      })
      return async () => {
        const read = { epc: value, timeStampOfRead: Date.now() * 1000, antennaPort: 1, rssi: '-50' }
        await client.publishAsync(topic, JSON.stringify({ tags: [read] }), { qos: 1 })
      }
    },
  }
}

if (values.flood !== undefined) await flood(JSON.parse(values.flood))
else {
  await measure()
  // The publishers' connections would keep it running.
  process.exit(0)
}
