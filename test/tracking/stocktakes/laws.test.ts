import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { createRandom, type Random } from '../../support/random-inputs'
import type { Row } from '../../support/records'
import { secondsAgo } from '../../support/scans'
import { close, linesOf, newHall, open, placed, read, type Scanned, send } from '../../support/stocktakes'
import { newMember } from '../../support/users'

/** The laws of stocktakes for random scans of several people (docs/internal-api.md, Scans of a stocktake). */

setDefaultTimeout(120_000)

let program: Program
let session: Client
let phones: Client[]

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  phones = [session]
  for (let made = 0; made < 2; made++) phones.push((await newMember(program, session, 'operator')).session)
})
afterAll(stopPrograms)

interface Sent {
  readonly phone: number
  readonly place: number
  readonly read: Scanned
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.below(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Sends all scans in a random order, divided at random, some of them twice. */
async function sendAll(random: Random, id: number, places: readonly Row[], scans: readonly Sent[]) {
  const all = shuffled(random, [...scans, ...scans.filter(() => random.chance(0.3))])
  for (const [phone, client] of phones.entries())
    for (const [place, location] of places.entries()) {
      const reads = all
        .filter((each) => each.phone === phone && each.place === place)
        .map((each) => each.read)
      for (let from = 0; from < reads.length;) {
        const size = 1 + random.below(6)
        expect((await send(client, id, location, reads.slice(from, from + size))).status).toBe(200)
        from += size
      }
    }
}

// Rule: internal-api.md, Scans of a stocktake
test.each([1, 2, 3])(
  'any order, partition and repetition of submissions has one result (seed %d)',
  async (seed) => {
    const random = createRandom(seed)
    const { hall, aisle, other, yard } = await newHall(session)
    const expected = [...(await placed(session, aisle, 6)), ...(await placed(session, other, 4))]
    const known = [...expected, ...(await placed(session, yard, 3))]
    const places = [hall, aisle, other, yard]
    const scans = Array.from({ length: 40 }, (): Sent => {
      const value = random.chance(0.15) ? `unknown-${random.below(3)}` : random.oneOf(known).external_key
      return {
        phone: random.below(phones.length),
        place: random.below(places.length),
        // Several scans are at the same instant.
        read: { value, observed_at: secondsAgo(100 + random.below(10)) },
      }
    })
    const results = []
    for (let run = 0; run < 3; run++) {
      const { id, expected_count: total } = await open(session, hall)
      await sendAll(random, id, run % 2 === 0 ? places : places.toReversed(), [])
      await sendAll(random, id, places, scans)
      const { counts } = await read(session, id)
      const { found, elsewhere, moved_meanwhile: moved, excused, missing, to_count: left } = counts
      expect(found + elsewhere + moved + excused + missing + left).toBe(total)
      const closed = await close(session, id)
      const lines = await linesOf(session, id)
      for (const verdict of ['found', 'elsewhere', 'missing', 'extra', 'moved_meanwhile', 'excused'] as const)
        expect(lines.filter((line) => line.verdict === verdict)).toHaveLength(closed.counts[verdict])
      const scanned = new Set(scans.map((each) => each.read.value))
      const counted = lines.filter((line) => ['found', 'elsewhere', 'extra'].includes(line.verdict))
      expect(counted.map((line): string => line.asset_external_key).toSorted()).toEqual(
        known
          .map((asset) => asset.external_key)
          .filter((key) => scanned.has(key))
          .toSorted(),
      )
      results.push({ lines, hash: closed.result_sha256, counts: closed.counts })
    }
    const [first, ...others] = results
    for (const result of others) expect(result).toEqual(first as never)
  },
)
