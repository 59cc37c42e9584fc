import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { stopPrograms } from '../../../support/program'
import { type Reader, startPlant } from './plant'

/** Messages of readers to the built-in broker, sent by two different clients. */

const mosquittoPub = Bun.which('mosquitto_pub')
const suffix = mosquittoPub ? '' : ' (skipped: mosquitto_pub is not on PATH)'

const {
  program,
  session,
  api,
  locationId,
  hostname,
  port,
  newReader,
  newAsset,
  connect,
  payloadOf,
  gained,
  placesOf,
} = await startPlant()
afterAll(stopPrograms)

/** A payload of almost a mebibyte: `count` reads of one tag. */
const largePayload = (epc: string, count = 9_000): string => payloadOf(...Array<string>(count).fill(epc))

describe('a large message of a reader', () => {
  const messagesOf = async ({
    id,
  }: Reader): Promise<{ result: string; size: number; reason: string | null }[]> =>
    (await session.get(`/internal/v1/readers/${id}/messages`)).body.data

  test('has all its reads recorded, and before those of the next message', async () => {
    const reader = await newReader()
    const assetId = await newAsset('AB01')
    const client = await connect(reader)
    const payloads = [largePayload('AB01'), payloadOf('AB01'), largePayload('AB01'), payloadOf('AB01')]
    const topic = `plant/${reader.external_key}/reads`
    await Promise.all(payloads.map((payload) => client.publishAsync(topic, payload, { qos: 1 })))
    await client.endAsync()
    const sizes = (await messagesOf(reader)).map(({ size }) => size)
    expect(sizes.toReversed()).toEqual(payloads.map(({ length }) => length))
    const { data } = (await session.get(`/internal/v1/assets/${assetId}/events`)).body
    expect(data).toMatchObject([{ read_count: 18_002 }])
  }, 30_000)

  test('is rejected with the reason when it is not in the format of the reader', async () => {
    const reader = await newReader()
    const client = await connect(reader)
    const topic = `plant/${reader.external_key}/reads`
    await client.publishAsync(topic, JSON.stringify({ reads: 'x'.repeat(100_000) }), { qos: 1 })
    await client.publishAsync(topic, `{"tags": [${'1,'.repeat(50_000)}`, { qos: 1 })
    await client.endAsync()
    expect(await messagesOf(reader)).toMatchObject([
      { result: 'malformed', reason: expect.stringContaining('JSON') },
      { result: 'malformed', reason: expect.stringContaining('tags') },
    ])
  })

  test('has its wrong entries counted', async () => {
    const reader = await newReader()
    await newAsset('AB02')
    const client = await connect(reader)
    const { tags } = JSON.parse(largePayload('AB02', 2_500)) as { tags: object[] }
    const payload = JSON.stringify({ tags: [...tags, ...Array<object>(700).fill({ epc: 7 })] })
    const gain = await gained(() =>
      client.publishAsync(`plant/${reader.external_key}/reads`, payload, { qos: 1 }),
    )
    await client.endAsync()
    expect(gain).toMatchObject({ 'reads.applied': 2_500, 'reads.ignored': 700 })
  })
})

describe('a message of a reader', () => {
  // Rule: api.md, Purpose
  // Rule: internal-api.md, MQTT
  test('is in the report when its acknowledgement arrives', async () => {
    const reader = await newReader()
    const assetId = await newAsset('AA01')
    const client = await connect(reader)
    await client.publishAsync(`plant/${reader.external_key}/reads`, payloadOf('AA01'), { qos: 1 })
    expect(await placesOf(api)).toContainEqual(
      expect.objectContaining({ asset_id: assetId, location_id: locationId }),
    )
    await client.endAsync()
  })

  test('of QoS 0 is in the report', async () => {
    const reader = await newReader()
    await newAsset('AA02')
    const client = await connect(reader)
    const gain = await gained(async () => {
      await client.publishAsync(`plant/${reader.external_key}/reads`, payloadOf('AA02'), { qos: 0 })
      await client.endAsync()
      // The sender gets no acknowledgement; the report shows when it has arrived.
      while ((await api.get('/api/v1/reports/asset-locations?q=AA02')).body.total_count === 0);
    })
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.applied': 1 })
  })

  // Rule: history.md, Tag match
  test('finds its asset regardless of the spelling of the tag', async () => {
    const reader = await newReader()
    const assetId = await newAsset('00:ab:cd:01')
    const client = await connect(reader)
    await client.publishAsync(`plant/${reader.external_key}`, payloadOf('ABCD01'), { qos: 1 })
    expect((await placesOf(api)).map((row) => row.asset_id)).toContain(assetId)
    await client.endAsync()
  })

  test.skipIf(!mosquittoPub)(`is accepted from mosquitto_pub${suffix}`, async () => {
    const reader = await newReader()
    const assetId = await newAsset('AA03')
    const args = ['-h', hostname, '-p', String(port), '-q', '1', '-V', 'mqttv311', '-u', reader.external_key]
    const message = [
      '-P',
      reader.device_token,
      '-t',
      `plant/${reader.external_key}/reads`,
      '-m',
      payloadOf('AA03'),
    ]
    const gain = await gained(async () => {
      const publishing = Bun.spawn([mosquittoPub as string, ...args, ...message])
      expect(await publishing.exited).toBe(0)
    })
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.applied': 1 })
    expect((await placesOf(api)).map((row) => row.asset_id)).toContain(assetId)
  })

  test.skipIf(!mosquittoPub)(`is refused from mosquitto_pub with a wrong password${suffix}`, async () => {
    const reader = await newReader()
    const args = [
      '-h',
      hostname,
      '-p',
      String(port),
      '-u',
      reader.external_key,
      '-P',
      'guess',
      '-t',
      'x',
      '-m',
      'y',
    ]
    const gain = await gained(async () => {
      const publishing = Bun.spawn([mosquittoPub as string, ...args], { stderr: 'pipe' })
      expect(await publishing.exited).not.toBe(0)
      expect(await new Response(publishing.stderr).text()).toMatch(/not authori[sz]ed|refused/i)
    })
    expect(gain).toEqual({ 'messages.unauthorized': 1 })
  })
})

describe('a message', () => {
  // Rule: history.md, Messages
  test.each<[what: string, payload: Buffer]>([
    ['empty', Buffer.alloc(0)],
    ['only U+0000', Buffer.alloc(3)],
    ['online', Buffer.from('Online')],
  ])(
    'whose payload is %s says nothing about tags, which is not a problem of the reader',
    async (_, payload) => {
      const reader = await newReader()
      const client = await connect(reader)
      const topic = `plant/${reader.external_key}/reads`
      const options = { qos: 1, retain: true } as const
      const gain = await gained(() => client.publishAsync(topic, payload, options))
      expect(gain).toEqual({ 'messages.accepted': 1 })
      const { health, diagnosis } = (await session.get(`/internal/v1/readers/${reader.id}`)).body.data
      expect(health).toMatchObject({ problem: null, messages: { malformed: 0 } })
      expect(diagnosis.links.understood).toBe('ok')
      await client.endAsync()
    },
  )

  test('with U+0000 after its JSON is read', async () => {
    const reader = await newReader()
    const client = await connect(reader)
    const payload = `${payloadOf('FFFC')}\0\0`
    const topic = `plant/${reader.external_key}/reads`
    const gain = await gained(() => client.publishAsync(topic, payload, { qos: 1 }))
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.unknown_tag': 1 })
    await client.endAsync()
  })
})

describe('a bad message', () => {
  const bad: [what: string, payload: string | Buffer, gain: Record<string, number>][] = [
    ['that is not JSON', 'not json', { 'messages.malformed': 1 }],
    ['of the wrong shape', '{"reads": []}', { 'messages.malformed': 1 }],
    ['that is not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), { 'messages.malformed': 1 }],
    ['nested a hundred thousand levels deep', '['.repeat(100_000), { 'messages.malformed': 1 }],
    ['with only bad entries', '{"tags":[{"epc":""},{"epc":5,"antennaPort":1}]}', { 'messages.malformed': 1 }],
    [
      'with one bad entry beside a good one',
      '{"tags":[{"epc":"FFFF","antennaPort":1},{"epc":"FFFE"}]}',
      { 'messages.accepted': 1, 'reads.unknown_tag': 1, 'reads.ignored': 1 },
    ],
    ['without any tag', '{"tags":[]}', { 'messages.accepted': 1 }],
    [
      'of an antenna that is not mapped',
      '{"tags":[{"epc":"FFFF","antennaPort":9}]}',
      { 'messages.accepted': 1, 'reads.unmapped_antenna': 1 },
    ],
  ]
  for (const [what, payload, gain] of bad) {
    test(`${what} is acknowledged and counted, without further effect`, async () => {
      const reader = await newReader()
      const client = await connect(reader)
      const topic = `plant/${reader.external_key}/reads`
      expect(await gained(() => client.publishAsync(topic, payload, { qos: 1 }))).toEqual(gain)
      const after = await gained(() => client.publishAsync(topic, payload, { qos: 1 }))
      expect(after).toEqual(gain)
      await client.endAsync()
    })
  }

  // Rule: internal-api.md, MQTT
  test('of ten megabytes is acknowledged and counted, and the next one on the connection arrives', async () => {
    const reader = await newReader()
    await newAsset('AA04')
    const client = await connect(reader)
    const topic = `plant/${reader.external_key}/reads`
    const gain = await gained(() => client.publishAsync(topic, 'x'.repeat(10_000_000), { qos: 1 }))
    expect(gain).toEqual({ 'messages.malformed': 1 })
    expect(await gained(() => client.publishAsync(topic, payloadOf('AA04'), { qos: 1 }))).toEqual({
      'messages.accepted': 1,
      'reads.applied': 1,
    })
    await client.endAsync()
  })

  test.skipIf(!existsSync('/proc/self/status'))(
    'of two hundred megabytes does not increase memory use',
    async () => {
      const reader = await newReader()
      const client = await connect(reader)
      const peak = () => {
        const status = readFileSync(`/proc/${program.process.pid}/status`, 'utf8')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
      }
      const before = peak()
      await client.publishAsync(`plant/${reader.external_key}/reads`, Buffer.alloc(200_000_000), { qos: 1 })
      expect(peak() - before).toBeLessThan(150)
      await client.endAsync()
    },
  )

  test('is logged once per kind and minute, regardless of the number', async () => {
    const reader = await newReader()
    const client = await connect(reader)
    for (let n = 0; n < 50; n++)
      await client.publishAsync(`plant/${reader.external_key}/x`, 'bad', { qos: 1 })
    await client.endAsync()
    const lines = program
      .log()
      .split('\n')
      .filter((line) => line.includes('malformed message'))
    expect(lines.length).toBe(1)
  })
})

describe("a reader's clock", () => {
  // Rule: history.md, Time of a read
  test('that is wrong gives the read the time of receipt, and a repeated read is still a repeat', async () => {
    const reader = await newReader()
    const assetId = await newAsset('AA11')
    const client = await connect(reader)
    const bootTime = Date.UTC(2019, 3, 12) * 1000
    const payload = JSON.stringify({ tags: [{ epc: 'AA11', timeStampOfRead: bootTime, antennaPort: 1 }] })
    const topic = `plant/${reader.external_key}/reads`
    const from = new Date(Date.now() - 1000).toISOString()
    const gain = await gained(() => client.publishAsync(topic, payload, { qos: 1 }))
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.applied': 1 })
    expect(await gained(() => client.publishAsync(topic, payload, { qos: 1 }))).toEqual({
      'messages.duplicate': 1,
      'reads.duplicate': 1,
    })
    const { body } = await api.get(`/api/v1/assets/${assetId}/history?from=${from}`)
    expect(body.total_count).toBe(1)
    await client.endAsync()
  })
})
