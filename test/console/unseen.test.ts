import { expect, test } from 'bun:test'
import { addText, desktop, enterConsole, flaws, phone, row, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Assets that were never seen, on the page where everything is. */

describeConsole('an asset that was never seen', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`is found by name and tag, until it is seen, at ${viewport.width} pixels`, async () => {
      const dock = await newLocation(shared.session, { name: 'Dock' })
      const tag = `PUMP${viewport.width}`
      const name = `Pump ${viewport.width}`
      await newTagged(shared.session, `${tag}A`, { name: `${name} seen` })
      await scan(shared.session, dock.id, `${tag}A`, secondsAgo(5))
      await newTagged(shared.session, `${tag}B`, { name: `${name} unseen` })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
      const found = (text: string) =>
        page.getByRole(viewport === desktop ? 'row' : 'listitem').filter({ hasText: text })
      await addText(page, name)
      await found(`${name} unseen`).getByText('Not seen yet').waitFor()
      await found(`${name} seen`).getByText('Dock').waitFor()
      await page.getByText('1–2 of 2', { exact: true }).waitFor()
      expect(await flaws(page)).toEqual([])
      await addText(page, `${tag}b`)
      await page.getByText('1–1 of 1', { exact: true }).waitFor()
      await scan(shared.session, dock.id, `${tag}B`, secondsAgo(1))
      await found(`${name} unseen`).getByText('Dock').waitFor()
      await found(`${name} unseen`)
        .getByRole('link', { name: `${name} unseen` })
        .press('Enter')
      await titled(page, `${name} unseen`)
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('follows the assets that were seen, page by page', async () => {
    const dock = await newLocation(shared.session, { name: 'Ramp' })
    for (let number = 1; number <= 40; number++) {
      await newTagged(shared.session, `CAGE${number}`, { name: `Cage ${number}` })
      if (number <= 20) await scan(shared.session, dock.id, `CAGE${number}`, secondsAgo(60))
    }
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?q=cage&limit=25', 'Where everything is')
    await page.getByText('1–25 of 40', { exact: true }).waitFor()
    await eventually(() => page.getByText('Not seen yet').count()).toBe(5)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('26–40 of 40', { exact: true }).waitFor()
    await eventually(() => page.getByText('Not seen yet').count()).toBe(15)
    await eventually(() => row(page, 'Cage 40').count()).toBe(1)
    await context.close()
  })
})
