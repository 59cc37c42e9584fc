import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import {
  barriers,
  enterConsole,
  flaws,
  hasBrowser,
  launch,
  offered,
  titled,
  unless,
  visit,
} from '../support/browser'
import { type Client, signIn } from '../support/client'
import { defaultDevice } from '../../src/commands/simulate/llrp/device'
import { SimulatedLlrpReader } from '../../src/commands/simulate/llrp/reader'
import { viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { newLocation } from '../support/records'

/** The form of a new reader, and the settings that it gives. The server listens on all addresses. */

setDefaultTimeout(120_000)

const [lan] = Object.values(networkInterfaces())
  .flatMap((some) => some ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')

describe.skipIf(!hasBrowser)(`a new reader${unless}`, () => {
  let browser: Browser
  let program: Program
  let session: Client
  beforeAll(async () => {
    browser = await launch()
    program = await startProgram({
      env: {
        WHEREABOUTS_HOST: '0.0.0.0',
        WHEREABOUTS_MQTT_HOST: '0.0.0.0',
        WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1',
      },
    })
    session = await signIn(program)
    await newLocation(session, { name: 'Dock', external_key: 'DOCK' })
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  const format = (page: Page) => page.getByRole('combobox', { name: 'Model or format' })
  const place = (page: Page) => page.getByRole('combobox', { name: 'Location', exact: true })
  const advanced = (page: Page) => page.locator('summary').filter({ hasText: 'Advanced' })
  const register = (page: Page) => page.getByRole('button', { name: 'Register' })
  const open = (page: Page) => enterConsole(page, program, '/readers/new', 'New reader')

  test.each(viewportsOfFlows)(
    'needs a name, a format and the location, which is known when it is the only one, on %s',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(browser, viewport)
      await open(page)
      await eventually(() => place(page).inputValue()).toContain('Dock')
      expect(await page.locator('main input:not([type=hidden]):not([type=radio]):visible').count()).toBe(3)
      expect(await barriers(page)).toEqual([])
      await advanced(page).click()
      await page.getByLabel('Key').waitFor()
      expect(await barriers(page)).toEqual([])
      await advanced(page).click()

      await page.getByLabel('Name').fill(`Gate ${viewport.width}`)
      await format(page).fill('cs463')
      await format(page).press('Enter')
      await eventually(() => format(page).inputValue()).toBe('CSL CS463')
      await titled(page, 'New reader')
      await register(page).click()
      await titled(page, `Gate ${viewport.width} is registered`)
      expect(await offered(page, 'User name')).toBe(`gate-${viewport.width}`)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  // Rule: internal-api.md, Readers by LLRP
  test('by LLRP is found by its address, shows its reads with another power, and reads', async () => {
    const device = new SimulatedLlrpReader(defaultDevice)
    const address = `127.0.0.1:${await device.listen(0, '127.0.0.1')}`
    const reporting = setInterval(() => {
      const rssi = -50 - device.attenuationOf(1)
      device.report([{ epc: '3414257bf400000000001630', antenna: 1, rssi, at: Date.now() * 1000 }])
    }, 50)
    const { page, context, browserErrors } = await visit(browser)
    await open(page)
    await page.getByLabel('Name').fill('Gate by LLRP')
    await format(page).fill('llrp')
    await format(page).press('Enter')
    await page.getByLabel('Address').fill(address)
    await page.getByRole('button', { name: 'Find reader' }).click()
    await page.getByText('Impinj Speedway R420').waitFor()
    await page.getByRole('button', { name: 'Test antennas' }).click()
    const texts = async (antenna: number) =>
      (await page.locator(`[data-antenna="${antenna}"] td`).allTextContents()).join(' ')
    await eventually(() => texts(1)).toMatch(/^ 1 [12]\d −50$/)
    expect(await texts(4)).toBe('As it is 0 0 –')
    await page.getByLabel('Power in the test (dBm) of antenna 1').fill('20')
    await eventually(() => texts(1)).toMatch(/ −60$| −61$/)
    expect(await flaws(page)).toEqual([])
    await register(page).click()
    await titled(page, 'Gate by LLRP is registered')
    await page.locator('[data-link=signed_in][data-state=ok]').waitFor()
    await page.locator('[data-signal="1"]').getByText('−6').first().waitFor()
    const { body } = await session.get('/internal/v1/readers?q=LLRP')
    expect(body.data[0]).toMatchObject({ address, antennas: [{ port: 1, power_dbm: 20 }] })
    expect(browserErrors).toEqual([])
    await context.close()
    clearInterval(reporting)
    await device.close()
  })

  test.skipIf(!lan)(
    'is given the address of the server in the network instead of its loopback address',
    async () => {
      const { page, context } = await visit(browser)
      await open(page)
      await page.getByLabel('Name').fill('Far')
      await format(page).fill('custom')
      await format(page).press('Enter')
      await register(page).click()
      await titled(page, 'Far is registered')
      await eventually(() => offered(page, 'Host')).toBe(lan?.address as string)
      expect(await page.getByText('works only on this computer').count()).toBe(0)
      await page.getByRole('radiogroup', { name: 'Protocol' }).getByText('HTTP').click()
      const url = await offered(page, 'URL')
      const { port } = new URL(program.http)
      expect(url).toBe(`http://${lan?.address}:${port}/internal/v1/readers/far/events`)
      const authorization = `Bearer ${await offered(page, 'Password')}`
      const body = JSON.stringify({ reads: [{ value: 'FAR' }] })
      expect((await fetch(url, { method: 'POST', headers: { authorization }, body })).status).toBe(202)
      await context.close()
    },
  )

  test('is not submitted by an Enter that finds no match, nor by one in the location', async () => {
    await newLocation(session, { name: 'Ramp', external_key: 'RAMP' })
    const { page, context } = await visit(browser)
    await open(page)
    await page.getByLabel('Name').fill('Side door')
    await format(page).fill('no such model')
    await format(page).press('Enter')
    await place(page).fill('ramp')
    await place(page).press('Enter')
    await eventually(() => place(page).inputValue()).toBe('Ramp (RAMP)')
    expect(await page.getByText('A fixed reader needs a format').count()).toBe(0)
    await titled(page, 'New reader')
    await context.close()
  })

  test('shows an error of a field under "Advanced" there, and keeps it open', async () => {
    const { page, context } = await visit(browser)
    await open(page)
    await page.getByLabel('Name').fill('Yard')
    await format(page).fill('cs463')
    await format(page).press('Enter')
    await advanced(page).click()
    await page.getByLabel('Key').fill('Dock door 1!')
    await advanced(page).click()
    await page.getByLabel('Key').waitFor({ state: 'hidden' })
    await register(page).click()
    await page.getByLabel('Key').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Key').fill('yard-1')
    await page.getByLabel('Key').waitFor()
    await register(page).click()
    await titled(page, 'Yard is registered')
    expect(await offered(page, 'User name')).toBe('yard-1')
    await context.close()
  })
})
