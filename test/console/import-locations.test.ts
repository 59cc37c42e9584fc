import { expect, test } from 'bun:test'
import { desktop, enterConsole, flaws, phone, secondary, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation } from '../support/records'

/** Many locations from an indented list or a file. */

describeConsole('the import of locations', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`adds sixty locations from a pasted list, at ${viewport.width} pixels`, async () => {
      const hall = `Hall ${viewport.width}`
      const known = await newLocation(shared.session, { name: hall, external_key: `HALL-${viewport.width}` })
      const racks = (aisle: number) => Array.from({ length: 8 }, (_, at) => `\t\tRack ${aisle}-${at + 1}`)
      const list = [
        hall,
        ...[1, 2, 3, 4, 5, 6].flatMap((aisle) => [`\tAisle ${aisle}`, ...racks(aisle)]),
        `Yard ${viewport.width}`,
        ...Array.from({ length: 5 }, (_, at) => `    - Gate ${at} [GATE-${viewport.width}-${at}]`),
      ].join('\n')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      const started = performance.now()
      await enterConsole(page, shared.program, '/locations', 'Locations')
      await secondary(page, 'Import')
      await titled(page, 'Import locations')
      expect(await flaws(page)).toEqual([])
      await page.getByLabel('Locations', { exact: true }).fill(list)
      await page.getByRole('button', { name: 'Add 60 locations' }).waitFor()
      await page.getByText('1 exists already, 0 rejected.').waitFor()
      const preview = page.getByRole('list', { name: 'Preview' })
      await eventually(() => preview.getByRole('listitem').filter({ hasText: hall }).textContent()).toContain(
        'Exists',
      )
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Add 60 locations' }).click()
      await page.getByText('60 locations added, 1 existed already, 0 rejected.').waitFor()
      expect(performance.now() - started).toBeLessThan(60_000)
      await page.getByRole('link', { name: 'View locations' }).click()
      await titled(page, 'Locations')
      const below = await shared.session.get(`/api/v1/locations/${known.id}/descendants?limit=1`)
      expect(below.body.total_count).toBe(54)
      const gate = await shared.session.get(`/api/v1/locations?external_key=GATE-${viewport.width}-4`)
      expect(gate.body.data).toMatchObject([{ name: 'Gate 4' }])
      expect(browserErrors).toEqual([])
      await context.close()
    }, 120_000)

  test('shows the errors of a list at their lines, and offers the rejected locations as a file', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/import', 'Import locations')
    await page.getByLabel('Locations', { exact: true }).fill('Barn\n  Loft [BAD KEY]\n    Shelf\nShed')
    await page.getByText('Line 2: Key may contain letters, digits and hyphens only').waitFor()
    await page.getByText('Line 3: The parent location was rejected').waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the rejected locations' }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toBe('locations-rejected.csv')
    const rejected = await Bun.file(await file.path()).text()
    await page.getByRole('button', { name: 'Add 2 locations' }).click()
    await page.getByText('2 locations added, 0 existed already, 2 rejected.').waitFor()
    await page.getByRole('button', { name: 'Import more' }).click()

    // The corrected file is imported.
    await page.getByText('CSV file', { exact: true }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'fixed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rejected.replace('BAD KEY', 'LOFT-1')),
    })
    await page.getByText('Columns: 8 of 8 recognized').waitFor()
    await page.getByRole('button', { name: 'Add 2 locations' }).click()
    await page.getByText('2 locations added, 1 existed already, 0 rejected.').waitFor()
    await context.close()
  })

  test.each([
    [
      'paths',
      'Location path;Barcode\nSite A > Hall 1 > Rack 1;x\nSite A > Hall 1 > Rack 2;\nSite A > Hall 2;',
      ['Site A', 'Hall 1', 'Rack 1', 'Rack 2', 'Hall 2'],
    ],
    [
      'keys of parents, in any order',
      'Code,Standort,Parent\nB-2,Room,B-1\nB-1,Building,\nB-3,Cupboard,Room\n',
      ['Building', 'Room', 'Cupboard'],
    ],
  ])('reads a file with %s', async (_, csv, names) => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/import', 'Import locations')
    await page.getByText('CSV file', { exact: true }).click()
    expect(await flaws(page)).toEqual([])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: `Add ${names.length} locations` }).waitFor()
    const shown = await page.locator('.planned-name').allTextContents()
    expect(shown.map((text) => text.trim().split(/ [A-Z]-\d/)[0])).toEqual([...names])
    await page.getByRole('button', { name: `Add ${names.length} locations` }).click()
    await page.getByText(`${names.length} locations added`).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('finds a parent that exists by its key, and asks for the key when the file has its name', async () => {
    const { id } = await newLocation(shared.session, { name: 'Warehouse', external_key: 'WH-1' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/import', 'Import locations')
    await page.getByText('CSV file', { exact: true }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'shelves.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Key,Name,Parent\nSH-1,Shelf 1,WH-1\nSH-2,Shelf 2,Warehouse\n'),
    })
    await page
      .getByText(
        'No location has the key Warehouse, and none in the file has this name. Enter the key of the parent',
      )
      .waitFor()
    await page.getByRole('button', { name: 'Add 1 location' }).click()
    await page.getByText('1 location added').waitFor()
    const { data } = (await shared.session.get('/api/v1/locations?external_key=SH-1&external_key=SH-2')).body
    expect(data).toMatchObject([{ external_key: 'SH-1', parent_id: id }])
    await context.close()
  })

  test('previews a list that is typed after an import, and Import more empties the field', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/import', 'Import locations')
    const field = page.getByLabel('Locations', { exact: true })
    await field.fill('Attic')
    await page.getByRole('button', { name: 'Add 1 location' }).click()
    await page.getByText('1 location added').waitFor()
    await field.fill('Attic\n\tWest wing\n\tEast wing')
    await page.getByRole('button', { name: 'Add 2 locations' }).click()
    await page.getByText('2 locations added').waitFor()
    await page.getByRole('button', { name: 'Import more' }).click()
    await eventually(() => field.inputValue()).toBe('')
    await context.close()
  })
})
