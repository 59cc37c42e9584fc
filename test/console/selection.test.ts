import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { confirm, enterConsole, phone, row, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation } from '../support/records'

/** A selection in a long list, and the undoing of what was done with it. */

describeConsole('a selection', (shared) => {
  const select = (page: Page, name: string) => page.getByLabel(`Select ${name}`, { exact: true })
  const selected = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  const toasts = (page: Page) => page.locator('.mantine-Notifications-root')

  test('extends with Shift, stays in view and spans the pages, up to all rows that are found', async () => {
    const rows = Array.from({ length: 130 }, (_, at) => ({
      name: `Tub ${100 + at}`,
      external_key: `TUB-${100 + at}`,
    }))
    await shared.session.post('/internal/v1/assets/import', { rows })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=tub', 'Assets')
    await select(page, 'Tub 102').check()
    await select(page, 'Tub 121').click({ modifiers: ['Shift'] })
    await selected(page, '20 selected')
    await eventually(() => page.getByRole('group', { name: 'Selection' }).boundingBox()).toMatchObject({
      x: expect.any(Number),
    })
    const bar = await page.getByRole('group', { name: 'Selection' }).boundingBox()
    expect(bar && bar.y + bar.height).toBeLessThanOrEqual(800)
    const header = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
    expect(header?.y).toBeGreaterThanOrEqual(0)

    await page.getByRole('button', { name: 'Next page' }).click()
    await select(page, 'Tub 150').check()
    await selected(page, '21 selected, 20 on other pages')
    expect(await page.getByRole('link', { name: 'Print labels of 21' }).getAttribute('href')).toContain(
      'TUB-102',
    )
    await page.getByLabel('Select all 50 on this page').check()
    await page.getByRole('button', { name: 'Select all 130 found' }).click()
    await selected(page, '130 selected, 80 on other pages')
    await page.getByLabel('Search name').fill('tub 22')
    await select(page, 'Tub 229').waitFor()
    await eventually(() => page.getByRole('button', { name: 'Clear selection' }).count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('of assets that was deleted or edited gets its former state back', async () => {
    const key = 'shelf-life'
    const field = { key, name: 'Shelf life', type: 'number', options: [] }
    await shared.session.post('/internal/v1/asset-fields', field)
    const made = [
      await newAsset(shared.session, { name: 'Jar 1', description: 'Glass', metadata: { [key]: 3 } }),
      await newAsset(shared.session, { name: 'Jar 2', description: null }),
    ]
    const find = async (id: number) => (await shared.session.get(`/api/v1/assets/${id}`)).body.data
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=jar', 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    await page.getByRole('button', { name: 'Edit 2 assets' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description', { exact: true }).fill('Lent')
    await dialog.getByLabel('Shelf life').fill('12.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toasts(page).getByText('2 assets changed').waitFor()
    for (const { id } of made)
      expect(await find(id)).toMatchObject({ description: 'Lent', metadata: { [key]: 12.5 } })
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await toasts(page).getByText('2 changes undone').waitFor()
    const [one, two] = await Promise.all(made.map(({ id }) => find(id)))
    expect(one).toMatchObject({ description: 'Glass', metadata: { [key]: 3 } })
    expect(two).toMatchObject({ description: null, metadata: {} })

    await page.getByRole('button', { name: 'Delete 2 assets' }).click()
    await confirm(page, 'Delete 2 assets', 'Delete 2 assets')
    await select(page, 'Jar 1').waitFor({ state: 'detached' })
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await select(page, 'Jar 1').waitFor()
    await select(page, 'Jar 2').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('of locations that was edited or moved gets its former state back', async () => {
    const hall = (await newLocation(shared.session, { name: 'Barn hall' })).id
    const bay = (await newLocation(shared.session, { name: 'Barn bay', description: 'Cold' })).id
    const find = async () => (await shared.session.get(`/api/v1/locations/${bay}`)).body.data
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await select(page, 'Barn bay').check()
    await page.getByRole('button', { name: 'Edit 1 location' }).click()
    await page.getByRole('dialog').getByLabel('Description', { exact: true }).fill('Warm')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await toasts(page).getByText('1 location changed').waitFor()
    expect((await find()).description).toBe('Warm')
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await toasts(page).getByText('1 change undone').waitFor()
    expect((await find()).description).toBe('Cold')

    await page.getByRole('button', { name: 'Move 1 location' }).click()
    const parent = page.getByRole('combobox', { name: 'New parent location' })
    await parent.fill('barn hall')
    await page.getByRole('option', { name: 'Barn hall' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await eventually(async () => (await find()).parent_id).toBe(hall)
    await toasts(page).getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => (await find()).parent_id).toBe(null)
    await context.close()
  })

  test('begins on a phone in a list whose rows are short', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await newAsset(shared.session, { name: `Keg ${number}` })
    const { page, context } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/assets?q=keg', 'Assets')
    const last = row(page, 'Keg 5')
    await last.waitFor()
    const box = await last.boundingBox()
    expect(box && box.y + box.height).toBeLessThan(phone.height)
    await context.close()
  })
})
