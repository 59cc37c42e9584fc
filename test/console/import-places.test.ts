import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, row, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation } from '../support/records'

/** The locations of imported assets, which scans place after the import. */

describeConsole('an import with locations', (shared) => {
  const choose = (page: Page, lines: readonly string[]) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

  const placesOf = async (q: string) =>
    (
      await shared.session.get(`/api/v1/reports/asset-locations?q=${q}&sort=asset_external_key`)
    ).body.data.map((each: { asset_external_key: string; location_external_key: string }) => [
      each.asset_external_key,
      each.location_external_key,
    ])

  test('places the other assets when somebody has deleted a location or an asset meanwhile, and names those that are left', async () => {
    const gone = await newLocation(shared.session, { name: 'Gone', external_key: 'GONE' })
    await newLocation(shared.session, { name: 'Kept', external_key: 'KEPT' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, ['Key,Name,Location', 'MEAN-1,Pump,GONE', 'MEAN-2,Vice,KEPT', 'MEAN-3,Saw,KEPT'])
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
    expect((await shared.session.delete(`/api/v1/locations/${gone.id}`)).status).toBe(204)
    await page.route('**/internal/v1/assets/import', async (route) => {
      const response = await route.fetch()
      const [asset] = (await shared.session.get('/api/v1/assets?external_key=MEAN-3')).body.data
      expect((await shared.session.delete(`/api/v1/assets/${asset.id}`)).status).toBe(204)
      return route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('3 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    await page.getByText('1 asset placed at its location.').waitFor()
    await page.getByText('2 assets were not placed at their locations').waitFor()
    expect(await placesOf('MEAN-')).toEqual([['MEAN-2', 'KEPT']])
    await page.getByRole('button', { name: 'Not placed 2' }).click()
    await row(page, 'Line 3').waitFor({ state: 'detached' })
    await row(page, 'Line 2').getByText('Location does not name a live location').waitFor()
    await row(page, 'Line 4').getByText('does not name a live asset').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo this import' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('waits for the service when the connection is lost while assets are placed, and places each once', async () => {
    await newLocation(shared.session, { name: 'Dock', external_key: 'DOCK' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await choose(page, ['Key,Name,Location', 'WAIT-1,Pump,DOCK', 'WAIT-2,Vice,DOCK'])
    let attempts = 0
    let isBack = false
    await page.route('**/internal/v1/scans', async (route) => {
      // The service stores the first one, and its response is lost.
      if (++attempts === 1) await route.fetch()
      return isBack ? route.continue() : route.abort()
    })
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText("The service can't be reached. Retrying…").waitFor()
    isBack = true
    await page.getByText('2 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    await page.getByText('2 assets placed at their locations.').waitFor()
    expect(await page.getByText('Import interrupted').count()).toBe(0)
    for (const [key] of await placesOf('WAIT-')) {
      const [asset] = (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data
      expect((await shared.session.get(`/api/v1/assets/${asset.id}/history`)).body.total_count).toBe(1)
    }
    expect(await placesOf('WAIT-')).toHaveLength(2)
    await context.close()
  })
})
