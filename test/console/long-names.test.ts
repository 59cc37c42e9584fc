import { expect, test } from 'bun:test'
import { enterConsole, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, type Row } from '../support/records'

/** A phone whose text is enlarged: what WCAG 1.4.10 calls 320 pixels. */
const narrow = { width: 320, height: 512 }

describeConsole('names in a window of 320 pixels', (shared) => {
  test('do not make the pages of rules and locations wider, and leave room for themselves', async () => {
    let parent: Row | undefined
    for (let depth = 0; depth < 10; depth++) {
      const above = parent && { parent_id: parent.id }
      parent = await newLocation(shared.session, { name: `Level ${depth} of the tree`, ...above })
    }
    const name = 'W'.repeat(200)
    const rule = {
      name,
      kind: 'outside',
      location_id: parent?.id,
      scope: { kind: 'all' },
      severity: 'urgent',
    }
    expect((await shared.session.post('/internal/v1/alert-rules', rule)).status).toBe(201)
    const { page, context } = await visit(shared.browser, narrow)
    const width = (): Promise<number> => page.evaluate('document.scrollingElement.scrollWidth')

    await enterConsole(page, shared.program, '/alert-rules', 'Alert rules')
    await page.getByRole('link', { name }).waitFor()
    expect(await width()).toBe(narrow.width)

    await openConsole(page, shared.program, '/locations')
    await titled(page, 'Locations')
    await page.getByRole('button', { name: 'Expand all' }).click()
    const deepest = page.locator('.location-name').filter({ hasText: 'Level 9 of the tree' })
    await deepest.waitFor()
    expect(await width()).toBe(narrow.width)
    expect((await deepest.boundingBox())?.width).toBeGreaterThan(80)
    await context.close()
  })
})
