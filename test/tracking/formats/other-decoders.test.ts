import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { fromHex } from '../../../src/tracking/formats/payloads/beacon'
import { telemetryOf } from '../../../src/tracking/formats/telemetry/telemetry'
import { python, telemetryPackages } from '../../support/python'

/** What tags say, as other implementations decode it. Without their packages, the test is skipped. */

setDefaultTimeout(120_000)

const packages = telemetryPackages()
const reason = 'missing' in packages ? ` (skipped: ${packages.missing})` : ''

/** A generator of the same numbers in each run (mulberry32). */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % (most + 1)
  }
}

const next = numbersFrom(39)
const little = (value: number, bytes: number): string => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntLE(value > 2 ** (8 * bytes - 1) - 1 ? value - 2 ** (8 * bytes) : value, 0, bytes)
  return buffer.toString('hex')
}
const big = (value: number): string => Buffer.from(little(value, 2), 'hex').reverse().toString('hex')
const structure = (content: string): string => (content.length / 2).toString(16).padStart(2, '0') + content

/** Objects in the order of their ids, as the format wants, each with a value that a tag can measure. */
function bthome(): string {
  const objects = [
    `01${little(next(100), 1)}`,
    `02${little(next(12_000) - 4000, 2)}`,
    `03${little(next(10_000), 2)}`,
    `0c${little(1500 + next(2500), 2)}`,
    `21${little(next(1), 1)}`,
  ].filter(() => next(2) > 0)
  return structure(`16d2fc40${objects.length > 0 ? objects.join('') : '0150'}`)
}

const ruuvi5 = (): string =>
  structure(
    `ff990405${big(next(32_000) - 8000)}${big(next(40_000))}${big(50_000)}000400040400${big((next(1600) + 400) * 32)}4200cdcbb8334c884f`,
  )

describe.skipIf(reason !== '')(`other decoders${reason}`, () => {
  test('say the same about random values of BTHome and RuuviTag', async () => {
    const advertisements = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? bthome() : ruuvi5()))
    const { path } = packages as { path: string }
    const program = Bun.spawn([python as string, `${import.meta.dir}/decoders.py`], {
      stdin: new Blob([JSON.stringify(advertisements)]),
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...Bun.env, PYTHONPATH: path },
    })
    const [output, errors] = await Promise.all([
      new Response(program.stdout).text(),
      new Response(program.stderr).text(),
    ])
    expect([await program.exited, errors.includes('Traceback')]).toEqual([0, false])
    const decoded = JSON.parse(output) as Record<string, Record<string, number>>[]
    const compared = new Map<string, number>()
    const differences: unknown[] = []
    for (const [index, others] of decoded.entries()) {
      const advertisement = advertisements[index] as string
      const own = Object.fromEntries(telemetryOf([fromHex(advertisement)])?.values ?? [])
      for (const [name, values] of Object.entries(others))
        for (const [metric, value] of Object.entries(values)) {
          compared.set(name, (compared.get(name) ?? 0) + 1)
          // Some of them round to two digits.
          if (Math.abs((own[metric] ?? NaN) - value) > 0.0051 || own[metric] === undefined)
            differences.push({ name, advertisement, metric, value, own: own[metric] })
        }
    }
    expect(differences).toEqual([])
    expect([...compared.keys()].toSorted()).toEqual([
      'bleparser',
      'bthome-ble',
      'ruuvitag-sensor',
      'theengsdecoder',
    ])
    for (const count of compared.values()) expect(count).toBeGreaterThan(400)
  })
})
