import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, phone, titled, violations, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** The tree of locations, and a location's own page. */

describeConsole('locations in the console', (shared) => {
  const place = async (body: Record<string, unknown>): Promise<number> =>
    (await newLocation(shared.session, body)).id

  /** Hall (2 assets in all) with Gate 2, where one is, and Gate 10; Yard has none. */
  async function aHall(prefix: string) {
    const hall = await place({ name: `${prefix} Hall`, external_key: `${prefix}-HALL` })
    const yard = await place({ name: `${prefix} Yard`, external_key: `${prefix}-YARD` })
    const gate = (number: number) =>
      place({
        name: `${prefix} Gate ${number}`,
        external_key: `${prefix}-G${number}`,
        parent_id: hall,
      })
    const gate10 = await gate(10)
    const gate2 = await gate(2)
    for (const [name, at] of [
      ['Cart', hall],
      ['Jack', gate2],
    ] as const) {
      const value = `${prefix}${name}`
      await newTagged(shared.session, value, { name: `${prefix} ${name}` })
      await scan(shared.session, at, value, secondsAgo(20))
    }
    return { hall, yard, gate2, gate10 }
  }

  const parentOf = async (id: number): Promise<number | null> =>
    (await shared.session.get(`/api/v1/locations/${id}`)).body.data.parent_id

  const node = (page: Page, name: string) =>
    page.locator('[role=treeitem] > .place').filter({ hasText: name })

  describe.each([
    ['a desktop', desktop, 'D'],
    ['a phone', phone, 'P'],
  ] as const)('on %s', (_, viewport, prefix) => {
    test('the tree, a new place in it, its page and all that can be done there', async () => {
      const { hall } = await aHall(prefix)
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/locations', 'Locations')
      await node(page, `${prefix} Hall`).getByText('1 asset · 2 in all').waitFor()
      const names = await page.locator('.place-name').allTextContents()
      const gates = names.filter((name) => name.startsWith(`${prefix} Gate`))
      expect(gates).toEqual([`${prefix} Gate 2 ${prefix}-G2`, `${prefix} Gate 10 ${prefix}-G10`])
      expect(await violations(page)).toEqual([])

      await page.getByLabel('Search name and key').fill(`${prefix}-g10`)
      await node(page, `${prefix} Gate 2`).waitFor({ state: 'detached' })
      await node(page, `${prefix} Gate 10`).waitFor()
      await node(page, `${prefix} Hall`).getByRole('link').click()
      await titled(page, `${prefix} Hall`)

      const here = page.getByRole('region', { name: 'What is here' })
      await here.getByText(`${prefix} Jack`).waitFor()
      await here.getByRole('switch', { name: 'With the places in it' }).press('Space')
      await here.getByText(`${prefix} Jack`).waitFor({ state: 'detached' })
      await here.getByText(`${prefix} Cart`).waitFor()

      await page.getByRole('link', { name: 'New location here' }).click()
      await titled(page, 'New location')
      await page.getByLabel('Key').fill(`${prefix}-YARD`)
      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('input[name=name][aria-invalid=true]').waitFor()
      await page.getByLabel('Name').fill(`${prefix} Shelf`)
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText(`A location with the external_key ${prefix}-YARD already exists`).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByLabel('Key').fill(`${prefix}-SHELF`)
      await page.getByRole('button', { name: 'Create' }).click()
      await titled(page, `${prefix} Shelf`)
      const path = page.getByRole('navigation', { name: 'Path' })
      expect(await path.getByRole('link').allTextContents()).toEqual(['Locations', `${prefix} Hall`])
      await page.getByText('Nothing is here now.').waitFor()

      await page.getByLabel('New tag').fill(`${prefix}4711`)
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('button', { name: `Remove tag ${prefix}4711` }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: `Remove tag ${prefix}4711` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('a handheld tells where it is by reading it').waitFor()

      await page.getByRole('button', { name: 'Move to…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input:focus').waitFor()
      await dialog.getByRole('combobox', { name: 'Into' }).fill('gate 2')
      await page.getByRole('option', { name: `${prefix} Hall › ${prefix} Gate 2 (${prefix}-G2)` }).click()
      await dialog.getByRole('button', { name: 'Move' }).click()
      await path.getByRole('link', { name: `${prefix} Gate 2` }).waitFor()

      await page.getByRole('link', { name: 'Edit' }).click()
      await titled(page, `Edit ${prefix} Shelf`)
      await page.getByLabel('Description').fill('At the left')
      await page.getByRole('switch', { name: 'Active' }).press('Space')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('At the left').waitFor()
      await page.getByText('Inactive').first().waitFor()

      await page.getByRole('button', { name: 'Change key' }).click()
      await dialog.getByLabel('Key').fill(`${prefix}-HALL`)
      await dialog.getByRole('button', { name: 'Change key' }).click()
      await dialog.getByRole('alert').filter({ hasText: 'already exists' }).waitFor()
      await dialog.getByLabel('Key').fill(`${prefix}-SHELF-2`)
      await dialog.getByRole('button', { name: 'Change key' }).click()
      await page
        .locator('code')
        .filter({ hasText: `${prefix}-SHELF-2` })
        .waitFor()

      await page.getByRole('button', { name: `Delete ${prefix} Shelf` }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await titled(page, `${prefix} Gate 2`)
      await page.getByRole('button', { name: `Delete ${prefix} Gate 2` }).click()
      await dialog.getByText('An asset is there now.').waitFor()
      await dialog.getByRole('button', { name: 'Understood' }).click()
      await path.getByRole('link', { name: `${prefix} Hall` }).click()
      await titled(page, `${prefix} Hall`)
      await page.getByRole('button', { name: `Delete ${prefix} Hall` }).click()
      await dialog.getByText('There are 2 other locations in it.').waitFor()
      expect(await shared.session.get(`/api/v1/locations/${hall}`)).toMatchObject({ status: 200 })
      expect(complaints).toEqual([])
      await context.close()
    }, 90_000)
  })

  test('a location that is dragged onto another is in it, until that is undone', async () => {
    const { hall, yard, gate10 } = await aHall('M')
    const { page, context, complaints } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await node(page, 'M Gate 10').dragTo(node(page, 'M Yard'))
    await page.getByText('M Gate 10 is in M Yard now').waitFor()
    expect(await parentOf(gate10)).toBe(yard)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('M Gate 10 is in M Yard now').waitFor({ state: 'detached' })
    await node(page, 'M Yard').locator('[data-leaf]').waitFor({ state: 'attached' })
    expect(await parentOf(gate10)).toBe(hall)
    // Into itself nothing can go, so the service is not even asked.
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await node(page, 'M Hall').dragTo(node(page, 'M Gate 10'))
    expect(await parentOf(hall)).toBe(null)
    expect(asked).not.toContain(`PATCH /api/v1/locations/${hall}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('what is put into a place shows at once, until the place is closed', async () => {
    const shed = await place({ name: 'Shed', external_key: 'SHED' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await node(page, 'Shed').waitFor()
    await place({ name: 'Rack', external_key: 'RACK', parent_id: shed })
    await page.reload()
    await node(page, 'Rack').waitFor()
    await page.getByRole('button', { name: 'Close all' }).click()
    await node(page, 'Rack').waitFor({ state: 'hidden' })
    await page.reload()
    await node(page, 'Shed').waitFor()
    expect(await node(page, 'Rack').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Open all' }).click()
    await node(page, 'Rack').waitFor()
    await context.close()
  })

  test('the tree is walked with the arrow keys and opened with Enter', async () => {
    await aHall('K')
    const { page, context, complaints } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await page.getByLabel('Search name and key').fill('K-')
    // Not while something is searched for.
    await page.getByText('Drag a location onto another').waitFor({ state: 'detached' })
    await node(page, 'K Gate 2').waitFor()
    await page.getByLabel('Search name and key').focus()
    const focused = () => page.evaluate('document.activeElement.dataset.value')
    for (let steps = 0; (await focused()) === undefined; steps++) {
      if (steps > 10) throw new Error('The keyboard does not get to the tree')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await titled(page, 'K Gate 2')
    expect(complaints).toEqual([])
    await context.close()
  })
})
