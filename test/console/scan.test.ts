import { expect, test } from 'bun:test'
import { enterConsole, lanName, phone, under, violations, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import {
  newBay,
  newDrill,
  openAt,
  locationsOf,
  scanAll,
  scanned,
  submit,
  submitted,
} from '../support/handheld'
import { freshKey, newLocation } from '../support/records'

/** The scan page: input from handhelds and cameras, and what is recorded. */

describeConsole('the scan page', (shared) => {
  test.each(viewportsOfFlows)('records scans at the scanned location, on %s', async (_, size) => {
    const [location, one, two] = [
      await newBay(shared.session),
      await newDrill(shared.session),
      await newDrill(shared.session),
    ]
    const { page, context, browserErrors } = await openAt(shared.browser, shared.program, location)
    await page.setViewportSize(size)
    await page.getByText('Nothing scanned yet').waitFor()
    const unknown = freshKey('No')
    await scanAll(page, one.external_key, two.external_key, one.external_key, unknown)
    await eventually(() => scanned(page).count()).toBe(3)
    await page.getByText('Drill').first().waitFor()
    await page.getByRole('list', { name: 'Scanned' }).getByText('Unknown', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await submit(page).click()
    await page.getByText(`2 recorded · 1 unknown: ${unknown}`).waitFor()
    expect(await violations(page)).toEqual([])
    expect([await locationsOf(shared.session, one), await locationsOf(shared.session, two)]).toEqual([
      [location.id],
      [location.id],
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('selects the location of a scanned tag', async () => {
    const value = freshKey('LT')
    const name = freshKey('Tagged')
    await newLocation(shared.session, { name, tags: [{ tag_type: 'barcode', value }] })
    const { page, context } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/scan', 'Scan')
    await scanAll(page, value)
    await page.locator('[data-location]', { hasText: name }).waitFor()
    await page.getByText('Nothing scanned yet').waitFor()
    await context.close()
  })

  test('reads a burst of lines, a value that ends with Tab, and a scan while a button has the focus', async () => {
    const { page, context } = await openAt(shared.browser, shared.program, await newBay(shared.session))
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
    // The field has the focus again without a touch.
    await scanAll(page, 'AFTER', 'AFTER')
    await page.getByText('AFTER is already on the list').waitFor()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing scanned yet').waitFor()
    await context.close()
  })

  test('shows the keyboard of a phone only on request', async () => {
    const { page, context } = await openAt(shared.browser, shared.program, await newBay(shared.session))
    const field = page.getByLabel('Scan an asset')
    await eventually(() => field.getAttribute('inputmode')).toBe('none')
    await page.getByRole('button', { name: 'On-screen keyboard' }).click()
    await eventually(() => field.getAttribute('inputmode')).toBe('text')
    await context.close()
  })

  test('explains over plain HTTP that the camera needs HTTPS', async () => {
    const { page, context } = await openAt(
      shared.browser,
      under(shared.program, lanName),
      await newBay(shared.session),
    )
    await page.getByText('allow the camera over plain HTTP').waitFor()
    await context.close()
  })

  test('reads a code once while it is in view, with the code reader of the browser', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, phone)
    await page.addInitScript(`
      let detections = 0
      window.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code', 'code_128'] }
        async detect() {
          if (++detections === 5) document.documentElement.dataset.detections = 'many'
          return [{ rawValue: 'SEEN' }]
        }
      }
      const canvas = document.createElement('canvas')
      const drawing = canvas.getContext('2d')
      setInterval(() => drawing.fillRect(0, 0, Date.now() % 99, 9), 50)
      const devices = { getUserMedia: async () => canvas.captureStream(5) }
      Object.defineProperty(navigator, 'mediaDevices', { value: devices })
    `)
    await enterConsole(page, shared.program, '/scan', 'Scan')
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await scanned(page).getByText('SEEN').first().waitFor()
    await page.locator('html[data-detections=many]').waitFor()
    await page.getByText('SEEN added').waitFor()
    await eventually(() => scanned(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Stop camera' }).click()
    expect(await page.locator('video').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
