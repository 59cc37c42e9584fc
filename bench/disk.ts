import { parseArgs } from 'node:util'
import { type ServiceClient, signInTo } from '../src/commands/service-client'
import { bytesOf, email, inBytes, password, startService } from './service'

/**
 * Measures the bytes on disk per million reads, for tags that stay and tags that move. Each tag is read once a second. The
 * times of the reads are simulated, so an hour of reads takes minutes.
 */

const usage = `Usage: bun bench/disk.ts [flags]     (after bun run build)

  --tags <n>        number of tags (default 1000)
  --seconds <n>     simulated seconds; each tag is read once a second (default 1000)
  --stay <n,n,...>  seconds that a tag stays at a location, 0 for no moves (default 0,600,60,15)
`

const { values } = parseArgs({
  options: {
    tags: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '1000' },
    stay: { type: 'string', default: '0,600,60,15' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const tags = Number(values.tags)
const seconds = Number(values.seconds)
const valueOf = (tag: number) => `BE${String(tag).padStart(22, '0')}`
/** Time of the first read. The last read is now, as in a backlog that readers send in order. */
const begin = Date.now() - seconds * 1000

async function register(client: ServiceClient): Promise<string[]> {
  for (let tag = 0; tag < tags; tag++)
    await client.post('/api/v1/assets', {
      name: `Asset ${tag}`,
      tags: [{ tag_type: 'rfid', value: valueOf(tag) }],
    })
  const tokens: string[] = []
  for (const location of [0, 1]) {
    const name = `Location ${location}`
    const { id } = await client.post<{ id: number }>('/api/v1/locations', { name })
    const reader = await client.post<{ device_token: string }>('/internal/v1/readers', {
      external_key: `reader-${location}`,
      name,
      kind: 'fixed',
      format: 'whereabouts_v1',
      antennas: [{ port: 1, location_id: id }],
    })
    tokens.push(reader.device_token)
  }
  return tokens
}

/** Returns the location of a tag in a second. Tags move at different times. */
const locationOf = (tag: number, second: number, stay: number): number =>
  stay === 0 ? tag % 2 : (Math.floor((second + ((tag * 7919) % stay)) / stay) + tag) % 2

async function post(http: string, location: number, token: string, reads: readonly object[]): Promise<void> {
  const response = await fetch(`${http}/internal/v1/readers/reader-${location}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reads }),
  })
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
}

async function measure(stay: number): Promise<void> {
  await using service = await startService()
  const tokens = await register(await signInTo(service.http, email, password))
  for (let second = 0; second < seconds; second++) {
    const reads: object[][] = [[], []]
    for (let tag = 0; tag < tags; tag++) {
      const observed_at = new Date(begin + second * 1000 + (tag % 1000)).toISOString()
      reads[locationOf(tag, second, stay)]?.push({ value: valueOf(tag), observed_at, rssi: -50 - (tag % 20) })
    }
    for (const [location, batch] of reads.entries())
      if (batch.length > 0) await post(service.http, location, tokens[location] as string, batch)
  }
  const { history, bounded } = bytesOf(await service.stop())
  const perMillion = (bytes: number) => inBytes((bytes / (tags * seconds)) * 1e6)
  console.log(
    `${stay === 0 ? 'tags that stay' : `tags that move every ${stay} s`}: ` +
      `history ${perMillion(history)}, bounded ${perMillion(bounded)} per million reads`,
  )
}

for (const stay of values.stay.split(',')) await measure(Number(stay))
