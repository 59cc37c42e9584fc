import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, openConsole, phone, row, titled, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { newReader, postReads, type Reader } from '../support/scans'

/** The live reads on the page of a reader, and the history of unknown tags. */

const giai = '3434257BF40186A00000002A'

describeConsole('the live reads of a reader', (shared) => {
  let hall: number

  beforeAll(async () => {
    hall = (await newLocation(shared.session, { name: 'Hall' })).id
    await newTagged(shared.session, 'P1', { name: 'Pallet jack' })
  })

  const lines = (page: Page) => page.locator('.live-reads > li')
  const line = (page: Page, text: string) => lines(page).filter({ hasText: text })
  const reason = (page: Page, state: string) => page.locator(`[data-reason=${state}]`)

  /** Opens the page of the reader and waits until the page receives live reads. */
  async function openReader(page: Page, { id, external_key: key }: Reader): Promise<void> {
    const connected = page.waitForResponse((response) => response.url().includes(`stream?reader_id=${id}`))
    await enterConsole(page, shared.program, `/readers/${id}`, key)
    await connected
  }

  test.each(viewportsOfFlows)('show each tag and the result of its read soon, on %s', async (_, viewport) => {
    const reader = await newReader(shared.session, `door-${viewport.width}`, [hall])
    await postReads(shared.program, reader, [])
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await openReader(page, reader)
    await reason(page, 'idle').waitFor()
    const startedAt = performance.now()
    await postReads(shared.program, reader, [
      { value: 'P1', rssi: -61 },
      { value: giai, rssi: -48.5 },
      { value: 'P1', antenna: 7, rssi: -70 },
    ])
    await line(page, 'Pallet jack').first().waitFor()
    expect(performance.now() - startedAt).toBeLessThan(8000)
    // Each antenna has a line of its own, and the line of the second names the problem.
    await line(page, 'Antenna 7').getByText('Antenna without a location').waitFor()
    await eventually(() => line(page, 'Pallet jack').count()).toBe(2)
    await line(page, giai).getByText('Unknown').waitFor()
    await line(page, giai).getByText('GIAI').waitFor()
    await line(page, giai).getByText('−48.5 dBm').waitFor()
    expect(await flaws(page)).toEqual([])

    // Only tags that were read in the last seconds are sorted by their strength.
    await postReads(shared.program, reader, [
      { value: giai, rssi: -48.5 },
      { value: 'P1', rssi: -55 },
    ])
    await line(page, 'Antenna 1').filter({ hasText: 'P1' }).getByText('Antenna 1 · 2×').waitFor()
    await page.getByRole('radiogroup', { name: 'Order' }).getByText('Strongest').click()
    await lines(page).first().filter({ hasText: giai }).waitFor()
    await page.getByRole('radiogroup', { name: 'Order' }).getByText('Latest').click()
    await lines(page).first().filter({ hasText: 'Pallet jack' }).waitFor()

    const other = await context.newPage()
    const connected = other.waitForResponse((response) => response.url().includes('stream?reader_id='))
    await openConsole(other, shared.program, `/readers/${reader.id}`)
    await connected
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Updates are paused.').waitFor()
    // A page that is not paused shows the first read, and the second half a second later at the earliest.
    for (const value of ['LATER', 'LAST']) {
      await postReads(shared.program, reader, [{ value, rssi: -50 }])
      await line(other, value).waitFor()
    }
    expect(await line(page, 'LATER').count()).toBe(0)
    await other.close()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Resume' }).click()
    await line(page, 'LATER').waitFor()

    await line(page, giai).getByRole('link', { name: 'Assign to an asset' }).click()
    await titled(page, 'Unknown tags')
    await row(page, giai)
      .getByRole('button', { name: /^History of/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Hall').waitFor()
    expect(await flaws(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await row(page, giai)
      .getByRole('button', { name: `Assign ${giai}` })
      .waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('explain why there are none', async () => {
    const reader = await newReader(shared.session, 'mute', [hall])
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/readers/${reader.id}`, 'mute')
    const cause = (name: string) => page.locator(`[data-cause=${name}]`)
    await cause('first_connection').waitFor()
    await reason(page, 'none').waitFor()
    const device = clientOf(shared.program.http, reader.device_token)
    await device.post(`/internal/v1/readers/mute/events`, '{"reads": 5}')
    await cause('wrong_format').getByText('They are not in the format').waitFor()
    await shared.session.patch(`/internal/v1/readers/${reader.id}`, { is_active: false })
    await cause('inactive').getByText('its messages are discarded').waitFor()
    await context.close()
  })

  test('leave the page responsive with 10,000 tags', async () => {
    const reader = await newReader(shared.session, 'portal', [hall])
    const { page, context, browserErrors } = await visit(shared.browser, phone)
    await openReader(page, reader)
    const sent = 10_000
    for (let first = 0; first < sent; first += 1000)
      await postReads(
        shared.program,
        reader,
        Array.from({ length: 1000 }, (_, at) => ({ value: `T${first + at}`, rssi: -40 - (at % 40) })),
      )
    await page.locator(`[data-tags="${sent}"]`).waitFor({ timeout: 20_000 })
    await eventually(() => lines(page).count()).toBe(200)
    await line(page, `T${sent - 1}`).waitFor()
    const startedAt = performance.now()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Updates are paused.').waitFor()
    expect(performance.now() - startedAt).toBeLessThan(8000)
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
