import { expect, test } from 'bun:test'
import { confirm, desktop, enterConsole, flaws, phone, secondary, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Several locations of the tree at once. */

describeConsole('selected locations', (shared) => {
  const find = async (id: number) => (await shared.session.get(`/api/v1/locations/${id}`)).body.data

  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`are edited, moved, labeled and deleted together, at ${viewport.width} pixels`, async () => {
      const named = async (name: string, parent_id?: number) =>
        (
          await newLocation(shared.session, {
            name: `${name} S${viewport.width}`,
            ...(parent_id && { parent_id }),
          })
        ).id
      const hall = await named('Hall')
      const yard = await named('Yard')
      const [dock, gate] = [await named('Dock', hall), await named('Gate', hall)]
      const shelf = await named('Shelf', dock)
      await newTagged(shared.session, `SL${viewport.width}`, { name: 'Crate' })
      await scan(shared.session, gate, `SL${viewport.width}`, secondsAgo(5))

      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/locations', 'Locations')
      await page.getByLabel('Search by name or key').fill(`s${viewport.width}`)
      const select = (name: string) => page.getByLabel(`Select ${name} S${viewport.width}`)
      const dialog = page.getByRole('dialog')
      await page.getByLabel('Select all 5 locations').waitFor()
      // With the keyboard alone.
      const tree = page.getByRole('tree', { name: 'Locations' })
      await tree.getByRole('treeitem').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await eventually(() => select('Dock').isChecked()).toBe(true)
      await select('Gate').check()
      await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
      expect(await flaws(page)).toEqual([])

      await page.getByRole('button', { name: 'Edit 2 locations' }).click()
      await dialog.getByLabel('Description', { exact: true }).fill('Repainted')
      expect(await flaws(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('2 locations changed').waitFor()
      expect(await find(gate)).toMatchObject({ description: 'Repainted', is_active: true })

      await select('Shelf').check()
      await page.getByRole('button', { name: 'Move 3 locations' }).click()
      await dialog.getByRole('combobox', { name: 'New parent location' }).fill(`yard s${viewport.width}`)
      await page.getByRole('option', { name: `Yard S${viewport.width}` }).click()
      await dialog.getByRole('button', { name: 'Move' }).click()
      await page.getByText('2 locations moved').waitFor()
      expect([(await find(dock)).parent_id, (await find(gate)).parent_id]).toEqual([yard, yard])
      // It moved with the dock.
      expect((await find(shelf)).parent_id).toBe(dock)

      await secondary(page, 'Print 5 labels')
      await titled(page, 'Labels')
      await page.getByRole('img', { name: `Code of Shelf S${viewport.width}` }).waitFor()
      await page.goBack()
      await titled(page, 'Locations')
      await page.getByLabel('Search by name or key').fill(`s${viewport.width}`)
      await page.getByLabel('Select all 5 locations').check()
      await page.getByRole('button', { name: 'Delete 5 locations' }).click()
      await confirm(page, 'Delete 5 locations', 'Delete 5 locations')
      const report = page.getByRole('alert').filter({ hasText: '3 locations deleted, 2 failed' })
      await report.getByText('has assets placed at it').waitFor()
      await report.getByText('has a live descendant').waitFor()
      await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    }, 120_000)

  test('that a search hides are not deleted with those that it shows', async () => {
    const names = ['North ramp', 'East ramp', 'West ramp']
    const ids = await Promise.all(names.map(async (name) => (await newLocation(shared.session, { name })).id))
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    for (const name of names) await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor()
    await page.getByLabel('Search by name or key').fill('east ramp')
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor()
    await page.getByRole('button', { name: 'Delete 1 location' }).click()
    await confirm(page, 'Delete 1 location', 'Delete 1 location')
    await page.getByText('1 location deleted').waitFor()
    const [north, east, west] = await Promise.all(
      ids.map(async (id) => (await shared.session.get(`/api/v1/locations/${id}`)).status),
    )
    expect([north, east, west]).toEqual([200, 404, 200])
    await context.close()
  })
})
