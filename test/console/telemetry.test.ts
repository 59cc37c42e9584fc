import { beforeAll, expect, test } from 'bun:test'
import { confirm, enterConsole, flaws, openConsole, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole } from '../support/console'
import { newMember } from '../support/users'
import { newAsset, newLocation, type Row } from '../support/records'
import { newReader, type Reader, secondsAgo } from '../support/scans'

/** What the tags of an asset measure, on its page. */

const bthome = (values: string): string =>
  `${(values.length / 2 + 4).toString(16).padStart(2, '0')}16d2fc40${values}`

// Rule: api.md, Telemetry
describeConsole('the telemetry on the page of an asset', (shared) => {
  let gateway: Reader
  let made = 0

  beforeAll(async () => {
    const place = await newLocation(shared.session)
    gateway = await newReader(shared.session, 'gateway', [place.id], { format: 'minew_g1' })
  })

  async function newBox(): Promise<Row & { readonly mac: string }> {
    const mac = `C81F2A00000${++made}`
    return { ...(await newAsset(shared.session, { tags: [{ tag_type: 'ble', value: mac }] })), mac }
  }

  async function measure(mac: string, readings: readonly [values: string, secondsAgo: number][]) {
    const device = clientOf(shared.program.http, gateway.device_token)
    const entries = readings.map(([values, ago]) => ({
      type: 'Unknown',
      mac,
      rssi: -60,
      rawData: bthome(values),
      timestamp: secondsAgo(ago),
    }))
    const response = await device.post(`/internal/v1/readers/${gateway.external_key}/events`, entries)
    expect(response.status).toBe(202)
  }

  test('says what would send values, shows the last ones with their course, and takes a key', async () => {
    const asset = await newBox()
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${asset.id}`, 'Thing')
    const section = page.getByRole('region', { name: 'Telemetry' })
    await section.getByText('No values yet').waitFor()
    await section.getByText('when a gateway forwards these advertisements').waitFor()

    // 21.5 °C and 7 % in the last hour; 19.25 °C two hours before; button 3 was pressed for long.
    await measure(asset.mac, [
      ['028507', 7300],
      ['01070266083a04', 5],
    ])
    await page.reload()
    const value = (name: string) => section.getByRole('button', { name })
    expect(await value('Temperature').textContent()).toBe('Temperature21.5 °C')
    expect(await value('Battery').textContent()).toBe('Battery7 %')
    expect(await value('Button').textContent()).toBe('ButtonPress 4')
    expect(await value('Temperature').getAttribute('aria-pressed')).toBe('true')
    expect(await section.getByText(`, from ${asset.mac}`).count()).toBe(3)
    await section.getByRole('img', { name: 'Temperature by hour: 19.25 °C to 21.5 °C' }).waitFor()
    expect(await section.locator('.telemetry-span').count()).toBe(2)
    await section.getByText('Show as table').click()
    const table = section.getByRole('region', { name: 'Temperature by hour' })
    expect(
      (await table.getByRole('row').allTextContents()).map((text) => text.replace(/^.*\d:00/, '')),
    ).toEqual([
      'HourLeastMeanGreatest',
      expect.stringMatching(/21\.5 °C21\.5 °C21\.5 °C$/),
      expect.stringMatching(/19\.25 °C19\.25 °C19\.25 °C$/),
    ])
    await value('Button').click()
    await section.getByRole('region', { name: 'Button by hour' }).getByText('4', { exact: true }).waitFor()

    await section.getByText('Encryption keys of tags').click()
    await section.getByRole('button', { name: `Set the encryption key of ${asset.mac}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Encryption key').fill('1234')
    await page.keyboard.press('Enter')
    await dialog.getByText('must have 32 hexadecimal digits').waitFor()
    await dialog.getByLabel('Encryption key').fill('23:1d:39:c1:d7:cc:1a:b1:ae:e2:24:cd:09:6d:b9:32')
    await page.keyboard.press('Enter')
    await section.getByText('An encryption key is set.').waitFor()
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('231d')
    expect(await flaws(page)).toEqual([])

    const viewer = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const guest = await visit(shared.browser, { width: 320, height: 700 })
    await enterConsole(guest.page, shared.program, `/assets/${asset.id}`, 'Thing', viewer.credentials)
    const seen = guest.page.getByRole('region', { name: 'Telemetry' })
    await seen.getByText('Encryption keys of tags').click()
    await seen.getByText('An encryption key is set.').waitFor()
    expect(await seen.getByRole('button', { name: 'encryption key' }).count()).toBe(0)
    expect(await flaws(guest.page)).toEqual([])
    await guest.context.close()

    await section.getByRole('button', { name: `Remove the encryption key of ${asset.mac}` }).click()
    await confirm(page, `Remove the encryption key of ${asset.mac}`, 'Remove encryption key')
    await section.getByText('No encryption key').waitFor()
    expect([...browserErrors, ...guest.browserErrors]).toEqual([])
    await context.close()
  })

  test('is German, says that values could not be loaded, and is not there without a BLE tag', async () => {
    const asset = await newBox()
    await measure(asset.mac, [['2101', 5]])
    const { page, context } = await visit(shared.browser, undefined, { locale: 'de-DE' })
    await enterConsole(page, shared.program, `/assets/${asset.id}`, 'Thing')
    const section = page.getByRole('region', { name: 'Messwerte' })
    expect(await section.getByRole('button', { name: 'Bewegung' }).textContent()).toBe('BewegungIn Bewegung')
    await page.route(/telemetry/, (route) =>
      route.fulfill({ status: 404, json: { error: { message: 'No.' } } }),
    )
    await page.reload()
    await section.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await page.unroute(/telemetry/)
    const other = await newAsset(shared.session, { tags: [{ tag_type: 'rfid', value: 'E2000001' }] })
    await openConsole(page, shared.program, `/assets/${other.id}`)
    await page.getByText('E2000001').first().waitFor()
    expect(await section.count()).toBe(0)
    await context.close()
  })
})
