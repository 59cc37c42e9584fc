import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, openConsole, paint, phone, titled, violations, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { scanAll } from '../support/handheld'
import { jpeg } from '../support/images'
import { freshKey, newTagged, type Row } from '../support/records'
import { secondsAgo } from '../support/scans'
import { count, type Hall, linesOf, newHall, open, read, verdicts } from '../support/stocktakes'

/** Stocktakes in the browser: the Count page without a network, the progress, the close and the paper. */

const shots = Bun.env['TEST_PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

/** Chooses a location of a count by scanning its label. */
async function countAt(page: Page, { external_key: key }: Row): Promise<void> {
  await page.getByLabel('Scan a').focus()
  await scanAll(page, key)
  await page.getByText('Counting at').waitFor()
}

const word = (page: Page, text: string) => page.locator('[data-word]', { hasText: text }).waitFor()
const nothingWaits = (page: Page) => eventually(() => page.locator('[data-waiting]').count()).toBe(0)

describeConsole('stocktakes', (shared) => {
  async function hallOf(count: number): Promise<{ place: Hall; assets: Row[] }> {
    const place = await newHall(shared.session)
    const assets: Row[] = []
    while (assets.length < count)
      assets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - assets.length) }, () =>
            newTagged(shared.session, freshKey('A')),
          ),
        )),
      )
    const reads = assets.map(({ external_key: value }) => ({ value, observed_at: secondsAgo(3000) }))
    const body = { location_id: place.aisle.id, reads }
    expect((await shared.session.post('/internal/v1/scans', body)).body.data.accepted).toBe(count)
    return { place, assets }
  }

  test('are counted by two phones, one of them offline and killed, and by a handheld, and every line is right', async () => {
    const { place, assets } = await hallOf(500)
    const { id } = await open(shared.session, place.hall, { name: 'Hall, all of it' })
    const keys = assets.map(({ external_key: key }) => key)
    const handheld = await shared.session.post('/internal/v1/readers', {
      name: 'HH',
      external_key: freshKey('HH'),
      kind: 'handheld',
    })
    const device = clientOf(shared.program.http, handheld.body.data.device_token)

    const first = await visit(shared.browser, phone)
    await enterConsole(first.page, shared.program, `/stocktakes/${id}/count`, 'Hall, all of it')
    await countAt(first.page, place.aisle)
    const second = await visit(shared.browser, phone)
    await enterConsole(second.page, shared.program, `/stocktakes/${id}/count`, 'Hall, all of it')
    await countAt(second.page, place.aisle)

    await second.context.setOffline(true)
    // A scanner inserts many lines at once.
    const insert = (page: Page, values: readonly string[]) =>
      page.getByLabel('Scan an asset').fill(`${values.join('\n')}\n`)
    // They are more than the service accepts at once.
    const strange = Array.from({ length: 1000 }, (_, at) => `STRANGE-${at}`)
    await insert(second.page, [...strange, ...keys.slice(200, 350)])
    await word(second.page, 'Found')
    await second.page.locator('[data-waiting="1150"]').waitFor()
    await scanAll(second.page, keys[349] as string)
    await word(second.page, 'Already counted')
    await picture(second.page, 'count-offline')
    // The tab is killed with its scans.
    await second.page.close()

    await insert(first.page, keys.slice(0, 200))
    await scanAll(first.page, 'NOBODY-HAS-THIS')
    await word(first.page, 'Not known')
    await picture(first.page, 'count-unknown')
    await nothingWaits(first.page)
    const reads = keys.slice(350, 490).map((value) => ({ value, observed_at: secondsAgo(5) }))
    const sent = await device.post(`/internal/v1/stocktakes/${id}/scans`, {
      location_id: place.aisle.id,
      reads,
    })
    expect(sent.body.data.accepted).toBe(140)
    await countAt(first.page, place.other)
    await scanAll(first.page, keys[495] as string)
    await word(first.page, 'Belongs elsewhere')
    await scanAll(first.page, keys[494] as string)
    await first.page.getByRole('button', { name: 'Undo the last scan' }).click()
    await first.page.locator('[data-word]').waitFor({ state: 'detached' })
    await nothingWaits(first.page)

    await second.context.setOffline(false)
    const again = await second.context.newPage()
    await openConsole(again, shared.program, `/stocktakes/${id}/count`)
    await nothingWaits(again)
    await eventually(async () => (await read(shared.session, id)).counts).toMatchObject({
      found: 490,
      elsewhere: 1,
      unknown: 1001,
      to_count: 9,
    })
    const lines = []
    for (let offset = 0; offset < 500; offset += 200)
      lines.push(...(await linesOf(shared.session, id, `&offset=${offset}`)))
    const byAsset = new Map(lines.map((line) => [line.asset_id, line]))
    for (const [at, asset] of assets.entries()) {
      const { verdict, counted_by: by } = byAsset.get(asset.id)
      expect([at, verdict]).toEqual([at, at < 490 ? 'found' : at === 495 ? 'elsewhere' : 'to_count'])
      if (at >= 350 && at < 490) expect(by.name).toBe('HH')
    }
    await paint(again, 'dark')
    await picture(again, 'count-dark')
    expect(await violations(again)).toEqual([])
    expect([...first.browserErrors, ...second.browserErrors]).toEqual([])
    await first.context.close()
    await second.context.close()
  })

  test('are opened, followed, closed and printed on a desktop, and tell a phone that it is late', async () => {
    const { place, assets } = await hallOf(7)
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/stocktakes', 'Stocktakes')
    await picture(page, 'list')
    await openConsole(page, shared.program, `/stocktakes/new?location=${place.hall.id}`)
    await page.getByLabel('Name').fill('Hall, November')
    await page.getByRole('button', { name: 'Open now' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hall, November' }).waitFor()
    const id = Number(/stocktakes\/(\d+)/.exec(page.url())?.[1])

    const mobile = await visit(shared.browser, phone)
    await enterConsole(mobile.page, shared.program, `/stocktakes/${id}/count`, 'Hall, November')
    await countAt(mobile.page, place.aisle)
    await scanAll(mobile.page, ...assets.slice(0, 3).map(({ external_key: key }) => key))
    await page.locator('[data-found]', { hasText: '3' }).waitFor()
    await nothingWaits(mobile.page)
    await picture(page, 'progress')
    expect(await violations(page)).toEqual([])
    await mobile.context.setOffline(true)
    await scanAll(mobile.page, assets[3]?.external_key as string)
    await word(mobile.page, 'Found')

    await page.locator('[data-verdict=to_count]').click()
    // The list is by id. X selects the row that has the focus, and with Shift those from the one before.
    await page.getByRole('row').nth(2).getByRole('link').first().focus()
    await page.keyboard.press('x')
    await page.getByRole('row').nth(3).getByRole('link').first().focus()
    await page.keyboard.press('Shift+X')
    await picture(page, 'selected')
    await page.getByRole('button', { name: 'Excuse 2 assets' }).click()
    await page.getByLabel('Why are they not here?').fill('On a trip')
    await page.getByRole('dialog').getByRole('button', { name: 'Excuse 2 assets' }).click()
    await page.getByText('2 assets excused').waitFor()
    await page.getByRole('row').nth(3).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Excuse' }).last().click()
    await page.getByLabel('Why is it not here?').fill('In repair')
    const photo = { name: 'shelf.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
    await page.locator('input[type=file]').setInputFiles(photo)
    await picture(page, 'excuse')
    await page.getByRole('dialog').getByRole('button', { name: 'Excuse', exact: true }).click()
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Excused')
    await page.getByRole('img', { name: 'Photo of the excuse of' }).waitFor()
    await picture(page, 'excused')
    await openConsole(page, shared.program, `/stocktakes/${id}`)

    await page.getByRole('link', { name: 'Close count' }).click()
    await page.locator('[data-sum=true]').waitFor()
    await picture(page, 'close')
    expect(await violations(page)).toEqual([])
    await page.getByRole('switch', { name: 'Start a search for 1 asset' }).check({ force: true })
    await page.getByRole('button', { name: 'Close count' }).click()
    await page.getByRole('dialog').getByText('1 asset stays missing').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close count' }).click()
    await page.locator('[data-hash]').waitFor()
    await picture(page, 'closed')
    const { result_sha256: hash } = await read(shared.session, id)
    await eventually(async () => {
      const { body } = await shared.session.get('/internal/v1/searches')
      return body.data.map(({ stocktake_id: from }: { stocktake_id: number }) => from)
    }).toEqual([id])

    await mobile.context.setOffline(false)
    await mobile.page.locator('[data-late]').waitFor()
    await picture(mobile.page, 'late')
    expect((await read(shared.session, id)).counts).toMatchObject({
      found: 3,
      missing: 1,
      excused: 3,
      late: 1,
    })
    expect(Object.values(await verdicts(shared.session, id)).filter((one) => one === 'missing')).toHaveLength(
      1,
    )

    await page.getByRole('link', { name: 'Print' }).click()
    await page.locator('[data-paper=missing]').waitFor()
    await page.getByText(hash).waitFor()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    if (shots !== undefined) await Bun.write(`${shots}/result.pdf`, pdf)
    expect(pdf.includes('/MediaBox [0 0 594')).toBe(true)
    expect([...browserErrors, ...mobile.browserErrors]).toEqual([])
    await context.close()
    await mobile.context.close()
  })

  test('begin with the assets that are selected in the list, and Today says how far they are', async () => {
    const { place, assets } = await hallOf(3)
    await shared.session.post('/internal/v1/stocktakes', {
      name: 'Yearly count',
      location_id: place.hall.id,
      is_open: false,
      due_at: secondsAgo(86_400),
    })
    const { page, context, browserErrors } = await visit(shared.browser)
    const conditions = JSON.stringify([{ field: 'place', operator: 'below', value: place.hall.id }])
    await enterConsole(
      page,
      shared.program,
      `/assets?${new URLSearchParams({ conditions }).toString()}`,
      'Assets',
    )
    const [first, second] = assets as [Row, Row]
    for (const { external_key: key } of [first, second])
      await page.getByRole('row', { name: key }).getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Start a stocktake' }).click()
    await titled(page, 'New stocktake')
    await page.getByLabel('Name').fill('Only these two')
    expect(await page.getByRole('combobox', { name: 'What' }).inputValue()).toBe(
      'Those of the 2 selected assets that are there',
    )
    await page.getByRole('button', { name: 'Open now' }).click()
    await titled(page, 'Only these two')
    const id = Number(/stocktakes\/(\d+)/.exec(page.url())?.[1])
    const opened = await read(shared.session, id)
    expect(opened).toMatchObject({ location_id: place.aisle.id, expected_count: 2 })
    expect(opened.scope).toEqual({
      kind: 'assets',
      asset_ids: [first.id, second.id].toSorted((a, b) => a - b),
    })
    await count(shared.session, id, place.aisle, [first])

    await openConsole(page, shared.program, '/overview')
    const section = page.getByRole('region', { name: 'Count: Only these two' })
    await section.getByText('1 found, 0 elsewhere, 1 to go').waitFor()
    await page
      .getByRole('region', { name: 'Due', exact: true })
      .getByText(/^Overdue since/)
      .waitFor()
    await picture(page, 'today')
    expect(await flaws(page)).toEqual([])
    await section.getByRole('link', { name: 'Open' }).click()
    await titled(page, 'Only these two')
    await page.getByRole('link', { name: 'Close count' }).waitFor()
    await page.keyboard.press('c')
    await countAt(page, place.aisle)
    await scanAll(page, second.external_key)
    await word(page, 'Found')
    // What is in its place is sent at once, and cannot be undone.
    await eventually(async () => (await read(shared.session, id)).counts.found).toBe(2)
    await page.getByRole('button', { name: 'Undo the last scan', disabled: true }).waitFor()
    await page.keyboard.press('F2')
    await page
      .getByRole('dialog')
      .getByText(/^Everything at/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
    await page.getByText(/is finished$/).waitFor()
    await openConsole(page, shared.program, `/stocktakes/${id}/result`)
    await page.getByText('2 + 0').waitFor()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width])
    }
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
