import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  desktop,
  enterConsole,
  hasBrowser,
  lanName,
  launch,
  openConsole,
  phone,
  signInAs,
  titled,
  unless,
  type Visit,
  violations,
  visit,
} from '../support/browser'
import { type Client, signIn } from '../support/client'
import {
  type Bay,
  chooseBay,
  newBay,
  newDrill,
  placesOf,
  scanAll,
  submit,
  submitted,
} from '../support/handheld'
import { newMember } from '../support/people'
import { administrator, type Program, startProgram, stopPrograms } from '../support/program'
import { freshKey, newLocation } from '../support/records'

/** Scanning with a handheld: fast, away from the network, and each scan recorded once. */

setDefaultTimeout(60_000)

const scansPath = '**/internal/v1/scans'

describe.skipIf(!hasBrowser)(`the scan page${unless}`, () => {
  let browser: Browser
  let program: Program
  let session: Client
  beforeAll(async () => {
    browser = await launch()
    program = await startProgram()
    session = await signIn(program)
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  const at = (host: string) => ({ http: program.http.replace('127.0.0.1', host) })

  async function opened(place: Bay, host = '127.0.0.1'): Promise<Visit> {
    const visited = await visit(browser, phone)
    await enterConsole(visited.page, at(host), '/scan', 'Scan')
    // Its key can be told from an asset's as soon as the locations are there.
    await visited.page.getByRole('combobox', { name: 'Where are you?' }).click()
    await visited.page.getByRole('option', { name: place.name }).first().waitFor()
    await visited.page.keyboard.press('Escape')
    await visited.page.getByLabel('Scan a location or an asset').focus()
    await scanAll(visited.page, place.external_key)
    await visited.page.locator('[data-place]', { hasText: place.name }).waitFor()
    return visited
  }

  const scanned = (page: Page) => page.getByRole('list', { name: 'Scanned' }).getByRole('listitem')

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('records what is scanned, at the place that was scanned, on %s', async (_, size) => {
    const [place, one, two] = [await newBay(session), await newDrill(session), await newDrill(session)]
    const { page, context, complaints } = await opened(place)
    await page.setViewportSize(size)
    await page.getByText('Nothing is scanned yet').waitFor()
    const stranger = freshKey('No')
    await scanAll(page, one.external_key, two.external_key, one.external_key, stranger)
    expect(await scanned(page).count()).toBe(3)
    await page.getByText('Drill').first().waitFor()
    await page.getByText('Not known').waitFor()
    expect(await violations(page)).toEqual([])
    await submit(page).click()
    await page.getByText(`2 recorded · 1 unknown: ${stranger}`).waitFor()
    expect(await violations(page)).toEqual([])
    expect([await placesOf(session, one), await placesOf(session, two)]).toEqual([[place.id], [place.id]])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('goes to the location whose tag is scanned', async () => {
    const value = freshKey('LT')
    const name = freshKey('Tagged')
    await newLocation(session, { name, tags: [{ tag_type: 'barcode', value }] })
    const { page, context } = await visit(browser, phone)
    await enterConsole(page, program, '/scan', 'Scan')
    await scanAll(page, value)
    await page.locator('[data-place]', { hasText: name }).waitFor()
    await page.getByText('Nothing is scanned yet').waitFor()
    await context.close()
  })

  test('takes a burst whole: many lines at once, ended by Tab, and while a button has the focus', async () => {
    const { page, context } = await opened(await newBay(session))
    const burst = Array.from({ length: 300 }, (_, at) => `E28011${String(at).padStart(18, '0')}`)
    await page.keyboard.insertText(`${burst.join('\n')}\n`)
    await page.keyboard.type('TABBED')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Submit 301 scans' }).focus()
    await scanAll(page, 'BUTTON')
    await page.getByRole('button', { name: 'Submit 302 scans' }).waitFor()
    expect(await submitted(page, 'sent').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove BUTTON' }).click()
    await page.getByRole('button', { name: 'Submit 301 scans' }).waitFor()
    // The focus is back without another touch.
    await scanAll(page, 'AFTER', 'AFTER')
    await page.getByText('AFTER is on the list already').waitFor()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing is scanned yet').waitFor()
    await context.close()
  })

  test('keeps the keyboard of a phone away until it is asked for', async () => {
    const { page, context } = await opened(await newBay(session))
    const field = page.getByLabel('Scan an asset')
    expect(await field.getAttribute('inputmode')).toBe('none')
    await page.getByRole('button', { name: 'On-screen keyboard' }).click()
    expect(await field.getAttribute('inputmode')).toBe('text')
    await context.close()
  })

  test.each(['127.0.0.1', lanName])(
    'away from the network keeps list and queue through a crash, and sends once, at %s',
    async (host) => {
      const [place, one, two] = [await newBay(session), await newDrill(session), await newDrill(session)]
      const { page, context } = await opened(place, host)
      await context.setOffline(true)
      await scanAll(page, one.external_key)
      await submit(page).click()
      await page.getByText('1 scan waits in this browser').waitFor()
      await scanAll(page, two.external_key)
      await page.getByRole('button', { name: 'Submit 1 scan' }).waitFor()
      expect(await placesOf(session, one)).toEqual([])
      // Without the service the page can't come back; what it kept does.
      await page.reload().catch(() => undefined)
      await page.close()

      await context.setOffline(false)
      const next = await context.newPage()
      await openConsole(next, at(host), '/scan')
      await submitted(next, 'sent').getByText('1 recorded').waitFor()
      expect(await scanned(next).count()).toBe(1)
      expect([await placesOf(session, one), await placesOf(session, two)]).toEqual([[place.id], []])
      await submit(next).click()
      await next.getByText('Nothing is scanned yet').waitFor()
      await submitted(next, 'sent').nth(1).waitFor()
      expect([await placesOf(session, one), await placesOf(session, two)]).toEqual([[place.id], [place.id]])
      await context.close()
    },
  )

  test('sends by itself when the network comes back', async () => {
    const [place, asset] = [await newBay(session), await newDrill(session)]
    const { page, context } = await opened(place)
    await context.setOffline(true)
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('1 scan waits in this browser').waitFor()
    await context.setOffline(false)
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await placesOf(session, asset)).toEqual([place.id])
    await context.close()
  })

  test('records once what it sends again after a lost answer, and after a second touch', async () => {
    const [place, asset] = [await newBay(session), await newDrill(session)]
    const { page, context } = await opened(place)
    const bodies: string[] = []
    await page.route(scansPath, async (route) => {
      bodies.push(route.request().postData() ?? '')
      const response = await route.fetch()
      await (bodies.length < 3 ? route.abort() : route.fulfill({ response }))
    })
    await scanAll(page, asset.external_key)
    await submit(page).dblclick()
    await submitted(page, 'waiting').waitFor()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1])
    expect(await placesOf(session, asset)).toEqual([place.id])
    await context.close()
  })

  test('is submitted once by two tabs with the same list', async () => {
    const [place, asset] = [await newBay(session), await newDrill(session)]
    const { page, context } = await opened(place)
    await scanAll(page, asset.external_key)
    const other = await context.newPage()
    await openConsole(other, program, '/scan')
    await submit(other).waitFor()
    const bodies: string[] = []
    await context.route(scansPath, (route) => {
      bodies.push(JSON.parse(route.request().postData() ?? '{}').submission_id)
      return route.continue()
    })
    const buttons = await Promise.all([page, other].map((tab) => submit(tab).elementHandle()))
    // Without waiting for anything, so that one tab does not hear of the other first.
    await Promise.all(buttons.map((button) => button?.dispatchEvent('click')))
    await Promise.all([page, other].map((tab) => submitted(tab, 'sent').waitFor()))
    expect(new Set(bodies).size).toBe(1)
    expect(await placesOf(session, asset)).toEqual([place.id])
    await context.close()
  })

  test('keeps what was refused, with the reason, until it is edited or discarded', async () => {
    const [gone, place, asset] = [await newBay(session), await newBay(session), await newDrill(session)]
    const { page, context } = await opened(gone)
    await context.setOffline(true)
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('1 scan waits in this browser').waitFor()
    expect((await session.delete(`/api/v1/locations/${gone.id}`)).status).toBe(204)
    await context.setOffline(false)
    await page.getByText('Refused: location_id does not name a live location').waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Edit' }).click()
    await scanned(page).getByText(asset.external_key).waitFor()
    expect(await page.getByRole('button', { name: 'Choose the location first' }).isDisabled()).toBe(true)
    await chooseBay(page, place)
    await submit(page).click()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await placesOf(session, asset)).toEqual([place.id])

    await page.route(scansPath, (route) => route.fulfill({ status: 403, json: {} }))
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('Refused: The service answered 403').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await submitted(page, 'refused').waitFor({ state: 'detached' })
    await context.close()
  })

  test('keeps the queue of whoever signs out, and shows and sends it for nobody else', async () => {
    const [place, asset] = [await newBay(session), await newDrill(session)]
    const { credentials } = await newMember(program, session, 'operator')
    const { page, context } = await opened(place)
    await page.route(scansPath, (route) => route.abort())
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('1 scan waits in this browser').waitFor()

    const change = async (to: { email: string; password: string }) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await signInAs(page, to)
      await titled(page, 'Scan')
    }
    await change(credentials)
    await page.getByText('Nothing is scanned yet').waitFor()
    expect(await submitted(page, 'waiting').count()).toBe(0)
    let sent = 0
    await page.unroute(scansPath)
    await page.route(scansPath, (route) => {
      sent++
      return route.continue()
    })
    const [own, other] = [await newDrill(session), await newBay(session)]
    await scanAll(page, own.external_key)
    await page.reload()
    await chooseBay(page, other)
    await submit(page).click()
    await submitted(page, 'sent').waitFor()
    expect([sent, await placesOf(session, asset)]).toEqual([1, []])

    await change(administrator)
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect([sent, await placesOf(session, asset)]).toEqual([2, [place.id]])
    await context.close()
  })

  test('says over plain HTTP that the camera needs HTTPS', async () => {
    const { page, context } = await opened(await newBay(session), lanName)
    await page.getByText('browsers give no camera over plain HTTP').waitFor()
    await context.close()
  })

  test('reads a code with the browser itself where it can, once while it is in view', async () => {
    const { page, context, complaints } = await visit(browser, phone)
    await page.addInitScript(`
      window.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code', 'code_128'] }
        async detect() { return [{ rawValue: 'SEEN' }] }
      }
      const canvas = document.createElement('canvas')
      const drawing = canvas.getContext('2d')
      setInterval(() => drawing.fillRect(0, 0, Date.now() % 99, 9), 50)
      const devices = { getUserMedia: async () => canvas.captureStream(5) }
      Object.defineProperty(navigator, 'mediaDevices', { value: devices })
    `)
    await enterConsole(page, program, '/scan', 'Scan')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await scanned(page).getByText('SEEN').first().waitFor()
    await page.waitForTimeout(500)
    await page.getByText('SEEN is added').waitFor()
    expect(await scanned(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    expect(await page.locator('video').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
