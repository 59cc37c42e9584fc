import { parseArgs } from 'node:util'
import { connectAsync } from 'mqtt'
import { call, sessionOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { milliseconds, quantile } from './rows'
import { executable, startService } from './service'

/**
 * Measures the time from the publication of a read by a handheld to its event in the stream of a console, while another reader sends 500
 * reads a second. The reads are those of a person who walks away from a tag: the RSSI falls with the distance, and varies.
 *
 *   bun run bench find [--assets 50000] [--reads 300] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '50000' },
    reads: { type: 'string', default: '300' },
    program: { type: 'string', default: executable },
  },
})
const count = Number(values.reads)
const epc = 'E2C06F9200000000000051A7'

using folder = temporaryFolder('bench-find')
await createData(folder.path, values.program, Number(values.assets))
await using service = await startService({ program: values.program, dataDir: folder.path, keepsData: true })
await waitForSearchIndex(folder.path)
const token = await sessionOf(service.http)
const post = async (path: string, body: object) => (await call(`${service.http}${path}`, token, body)).data

const asset = await post('/api/v1/assets', { name: 'Sock', tags: [{ tag_type: 'rfid', value: epc }] })
const readerOf = (key: string) =>
  post('/internal/v1/readers', {
    external_key: key,
    name: key,
    kind: 'fixed',
    format: 'whereabouts_v1',
    antennas: [],
  })
const [handheld, gate] = [await readerOf('FIND-HAND'), await readerOf('FIND-GATE')]
const connect = (reader: Record<string, unknown>) =>
  connectAsync(service.mqtt, {
    username: String(reader['external_key']),
    password: String(reader['device_token']),
  })
const [radio, noise] = [await connect(handheld), await connect(gate)]
const topicOf = (reader: Record<string, unknown>) => String(reader['topic']).replace('/#', '/reads')

/** Free-space loss from 0.3 m to 12 m, with a variation that is the same in each run. */
const rssiAt = (index: number): number => {
  const meters = 0.3 + (11.7 * index) / count
  return -38 - 20 * Math.log10(meters / 0.3) + 4 * Math.sin(index * 1.7)
}

const sentAt: number[] = []
const took: number[] = []
const stream = await fetch(`${service.http}/internal/v1/stream?find_asset_id=${String(asset['id'])}`, {
  headers: { authorization: `Bearer ${token}` },
})
const shown: (number | null)[] = []
const listening = (async () => {
  let rest = ''
  for await (const bytes of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + bytes).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, data] = /^event: signal\ndata: (.*)$/.exec(block) ?? []
      if (data === undefined) continue
      took.push(performance.now() - (sentAt[took.length] ?? 0))
      shown.push((JSON.parse(data) as { nearness: number | null }).nearness)
    }
    if (took.length >= count) return
  }
})()

let isOver = false
const others = (async () => {
  for (let message = 0; !isOver; message++) {
    const reads = Array.from({ length: 50 }, (_, index) => ({
      value: `NOISE-${message % 20}-${index}`,
      rssi: -30,
    }))
    await noise.publishAsync(topicOf(gate), JSON.stringify({ reads }), { qos: 1 })
    await Bun.sleep(100)
  }
})()
for (let index = 0; index < count; index++) {
  const read = { value: epc, rssi: rssiAt(index), observed_at: new Date().toISOString() }
  sentAt.push(performance.now())
  await radio.publishAsync(topicOf(handheld), JSON.stringify({ reads: [read] }), { qos: 1 })
  await Bun.sleep(40)
}
await listening
isOver = true
await others
await Promise.all([radio.endAsync(), noise.endAsync()])

const third = Math.floor(count / 3)
const mean = (part: readonly (number | null)[]) =>
  Math.round(part.reduce<number>((sum, value) => sum + (value ?? 0), 0) / part.length)
console.log(
  `${count} reads, nearness by thirds of the way: ${mean(shown.slice(0, third))}, ${mean(shown.slice(third, 2 * third))}, ${mean(shown.slice(2 * third))}`,
)
console.log(
  `read to bar: median ${milliseconds(quantile(took, 0.5))}, 95 % ${milliseconds(quantile(took, 0.95))} (goal 300 ms), longest ${milliseconds(Math.max(...took))}`,
)
