import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, row, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation } from '../support/records'
import { rowsOfTexts, workbookOf } from '../support/workbooks'

/** Files of other programs on the import page. */

const choose = (page: Page, buffer: Buffer, name = 'assets.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })

describeConsole('the import of a file', (shared) => {
  test('names the encoding, shows the first lines, and reads it in another one on request', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    // "Łódź" in Windows-1250; only one word tells the encoding.
    await choose(page, Buffer.from('4b65793b4e616d650a454e432d313ba3f3649f0a', 'hex'))
    await page.getByText('Read as Windows-1250').waitFor()
    await row(page, 'Line 2').getByText('Łódź').waitFor()
    await page.getByLabel('First lines of the file').getByText('ENC-1;Łódź').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await page.getByText('Read as Windows-1252').waitFor()
    await row(page, 'Line 2').getByText('£ódŸ').waitFor()
    await page.getByLabel('Encoding').selectOption('windows-1250')
    await row(page, 'Line 2').getByText('Łódź').waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?external_key=ENC-1')
    expect(body.data[0].name).toBe('Łódź')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('loses one character to a bad byte, and says so', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const text = [Buffer.from('Key,Name\nBAD-1,Kühler Öl\nBAD-2,x'), Buffer.from([0xe4]), Buffer.from('y\n')]
    await choose(page, Buffer.concat(text))
    await page.getByText("1 character of the file can't be read").waitFor()
    await row(page, 'Line 2').getByText('Kühler Öl').waitFor()
    await row(page, 'Line 3').getByText('x\ufffdy').waitFor()
    await context.close()
  })

  test('replaces spaces in keys by hyphens on request', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const rows = Array.from({ length: 20 }, (_, at) => `AN ${1001 + at},Pump ${at}`)
    await choose(page, Buffer.from(['Inventarnummer,Bezeichnung', ...rows, 'AN-1001,Same'].join('\n')))
    await page.getByText('20 keys contain spaces or other characters').waitFor()
    await page.getByRole('button', { name: 'Rejected 20' }).waitFor()
    const replace = page.getByRole('button', {
      name: 'Replace spaces and other characters: AN 1001 → AN-1001',
    })
    await replace.click()
    await page.getByRole('button', { name: 'Rejected 1', exact: true }).waitFor()
    await row(page, 'Line 2').getByText('→ AN-1001').waitFor()
    await row(page, 'Line 22').getByText('Line 2 has the same key').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 20 rows' }).click()
    await page.getByText('20 created, 0 changed, 0 unchanged, 1 rejected.').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?external_key=AN-1020')
    expect(body.data[0].name).toBe('Pump 19')
    await context.close()
  })

  test('is undone on request, and the page says what was left', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, Buffer.from('Key,Name\nUNDO-1,Pump\nUNDO-2,Vice\n'))
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const find = async (key: string) =>
      (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data[0]
    await shared.session.patch(`/api/v1/assets/${(await find('UNDO-2')).id}`, { name: 'Bench vice' })
    await page.getByRole('button', { name: 'Undo this import' }).click()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await page.getByText('1 deleted, 0 reverted, 1 skipped.').waitFor()
    await page.getByText('changed since the import').waitFor()
    expect([await find('UNDO-1'), (await find('UNDO-2')).name]).toEqual([undefined, 'Bench vice'])
    await context.close()
  })

  test('places assets at the locations of a column, and adds those that are missing', async () => {
    const hall = await newLocation(shared.session, { name: 'Import hall', external_key: 'IMP-H' })
    await newLocation(shared.session, { name: 'Import dock', external_key: 'IMP-D', parent_id: hall.id })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const lines = [
      'Key,Name,Standort',
      'PLC-1,Pump,Import hall > Import dock',
      'PLC-2,Vice,IMP-H',
      'PLC-3,Drill,Import yard',
      'PLC-4,Saw,',
    ]
    const csv = Buffer.from(lines.join('\n'))
    await choose(page, csv)
    await row(page, 'Line 2').getByText('→ Import hall › Import dock').waitFor()
    await row(page, 'Line 4').getByText('There is no location Import yard').waitFor()
    await page.getByText('1 location of the file does not exist').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Add 1 location' }).click()
    await row(page, 'Line 4').getByText('→ Import yard').waitFor()
    await page.getByRole('button', { name: 'Import 4 rows' }).click()
    await page.getByText('3 assets placed at their locations.').waitFor()
    const { body } = await shared.session.get(
      '/api/v1/reports/asset-locations?q=PLC-&sort=asset_external_key',
    )
    const placed = body.data.map((each: { asset_external_key: string; location_external_key: string }) => [
      each.asset_external_key,
      each.location_external_key,
    ])
    expect(placed.slice(0, 2)).toEqual([
      ['PLC-1', 'IMP-D'],
      ['PLC-2', 'IMP-H'],
    ])
    expect(placed).toHaveLength(3)
    const eventsOf = async (key: string) => {
      const [asset] = (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data
      return (await shared.session.get(`/api/v1/assets/${asset.id}/history`)).body.total_count
    }
    expect(await eventsOf('PLC-1')).toBe(1)

    // The same file again places no asset that is at its location.
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(page, csv)
    await page.getByRole('button', { name: 'Unchanged 4' }).waitFor()
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('0 created, 0 changed, 4 unchanged, 0 rejected.').waitFor()
    expect(await eventsOf('PLC-1')).toBe(1)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('may be a workbook, of which a sheet can be chosen', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    const date =
      '<row><c t="inlineStr"><is><t>XLS-1</t></is></c><c t="inlineStr"><is><t>Kühler</t></is></c><c s="1"><v>46752</v></c></row>'
    const sheets = [
      {
        name: 'Notes',
        rows: rowsOfTexts([
          ['Key', 'Name'],
          ['NOTE-1', 'No asset'],
        ]),
      },
      { name: 'Assets', rows: rowsOfTexts([['Key', 'Name', 'Valid until']]) + date },
    ]
    // The page does not stop while a large workbook is read.
    const worker = page.waitForEvent('worker')
    await choose(page, workbookOf(sheets, { styles }), 'assets.xlsx')
    expect((await worker).url()).toMatch(/\/console\/files\/workbook-worker-\w+\.js$/)
    await row(page, 'Line 2').getByText('NOTE-1').waitFor()
    await page.getByLabel('Sheet').selectOption('Assets')
    await row(page, 'Line 2').getByText('→ 31 December 2027').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?external_key=XLS-1')
    expect(body.data[0]).toMatchObject({
      name: 'Kühler',
      valid_to: new Date(2027, 11, 31, 23, 59, 59).toISOString(),
    })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('defines a field from a column that is not known', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, Buffer.from('Key,Name,Garantie bis,Besitzer\nFLD-1,Pump,31.12.2027,Ada\n'))
    await page.getByRole('button', { name: 'Garantie bis' }).click()
    await row(page, 'Line 2').getByText('→ 31 December 2027').waitFor()
    await page.getByRole('button', { name: 'Besitzer' }).click()
    await page.getByText('Field “Besitzer” created').waitFor()
    await page.getByText('Create a field from a column:').waitFor({ state: 'detached' })
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?external_key=FLD-1')
    expect(body.data[0].metadata).toEqual({ garantie_bis: '2027-12-31', besitzer: 'Ada' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('marks damaged cells, and imports the rows without them', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const lines = [
      'Key,Name,EPC',
      'DMG-1,Pump,3.03408E+23',
      'DMG-2,#N/A,E2801160D2',
      'DMG-3,Vice,"=""E2801160D3"""',
    ]
    await choose(page, Buffer.from(lines.join('\n')))
    await row(page, 'Line 2').getByText('its digits are lost').waitFor()
    await row(page, 'Line 3').getByText('#N/A is an error of a formula').waitFor()
    await page.getByRole('button', { name: 'Leave out the invalid cells' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 created, 0 changed, 0 unchanged, 1 rejected.').waitFor()
    const tagsOf = async (key: string) =>
      (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data[0].tags.map(
        ({ value }: { value: string }) => value,
      )
    expect([await tagsOf('DMG-1'), await tagsOf('DMG-3')]).toEqual([[], ['E2801160D3']])
    await context.close()
  })

  test.each<[what: string, content: () => Buffer, problem: string]>([
    [
      'with a quote that is not closed',
      () => Buffer.from('Key,Name\nQ-1,Pump\nQ-2,"Vice\nQ-3,Drill\n'),
      'The quote (") that begins in line 3 of assets.csv is not closed',
    ],
    [
      'with more than 100,000 rows',
      () => Buffer.from(`Key,Name\n${'K,N\n'.repeat(100_001)}`),
      'assets.csv has more than 100,000 rows',
    ],
    [
      'of more than 50 megabytes',
      () => Buffer.alloc(50_000_001, 'x'),
      'assets.csv has more than 50 megabytes',
    ],
  ])('%s is rejected with the reason', async (_, content, problem) => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const bytes = content()
    if (bytes.length < 1_000_000) await choose(page, bytes)
    else
      // Playwright does not transfer files of this size.
      await page.evaluate(`(() => {
        const input = document.querySelector('input[type=file]')
        const files = new DataTransfer()
        files.items.add(new File(['x'.repeat(${bytes.length})], 'assets.csv', { type: 'text/csv' }))
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
    await page.getByText(problem).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
