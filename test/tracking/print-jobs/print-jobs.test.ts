import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { png } from '../../support/images'
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
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newTagged } from '../../support/records'
import { until } from '../../support/until'
import { type Mishap, ZplPrinter } from '../../../src/commands/simulate/zpl/printer'

/** Print jobs on a simulated printer (docs/internal-api.md, Print jobs). */

setDefaultTimeout(60_000)

const path = '/internal/v1/print-jobs'
let program: Program
let session: Client
let printer: ZplPrinter
let printerId: number
let template: number
let prefix: number

beforeAll(async () => {
  // Not a copy of an installation, which would mint nothing.
  program = await startProgram({ isFirst: true, env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  printer = await ZplPrinter.start()
  printerId = await newPrinter(session, printer)
  template = await newTemplate(session)
  prefix = await newPrefix(session, '9521234')
})
afterAll(stopPrograms)

const encode = () => ({ scheme: 'giai', prefix_id: prefix })
const jobFor = (assetIds: readonly number[], body: object = {}) =>
  newJob(session, {
    template_id: template,
    printer_id: printerId,
    asset_ids: assetIds,
    encode: encode(),
    ...body,
  })
const tagsOf = async (assetId: number): Promise<string[]> =>
  (await session.get(`/api/v1/assets/${assetId}`)).body.data.tags.map((tag: { value: string }) => tag.value)

/** Mishaps of the labels of the next job, in the order in which they are sent. */
function mishaps(...all: Mishap[]): void {
  printer.mishap = () => all.shift() ?? 'none'
}

// Rule: internal-api.md, Print jobs
test('a job prints, encodes and reads back each label, and then the asset has the tag', async () => {
  const assets = await newAssets(session, 3)
  const { id } = await jobFor(assets)
  const job = await jobIn(session, id, 'done')
  expect(job.counts).toEqual({ queued: 0, sent: 0, verified: 0, live: 3, void: 0 })
  const labels = await labelsOf(session, id)
  expect(labels.map((label) => [label.asset_id, label.state])).toEqual(assets.map((asset) => [asset, 'live']))
  for (const label of labels) {
    const printed = printer.printed.find(({ labelId }) => labelId === label.id)
    expect(printed?.texts).toEqual([label.asset_external_key, label.epc as string])
    expect(printer.chip(printed?.index as number)).toBe(label.epc as string)
    expect(await tagsOf(label.asset_id)).toEqual([label.epc as string])
    expect(label.tid).toMatch(/^E280[0-9A-F]{20}$/)
  }
  const entries = (await session.get('/internal/v1/audit?subject_kind=print_job')).body.data
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['finished', 'created'])
})

// Rule: internal-api.md, Print jobs
test('void labels are printed again, with the same number only when the chip says that it does not have it', async () => {
  mishaps('empty', 'none', 'foreign', 'none', 'unreadable', 'none', 'silent', 'repeat', 'paper')
  const { id } = await jobFor(await newAssets(session, 5))
  const job = await jobIn(session, id, 'done')
  expect(job.counts).toEqual({ queued: 0, sent: 0, verified: 0, live: 5, void: 4 })
  const rows = (await labelsOf(session, id)).map(({ asset_id, state, epc, reason }) => ({
    asset_id,
    state,
    epc,
    reason,
  }))
  const [empty, second, foreign, fourth, unreadable, sixth, silent, eighth] = rows
  expect(empty?.reason).toBe('The chip was empty when it was read back')
  expect(second?.epc).toBe(empty?.epc as string)
  expect(foreign?.reason).toBe('The chip answered with E28011700000020D5A5C1234')
  expect(fourth?.epc).toBe(foreign?.epc as string)
  expect(unreadable?.reason).toBe('The printer could not read the chip back')
  expect(sixth?.epc).not.toBe(unreadable?.epc as string)
  expect(silent?.reason).toBe('The printer has not said what it printed')
  expect(eighth?.epc).not.toBe(silent?.epc as string)
})

// Rule: internal-api.md, Print jobs
test('a job waits for a printer that is off, open, empty or paused, says why and since when, and goes on alone', async () => {
  printer.mishap = () => 'none'
  await printer.off()
  const [asset] = await newAssets(session, 1)
  const { id } = await jobFor([asset as number])
  const waits = async (text: string): Promise<Job> => {
    let job = await jobOf(session, id)
    await until(
      async () => {
        job = await jobOf(session, id)
        return job.state === 'waiting' && (job.reason ?? '').includes(text)
      },
      () => `the job waits for ${text}, not only ${JSON.stringify(job)}`,
    )
    return job
  }
  const off = await waits('cannot be reached at 127.0.0.1')
  expect(Date.parse(off.since)).toBeGreaterThan(Date.now() - 60_000)
  expect((await session.get(`/internal/v1/printers/${printerId}`)).body.data).toMatchObject({
    state: 'off',
    problem: off.reason,
  })
  expect(await tagsOf(asset as number)).toEqual([])
  printer.isHeadOpen = true
  await printer.on()
  await waits('head is open')
  printer.isHeadOpen = false
  printer.isPaperOut = true
  await waits('no labels')
  printer.isPaperOut = false
  printer.isPaused = true
  await waits('is paused')
  printer.repair()
  await jobIn(session, id, 'done')
  expect((await session.get(`/internal/v1/printers/${printerId}`)).body.data).toMatchObject({
    state: 'ready',
    problem: null,
  })
})

// Rule: internal-api.md, Print jobs
test('a shift by one label stops the job, voids both labels, and detaches the tag of the live one', async () => {
  mishaps('none', 'shift')
  const assets = await newAssets(session, 4)
  const { id } = await jobFor(assets)
  const job = await jobIn(session, id, 'stopped')
  // The label at which the roll has shifted is void, because its chip is empty. The next one gets its number, which is in a chip.
  const labels = await labelsOf(session, id)
  const shifted = labels.filter(({ reason }) => reason?.includes('answered with the EPC of'))
  expect(shifted).toHaveLength(2)
  const [before, after] = shifted
  expect(job.reason).toBe(
    `${after?.asset_external_key} answered with the EPC of ${before?.asset_external_key}. Both are void. Check the gap sensor of the printer, then go on`,
  )
  expect(await tagsOf(before?.asset_id as number)).toEqual([])
  expect(job.counts).toMatchObject({ live: 1, queued: 3, void: 3 })

  printer.shift = 0
  await session.post(`${path}/${id}/resume`)
  await jobIn(session, id, 'done')
  const tags = await Promise.all(assets.map(tagsOf))
  expect(tags.map((all) => all.length)).toEqual([1, 1, 1, 1])
  expect(tags.flat().toSorted()).toEqual(
    (await labelsOf(session, id))
      .filter(({ state }) => state === 'live')
      .map(({ epc }) => epc as string)
      .toSorted(),
  )
})

// Rule: internal-api.md, Print jobs
test('a printer that answers nonsense stops the job, and so do images of too many dots and three void labels one after another', async () => {
  mishaps('nonsense')
  const nonsense = await jobFor(await newAssets(session, 1))
  const stopped = await jobIn(session, nonsense.id, 'stopped')
  expect(stopped.reason).toBe('The printer answers something that is not ZPL: READY.')
  await session.post(`${path}/${nonsense.id}/resume`)
  await jobIn(session, nonsense.id, 'done')

  const box = { left_mm: 0, top_mm: 0, width_mm: 400, height_mm: 400 }
  const elements = [{ kind: 'image', image: png().toString('base64'), ...box }]
  const large = { name: 'Large', width_mm: 400, height_mm: 400, elements }
  const { id } = (await session.post('/internal/v1/label-templates', large)).body.data
  const images = await jobFor(await newAssets(session, 1), { template_id: id, encode: null })
  expect((await jobIn(session, images.id, 'stopped')).reason).toBe(
    'The images of the label have more than 10000000 dots at 203 dpi; make them smaller in the template',
  )
  await session.post(`${path}/${images.id}/cancel`)

  mishaps('empty', 'empty', 'unreadable')
  const voids = await jobFor(await newAssets(session, 1))
  expect(await jobIn(session, voids.id, 'stopped')).toMatchObject({ counts: { void: 3, queued: 1 } })
  expect((await session.post(`${path}/${voids.id}/cancel`)).body.data.state).toBe('cancelled')
  expect((await session.post(`${path}/${voids.id}/resume`)).status).toBe(409)
  const [label] = await labelsOf(session, voids.id)
  expect((await session.post(`${path}/${voids.id}/labels/${label?.id}/reprint`)).status).toBe(409)
})

// Rule: internal-api.md, Print jobs
test('a label whose tag was given to another asset meanwhile is void, and printed with the next number', async () => {
  mishaps('paper')
  const next = (await session.post('/internal/v1/epcs/mint', { ...encode(), count: 1 })).body.data[0]
  const digits = next.epc.slice(-12)
  const following =
    next.epc.slice(0, -12) + (parseInt(digits, 16) + 1).toString(16).toUpperCase().padStart(12, '0')
  printer.isPaused = true
  const { id } = await jobFor(await newAssets(session, 1))
  await jobIn(session, id, 'waiting')
  printer.isPaused = false
  printer.mishap = () => {
    printer.isPaused = true
    return 'none'
  }
  await until(async () => (await jobOf(session, id)).counts.sent === 1, 'the label is sent')
  await newTagged(session, following)
  printer.mishap = () => 'none'
  printer.repair()
  const { counts } = await jobIn(session, id, 'done')
  const [first] = await labelsOf(session, id)
  expect([first?.epc, first?.reason]).toEqual([
    following,
    `Another asset or location has the tag ${following} already`,
  ])
  expect(counts).toMatchObject({ live: 1, void: 1 })
})

// Rule: internal-api.md, Print jobs
test('a live label that is printed again stays live until the new one is', async () => {
  printer.mishap = () => 'none'
  const [asset = 0] = await newAssets(session, 1)
  const { id } = await jobFor([asset])
  await jobIn(session, id, 'done')
  const [old] = await labelsOf(session, id)
  printer.isPaused = true
  const again = `${path}/${id}/labels/${old?.id}/reprint`
  expect((await session.post(again)).body.data).toMatchObject({
    state: 'waiting',
    counts: { queued: 1, live: 1 },
  })
  expect(faultsOf(await session.post(again))[0]).toBe(409)
  expect(await tagsOf(asset)).toEqual([old?.epc as string])
  printer.repair()
  await jobIn(session, id, 'done')
  const [first, second] = await labelsOf(session, id)
  expect([first?.state, second?.state]).toEqual(['void', 'live'])
  expect(await tagsOf(asset)).toEqual([second?.epc as string])
})

// Rule: internal-api.md, Print jobs
test('labels without numbers are live when the printer has printed them; those of a browser are only sent', async () => {
  const assets = await newAssets(session, 2)
  const ours = await newPrinter(session, printer, { name: 'Ours' })
  const plain = await jobFor(assets, { encode: null, printer_id: ours })
  expect((await jobIn(session, plain.id, 'done')).counts).toMatchObject({ live: 2, void: 0 })
  // Nothing could print the label any more.
  expect((await session.delete(`/internal/v1/printers/${ours}`)).status).toBe(204)
  const [printed] = await labelsOf(session, plain.id)
  expect((await session.post(`${path}/${plain.id}/labels/${printed?.id}/reprint`)).status).toBe(409)
  expect(await tagsOf(assets[0] as number)).toEqual([])
  const browser = await jobFor(assets, { encode: null, printer_id: null })
  expect((await jobIn(session, browser.id, 'done')).counts).toMatchObject({ sent: 2, live: 0 })
  const numbered = await jobFor(assets, { printer_id: null })
  await until(async () => (await jobOf(session, numbered.id)).counts.sent === 2, 'the labels are sent')
  const labels = await labelsOf(session, numbered.id)
  expect(new Set(labels.map(({ epc }) => epc)).size).toBe(2)
  expect((await jobOf(session, numbered.id)).state).toBe('printing')
  await session.post(`${path}/${numbered.id}/labels/${labels[0]?.id}/reprint`)
  await until(async () => {
    const { counts } = await jobOf(session, numbered.id)
    return counts.sent === 2 && counts.void === 1
  }, 'the label is printed again')
  await session.post(`${path}/${numbered.id}/cancel`)
})

// Rule: internal-api.md, Print jobs
test('bad requests say what is wrong, roles decide who prints, and nothing is seen from another organization', async () => {
  const other = await otherOrganization(program)
  const [asset = 0] = await newAssets(session, 1)
  const body = { template_id: template, printer_id: printerId, asset_ids: [asset] }
  const faults = async (changes: object) => faultsOf(await session.post(path, { ...body, ...changes }))
  const many = Array.from({ length: 10_001 }, (_, index) => index + 1)
  expect(await faults({ asset_ids: many })).toEqual([400, 'asset_ids too_large'])
  expect(await faults({ asset_ids: [] })).toEqual([400, 'asset_ids too_small'])
  expect(await faults({ asset_ids: [asset, asset, 999_999] })).toEqual([400, 'asset_ids[2] fk_not_found'])
  expect(await faults({ asset_ids: undefined })).toEqual([400, 'asset_ids required'])
  expect(await faults({ scope: { kind: 'all' } })).toEqual([400, 'asset_ids invalid_context'])
  expect(await faults({ asset_ids: undefined, scope: { kind: 'search', q: 'no such asset' } })).toEqual([
    400,
    'scope too_small',
  ])
  expect(await faults({ template_id: 999_999 })).toEqual([400, 'template_id fk_not_found'])
  expect(await faults({ printer_id: 999_999 })).toEqual([400, 'printer_id fk_not_found'])
  expect(await faults({ encode: { scheme: 'giai', prefix_id: 999_999 } })).toEqual([
    400,
    'encode.prefix_id fk_not_found',
  ])
  expect(await faults({ encode: { ...encode(), reference: '1' } })).toEqual([
    400,
    'encode.reference invalid_value',
  ])
  const plain = await newPrinter(session, printer, { name: 'Plain', has_rfid: false })
  expect(await faults({ printer_id: plain, encode: encode() })).toEqual([400, 'printer_id invalid_context'])
  const short = await newPrefix(session, '401234567890')
  await session.patch(`/internal/v1/gs1-prefixes/${short}/counters`, { scheme: 'sscc', next_serial: 9_999 })
  const two = { asset_ids: await newAssets(session, 2), encode: { scheme: 'sscc', prefix_id: short } }
  expect(faultsOf(await session.post(path, { ...body, ...two }))[0]).toBe(409)

  const jobs = (await session.get(path)).body
  const own = jobs.data[0].id
  for (const [method, at] of [
    ['get', `${path}/${own}`],
    ['get', `${path}/${own}/labels`],
    ['post', `${path}/${own}/pause`],
    ['post', `${path}/${own}/resume`],
    ['post', `${path}/${own}/cancel`],
    ['post', `${path}/${own}/labels/1/reprint`],
    ['get', `/internal/v1/printers/${printerId}`],
  ] as const)
    expect((await other[method](at)).status).toBe(404)
  expect((await other.get(path)).body.data).toEqual([])
  expect(faultsOf(await other.post(path, body))).toEqual([400, 'template_id fk_not_found'])
})

// Rule: internal-api.md, Print jobs
test('the 201st open job is refused, also when it is a done one that a reprint would open', async () => {
  printer.mishap = () => 'none'
  printer.repair()
  const [asset = 0] = await newAssets(session, 1)
  const done = await jobFor([asset], { encode: null })
  await jobIn(session, done.id, 'done')
  const [label] = await labelsOf(session, done.id)
  printer.isPaused = true
  const open = (await session.get(`${path}?state=waiting&state=printing&state=paused&state=stopped`)).body
  const missing = Array.from({ length: 200 - open.total_count }, () => jobFor([asset], { encode: null }))
  const [spare] = await Promise.all(missing)
  const again = () => session.post(`${path}/${done.id}/labels/${label?.id}/reprint`)
  const body = { template_id: template, printer_id: printerId, asset_ids: [asset] }
  for (const refused of [await session.post(path, body), await again()])
    expect([refused.status, refused.body.error.detail]).toEqual([
      409,
      'There are 200 print jobs already that are not finished; cancel one',
    ])
  await session.post(`${path}/${spare?.id}/cancel`)
  expect((await again()).body.data.state).toBe('waiting')
})
