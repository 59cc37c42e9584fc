import { expect, test } from 'bun:test'
import { enterConsole, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { openAt, newBay, scanAll, scanned } from '../support/handheld'
import { eventually } from '../support/eventually'
import { newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** GS1 codes in the console: prefixes and next serials, what tags name, and values that a scanner has glued together. */

const bits = '303403332C121B2F276CB8E8'
const named = 'GTIN 00052427185402, serial 202524899560'
const narrow = { width: 320, height: 640 }

// The program of the tests begins with a copied data directory, so next serials wait for confirmation.
describeConsole('GS1 numbers', (shared) => {
  test.each(viewports)('have prefixes with next serials, on %s', async (_, viewport) => {
    const prefix = String(9_521_000 + viewport.width)
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/gs1-prefixes', 'GS1 prefixes')
    await page.getByRole('textbox', { name: 'Prefix' }).fill('12345')
    await page.getByRole('button', { name: 'Add prefix' }).click()
    await page.getByText('Must have 6 to 12 digits').waitFor()
    await page.getByRole('textbox', { name: 'Prefix' }).fill(prefix)
    await page.getByRole('button', { name: 'Add prefix' }).click()
    const section = page.getByRole('region', { name: `Prefix ${prefix}` })
    await section.getByRole('button', { name: 'Confirm the next serial of GIAI' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Next serial').fill('x')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Type a whole number.').waitFor()
    expect(await flaws(page)).toEqual([])
    await dialog.getByLabel('Next serial').fill('4711')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await section.getByText('4711').waitFor()
    await section.getByRole('button', { name: 'Set a next serial' }).click()
    await dialog.getByLabel('Kind').selectOption('grai')
    await dialog.getByLabel('Asset type').fill('00123')
    await dialog.getByLabel('Next serial').fill('5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await section.getByRole('row', { name: /GRAI 00123/ }).waitFor()
    expect(await flaws(page)).toEqual([])
    await section.getByRole('button', { name: 'Delete prefix' }).click()
    await dialog.getByRole('button', { name: 'Delete prefix' }).click()
    await section.waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('wait for a person after the database was restored, also in German and on 320 pixels', async () => {
    await shared.session.post('/internal/v1/gs1-prefixes', { prefix: '401234567' })
    const { page, context, browserErrors } = await visit(shared.browser, narrow, { locale: 'de-DE' })
    await enterConsole(page, shared.program, '/gs1-prefixes', 'GS1-Präfixe')
    const section = page.getByRole('region', { name: 'Präfix 401234567' })
    await page
      .getByText('Vor der Bestätigung der nächsten Seriennummern wird nichts vergeben')
      .first()
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Präfix' }).fill('12345')
    await page.getByRole('button', { name: 'Präfix hinzufügen' }).click()
    await page.getByText('Muss 6 bis 12 Ziffern haben').waitFor()
    await page.getByRole('textbox', { name: 'Präfix' }).fill('')
    await section.getByRole('button', { name: 'Nächste Seriennummer von SSCC bestätigen' }).click()
    const dialog = page.getByRole('dialog')
    await eventually(() => dialog.getByLabel('Nächste Seriennummer').inputValue()).toBe('10000')
    expect(await flaws(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    await section.getByRole('button', { name: 'Nächste Seriennummer von SSCC erhöhen' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are named beside tags and in the inbox, and a glued scan is split into known tags', async () => {
    const pump = 'E2009A9040060AF000000500'
    const drill = await newTagged(shared.session, bits, { name: 'Drill' })
    await newTagged(shared.session, pump, { name: 'Pump' })
    const bay = await newBay(shared.session)
    await scan(shared.session, bay.id, bits, secondsAgo(60))
    const reads = [{ value: '(8004)9521321ABC', tag_type: 'barcode' }]
    await shared.session.post('/internal/v1/scans', { location_id: bay.id, reads })
    const { page, context, browserErrors } = await openAt(shared.browser, shared.program, bay)
    await scanAll(page, pump + bits, '(01)00052427185403(21)1')
    await page.getByText('It looks like a GS1 code, but its check digit is wrong.').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Split into 2 scans' }).click()
    await page.getByRole('link', { name: 'Pump' }).waitFor()
    await page.getByRole('link', { name: 'Drill' }).waitFor()
    await eventually(() => scanned(page).count()).toBe(3)
    await page.getByRole('button', { name: 'Remove all scans' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all scans' }).click()
    await page.getByText('Nothing scanned yet').waitFor()
    await openConsole(page, shared.program, '/unknown-tags')
    await page.getByText('GIAI 9521321ABC').waitFor()
    await openConsole(page, shared.program, `/assets/${drill.id}`)
    await titled(page, 'Drill')
    await page.getByText(named).waitFor()
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
