import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { EncodableRead, Encoder } from '../../src/commands/simulate/payloads/encoder'
import { encoders } from '../../src/commands/simulate/payloads/vendors'
import { simulate } from '../../src/commands/simulate/simulate'
import { Latencies } from '../../src/commands/simulate/progress'
import { messagesOf, type SimulatedReader, type Simulation } from '../../src/commands/simulate/reads'
import { simulateHelp } from '../../src/commands/simulate/settings'
import { Identities, Placements } from '../../src/commands/simulate/tags'
import { connectedFormat, formats } from '../../src/tracking/formats/formats'
import { brokerUrlForm } from '../../src/settings/broker-url'
import { normalize } from '../../src/inventory/tags/rules'

const begin = 1_790_000_000_000_000
const minute = 60_000_000
const identities = new Identities('sim')

/** Reads as this kind of reader can have them. */
const readsFor = ({ tagType, tick, hasAntennas, batch }: Encoder): fc.Arbitrary<EncodableRead[]> =>
  fc.array(
    fc.record({
      antenna: hasAntennas ? fc.integer({ min: 1, max: 64 }) : fc.constant(1),
      value: fc.integer({ min: 0, max: 9_999_999 }).map((tag) => identities[tagType](tag)),
      at: fc
        .integer({ min: begin, max: begin + 366 * 24 * 60 * minute })
        .map((at) => Math.floor(at / (tick ?? 1)) * (tick ?? 1)),
      rssi: fc.integer({ min: -100, max: -20 }),
    }),
    { minLength: 1, maxLength: batch === 1 ? 1 : 20 },
  )

describe('a simulated payload', () => {
  test('exists for every format that readers have', () => {
    expect([...encoders.keys()].toSorted()).toEqual(
      Object.keys(formats)
        .filter((format) => format !== connectedFormat)
        .toSorted(),
    )
  })

  test.each([...encoders])('of %s decodes to the reads of the reader', (format, encoder) => {
    const origin = fc.record({ messages: fc.nat(), reads: fc.nat() })
    fc.assert(
      fc.property(readsFor(encoder), origin, (reads, sent) => {
        const payload = encoder.encode(reads, { key: 'dock-7', mac: '02AB00000007', ...sent })
        const decoded = formats[format]!(Buffer.from(payload))
        const normal = decoded.reads.map((read) => ({
          tagType: read.tagType,
          value: normalize(read.tagType, read.value),
          antenna: read.antenna,
          sentAt: read.sentAt,
          rssi: read.rssi,
        }))
        const wanted = reads.map(({ value, antenna, at, rssi }) => ({
          tagType: encoder.tagType,
          value,
          antenna,
          sentAt: encoder.tick === null ? null : at,
          rssi: encoder.hasRssi ? rssi : null,
        }))
        expect(normal).toEqual(wanted)
        expect(decoded.faults).toEqual([])
      }),
    )
  })
})

describe('simulated tags', () => {
  const floor = fc
    .record({
      locations: fc.integer({ min: 1, max: 12 }),
      tags: fc.integer({ min: 1, max: 60 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ locations, tags, share }) => ({ locations, tags, moving: Math.round(tags * share) }))
  const instant = fc.integer({ min: begin, max: begin + 1000 * minute })

  /** Returns the location of each tag. */
  function locationsOf(placements: Placements, locations: number, at: number): Map<number, number> {
    const found = new Map<number, number>()
    for (let location = 0; location < locations; location++) {
      const present = placements.at(location, at)
      for (let index = 0; index < present.size; index++) {
        const tag = present.tag(index)
        expect(found.has(tag)).toBe(false)
        found.set(tag, location)
      }
    }
    return found
  }

  test('are each at exactly one location, and within a minute the moving tags move to the next location', () => {
    fc.assert(
      fc.property(
        floor,
        instant,
        fc.integer({ min: 0, max: minute }),
        ({ locations, tags, moving }, at, later) => {
          const placements = new Placements(locations, tags, moving)
          const [before, between, after] = [at, at + later, at + minute].map((time) =>
            locationsOf(placements, locations, time),
          )
          expect([...before!.keys()].toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: tags }, (_, tag) => tag),
          )
          for (const [tag, location] of before!) {
            const next = tag < moving ? (location + 1) % locations : location
            expect(after!.get(tag)).toBe(next)
            expect([location, next]).toContain(between!.get(tag)!)
          }
        },
      ),
    )
  })

  test('do not all move at once', () => {
    const placements = new Placements(4, 40, 40)
    const at = begin - (begin % minute)
    const moved = [0, 15, 30, 45, 60].map((second) => {
      const [before, after] = [at, at + second * 1_000_000].map((time) => locationsOf(placements, 4, time))
      return [...before!].filter(([tag, location]) => after!.get(tag) !== location).length
    })
    for (const [index, expected] of [0, 10, 20, 30, 40].entries())
      expect(moved[index]).toBeWithin(expected - 4, expected + 5)
  })

  test('differ between prefixes, and their values are as long as real values', () => {
    const others = new Identities('other')
    for (const tag of [0, 1, 99, 9_999_999])
      for (const type of ['rfid', 'ble'] as const) {
        expect(identities[type](tag)).toMatch(type === 'rfid' ? /^34[\dA-F]{22}$/ : /^[C-F][\dA-F]{11}$/)
        expect(identities[type](tag)).not.toBe(others[type](tag))
      }
    expect(identities.asset(0)).toBe('SIM-0001')
    expect(identities.reader(0)).toBe('sim-1')
  })
})

const full = {
  tags: 20,
  moving: 4,
  seed: 1,
  rate: Infinity,
  batch: 5,
  count: Infinity,
  duration: Infinity,
}

function simulationOf(
  formatsOfReaders: readonly string[],
  given: Partial<Record<keyof typeof full, number>>,
) {
  const { moving, ...settings } = { ...full, batch: undefined, ...given }
  let locations = 0
  const readers = formatsOfReaders.map((format, index): SimulatedReader => {
    const encoder = encoders.get(format)!
    const antennas = encoder.hasAntennas ? 2 : 1
    const firstLocation = locations
    locations += antennas
    return {
      key: identities.reader(index),
      index,
      format,
      encoder,
      mac: identities.mac(index),
      antennas,
      firstLocation,
    }
  })
  const placements = new Placements(locations, settings.tags, moving)
  const simulation: Simulation = {
    ...settings,
    placements,
    identities,
    readers: readers.length,
    locations,
    startAt: begin,
  }
  return { readers, simulation }
}

const allOf = (readers: readonly SimulatedReader[], simulation: Simulation) =>
  readers.map((reader) => [...messagesOf(reader, simulation, 'site/reads')])

describe('simulated readers', () => {
  const mixed = [...encoders.keys()]

  test('never repeat an antenna, tag and time, for any number of tags and any rate', () => {
    for (const rate of [Infinity, 1_000_000, 50]) {
      const { readers, simulation } = simulationOf(mixed, {
        tags: 1,
        rate,
        count: mixed.length * 500,
        duration: Infinity,
      })
      for (const messages of allOf(readers, simulation)) {
        const { tick } = messages[0]!.reader.encoder
        if (tick === null) continue
        const allReads = messages.flatMap((message) => message.contents)
        expect(allReads).toHaveLength(500)
        expect(new Set(allReads.map(({ antenna, value, at }) => `${antenna} ${value} ${at}`)).size).toBe(500)
        expect(allReads.every(({ at }) => at % tick === 0)).toBe(true)
        expect(allReads.map(({ at }) => at)).toEqual(allReads.map(({ at }) => at).toSorted((a, b) => a - b))
      }
    }
  })

  test('send no message before the time of its last read', () => {
    const { readers, simulation } = simulationOf(mixed, { tags: 1, count: 6000 })
    for (const message of allOf(readers, simulation).flat())
      expect(message.due).toBe((message.contents.at(-1)!.at - begin) / 1000)
  })

  test('produce the requested number of reads, at the rate, in batches and within the duration', () => {
    const count = (messages: { reads: number }[][]) =>
      messages.flat().reduce((sum, { reads }) => sum + reads, 0)
    const counted = simulationOf(['csl_cs463', 'gl_s10', 'zebra_rfd'], { count: 1000, batch: 7, rate: 5000 })
    const messages = allOf(counted.readers, counted.simulation)
    expect(count(messages)).toBe(1000)
    expect(messages.map((own) => own[0]!.reads)).toEqual([7, 7, 1])
    const last = Math.max(...messages.flat().map(({ due }) => due))
    expect(last).toBeWithin(195, 201)

    const timed = simulationOf(['csl_cs463', 'csl_cs463'], { duration: 3_000_000, rate: 100 })
    expect(count(allOf(timed.readers, timed.simulation))).toBe(300)
    const slow = simulationOf(['csl_cs463'], { duration: 30_000_000, rate: 2 })
    expect(
      allOf(slow.readers, slow.simulation)
        .flat()
        .every(({ reads }) => reads <= 3),
    ).toBe(true)
  })

  test('have the same payloads for the same seed, and others for another seed', () => {
    const payloads = (seed: number) => {
      const { readers, simulation } = simulationOf(mixed, { seed, rate: 1000, count: 5000 })
      return allOf(readers, simulation)
        .flat()
        .map(({ payload }) => payload.toString('latin1'))
    }
    const first = payloads(1)
    expect(payloads(1)).toEqual(first)
    expect(payloads(2)).not.toEqual(first)
  })

  test('read a tag with the strongest signal at its location, and sometimes at the next location', () => {
    const { readers, simulation } = simulationOf(['csl_cs463', 'csl_cs463'], {
      rate: 1000,
      count: 10_000,
      moving: 0,
    })
    const allReads = allOf(readers, simulation)
      .flat()
      .flatMap(({ reader, contents }) =>
        contents.map((read) => ({ ...read, location: reader.firstLocation + read.antenna - 1 })),
      )
    const isOwn = ({ value, location }: (typeof allReads)[number]) =>
      Number.parseInt(value.slice(-6), 16) % 4 === location
    const [own, stray] = [allReads.filter(isOwn), allReads.filter((read) => !isOwn(read))]
    expect(stray.length / allReads.length).toBeWithin(0.08, 0.12)
    expect(Math.min(...own.map(({ rssi }) => rssi))).toBeGreaterThan(
      Math.max(...stray.map(({ rssi }) => rssi)),
    )
    expect(new Set(own.map(({ value }) => value)).size).toBe(20)
  })

  test('have no stray reads when the rate of reads of a tag is too low to correct them', () => {
    const { readers, simulation } = simulationOf(['csl_cs463', 'csl_cs463'], {
      rate: 1,
      tags: 100,
      count: 1000,
    })
    const allReads = allOf(readers, simulation)
      .flat()
      .flatMap((message) => message.contents)
    expect(Math.min(...allReads.map(({ rssi }) => rssi))).toBeGreaterThan(-60)
  })
})

test('a percentile is accurate to 10 %', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 100_000, noNaN: true }), { minLength: 1 }), (values) => {
      const latencies = new Latencies()
      for (const value of values) latencies.add(value)
      const sorted = values.toSorted((a, b) => a - b)
      for (const share of [0.5, 0.99]) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1]!
        const reported = Number.parseFloat(latencies.percentile(share))
        expect(Math.abs(reported - exact)).toBeLessThan(0.06 * exact + 0.1 + (exact > 9 ? 0.6 : 0))
      }
    }),
  )
  expect(new Latencies().percentile(0.5)).toBe('-')
})

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' }
  const into = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) })
  const io = { stdout: into('stdout'), stderr: into('stderr') }
  const code = await simulate(args, io as unknown as Parameters<typeof simulate>[1])
  return { code, ...texts }
}

const url = '--url mqtt://127.0.0.1:1'
const urlRule = `--url must be ${brokerUrlForm}.`
const server = '--server http://127.0.0.1:1 --email a@b.example --password x'

test.each(
  Object.entries({
    [`${url} --reader 4`]: 'Unknown flag --reader; did you mean --readers?',
    [`${url} --tags`]: '--tags needs a value.',
    [`${url} 5`]: "Unexpected argument '5': simulate accepts only flags.",
    '': 'Specify a service (--server http://localhost:8080) or a broker (--url mqtt://127.0.0.1:1883).',
    '--url http://127.0.0.1': urlRule,
    [`${url} --password x`]: 'The password has no user name. Set --user, or put the user name into the URL.',
    [`${url} --email a@b.example`]: '--email needs --server.',
    '--server 127.0.0.1:8080': '--server must be an http:// or https:// URL, such as http://localhost:8080.',
    '--server http://127.0.0.1 --email a@b.example': '--server needs the --email and --password of an admin.',
    [`${server} --user dock`]:
      'With --server, --password belongs to --email. Put the user name and password of the broker into --url.',
    [`${url} --readers 0`]: "--readers must be a whole number from 1 to 1000, not '0'.",
    [`${url} --tags 1e3`]: "--tags must be a whole number from 1 to 10000000, not '1e3'.",
    [`${url} --batch 0`]: "--batch must be a whole number from 1 to 1000, not '0'.",
    [`${url} --count 1.5`]: "--count must be a whole number from 1 to 9007199254740991, not '1.5'.",
    [`${url} --moving 110%`]: "--moving must be a share such as 10% or 0.1, not '110%'.",
    [`${url} --moving 10`]: "--moving must be a share such as 10% or 0.1, not '10'.",
    [`${url} --vendor csl_cs436`]: 'Unknown vendor csl_cs436; did you mean csl_cs463?',
    [`${url} --rate fast`]: "--rate must be a number of reads per second up to 1000000, or full, not 'fast'.",
    [`${url} --duration 0`]: "--duration must be a number of seconds greater than 0, not '0'.",
    [`${url} --start-at today`]:
      '--start-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.',
    [`${url} --prefix a-b`]: '--prefix must have 1 to 32 lower-case letters and digits.',
    [`${url} --topic site/reads`]: '--topic must be an MQTT topic that contains {reader} and no wildcards.',
    [`${url} --give-up-after 0`]:
      '--give-up-after must be a number of seconds greater than 0 and at most 86400.',
    [`${url} --log /nowhere/log`]: 'Cannot write the --log file /nowhere/log (ENOENT).',
  }),
)('whereabouts simulate refuses %s', async (args, message) => {
  expect(await run(...args.split(' ').filter(Boolean))).toEqual({
    code: 2,
    stdout: '',
    stderr: `${message}\n`,
  })
})

test('whereabouts simulate --help', async () => {
  expect(await run('--help')).toEqual({ code: 0, stdout: simulateHelp, stderr: '' })
  for (const vendor of encoders.keys()) expect(simulateHelp).toContain(vendor)
})
