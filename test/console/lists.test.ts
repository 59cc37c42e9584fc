import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, more, openConsole, phone, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Lists: pages, filters, rows that move, and names that are too long. */

const pages = 60

describeConsole('a list of the console', (shared) => {
  let shed: number
  const letters = 'M'.repeat(255)

  beforeAll(async () => {
    shed = (await newLocation(shared.session, { external_key: 'SHED', name: 'Shed' })).id
    for (let made = 100; made < 100 + pages; made++) await newAsset(shared.session, { name: `Crate ${made}` })
    for (const [value, ago] of Object.entries({ DRILL: 30, LADDER: 60, SAW: 90 })) {
      await newTagged(shared.session, value, { name: value })
      await scan(shared.session, shed, value, secondsAgo(ago))
    }
  })

  const counted = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

  for (const viewport of [desktop, phone])
    test(`scrolls to its top when the next page is opened from its end, at ${viewport.width} pixels`, async () => {
      const { page, context } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets?q=crate', 'Assets')
      await counted(page, '1–50 of 60')
      await page.getByRole('button', { name: 'Next page' }).click()
      await counted(page, '51–60 of 60')
      await eventually(() => page.getByLabel('Search name').isVisible()).toBe(true)
      expect(await page.evaluate('scrollY')).toBeLessThan(viewport.height / 2)
      await context.close()
    })

  test('shows its last page when the requested page does not exist', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=crate&offset=5000', 'Assets')
    await counted(page, '51–60 of 60')
    expect(new URL(page.url()).search).toBe('?q=crate&offset=50')
    await context.close()
  })

  test('offers to clear the filters when there are no results', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?q=nothing-like-it&location=SHED', 'Where everything is')
    await page.getByText('No results found.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await counted(page, '1–50 of 63')
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  })

  test('keeps its order while the pointer or the focus is on a row, and applies the new order afterwards', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    const names = async () => (await page.locator('tbody td.row-name').allTextContents()).slice(0, 3)
    await page.getByRole('link', { name: 'LADDER' }).waitFor()
    const first = (name: string) =>
      page.locator('tbody tr').first().getByRole('link', { name, exact: true }).waitFor()
    await eventually(() => names()).toEqual(['DRILL', 'LADDER', 'SAW'])
    await page.getByRole('row', { name: 'SAW' }).hover()
    const cellar = await newLocation(shared.session, { external_key: 'CELLAR', name: 'Cellar' })
    await scan(shared.session, cellar.id, 'SAW', secondsAgo(1))
    await page.getByRole('row', { name: 'SAW' }).getByText('Just moved from Shed').waitFor()
    await eventually(() => names()).toEqual(['DRILL', 'LADDER', 'SAW'])
    await page.mouse.move(0, 0)
    await first('SAW')
    await page.getByRole('link', { name: 'LADDER' }).focus()
    await scan(shared.session, cellar.id, 'LADDER', secondsAgo(0))
    await page.getByRole('row', { name: 'LADDER' }).getByText('Just moved from Shed').waitFor()
    await first('SAW')
    // Moves the focus past the two other rows, which have a checkbox and two links each, to the column headings.
    for (let times = 0; times < 8; times++) await page.keyboard.press('Shift+Tab')
    await first('LADDER')
    await page.getByRole('row', { name: 'DRILL' }).hover()
    await page.getByRole('button', { name: 'Key', exact: true }).click()
    // An order that the user chooses applies at once.
    await eventually(async () => (await names())[0]).toStartWith('Crate')
    await context.close()
  })

  /** Returns the elements that extend beyond the right edge of the window and can't be scrolled. */
  const outside = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('body *:not(.visually-hidden, .copy-source)')]
      .filter((element) =>
        element.getBoundingClientRect().right > innerWidth + 1 &&
        !element.closest('[class*=scrollContainer], [class*=ScrollArea]'))
      .map(({ outerHTML }) => outerHTML.slice(0, 200))`)

  for (const viewport of [desktop, phone])
    test(`breaks long names, even on other pages, at ${viewport.width} pixels`, async () => {
      const location = await newLocation(shared.session, { name: letters })
      const below = await newLocation(shared.session, { name: 'Below', parent_id: location.id })
      const value = `${letters.slice(5)}${viewport.width}`
      const asset = await newTagged(shared.session, value, { name: letters, description: letters })
      await scan(shared.session, location.id, value, secondsAgo(20))
      await scan(shared.session, below.id, value, secondsAgo(10))
      await shared.session.post('/internal/v1/scans', {
        location_id: location.id,
        reads: [{ value: `U${value.slice(1)}` }],
      })
      const { page, context } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${asset.id}`, letters)
      await page.getByRole('list', { name: 'History' }).getByText(letters, { exact: true }).first().waitFor()
      expect(await outside(page)).toEqual([])
      await more(page, 'Delete')
      await page.getByRole('dialog').waitFor()
      expect(await outside(page)).toEqual([])
      for (const [path, title] of [
        [`/assets/${asset.id}/edit`, `Edit ${letters}`],
        [`/locations/${below.id}`, 'Below'],
        [`/labels?assets=${value}`, 'Labels'],
        ['/?view=list', 'Where everything is'],
        ['/unknown-tags', 'Unknown tags'],
      ] as const) {
        await openConsole(page, shared.program, path)
        await titled(page, title)
        await page
          .getByText(path === '/unknown-tags' ? 'UMMM' : 'MMM')
          .first()
          .waitFor()
        expect([path, ...(await outside(page))]).toEqual([path])
      }
      // A column of single letters would fit as well, but can't be read.
      const tag = page.locator('.tag-value').first()
      await eventually(async () => (await tag.boundingBox())?.width).toBeGreaterThan(100)
      await context.close()
    })

  test('wraps long names, and keeps keys and times on one line and all columns in the window', async () => {
    const place = await newLocation(shared.session, { name: 'Receiving area and quality control' })
    const names = [
      'Gantry crane',
      `Gantry crane ${'of the second workshop '.repeat(4)}`.slice(0, 100).trim(),
      `Gantry${'W'.repeat(124)}`,
    ]
    for (const [index, name] of names.entries()) {
      const value = `E2801170000002${index}A5F3C9B21`
      await newTagged(shared.session, value, { name, external_key: `GANTRY-000${index}` })
      await scan(shared.session, place.id, value, secondsAgo(45 * 60))
    }
    await newAsset(shared.session, { name: 'Gantry K', external_key: 'K'.repeat(130) })
    for (const viewport of [desktop, phone]) {
      const { page, context } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets?q=gantry', 'Assets')
      await page.getByText('Receiving area').first().waitFor()
      expect(await outside(page)).toEqual([])
      const linesOf = (text: RegExp): Promise<number[]> =>
        page.getByText(text).evaluateAll((elements) =>
          elements.map((element) => {
            const range = element.ownerDocument.createRange()
            range.selectNodeContents(element)
            return range.getClientRects().length
          }),
        )
      expect(await linesOf(/^GANTRY-000\d$/)).toEqual([1, 1, 1])
      expect(new Set(await linesOf(/^(4[5-9]|5\d) minutes ago$/))).toEqual(new Set([1]))
      expect(Math.min(...(await linesOf(/^Gantry(W| crane of)/)))).toBeGreaterThan(1)
      const table = page.getByRole('table')
      if (viewport === desktop)
        expect((await table.boundingBox())?.width).toBe((await table.locator('..').boundingBox())?.width)
      await context.close()
    }
  })
})
