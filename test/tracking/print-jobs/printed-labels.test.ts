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
import { type Mishap, ZplPrinter } from '../../support/zpl-printer'

/** The laws of printed labels, over mishaps of the printer and kills of the service (decision 0053). */

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
test('whatever the printer does, and when the service is killed, live labels are what their assets have', async () => {
  const next = random(Number(process.env.TEST_SEED ?? 38))
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
      } else if (state === 'stopped') {
        printer.shift = 0
        await session.post(`/internal/v1/print-jobs/${job.id}/resume`)
      }
      return state === 'done'
    },
    'the job is done',
    100,
  )
  expect([killed, planned]).toEqual([killCount, []])
  const labels = await labelsOf(session, job.id)
  await requireLaws(session, printer, labels)
  await program.stop()
})

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
