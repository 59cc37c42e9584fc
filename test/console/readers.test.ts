import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { barriers, confirm, enterConsole, more, offered, row, titled, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newMember } from '../support/users'
import { newAsset, newLocation } from '../support/records'
import { newReader, postReads, type Reader, secondsAgo } from '../support/scans'
import { examples } from '../tracking/formats/examples'

/** Readers and unknown tags in the console, on a desktop and on a phone. */

const giai = '34341B7C281234000000004D'

describeConsole('readers in the console', (shared) => {
  let dock: number
  let gate: Reader

  beforeAll(async () => {
    dock = (await newLocation(shared.session, { name: 'Dock', external_key: 'DOCK' })).id
    await newLocation(shared.session, { name: 'Ramp', external_key: 'RAMP' })
    gate = await newReader(shared.session, 'GATE', [dock])
    await newReader(shared.session, 'MUTE', [dock])
    await newAsset(shared.session, { name: 'Drill', external_key: 'DRILL' })
  })

  const readerOf = async (key: string) => {
    const { data } = (await shared.session.get('/internal/v1/readers?limit=200')).body
    return data.find((reader: Reader) => reader.external_key === key)
  }
  const link = (page: Page, name: string, state: string) =>
    page.locator(`[data-link=${name}][data-state=${state}]`)
  const verdict = (page: Page) => page.getByRole('region', { name: 'Diagnosis' }).getByRole('status')
  const advanced = (page: Page) => page.locator('summary').filter({ hasText: 'Advanced' })
  const chooseLocation = async (page: Page, label: string, name: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name} `) }).click()
  }

  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    const at = String(viewport.width)

    test('registers a reader, and the connection settings that it shows work', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/readers', 'Readers')
      await page.getByRole('link', { name: 'New reader' }).click()
      await titled(page, 'New reader')
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByText('A fixed reader needs a format').waitFor()
      await eventually(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')

      const key = `door-${at}`
      await page.getByLabel('Name').fill(`Door ${at}`)
      await advanced(page).click()
      await page.getByLabel('Key').fill(key)
      await page.getByRole('combobox', { name: 'Model or format' }).fill('cs463')
      await page.getByRole('option', { name: 'CSL CS463' }).click()
      await chooseLocation(page, 'Location', 'Dock')
      await page.getByRole('button', { name: 'Add antenna' }).click()
      await page.getByRole('button', { name: 'Register' }).click()
      const second = page.getByRole('combobox', { name: 'Location of antenna 2' })
      await page.locator('.antenna-location').getByText('Choose a location.').waitFor()
      await eventually(() => second.getAttribute('aria-invalid')).toBe('true')
      await second.and(page.locator(':focus')).waitFor()
      expect(await barriers(page)).toEqual([])
      await chooseLocation(page, 'Location of antenna 2', 'Ramp')
      const port = page.getByLabel('Port of antenna 2')
      await port.fill('1')
      await page.getByText('Port 1 is used twice.').waitFor()
      await eventually(() => port.getAttribute('aria-invalid')).toBe('true')
      await port.fill('2')
      await page.getByText('Port 1 is used twice.').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Register' }).click()
      await titled(page, `Door ${at} is registered`)
      expect(await barriers(page)).toEqual([])

      await eventually(() => offered(page, 'Host')).toBe('127.0.0.1')
      await page
        .locator('[data-copy="Port"]')
        .filter({ hasText: new URL(shared.program.mqtt as string).port })
        .waitFor()
      await eventually(() => offered(page, 'Topic')).toBe(`north/readers/${key}/reads`)
      const token = await offered(page, 'Password')
      await page.getByRole('radiogroup', { name: 'Protocol' }).getByText('HTTP').click()
      const url = await offered(page, 'URL')
      const user = await offered(page, 'User name')
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` },
        body: JSON.stringify({ tags: [{ epc: `5A${at}`, antennaPort: 2 }] }),
      })
      expect(response.status).toBe(202)

      await link(page, 'understood', 'ok').waitFor()
      await verdict(page).getByText('none of them belongs to an asset').waitFor()
      await page.getByRole('link', { name: 'Open reader' }).click()
      await titled(page, `Door ${at}`)
      await link(page, 'understood', 'ok').waitFor()
      await page.getByText('Ramp', { exact: true }).waitFor()
      expect(await page.getByText(token).count()).toBe(0)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('shows which readers send messages, and their problems', async () => {
      const device = clientOf(shared.program.http, gate.device_token)
      const events = `/internal/v1/readers/${gate.external_key}/events`
      await postReads(shared.program, gate, [{ value: 'FAR', antenna: 9 }])
      await device.post(events, { reads: [{ value: 'AHEAD', observed_at: '2999-01-01T00:00:00Z' }] })
      await device.post(events, '{"reads": ')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/readers', 'Readers')
      await row(page, 'MUTE').getByText('Waiting for the first connection').waitFor()
      await row(page, 'GATE').getByText('Only unknown tags').waitFor()
      await row(page, 'GATE')
        .getByText(/^Clock .* ahead$/)
        .waitFor()
      await row(page, 'GATE').getByRole('link', { name: 'Dock' }).waitFor()
      const rate = (key: string) => row(page, key).locator('[data-rate]')
      await rate('GATE')
        .getByText(/^[1-9]/)
        .waitFor()
      await rate('MUTE').getByText('0', { exact: true }).waitFor()
      expect(await barriers(page)).toEqual([])
      const states = page.getByRole('combobox', { name: 'Status' })
      await states.selectOption('With a problem')
      await row(page, 'MUTE').waitFor({ state: 'detached' })
      await row(page, 'GATE').waitFor()
      await states.selectOption('Placing assets')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await row(page, 'MUTE').waitFor()
      await row(page, 'GATE').getByRole('link', { name: 'GATE' }).click()
      await titled(page, 'GATE')
      await page.getByText('Not understood').first().waitFor()
      await page.getByText('FAR').first().waitFor({ state: 'attached' })
      await page.locator('summary').filter({ hasText: 'Not understood' }).first().click()
      await page.locator('pre:visible').filter({ hasText: '{"reads":' }).first().waitFor()
      expect(await barriers(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('corrects the RSSI of an antenna, and shows the reads that are too weak', async () => {
      const weak = await newReader(shared.session, `weak-${at}`, [dock])
      const path = `/internal/v1/readers/${weak.id}`
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/readers/${weak.id}/edit`, `Edit weak-${at}`)
      const offset = page.getByLabel('RSSI offset (dB) of antenna 1')
      const minimum = page.getByLabel('Min. RSSI (dBm) of antenna 1')
      await eventually(async () => [await offset.inputValue(), await minimum.inputValue()]).toEqual(['0', ''])
      await offset.fill('-2.5')
      await minimum.fill('strong')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Must be a number').waitFor()
      await minimum.fill('-121')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Must be at least -120').waitFor()
      expect(await barriers(page)).toEqual([])
      await minimum.fill('-65')
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, `weak-${at}`)
      expect((await shared.session.get(path)).body.data.antennas).toEqual([
        { port: 1, location_id: dock, rssi_offset_db: -2.5, min_rssi_dbm: -65, power_dbm: null },
      ])

      const live = page.locator('.live-reads > li').filter({ hasText: `5C${at}` })
      const post = () => postReads(shared.program, weak, [{ value: `5C${at}`, rssi: -63 }])
      // The page may not be connected to the live reads yet.
      for (let sent = 0; sent < 20 && (await live.count()) === 0; sent++) {
        await post()
        await Bun.sleep(500)
      }
      await live.getByText('Ignored, too weak').waitFor()
      await live.getByText('−65.5 dBm').waitFor()
      const status = page.getByRole('region', { name: 'Status' })
      await status.getByText('Ignored, too weak').waitFor()
      expect(await status.getByText('Ignored', { exact: true }).count()).toBe(0)
      expect(await barriers(page)).toEqual([])

      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await titled(page, `Edit weak-${at}`)
      await eventually(async () => [await offset.inputValue(), await minimum.inputValue()]).toEqual([
        '-2.5',
        '-65',
      ])
      await offset.fill('')
      await minimum.fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, `weak-${at}`)
      expect((await shared.session.get(path)).body.data.antennas).toEqual([
        { port: 1, location_id: dock, rssi_offset_db: 0, min_rssi_dbm: null, power_dbm: null },
      ])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('maps the JSON of a reader with a preview of its latest message, renews its token and deletes it', async () => {
      const key = `own-${at}`
      const made = await newReader(shared.session, key, [dock])
      const device = clientOf(shared.program.http, made.device_token)
      const events = `/internal/v1/readers/${key}/events`
      const message = { seen: [{ id: `7B${at}`, port: 3, dbm: -48 }] }
      expect((await device.post(events, message)).status).toBe(400)

      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/readers/${made.id}`, key)
      await page.getByRole('link', { name: 'Edit' }).click()
      await titled(page, `Edit ${key}`)
      await page.getByRole('combobox', { name: 'Model or format' }).fill('mapping')
      await page.getByRole('option', { name: 'Other JSON (field mapping)' }).click()
      await page.getByRole('button', { name: 'Use latest message' }).click()
      await page.getByRole('textbox', { name: 'Reads', exact: true }).fill('seen')
      await page.getByText(/^mapping.reads can't be used/).waitFor()
      await page.getByRole('textbox', { name: 'Reads', exact: true }).fill('$.seen')
      await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('$.id')
      await page.getByRole('textbox', { name: 'Antenna', exact: true }).fill('$.port')
      await page.getByRole('textbox', { name: 'RSSI', exact: true }).fill('$.dbm')
      const table = page.getByRole('table', { name: 'Reads in the sample' })
      await table.getByText('-48').waitFor()
      await table.getByText(`7B${at}`).waitFor()
      expect(await barriers(page)).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      // The title of the form, "Edit …", contains the key as well.
      await page.getByRole('heading', { level: 1, name: key, exact: true }).waitFor()
      expect((await device.post(events, message)).status).toBe(202)

      await more(page, 'Create new password')
      await confirm(page, `Create new password for ${key}`, 'Create new password')
      await page.getByText("You won't see this token again").waitFor()
      const token = await offered(page, 'Password')
      expect((await device.post(events, message)).status).toBe(401)
      expect((await clientOf(shared.program.http, token).post(events, message)).status).toBe(202)

      await more(page, 'Delete')
      await confirm(page, `Delete reader “${key}”`, 'Delete reader')
      await titled(page, 'Readers')
      expect(await readerOf(key)).toBeUndefined()
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('registers a handheld, which needs only a name', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/readers/new', 'New reader')
      await page.getByText('Handheld', { exact: true }).click()
      await page.getByLabel('Name').fill(`Gun ${at}`)
      await page.getByRole('button', { name: 'Register' }).click()
      await titled(page, `Gun ${at} is registered`)
      const body = { location_id: dock, reads: [{ value: `9C${at}` }] }
      const device = clientOf('', await offered(page, 'Device token'))
      expect((await device.post(await offered(page, 'URL'), body)).status).toBe(200)
      expect((await readerOf(`gun-${at}`)).kind).toBe('handheld')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('assigns unknown tags to an asset, a new asset or a location, and dismisses them', async () => {
      const [old, fresh, sign, stray] = ['A1', 'B2', 'C3', 'D4'].map((end) => `E0${at}${end}`) as [
        string,
        string,
        string,
        string,
      ]
      const ago = secondsAgo(600)
      await postReads(
        shared.program,
        gate,
        [old, fresh, sign, stray, giai].map((value) => ({ value, antenna: 1, observed_at: ago })),
      )
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/unknown-tags', 'Unknown tags')
      await row(page, old).getByText('Dock').waitFor()
      await row(page, giai)
        .getByText(/^GIAI /)
        .waitFor()
      expect(await barriers(page)).toEqual([])

      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: `Assign ${old}` }).click()
      await dialog.getByRole('combobox', { name: 'Asset' }).and(page.locator(':focus')).waitFor()
      await dialog.getByRole('button', { name: 'Assign' }).click()
      await dialog.getByText('Choose an asset.').waitFor()
      await dialog.getByRole('combobox', { name: 'Asset' }).fill('dri')
      await page.getByRole('option', { name: 'Drill (DRILL)' }).click()
      expect(await barriers(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Assign' }).click()
      await page.getByText(`${old} assigned to Drill`).waitFor()
      await row(page, old).waitFor({ state: 'detached' })

      await page.getByRole('button', { name: `Assign ${fresh}` }).click()
      await dialog.getByText('A new asset', { exact: true }).click()
      await dialog.getByLabel('Name').fill(`Cart ${at}`)
      await dialog.getByRole('button', { name: 'Create and assign' }).click()
      await row(page, fresh).waitFor({ state: 'detached' })

      await page.getByRole('button', { name: `Assign ${sign}` }).click()
      await dialog.getByText('A location', { exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Location' }).fill('ramp')
      await page.getByRole('option', { name: 'Ramp (RAMP)' }).click()
      await dialog.getByRole('button', { name: 'Assign' }).click()
      await page.getByText(`${sign} assigned to Ramp`).waitFor()
      await row(page, sign).waitFor({ state: 'detached' })

      await page.getByRole('button', { name: `Dismiss tag ${stray}` }).click()
      await confirm(page, `Dismiss tag ${stray}`, 'Dismiss tag')
      await row(page, stray).waitFor({ state: 'detached' })

      const named = async (kind: string, q: string) =>
        (await shared.session.get(`/api/v1/${kind}?q=${q}`)).body.data.map(
          ({ name }: { name: string }) => name,
        )
      expect(await named('assets', old)).toEqual(['Drill'])
      expect(await named('assets', fresh)).toEqual([`Cart ${at}`])
      const { data: report } = (await shared.session.get(`/api/v1/reports/asset-locations?q=${fresh}`)).body
      expect(report[0].location_external_key).toBe('DOCK')
      expect(await named('locations', sign)).toEqual(['Ramp'])
      const left = (await shared.session.get('/internal/v1/unknown-tags?q=E0')).body.data
      expect(left.filter(({ value }: { value: string }) => value === stray)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('shows a new password only on the page of its own reader', async () => {
    const [first, second] = [
      await newReader(shared.session, 'FIRST', [dock]),
      await newReader(shared.session, 'SECOND', [dock]),
    ]
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/readers/${first.id}`, 'FIRST')
    await page.getByRole('link', { name: 'Readers' }).first().click()
    await row(page, 'SECOND').getByRole('link', { name: 'SECOND' }).click()
    await titled(page, 'SECOND')
    await more(page, 'Create new password')
    await confirm(page, 'Create new password for SECOND', 'Create new password')
    const token = await offered(page, 'Password')
    expect(token).not.toBe(second.device_token)
    await page.evaluate('history.go(-2)')
    await titled(page, 'FIRST')
    await page.getByRole('heading', { name: 'Connection settings' }).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
    await page.getByText('Shown only once.').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('shows the settings of another protocol when the format does not have the chosen one', async () => {
    const reader = await newReader(shared.session, 'PROTOCOL', [dock])
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/readers/${reader.id}`, 'PROTOCOL')
    await page.getByRole('radiogroup', { name: 'Protocol' }).getByText('HTTP').click()
    await page.locator('[data-copy="URL"]').waitFor()
    await shared.session.patch(`/internal/v1/readers/${reader.id}`, { format: 'gl_s10' })
    await page.locator('[data-copy="Host"]').waitFor()
    expect(await page.locator('[data-copy="URL"]').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('leads to the recent messages only on a page that shows them', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers/new', 'New reader')
    await page.getByLabel('Name').fill('Foreign')
    await page.getByRole('combobox', { name: 'Model or format' }).fill('cs463')
    await page.getByRole('option', { name: 'CSL CS463' }).click()
    await chooseLocation(page, 'Location', 'Dock')
    await page.getByRole('button', { name: 'Register' }).click()
    await titled(page, 'Foreign is registered')
    const device = clientOf(shared.program.http, await offered(page, 'Password'))
    await device.post('/internal/v1/readers/foreign/events', examples['zebra_iotc'])
    await page.getByRole('button', { name: 'Switch to Zebra IoT Connector' }).waitFor()
    const lastMessage = page.getByRole('button', { name: 'See the last message' })
    expect(await lastMessage.count()).toBe(0)
    await page.getByRole('link', { name: 'Open reader' }).click()
    await lastMessage.waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('keeps a message open when another one arrives and the oldest is dropped', async () => {
    const reader = await newReader(shared.session, 'CHATTY', [dock])
    const send = (value: string) => postReads(shared.program, reader, [{ value }])
    for (let sent = 1; sent <= 50; sent++) await send(`CHAT-${sent}`)
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/readers/${reader.id}`, 'CHATTY')
    const messages = page.locator('.messages > li')
    await messages.first().locator('summary').click()
    const opened = messages.locator('pre:visible')
    await opened.filter({ hasText: 'CHAT-50' }).waitFor()
    await send('CHAT-51')
    await messages.first().locator('pre').filter({ hasText: 'CHAT-51' }).waitFor({ state: 'attached' })
    await eventually(() => opened.count()).toBe(1)
    await eventually(() => opened.textContent()).toContain('CHAT-50')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('offers a viewer no action that the service would reject', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'viewer')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers', 'Readers', credentials)
    await page.getByRole('link', { name: 'GATE' }).waitFor()
    expect(await page.getByRole('link', { name: 'New reader' }).count()).toBe(0)
    await page.getByRole('link', { name: 'GATE' }).click()
    await titled(page, 'GATE')
    await page.getByRole('heading', { name: 'Status' }).waitFor()
    for (const name of ['Edit', 'Unknown tags'])
      expect(await page.getByRole('link', { name }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /More actions|Delete|Switch|Map/ }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Recent messages' }).count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
