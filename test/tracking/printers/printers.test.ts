import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newPrinter } from '../../support/labels'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'
import { ZplPrinter } from '../../../src/commands/simulate/zpl/printer'

/** Label printers (docs/internal-api.md, Printers). */

setDefaultTimeout(60_000)

const path = '/internal/v1/printers'
let program: Program
let session: Client
let printer: ZplPrinter

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  printer = await ZplPrinter.start()
})
afterAll(stopPrograms)

// Rule: internal-api.md, Printers
test('a printer is added, asked, changed and deleted, with an audit entry for each', async () => {
  const id = await newPrinter(session, printer, { correction_y: -0.5 })
  const one = `${path}/${id}`
  const view = (await session.get(one)).body.data
  expect(view).toMatchObject({
    dpi: 203,
    has_rfid: true,
    correction_x: 0,
    correction_y: -0.5,
    state: 'unknown',
  })
  expect((await session.post(`${one}/test`)).body.data).toMatchObject({ state: 'ready', problem: null })
  printer.isPaperOut = true
  const empty = (await session.post(`${one}/test`)).body.data
  expect(empty).toMatchObject({ state: 'paper_out', problem: 'The printer has no labels; put in a roll' })
  expect((await session.post(`${one}/test`)).body.data.since).toBe(empty.since)
  printer.repair()
  printer.isFlooding = true
  expect((await session.post(`${one}/test`)).body.data).toMatchObject({
    state: 'faulty',
    problem: 'The printer answers something that is not ZPL: L999999P[999999]',
  })
  printer.isFlooding = false
  const changed = await session.patch(one, { name: 'Gate', port: 9 })
  expect(changed.body.data).toMatchObject({ name: 'Gate', state: 'unknown', problem: null })
  const off = (await session.post(`${one}/test`)).body.data
  expect(off).toMatchObject({
    state: 'off',
    problem: 'The printer cannot be reached at 127.0.0.1:9: ECONNREFUSED',
  })
  expect((await session.get(path)).body).toMatchObject({ data: [{ id, state: 'off' }], total_count: 1 })
  expect((await session.delete(one)).status).toBe(204)
  expect((await session.get(one)).status).toBe(404)
  const entries = (await session.get('/internal/v1/audit?subject_kind=printer')).body.data
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'deleted',
    'tested',
    'changed',
    'tested',
    'tested',
    'tested',
    'tested',
    'created',
  ])
})

// Rule: internal-api.md, Printers
test('addresses of the machine are refused, and printers of another organization are not there', async () => {
  const host = async (value: string) => faultsOf(await session.post(path, { name: 'Dock', host: value }))
  for (const refused of ['127.0.0.2', '::1', '169.254.1.1', 'a b', '10.0.0.4:9100', '[::1]', '..', '-x'])
    expect([refused, ...(await host(refused))]).toEqual([refused, 400, 'host invalid_value'])
  expect((await host('2001:db8::4'))[0]).toBe(201)
  expect(
    faultsOf(await session.post(path, { name: 'Dock', host: 'dock', dpi: 20, correction_x: 51 })),
  ).toEqual([400, 'dpi too_small', 'correction_x too_large'])
  const [own] = (await session.get(path)).body.data
  const other = await otherOrganization(program)
  expect((await other.patch(`${path}/${own.id}`, { name: 'X' })).status).toBe(404)
  expect((await other.post(`${path}/${own.id}/test`)).status).toBe(404)
  expect((await other.delete(`${path}/${own.id}`)).status).toBe(404)
})
