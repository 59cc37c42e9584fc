import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import {
  jobOf,
  type Label,
  labelsOf,
  newAssets,
  newJob,
  newPrefix,
  newPrinter,
  newTemplate,
} from '../../support/labels'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { until } from '../../support/until'
import { TestPad } from '../../support/pad'
import { newReader } from '../../support/scans'
import { type Mishap, ZplPrinter } from '../../../src/commands/simulate/zpl/printer'
import { seed } from '../../support/seed'

/** The laws of printed labels, over mishaps of the printer, of a person at the encode station, and kills of the service (decision 0053). */

setDefaultTimeout(120_000)
afterAll(stopPrograms)

const kinds: readonly Mishap[] = [
  'empty',
  'foreign',
  'unreadable',
  'silent',
  'close',
  'hang',
  'repeat',
  'nonsense',
  'paper',
  'shift',
]
const labelCount = 24
const killCount = 2

/** Returns numbers from 0 to 1 that look random, the same for each seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// Rule: internal-api.md, Print jobs
test('whatever the printer and the person at the station do, and when the service is killed, live labels are what their assets have', async () => {
  const next = random(seed)
  const dataDir = newDataDir()
  const options = { dataDir, isFirst: true, env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } }
  let program: Program = await startProgram(options)
  let session: Client = await signIn(program)
  const printer = await ZplPrinter.start()
  const job = await newJob(session, {
    template_id: await newTemplate(session),
    printer_id: await newPrinter(session, printer),
    asset_ids: await newAssets(session, labelCount),
    encode: { scheme: 'giai', prefix_id: await newPrefix(session, '9521234') },
  })
  const reader = await newReader(session, 'Pad', [])
  await session.post(`/internal/v1/print-jobs/${job.id}/station`, { reader_id: reader.id })
  const pad = new TestPad(reader)
  const person = new Person(pad, job.id, next)
  // Each mishap once, in a random order, and then some by chance.
  const planned = kinds.toSorted(() => next() - 0.5)
  let sent = 0
  printer.mishap = () => {
    sent += 1
    if (sent % 2 === 0) return planned.pop() ?? 'none'
    return next() < 0.2 ? (kinds[Math.floor(next() * 3)] ?? 'none') : 'none'
  }
  let killed = 0
  await until(
    async () => {
      const { state, counts } = await jobOf(session, job.id)
      if (killed < killCount && counts.live > (killed + 1) * 7) {
        killed += 1
        await program.kill()
        program = await startProgram(options)
        session = await signIn(program)
        pad.forget()
        expect((await jobOf(session, job.id)).station?.reader_id).toBe(reader.id)
      } else if (state === 'stopped') {
        printer.shift = 0
        await session.post(`/internal/v1/print-jobs/${job.id}/resume`)
      } else if (state !== 'done') await person.work(program, session)
      return state === 'done'
    },
    'the job is done',
    100,
  )
  expect([killed, planned]).toEqual([killCount, []])
  const labels = await labelsOf(session, job.id)
  await requireLaws(session, printer, labels)
  const live = labels.filter(({ state }) => state === 'live')
  expect(live.filter(({ epc }) => !person.alone.has(epc as string))).toEqual([])
  await program.stop()
})

/** Puts labels on the pad: one, two together, one of another system, or one that lay there before. */
class Person {
  /** The EPCs that lay alone on the pad. */
  readonly alone = new Set<string>()
  readonly #pad: TestPad
  readonly #jobId: number
  readonly #next: () => number

  constructor(pad: TestPad, jobId: number, next: () => number) {
    this.#pad = pad
    this.#jobId = jobId
    this.#next = next
  }

  async work(program: Program, session: Client): Promise<void> {
    const labels = (await labelsOf(session, this.#jobId)).filter(
      ({ epc, tid }) => epc !== null && tid !== null,
    )
    const printed = labels.filter(({ state }) => state === 'verified')
    const some = (among: readonly Label[]) => {
      const label = among[Math.floor(this.#next() * among.length)]
      return { value: label?.epc as string, tid: label?.tid as string }
    }
    if (printed.length === 0) return
    const what = this.#next()
    if (what < 0.15 && printed.length > 1)
      await this.#pad.put(program, some(printed.slice(1)), some(printed.slice(0, 1)))
    else if (what < 0.25) await this.#pad.put(program, { value: 'E28011700000020D5A5C9999' })
    else if (what < 0.35) await this.#pad.repeat(program)
    else {
      const inUse = labels.filter(({ state }) => state === 'live')
      const chip = what < 0.45 && inUse.length > 0 ? some(inUse) : some(printed)
      this.alone.add(chip.value)
      await this.#pad.put(program, chip)
    }
  }
}

async function requireLaws(session: Client, printer: ZplPrinter, labels: readonly Label[]): Promise<void> {
  const live = labels.filter(({ state }) => state === 'live')
  expect(live).toHaveLength(labelCount)
  expect(labels.every(({ state }) => state === 'live' || state === 'void')).toBe(true)
  const chips = new Set<number>()
  for (const { id, asset_id: assetId, epc } of live) {
    const printed = printer.printed.filter(({ labelId }) => labelId === id)
    expect(printed).toHaveLength(1)
    const [label] = printed
    const index = label?.index as number
    // What is printed, encoded and stored is equal.
    expect(label?.texts[1]).toBe(epc as string)
    expect(printer.chip(index)).toBe(epc as string)
    const { tags } = (await session.get(`/api/v1/assets/${assetId}`)).body.data
    expect(tags.map(({ value }: { value: string }) => value)).toEqual([epc])
    chips.add(index)
  }
  expect(chips.size).toBe(labelCount)
  expect(new Set(live.map(({ epc }) => epc)).size).toBe(labelCount)
  // A number is sent again only when the chip has answered that it has another one.
  const sent = Map.groupBy(printer.printed, ({ wanted }) => wanted)
  for (const [epc, all] of sent)
    for (const { read } of all.slice(0, -1)) expect(read !== '' && read !== epc).toBe(true)
}
