import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { EncodableRead, Encoder } from '../../src/commands/payloads/encoder'
import { encoders } from '../../src/commands/payloads/vendors'
import { simulate } from '../../src/commands/simulate'
import { Latencies } from '../../src/commands/simulate-progress'
import { messagesOf, type SimulatedReader, type Simulation } from '../../src/commands/simulate-reads'
import { simulateHelp } from '../../src/commands/simulate-settings'
import { Identities, Placements } from '../../src/commands/simulate-tags'
import { formats } from '../../src/formats/formats'
import { brokerUrlForm } from '../../src/settings/broker-url'
import { normalize } from '../../src/tags/rules'

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
    expect([...encoders.keys()].toSorted()).toEqual(Object.keys(formats).toSorted())
  })

  test.each([...encoders])('of %s says to the decoder what the reader heard', (format, encoder) => {
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
      places: fc.integer({ min: 1, max: 12 }),
      tags: fc.integer({ min: 1, max: 60 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ places, tags, share }) => ({ places, tags, moving: Math.round(tags * share) }))
  const instant = fc.integer({ min: begin, max: begin + 1000 * minute })

  /** The place of each tag. */
  function placesOf(placements: Placements, places: number, at: number): Map<number, number> {
    const found = new Map<number, number>()
    for (let place = 0; place < places; place++) {
      const present = placements.at(place, at)
      for (let index = 0; index < present.size; index++) {
        const tag = present.tag(index)
        expect(found.has(tag)).toBe(false)
        found.set(tag, place)
      }
    }
    return found
  }

  test('are each at exactly one place, and within a minute the moving ones go one place further', () => {
    fc.assert(
      fc.property(
        floor,
        instant,
        fc.integer({ min: 0, max: minute }),
        ({ places, tags, moving }, at, later) => {
          const placements = new Placements(places, tags, moving)
          const [before, between, after] = [at, at + later, at + minute].map((time) =>
            placesOf(placements, places, time),
          )
          expect([...before!.keys()].toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: tags }, (_, tag) => tag),
          )
          for (const [tag, place] of before!) {
            const next = tag < moving ? (place + 1) % places : place
            expect(after!.get(tag)).toBe(next)
            expect([place, next]).toContain(between!.get(tag)!)
          }
        },
      ),
    )
  })

  test('do not all move at once', () => {
    const placements = new Placements(4, 40, 40)
    const at = begin - (begin % minute)
    const moved = [0, 15, 30, 45, 60].map((second) => {
      const [before, after] = [at, at + second * 1_000_000].map((time) => placesOf(placements, 4, time))
      return [...before!].filter(([tag, place]) => after!.get(tag) !== place).length
    })
    for (const [index, expected] of [0, 10, 20, 30, 40].entries())
      expect(moved[index]).toBeWithin(expected - 4, expected + 5)
  })

  test('differ between prefixes, and their values are as long as real ones', () => {
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
  let places = 0
  const readers = formatsOfReaders.map((format, index): SimulatedReader => {
    const encoder = encoders.get(format)!
    const antennas = encoder.hasAntennas ? 2 : 1
    const firstPlace = places
    places += antennas
    return {
      key: identities.reader(index),
      index,
      format,
      encoder,
      mac: identities.mac(index),
      antennas,
      firstPlace,
    }
  })
  const placements = new Placements(places, settings.tags, moving)
  const simulation: Simulation = {
    ...settings,
    placements,
    identities,
    readers: readers.length,
    places,
    startAt: begin,
  }
  return { readers, simulation }
}

const allOf = (readers: readonly SimulatedReader[], simulation: Simulation) =>
  readers.map((reader) => [...messagesOf(reader, simulation, 'site/reads')])

describe('simulated readers', () => {
  const mixed = [...encoders.keys()]

  test('never give one antenna, tag and time twice, however few tags and however fast', () => {
    for (const rate of [Infinity, 1_000_000, 50]) {
      const { readers, simulation } = simulationOf(mixed, { tags: 1, rate, count: 6000, duration: Infinity })
      for (const messages of allOf(readers, simulation)) {
        const { tick } = messages[0]!.reader.encoder
        if (tick === null) continue
        const heard = messages.flatMap((message) => message.heard)
        expect(heard).toHaveLength(500)
        expect(new Set(heard.map(({ antenna, value, at }) => `${antenna} ${value} ${at}`)).size).toBe(500)
        expect(heard.every(({ at }) => at % tick === 0)).toBe(true)
        expect(heard.map(({ at }) => at)).toEqual(heard.map(({ at }) => at).toSorted((a, b) => a - b))
      }
    }
  })

  test('send no message before the time of its last read', () => {
    const { readers, simulation } = simulationOf(mixed, { tags: 1, count: 6000 })
    for (const message of allOf(readers, simulation).flat())
      expect(message.due).toBe((message.heard.at(-1)!.at - begin) / 1000)
  })

  test('make as many reads as are wanted, at the rate, in batches and within the duration', () => {
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

  test('say the same once more for the same seed, and otherwise for another', () => {
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

  test('hear a tag strongest where it is, and now and then beside it', () => {
    const { readers, simulation } = simulationOf(['csl_cs463', 'csl_cs463'], {
      rate: 1000,
      count: 10_000,
      moving: 0,
    })
    const heard = allOf(readers, simulation)
      .flat()
      .flatMap(({ reader, heard: own }) =>
        own.map((read) => ({ ...read, place: reader.firstPlace + read.antenna - 1 })),
      )
    const isHome = ({ value, place }: (typeof heard)[number]) =>
      Number.parseInt(value.slice(-6), 16) % 4 === place
    const [home, beside] = [heard.filter(isHome), heard.filter((read) => !isHome(read))]
    expect(beside.length / heard.length).toBeWithin(0.08, 0.12)
    expect(Math.min(...home.map(({ rssi }) => rssi))).toBeGreaterThan(
      Math.max(...beside.map(({ rssi }) => rssi)),
    )
    expect(new Set(home.map(({ value }) => value)).size).toBe(20)
  })

  test('hear nothing beside where each tag is heard too seldom for the service to know better', () => {
    const { readers, simulation } = simulationOf(['csl_cs463', 'csl_cs463'], {
      rate: 1,
      tags: 100,
      count: 1000,
    })
    const heard = allOf(readers, simulation)
      .flat()
      .flatMap((message) => message.heard)
    expect(Math.min(...heard.map(({ rssi }) => rssi))).toBeGreaterThan(-60)
  })
})

test('latencies are known to a tenth', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 100_000, noNaN: true }), { minLength: 1 }), (values) => {
      const latencies = new Latencies()
      for (const value of values) latencies.add(value)
      const sorted = values.toSorted((a, b) => a - b)
      for (const share of [0.5, 0.99]) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1]!
        const told = Number.parseFloat(latencies.share(share))
        expect(Math.abs(told - exact)).toBeLessThan(0.06 * exact + 0.1 + (exact > 9 ? 0.6 : 0))
      }
    }),
  )
  expect(new Latencies().share(0.5)).toBe('-')
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
    [`${url} 5`]: "simulate takes flags only, not '5'.",
    '': 'Name a service (--server http://localhost:8080) or a broker (--url mqtt://127.0.0.1:1883).',
    '--url http://127.0.0.1': urlRule,
    [`${url} --password x`]: 'A password needs a user name: --user, or in the URL.',
    [`${url} --email a@b.example`]: '--email is for a --server.',
    '--server 127.0.0.1:8080': '--server must be of the form http://localhost:8080 or https://...',
    '--server http://127.0.0.1 --email a@b.example':
      '--server needs the --email and --password of an administrator.',
    [`${server} --user dock`]:
      'With --server, --password is that of --email; put user and password of a broker into --url.',
    [`${url} --readers 0`]: "--readers must be a whole number from 1 to 1000, not '0'.",
    [`${url} --tags 1e3`]: "--tags must be a whole number from 1 to 10000000, not '1e3'.",
    [`${url} --batch 0`]: "--batch must be a whole number from 1 to 1000, not '0'.",
    [`${url} --count 1.5`]: "--count must be a whole number from 1 to 9007199254740991, not '1.5'.",
    [`${url} --moving 110%`]: "--moving must be a share such as 10% or 0.1, not '110%'.",
    [`${url} --moving 10`]: "--moving must be a share such as 10% or 0.1, not '10'.",
    [`${url} --vendor csl_cs436`]: 'Unknown vendor csl_cs436; did you mean csl_cs463?',
    [`${url} --rate fast`]: "--rate must be a number of reads per second up to 1000000, or full, not 'fast'.",
    [`${url} --duration 0`]: "--duration must be a number of seconds, not '0'.",
    [`${url} --start-at today`]:
      '--start-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.',
    [`${url} --prefix a-b`]: '--prefix must be of 1 to 32 lower-case letters and digits.',
    [`${url} --topic site/reads`]: '--topic must be an MQTT topic without wildcards that has {reader} in it.',
    [`${url} --give-up-after 0`]: '--give-up-after must be a number of seconds from 0 to 86400.',
    [`${url} --log /nowhere/log`]: 'Cannot write the --log /nowhere/log (ENOENT).',
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
