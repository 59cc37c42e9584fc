import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, flaws, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { locationsOf } from '../support/handheld'
import { freshKey, newAsset, newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Assets that are moved by hand, with or without a tag. */

async function choose(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name }).first().click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
}

describeConsole('moving assets by hand', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`places an asset that has no tag and was never seen, at ${viewport.width} pixels`, async () => {
      const name = freshKey('Ladder')
      const place = freshKey('Loft')
      const asset = await newAsset(shared.session, { name })
      const loft = await newLocation(shared.session, { name: place })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${asset.id}`, name)
      await page.getByText('or somebody moves it to a location').waitFor()
      if (viewport === desktop) await page.getByRole('button', { name: 'Move to…' }).click()
      else {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Move to…' }).click()
      }
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await eventually(() =>
        dialog.getByRole('combobox', { name: 'Location' }).getAttribute('aria-invalid'),
      ).toBe('true')
      await dialog.locator('.mantine-Select-error').getByText('Choose a location').waitFor()
      expect(await flaws(page)).toEqual([])
      await choose(page, place)
      await page.getByText(`${name} moved to ${place}`).waitFor()
      await page.locator('.hero-place').getByText(place).waitFor()
      await page.getByText('by a user · 1 read').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(await locationsOf(shared.session, asset)).toEqual([loft.id])
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('places all selected assets, with and without tags, in one request', async () => {
    const word = freshKey('Sack')
    const places = [freshKey('Cellar'), freshKey('Attic')] as const
    const [cellar, attic] = [
      await newLocation(shared.session, { name: places[0] }),
      await newLocation(shared.session, { name: places[1] }),
    ]
    const bare = await newAsset(shared.session, { name: `${word} bare` })
    const tagged = await newTagged(shared.session, freshKey('TAG'), { name: `${word} tagged` })
    await scan(shared.session, attic.id, tagged.external_key, secondsAgo(60))
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets?q=${word}`, 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    const requests: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())))
    await page.getByRole('button', { name: 'Move 2 assets' }).click()
    await choose(page, places[0])
    await page.getByText(`2 assets moved to ${places[0]}`).waitFor()
    await page.getByRole('button', { name: 'Move 2 assets' }).waitFor({ state: 'detached' })
    expect(requests.filter((url) => url.endsWith('/scans'))).toHaveLength(1)
    expect(await locationsOf(shared.session, bare)).toEqual([cellar.id])
    expect(await locationsOf(shared.session, tagged)).toEqual([cellar.id, attic.id])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('names an asset that was deleted in the meantime, which stays selected, and moves the others', async () => {
    const word = freshKey('Crock')
    const place = freshKey('Yard')
    const yard = await newLocation(shared.session, { name: place })
    const [one, two] = [
      await newAsset(shared.session, { name: `${word} one` }),
      await newAsset(shared.session, { name: `${word} two` }),
    ]
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets?q=${word}`, 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    await shared.session.delete(`/api/v1/assets/${two.id}`)
    await page.getByRole('button', { name: 'Move 2 assets' }).click()
    await choose(page, place)
    const report = page.getByRole('alert').filter({ hasText: `1 asset moved to ${place}, 1 failed` })
    await report.getByText(`${word} two: Asset not found`).waitFor()
    expect(await locationsOf(shared.session, one)).toEqual([yard.id])
    await context.close()
  })

  test('shows in the dialog that nothing was moved, when the location was deleted in the meantime', async () => {
    const name = freshKey('Mop')
    const place = freshKey('Shed')
    const asset = await newAsset(shared.session, { name })
    const shed = await newLocation(shared.session, { name: place })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${asset.id}`, name)
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Location' }).click()
    await page.getByRole('option', { name: place }).waitFor()
    await page.route('**/internal/v1/location-tree', (route) => route.abort())
    await shared.session.delete(`/api/v1/locations/${shed.id}`)
    await page.getByRole('option', { name: place }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('dialog').getByText('does not name a live location').waitFor()
    expect(await locationsOf(shared.session, asset)).toEqual([])
    await context.close()
  })
})
