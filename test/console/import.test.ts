import { beforeAll, describe, expect, test } from 'bun:test'
import type { Download, Page } from 'playwright-core'
import { parseCsv } from '../../src/console/imports/reading/csv'
import { textOf } from '../support/csv'
import { enterConsole, openConsole, row, secondary, titled, violations, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { newMember } from '../support/users'
import { newAsset } from '../support/records'

/** Importing assets from a file and exporting them. */

describeConsole('files of assets', (shared) => {
  beforeAll(async () => {
    await newAsset(shared.session, { external_key: 'TANK-1', name: 'Tank', description: 'Old' })
    await newAsset(shared.session, {
      external_key: 'TANK-2',
      name: 'Tank two',
      tags: [{ tag_type: 'rfid', value: 'T2' }],
    })
    await newAsset(shared.session, { name: 'Winch', tags: [{ tag_type: 'rfid', value: 'W3' }] })
  })

  const choose = (page: Page, name: string, content: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  async function downloaded(
    page: Page,
    click: () => Promise<void>,
  ): Promise<{ name: string; bytes: Uint8Array }> {
    const waiting = page.waitForEvent('download')
    await click()
    const file: Download = await waiting
    return { name: file.suggestedFilename(), bytes: await Bun.file(await file.path()).bytes() }
  }

  const cellsOf = (bytes: Uint8Array): (readonly string[])[] =>
    parseCsv(textOf(bytes)).map(({ cells }) => cells)

  const find = async (key: string) =>
    (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data[0] as
      | { name: string; description: string | null; tags: unknown[] }
      | undefined

  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    test('preview each row, import the valid ones and offer the rejected ones for download', async () => {
      const own = `NEW-${viewport.width}`
      const file = [
        'Key;Wording;notes;EPC;Color',
        `${own};"Vat; large";"two\r\nlines";${own}-a | ${own}-b;red`,
        `TANK-1;Tank ${viewport.width};Old;;`,
        'TANK-2;Tank two;;T2;',
        `BAD KEY;Bad;;;`,
        `${own}-2;Thief;;W3;`,
        `${own};Again;;;`,
        `;Nameless ${viewport.width};;;`,
      ].join('\r\n')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await secondary(page, 'Import')
      await titled(page, 'Import assets')
      expect(await violations(page)).toEqual([])
      await choose(page, 'from a spreadsheet.csv', file)

      // The user selects the target of a column whose name is not recognized.
      await page.getByText('Not imported: Wording, Color.').waitFor()
      await row(page, 'Line 2').getByText('Name is required').waitFor()
      await page.getByLabel('Wording').selectOption('Name')
      await page.getByText('Not imported: Color.').waitFor()
      await button(page, 'Import 3 rows').waitFor()
      for (const figure of ['All 7', 'New 2', 'Changed 1', 'Unchanged 1', 'Rejected 3'])
        await button(page, figure).waitFor()
      await row(page, 'Line 2').getByText('Vat; large').waitFor()
      await row(page, 'Line 4').getByText('Name', { exact: true }).waitFor()
      await page.getByText('1 row without a key').waitFor()
      expect(await violations(page)).toEqual([])

      await button(page, 'Rejected 3').click()
      await row(page, 'Line 4').waitFor({ state: 'detached' })
      const reason = 'Key may contain letters, digits and hyphens only'
      await row(page, 'Line 6').getByText(reason).waitFor()
      await row(page, 'Line 7').getByText('A tag of type rfid with the value W3 already exists').waitFor()
      await row(page, 'Line 8').getByText('Line 2 has the same key').waitFor()
      expect(await find(own)).toBeUndefined()

      await button(page, 'Import 3 rows').click()
      await page.getByText('2 created, 1 changed, 1 unchanged, 3 rejected.').waitFor()
      expect(await find(own)).toMatchObject({
        name: 'Vat; large',
        description: 'two\r\nlines',
        tags: [{ value: `${own}-a` }, { value: `${own}-b` }],
      })
      expect(await find('TANK-1')).toMatchObject({ name: `Tank ${viewport.width}` })
      expect(await violations(page)).toEqual([])

      const { name, bytes } = await downloaded(page, () =>
        button(page, 'Download the 3 rejected rows').click(),
      )
      expect(name).toBe('from a spreadsheet-rejected.csv')
      const [heads, ...rejected] = cellsOf(bytes)
      expect(heads?.slice(-2)).toEqual(['rejected_line', 'rejected_reason'])
      expect(rejected.map((cells) => [cells[0], ...cells.slice(-2)])).toEqual([
        ['BAD KEY', '6', reason],
        [`${own}-2`, '7', 'A tag of type rfid with the value W3 already exists'],
        [own, '8', 'Line 2 has the same key'],
      ])

      await button(page, 'Choose another file').click()
      await choose(page, 'again.csv', file.split('\r\n').slice(0, -4).join('\r\n'))
      await page.getByLabel('Wording').selectOption('Name')
      await page.getByText('There is nothing to import: all rows already match the assets.').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('contain the assets of the list when they are exported, and can be imported unchanged', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets?q=tank&sort=-external_key', 'Assets')
      await row(page, 'TANK-2').waitFor()
      const { name, bytes } = await downloaded(page, async () => {
        const isNarrow = viewport.width < 992
        await button(page, isNarrow ? 'More actions' : 'Export').click()
        const name = isNarrow ? 'Export: CSV' : 'CSV'
        await page.getByRole('menuitem', { name, exact: true }).click()
      })
      expect(name).toMatch(/^assets-\d{4}-\d\d-\d\d\.csv$/)
      expect(cellsOf(bytes).map(([key]) => key)).toEqual(['external_key', 'TANK-2', 'TANK-1'])
      await secondary(page, 'Import')
      await choose(page, name, Buffer.from(bytes))
      await page.getByText('There is nothing to import: all rows already match the assets.').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('continue to be imported when the service cannot be reached or returns Retry-After, and no row twice', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const lines = Array.from({ length: 500 }, (_, at) => `Rung ${at}`)
    await choose(page, 'rungs.csv', ['name', ...lines].join('\n'))
    await button(page, 'Import 500 rows').waitFor()
    const seen: string[] = []
    await page.route('**/internal/v1/assets/import', async (route) => {
      seen.push(route.request().headers()['idempotency-key'] ?? '')
      // The first response is lost. Later the service reports that the rate limit is exceeded.
      if (seen.length === 1) {
        await route.fetch()
        return route.abort()
      }
      if (seen.length === 3) {
        const error = {
          type: 'rate_limited',
          title: 'Rate limited',
          status: 429,
          detail: 'Too many requests',
        }
        return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: { error } })
      }
      return route.continue()
    })
    await button(page, 'Import 500 rows').click()
    await page.getByText('Too many requests. Retrying…').waitFor()
    await page.getByText('500 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    expect(seen).toHaveLength(5)
    expect([seen[0], seen[2], new Set(seen).size]).toEqual([seen[1] as string, seen[3] as string, 3])
    const total = (await shared.session.get('/api/v1/assets?q=rung&limit=1')).body.total_count
    expect(total).toBe(500)
    await context.close()
  })

  test('are sent in smaller parts when a part is too large, without a row that is too large by itself', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page.route('**/internal/v1/assets/import', (route) => {
      const rows = route.request().postDataJSON().rows as { name: string }[]
      if (rows.length <= 60 && !rows.some(({ name }) => name === 'Bar 7')) return route.continue()
      const detail = 'The request body is larger than 5000 bytes'
      const error = { type: 'payload_too_large', title: 'Payload too large', status: 413, detail }
      return route.fulfill({ status: 413, json: { error } })
    })
    const lines = Array.from({ length: 150 }, (_, at) => `BAR-${at},Bar ${at}`)
    await choose(page, 'bars.csv', ['external_key,name', ...lines].join('\n'))
    await button(page, 'Rejected 1').click()
    await row(page, 'Line 9').getByText('larger than 5000 bytes').waitFor()
    await button(page, 'Import 149 rows').click()
    await page.getByText('149 created, 0 changed, 0 unchanged, 1 rejected.').waitFor()
    expect((await shared.session.get('/api/v1/assets?q=bar-&limit=1')).body.total_count).toBe(149)
    await context.close()
  })

  test('stop being imported on request, and resume after the user has visited another page', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    const lines = Array.from({ length: 600 }, (_, at) => `STEP-${at},Step ${at}`)
    await choose(page, 'steps.csv', ['external_key,name', ...lines].join('\n'))
    await button(page, 'Import 600 rows').waitFor()
    let isHeld = true
    let requests = 0
    await page.route('**/internal/v1/assets/import', async (route) => {
      if (isHeld && ++requests > 1) return
      return route.continue()
    })
    await button(page, 'Import 600 rows').click()
    await page.getByText('Importing 200 of 600 rows').waitFor()
    await button(page, 'Stop').click()
    await page.getByText('Stopped after 200 of 600 rows.').waitFor()
    isHeld = false
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await titled(page, 'Assets')
    await page.getByRole('link', { name: 'Import' }).click()
    await button(page, 'Resume').click()
    await page.getByText('600 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    expect((await shared.session.get('/api/v1/assets?q=step-&limit=1')).body.total_count).toBe(600)
    await context.close()
  })

  test.each([
    ['rejected_line', 'rejected_reason'],
    ['refused_line', 'refused_because'],
  ])('with rejected rows are imported without their columns %s and %s', async (line, reason) => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, 'fixed.csv', `name,${line},${reason}\nRope,2,name is required\n`)
    await page.getByText('Columns: 3 of 3 recognized').waitFor()
    await button(page, 'Import 1 row').waitFor()
    expect(await page.getByText('Not imported:').count()).toBe(0)
    await context.close()
  })

  test('are rejected with a message when they cannot be read', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, 'book.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]))
    await page.getByText("book.xlsx can't be read as a workbook: It is damaged, or no workbook.").waitFor()
    await choose(page, 'old.xls', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))
    await page.getByText('old.xls is an old workbook (.xls), or one with a password.').waitFor()
    expect(await page.getByText('Read as').count()).toBe(0)
    await choose(page, 'empty.csv', 'name\n')
    await page.getByText('empty.csv has no rows').waitFor()
    const { name, bytes } = await downloaded(page, () => button(page, 'Download template').click())
    expect(name).toBe('assets-template.csv')
    expect(cellsOf(bytes)[0]?.slice(0, 3)).toEqual(['external_key', 'name', 'description'])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('can be exported by every member, and imported only by managers', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'operator')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets', credentials)
    await button(page, 'Export').waitFor()
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0)
    await openConsole(page, shared.program, '/assets/import')
    await titled(page, "You don't have access")
    await context.close()
  })
})
