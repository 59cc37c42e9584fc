import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { formats } from '../../../src/tracking/formats/formats'
import { apiClient, type Client, signIn } from '../../support/client'
import { createRandom, type Random } from '../../support/random-inputs'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { newReader } from '../../support/scans'
import { exchange } from '../../support/send-input'
import { createInputs, endpoints, type Known } from '../../support/slow-inputs'
import { packetsOf, sendPackets } from '../../support/slow-packets'
import { leastWork, measured } from '../../support/work'
import { seed } from '../../support/seed'

/**
 * Fuzzing for time instead of errors: sends requests and MQTT packets that are within the limits, and
 * measures how long each keeps the serving thread busy. TEST_SEED repeats a run, TEST_SLOW_INPUTS_SECONDS
 * makes it longer.
 */

const seconds = Number(Bun.env['TEST_SLOW_INPUTS_SECONDS'] ?? 20)
const packetShare = 0.05
const pageShare = 0.05
const renewalSeconds = 300
/** An input that seems slow is sent this many times again, and the least work counts. */
const repetitions = 4
/**
 * An input may cause this many times the work of an ordinary request, without credentials and with them. The slow inputs
 * that this test searches for cause at least 20 times as much; a busy machine doubles the measured work.
 */
const factor = 12
/** Milliseconds that delay no other request noticeably. On a busy machine, opening a connection can take as long. */
const unnoticed = 5

let program: Program
let session: Client
let known: Known

setDefaultTimeout(60_000)
beforeAll(async () => {
  const unlimited = '1000000'
  program = await startProgram({
    env: {
      WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT: unlimited,
      WHEREABOUTS_LOGIN_FAILURES_PER_ADDRESS: unlimited,
    },
  })
  session = await signIn(program)
  const api = await apiClient(program, session)
  const [place, asset] = [await newLocation(api), await newTagged(api, 'E1')]
  const spare = await newReader(session, 'SPARE', [place.id])
  const [organization] = (await session.get('/internal/v1/organizations')).body.data
  const ids = { assets: asset.id, locations: place.id, readers: spare.id, organizations: organization.id }
  const readers = await newReaders(place.id)
  known = { session: session.token as string, key: api.token as string, readers, ids }
})
afterAll(stopPrograms)

/** One of each format, and some with mappings that search all of a message. */
async function newReaders(place: number) {
  const searches = [
    '$..*',
    '$.reads[*]',
    '$..reads[?@.a == 1 || @.b != 2 && @.c < 3]',
    '$[*][*][*]',
    '$..[0]',
  ]
  const entry = { value: '$.value', antenna: '$.antenna', observed_at: '$.t', rssi: '$.rssi' }
  const settings = [
    // Nothing answers at this address (RFC 5737). The messages come over HTTP here.
    ...Object.keys(formats).map((format) => ({ format, ...(format === 'llrp' && { address: '192.0.2.1' }) })),
    ...searches.map((reads) => ({ format: 'mapping', mapping: { reads, ...entry } })),
  ]
  return Promise.all(settings.map((one, index) => newReader(session, `READER-${index}`, [place], one)))
}

/** Tokens live for 15 minutes. */
async function renew(): Promise<void> {
  session = await signIn(program)
  known.session = session.token as string
  known.key = (await apiClient(program, session)).token as string
}

interface Probe {
  readonly to: string
  readonly kind: string
  readonly isOpen: boolean
  readonly send: () => Promise<number>
}

function probe(random: Random, inputs: ReturnType<typeof createInputs>): Probe {
  if (random.chance(packetShare)) {
    const packets = packetsOf(random, known.readers)
    return { ...packets, to: 'MQTT', send: () => sendPackets(program, packets) }
  }
  const input = random.chance(pageShare) ? inputs.page() : inputs.one(random.oneOf(endpoints))
  return { ...input, send: async () => (await exchange(program, input)).status }
}

/** The work of an ordinary request without credentials, and that of a large one with them, in milliseconds. */
async function honest(): Promise<{ readonly open: number; readonly full: number }> {
  const body = Buffer.from(JSON.stringify({ name: 'A', metadata: { text: 'x'.repeat(1_000_000) } }))
  const headers = { authorization: `Bearer ${known.key}`, 'content-type': 'application/json' }
  const full = { method: 'POST', target: '/api/v1/assets', headers, body }
  const open = { ...full, target: '/internal/v1/session', body: Buffer.from('{}') }
  return {
    open: await leastWork(program, 20, () => exchange(program, open)),
    full: await leastWork(program, 5, () => exchange(program, full)),
  }
}

interface Found extends Probe {
  readonly work: number
  readonly result: number
}

const textOf = ({ work, result, to, kind }: Found): string =>
  `${work.toFixed(1)} ms, ${result}: ${to}, ${kind.slice(0, 100)}`

// Rule: api.md, Limits
test(
  `no input keeps the serving thread busy (TEST_SEED=${seed})`,
  async () => {
    const random = createRandom(seed)
    const inputs = createInputs(random, known)
    const base = await honest()
    const bounds = { open: Math.max(factor * base.open, unnoticed), full: factor * base.full }
    const boundOf = ({ isOpen }: Probe) => (isOpen ? bounds.open : bounds.full)
    const worst = new Map<string, Found>()
    const faults: Found[] = []
    const begun = performance.now()
    let renewed = begun
    let sent = 0
    while (performance.now() - begun < seconds * 1000) {
      if (performance.now() - renewed > renewalSeconds * 1000) {
        await renew()
        renewed = performance.now()
      }
      const next = probe(random, inputs)
      const first = await measured(program, next.send)
      sent++
      if (first.work <= (worst.get(next.to)?.work ?? 0)) continue
      const seemsSlow = first.work > boundOf(next) / 4
      const again = seemsSlow ? await leastWork(program, repetitions, next.send) : Infinity
      const work = Math.min(first.work, again)
      const found = { ...next, work, result: first.result }
      if (work > (worst.get(next.to)?.work ?? 0)) worst.set(next.to, found)
      if (work > boundOf(next)) faults.push(found)
    }
    const sorted = [...worst.values()].toSorted((a, b) => b.work - a.work)
    const shown = [true, false].flatMap((isOpen) => sorted.filter((one) => one.isOpen === isOpen).slice(0, 5))
    console.log(
      `TEST_SEED=${seed}: ${sent} inputs to ${worst.size} places; honest requests take ` +
        `${base.open.toFixed(1)} and ${base.full.toFixed(1)} ms, so inputs may take ${bounds.open.toFixed(1)} and ` +
        `${bounds.full.toFixed(1)} ms; the worst, without credentials and with them:\n` +
        (seconds > 60 ? sorted : shown).map(textOf).join('\n'),
    )
    expect(faults.map(textOf)).toEqual([])
    expect(sent).toBeGreaterThan(seconds * 5)
  },
  (seconds + 60) * 1000,
)

test('the measurement distinguishes an expensive request from a cheap one', async () => {
  await renew()
  const rows = Array.from({ length: 300 }, (_, i) => ({ name: `Row ${i}` }))
  const large = await leastWork(program, 3, () =>
    session.post('/internal/v1/assets/import', { dry_run: true, rows }),
  )
  const small = await leastWork(program, 3, () => session.get('/internal/v1/about'))
  expect(large).toBeGreaterThan(5 * small)
})
