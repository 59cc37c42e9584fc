import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import {
  jobIn,
  jobOf,
  labelsOf,
  newAssets,
  newJob,
  newPrefix,
  newPrinter,
  newTemplate,
} from '../../support/labels'
import { TestPad } from '../../support/pad'
import { stopPrograms } from '../../support/program'
import { newReader } from '../../support/scans'
import { openStream } from '../../support/stream'
import { until } from '../../support/until'
import { ZplPrinter } from '../../../src/commands/simulate/zpl/printer'

/** Printing and an encode station with two instances, of which the leader is killed (docs/labels.md). */

setDefaultTimeout(120_000)
afterAll(async () => {
  await stopPrograms()
  await server?.stop()
})

const labelCount = 6

// Rule: internal-api.md, Print jobs
test.skipIf(!server)(
  'the other instance goes on printing, and the pad works at any instance, also when the leader is killed',
  async () => {
    const url = await newDatabase()
    const env = { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' }
    const leader = await startInstance(url, env)
    const follower = await startInstance(url, env)
    const session = await signIn(leader)
    const printer = await ZplPrinter.start()
    const reader = await newReader(session, 'Pad', [])
    const pad = new TestPad(reader)
    const streams = await Promise.all(
      [leader, follower].map((program) => openStream(program, clientOf(program.http, session.token))),
    )
    // The leader is killed while the fourth label is in the printer.
    printer.mishap = () => {
      printer.isPaused = printer.printed.length === 3
      return 'none'
    }
    const { id } = await newJob(session, {
      template_id: await newTemplate(session),
      printer_id: await newPrinter(session, printer),
      asset_ids: await newAssets(session, labelCount),
      encode: { scheme: 'giai', prefix_id: await newPrefix(session, '9521234') },
    })
    await session.post(`/internal/v1/print-jobs/${id}/station`, { reader_id: reader.id })
    await until(async () => (await jobOf(session, id)).counts.verified >= 3, 'three are verified')
    const chipOf = async (index: number) => {
      const label = (await labelsOf(session, id)).filter(({ state }) => state === 'verified')[index]
      return { value: label?.epc as string, tid: label?.tid as string }
    }
    await pad.put(follower, await chipOf(0))
    for (const stream of streams)
      expect((await stream.wait('station'))[0]?.data).toMatchObject({ job_id: id, result: 'live' })

    await leader.kill()
    printer.mishap = () => 'none'
    printer.repair()
    const other = clientOf(follower.http, session.token)
    const left = async () => (await labelsOf(other, id)).filter(({ state }) => state === 'verified')
    await until(
      async () => (await left()).length === labelCount - 1,
      'the other instance has printed the rest',
    )
    expect((await jobOf(other, id)).station?.reader_id).toBe(reader.id)
    pad.forget()
    for (const { epc, tid } of await left())
      await pad.put(follower, { value: epc as string, tid: tid as string })
    const { counts } = await jobIn(other, id, 'done')
    expect(counts).toEqual({ queued: 0, sent: 0, verified: 0, live: labelCount, void: 1 })
    const live = (await labelsOf(other, id)).filter(({ state }) => state === 'live')
    for (const { id: label, epc, asset_id: asset } of live) {
      const printed = printer.printed.filter(({ labelId }) => labelId === label)
      expect(printed.map(({ index }) => printer.chip(index))).toEqual([epc as string])
      const { tags } = (await other.get(`/api/v1/assets/${asset}`)).body.data
      expect(tags.map(({ value }: { value: string }) => value)).toEqual([epc])
    }
    await printer.off()
  },
)
