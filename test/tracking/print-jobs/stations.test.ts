import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type Client, otherOrganization, signIn } from '../../support/client'
import {
  type Job,
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
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, type Reader } from '../../support/scans'
import { openStream } from '../../support/stream'
import { until } from '../../support/until'
import { newMember } from '../../support/users'
import { ZplPrinter } from '../../../src/commands/simulate/zpl/printer'

/** Encode stations of print jobs (docs/labels.md, Encode station; docs/internal-api.md, Print jobs). */

setDefaultTimeout(60_000)

const path = '/internal/v1/print-jobs'
let program: Program
let session: Client
let place: number
let template: number
let prefix: number

beforeAll(async () => {
  // Not a copy of an installation, which would mint nothing.
  program = await startProgram({ isFirst: true, env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  place = (await newLocation(session)).id
  template = await newTemplate(session)
  prefix = await newPrefix(session, '9521234')
})
afterAll(stopPrograms)

const newPad = () => newReader(session, freshKey('Pad'), [place])
const give = (job: number, reader: number) => session.post(`${path}/${job}/station`, { reader_id: reader })
const jobFor = (assetIds: readonly number[], body: object = {}): Promise<Job> =>
  newJob(session, {
    template_id: template,
    printer_id: null,
    asset_ids: assetIds,
    encode: { scheme: 'giai', prefix_id: prefix },
    ...body,
  })
const assetOf = async (id: number) => (await session.get(`/api/v1/assets/${id}`)).body.data
const tagsOf = async (id: number): Promise<string[]> =>
  (await assetOf(id)).tags.map((tag: { value: string }) => tag.value)
const placeOf = async (key: string) =>
  (await session.get(`/api/v1/reports/asset-locations?asset_external_key=${key}`)).body.data[0]
    ?.location_external_key ?? null

/** A job whose labels wait for the pad, with the labels. */
async function waitingJob(count: number, reader: Reader) {
  const assets = await newAssets(session, count)
  const { id } = await jobFor(assets)
  await until(async () => (await jobOf(session, id)).counts.sent === count, 'the labels have numbers')
  expect((await give(id, reader.id)).status).toBe(200)
  return { id, assets, labels: await labelsOf(session, id) }
}

/** Not those of the simulated printer. */
const tid = (number: number) => `E2801170200000000000${number.toString(16).padStart(4, '0').toUpperCase()}`

// Rule: internal-api.md, Print jobs
test('a label that was printed elsewhere is live when it lies alone on the pad, and the reads change no place', async () => {
  const reader = await newPad()
  const pad = new TestPad(reader)
  const { id, assets, labels } = await waitingJob(3, reader)
  expect((await jobOf(session, id)).station).toEqual({
    reader_id: reader.id,
    reader_name: reader.external_key,
  })
  const [first, second, third] = labels.map(({ epc }) => epc as string) as [string, string, string]
  const stream = await openStream(program, session)
  const said = async (count: number) => (await stream.wait('station', count)).at(-1)?.data

  await pad.put(program, { value: first.toLowerCase(), tid: tid(1) })
  expect(await said(1)).toEqual({
    job_id: id,
    reader_id: reader.id,
    label_id: labels[0]?.id,
    asset_external_key: labels[0]?.asset_external_key,
    result: 'live',
    epc: first,
    tid: tid(1),
  })
  expect((await labelsOf(session, id))[0]).toMatchObject({ state: 'live', tid: tid(1) })
  expect(await tagsOf(assets[0] as number)).toEqual([first])

  await pad.put(program, { value: second, tid: tid(2) }, { value: third, tid: tid(3) })
  expect(await said(2)).toMatchObject({ result: 'two_tags', label_id: null })
  const known = await newTagged(session, '300030395DFA8332D140000004D2')
  await pad.put(program, { value: '30395DFA8332D140000004D2' })
  expect(await said(3)).toMatchObject({
    result: 'foreign',
    label_id: null,
    asset_external_key: known.external_key,
  })
  // What is live stays so when it lies there again, and a repeated message says nothing.
  await pad.put(program, { value: first, tid: tid(1) })
  await pad.repeat(program)
  expect(await said(4)).toMatchObject({ result: 'live', label_id: labels[0]?.id })
  expect((await jobOf(session, id)).counts).toMatchObject({ sent: 2, live: 1, void: 0 })

  // With the protocol-control word, as some readers send it.
  await pad.put(program, { value: `3000${second}` })
  expect(await said(5)).toMatchObject({ result: 'live', label_id: labels[1]?.id, epc: second })
  const { hostname, port } = new URL(program.mqtt as string)
  const { external_key: username, device_token: password, topic } = reader
  const mqtt = await connectAsync({
    host: hostname,
    port: Number(port),
    username,
    password,
    reconnectPeriod: 0,
  })
  const reads = [6_000, 6_600, 7_200].map((ahead) => ({
    value: third,
    observed_at: new Date(Date.now() + ahead).toISOString(),
  }))
  await mqtt.publishAsync(topic.replace('#', 'reads'), JSON.stringify({ reads }), { qos: 1 })
  await mqtt.endAsync()
  const job = await jobIn(session, id, 'done')
  expect(job.counts).toEqual({ queued: 0, sent: 0, verified: 0, live: 3, void: 0 })
  expect(job.station).toBeNull()
  const key = (await assetOf(assets[0] as number)).external_key
  expect(await placeOf(key)).toBeNull()
  expect(await placeOf(known.external_key)).toBeNull()
  const inbox = (await session.get('/internal/v1/unknown-tags')).body
  expect(inbox.data).toEqual([])
  // Without the job, it is a reader like any other.
  await postReads(program, reader, [{ value: first }])
  expect(await placeOf(key)).not.toBeNull()
})

// Rule: internal-api.md, Print jobs
test('what a printer has read back is verified, and live at the station, or without it', async () => {
  const printer = await ZplPrinter.start()
  const printerId = await newPrinter(session, printer)
  const reader = await newPad()
  const pad = new TestPad(reader)
  printer.isPaused = true
  const { id } = await jobFor(await newAssets(session, 4), { printer_id: printerId })
  await give(id, reader.id)
  printer.repair()
  await until(async () => (await jobOf(session, id)).counts.verified === 4, 'all are verified')
  const [first, second, third] = await labelsOf(session, id)
  const chip = (label: typeof first) => ({ value: label?.epc as string, tid: label?.tid as string })
  await pad.put(program, chip(first))
  await until(async () => (await jobOf(session, id)).counts.live === 1, 'the first is live')
  expect(await tagsOf(second?.asset_id as number)).toEqual([])
  // Its number is in a second chip. The reader reads more words of a chip than the printer.
  await pad.put(program, { value: second?.epc as string, tid: tid(9) })
  await pad.put(program, { ...chip(third), tid: `${third?.tid}0000` })
  await until(async () => (await jobOf(session, id)).counts.void === 1, 'the second is void')
  const labels = await labelsOf(session, id)
  expect(labels.find((label) => label.id === second?.id)?.reason).toBe('Two chips answer with its EPC')
  await until(async () => (await jobOf(session, id)).counts.verified === 2, 'it is printed again')
  expect((await jobOf(session, id)).state).toBe('printing')
  // The printer is free for another job meanwhile.
  const other = await jobFor(await newAssets(session, 1), { printer_id: printerId })
  await jobIn(session, other.id, 'done')
  const freed = await session.delete(`${path}/${id}/station`)
  expect([freed.status, freed.body.data.station]).toEqual([200, null])
  expect((await jobIn(session, id, 'done')).counts).toMatchObject({ live: 4, void: 1 })
  await printer.off()
})

// Rule: internal-api.md, Print jobs
test('a chip that was written twice makes both labels void and stops the job; paused jobs take nothing', async () => {
  const reader = await newPad()
  const pad = new TestPad(reader)
  const { id, assets, labels } = await waitingJob(2, reader)
  const [first, second] = labels.map(({ epc }) => epc as string) as [string, string]
  const stream = await openStream(program, session)
  await session.post(`${path}/${id}/pause`)
  await pad.put(program, { value: first, tid: tid(21) })
  await session.post(`${path}/${id}/resume`)
  await pad.put(program, { value: second, tid: tid(22) })
  await stream.wait('station', 1)
  expect((await labelsOf(session, id)).map(({ state }) => state)).toEqual(['sent', 'live'])
  await pad.put(program, { value: first, tid: tid(22) })
  expect((await stream.wait('station', 2))[1]?.data).toMatchObject({ result: 'wrong_epc' })
  const job = await jobIn(session, id, 'stopped')
  expect(job.counts).toEqual({ queued: 2, sent: 0, verified: 0, live: 0, void: 2 })
  expect(await tagsOf(assets[1] as number)).toEqual([])
  await session.post(`${path}/${id}/resume`)
  await until(async () => (await jobOf(session, id)).counts.sent === 2, 'they have new numbers')
  await pad.put(program, { value: first, tid: tid(21) })
  expect((await stream.wait('station', 3))[2]?.data).toMatchObject({ result: 'wrong_epc' })
  for (const { epc, state } of await labelsOf(session, id))
    if (state !== 'void') await pad.put(program, { value: epc as string })
  await jobIn(session, id, 'done')
})

// Rule: internal-api.md, Print jobs
test('bad requests say what is wrong, and a station ends with its job or its reader', async () => {
  const reader = await newPad()
  const { id } = await waitingJob(1, reader)
  const handheld = await session.post('/internal/v1/readers', {
    external_key: freshKey('Hand'),
    name: 'Hand',
    kind: 'handheld',
  })
  const faults = async (job: number, readerId: unknown) =>
    faultsOf(await session.post(`${path}/${job}/station`, { reader_id: readerId }))
  expect(await faults(id, undefined)).toEqual([400, 'reader_id required'])
  expect(await faults(id, 999_999)).toEqual([400, 'reader_id fk_not_found'])
  expect(await faults(id, handheld.body.data.id)).toEqual([400, 'reader_id invalid_context'])
  const other = await otherOrganization(program)
  const foreign = await newReader(other, freshKey('Pad'), [])
  expect(await faults(id, foreign.id)).toEqual([400, 'reader_id fk_not_found'])
  expect((await other.post(`${path}/${id}/station`, { reader_id: foreign.id })).status).toBe(404)
  expect((await other.delete(`${path}/${id}/station`)).status).toBe(404)
  const { session: viewer } = await newMember(program, session)
  expect((await viewer.post(`${path}/${id}/station`, { reader_id: reader.id })).status).toBe(403)
  expect((await viewer.delete(`${path}/${id}/station`)).status).toBe(403)

  const plain = await jobFor(await newAssets(session, 1), { encode: null })
  expect((await faults(plain.id, reader.id))[0]).toBe(409)
  const second = await jobFor(await newAssets(session, 1))
  const taken = await give(second.id, reader.id)
  expect([taken.status, taken.body.error.detail]).toEqual([
    409,
    `${reader.external_key} is the station of another print job; take it from that job first`,
  ])
  // A job has one station; another one replaces it.
  const spare = await newPad()
  expect((await give(id, spare.id)).body.data.station.reader_id).toBe(spare.id)
  expect((await give(second.id, reader.id)).status).toBe(200)
  expect((await session.delete(`/internal/v1/readers/${spare.id}`)).status).toBe(204)
  expect((await jobOf(session, id)).station).toBeNull()
  expect((await session.post(`${path}/${second.id}/cancel`)).body.data.station).toBeNull()
  expect((await give(second.id, reader.id)).status).toBe(409)
  expect((await session.delete(`${path}/${second.id}/station`)).status).toBe(409)
  expect((await give(id, reader.id)).status).toBe(200)
  const entries = (await session.get('/internal/v1/audit?subject_kind=print_job')).body.data
  expect(entries[0]).toMatchObject({ action: 'changed', after: { station_reader_id: reader.id } })
  await session.post(`${path}/${id}/cancel`)
})
