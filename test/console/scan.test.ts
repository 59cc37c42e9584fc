import { expect, test } from 'bun:test'
import { enterConsole, lanName, phone, under, violations, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import {
  chooseBay,
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
      const devices = { getUserMedia: async () => canvas.captureStream(5), enumerateDevices: async () => [] }
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

  test('shows the camera at the top, with the list and Submit in the window of a phone, and stops it after Submit', async () => {
    const [bay, other] = [await newBay(shared.session), await newBay(shared.session)]
    const drill = await newDrill(shared.session)
    const { page, context, browserErrors } = await visit(shared.browser, { width: 390, height: 844 })
    await page.addInitScript(`
      window.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code', 'code_128'] }
        async detect() { return [{ rawValue: '${drill.external_key}' }] }
      }
      const canvas = document.createElement('canvas')
      const drawing = canvas.getContext('2d')
      setInterval(() => drawing.fillRect(0, 0, Date.now() % 99, 9), 50)
      window.applied = []
      window.wanted = []
      const camera = (deviceId) => ({ kind: 'videoinput', deviceId, label: 'Lens ' + deviceId })
      const getUserMedia = async ({ video }) => {
        window.wanted.push(video)
        window.opened = canvas.captureStream(5)
        const [track] = window.opened.getTracks()
        track.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 4, step: 1 } })
        track.getSettings = () => ({ deviceId: video.deviceId?.exact ?? 'back' })
        track.applyConstraints = async ({ advanced: [one] }) => void window.applied.push(one)
        return window.opened
      }
      const enumerateDevices = async () => [camera('back'), camera('wide')]
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia, enumerateDevices } })
    `)
    await enterConsole(page, shared.program, '/scan', 'Scan')
    await chooseBay(page, bay)
    const state = () => page.evaluate('window.opened.getTracks()[0].readyState')
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await scanned(page).getByText(`Moves to ${bay.name}`).waitFor()
    for (const part of [page.locator('video'), scanned(page).first(), submit(page)]) {
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      // The bar of the phone is below.
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844 - 60)
    }
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Light' }).click()
    await page.locator('button[aria-label=Light][aria-pressed=true]').waitFor()
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    expect(await page.evaluate('window.applied')).toEqual([{ torch: true }, { zoom: 2 }])
    await page.getByRole('combobox', { name: 'Camera' }).selectOption('Lens wide')
    await eventually(() => page.evaluate('window.wanted.at(-1)')).toEqual({ deviceId: { exact: 'wide' } })

    await submit(page).click()
    await submitted(page, 'sent').first().waitFor()
    expect(await page.locator('video').count()).toBe(0)
    expect(await state()).toBe('ended')
    // What was just submitted is still in view.
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await page.getByText(`${drill.external_key} was just submitted`).waitFor()
    expect(await scanned(page).count()).toBe(0)
    // At another location it is a new scan.
    await page.getByRole('button', { name: 'Stop camera' }).click()
    await page.getByRole('button', { name: 'Change location' }).click()
    await chooseBay(page, other)
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await scanned(page).getByText(`Moves from ${bay.name} to ${other.name}`).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
