import { AppError } from '../../base/errors'
import { storedOf } from '../../base/messages'
import { type Clock, toMicros } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import { mintedKind, mintNumbers } from '../../inventory/numbers/minting'
import type { PrintJobRow, PrintLabelRow, Store } from '../../storage/core/store'
import type { LabelEdit } from './labels'
import { jobMessages } from './messages'
import { endJob, setJobState, stopJob } from './settle'
import { encodeOf } from './view'

/** Labels of a write. */
const atOnce = 50

/** Gives the next labels of a job that a browser prints their numbers. They are `sent` then. */
export async function numberLabels(store: Store, job: PrintJobRow, now: Clock): Promise<void> {
  const labels = await store.read.printLabels.inState(job.id, 'queued', atOnce)
  const live = await store.read.assets.liveAmong(
    job.organizationId,
    labels.map(({ assetId }) => assetId),
  )
  try {
    await store.write(async (tx) => {
      const edit = { tx, at: now() }
      if (!(await setJobState(edit, job, 'printing', null))) return
      await sendAll(edit, job, labels, live)
      await endJob(edit, job)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    await store.write((tx) => stopJob({ tx, at: now() }, job, error.said), [job.organizationId])
  }
}

async function sendAll(
  { tx, at }: LabelEdit,
  job: PrintJobRow,
  labels: readonly PrintLabelRow[],
  live: ReadonlySet<number>,
): Promise<void> {
  const encode = encodeOf(job)
  const wanted = labels.filter(({ assetId }) => live.has(assetId))
  const numbers =
    encode && wanted.length > 0
      ? await mintNumbers(tx, (await mintedKind(tx, job.organizationId, encode)).kind, wanted.length)
      : []
  const epcs = numbers.map(({ epc }) => epc)
  const moved = { sent: 0, void: 0 }
  const pause = createPauses()
  for (const label of labels) {
    const isLive = live.has(label.assetId)
    const state = isLive ? 'sent' : 'void'
    const values = isLive
      ? { epc: epcs.shift() ?? null }
      : { reason: storedOf(jobMessages('label_void.asset_deleted')) }
    if (await tx.printLabels.update(label, { ...values, state, at: toMicros(at) })) moved[state] += 1
    const pausing = pause()
    if (pausing) await pausing
  }
  await tx.printJobs.count(job.id, { queued: -moved.sent - moved.void, ...moved })
}
