import { expect, test } from 'bun:test'
import { confirm, desktop, enterConsole, flaws, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newAsset } from '../support/records'

/** Removing what a simulation has created. */

describeConsole('simulated data', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`is removed under Settings after a confirmation, at ${viewport.width} pixels`, async () => {
      for (const number of [1, 2]) {
        const key = `SIM-${viewport.width}-${number}`
        await newAsset(shared.session, { name: `Simulated asset ${key}`, external_key: key })
      }
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/settings', 'Settings')
      await page.getByText('has created 2 assets in this organization').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Remove simulated data' }).click()
      await page.getByRole('dialog').getByText('This removes 2 assets.').waitFor()
      expect(await flaws(page)).toEqual([])
      await confirm(page, 'Remove simulated data', 'Remove simulated data')
      await page.getByText('2 assets removed').waitFor()
      await page.getByRole('region', { name: 'Simulated data' }).waitFor({ state: 'detached' })
      expect((await shared.session.get('/api/v1/assets?q=SIM-&limit=1')).body.total_count).toBe(0)
      expect(browserErrors).toEqual([])
      await context.close()
    })
})
