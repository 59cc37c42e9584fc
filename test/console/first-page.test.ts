import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, openConsole, titled, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'
import { until } from '../support/until'

/** What the first page loads over the wire, with an empty cache: page, scripts, styles, font and data. */

const maxBytes = 250_000

/** All bytes before the first preload, with 300 bytes of headers each, as browsers estimate them. */
const loaded = `(() => {
  const preload = performance.getEntriesByName('preload')[0]?.startTime ?? Infinity
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const first = entries.filter(({ startTime }) => startTime < preload)
  const kinds = {}
  for (const { name, transferSize } of first) {
    const kind = /\\.(js|css|woff2)$/.exec(name)?.[1] ?? 'data'
    kinds[kind] = (kinds[kind] ?? 0) + transferSize
  }
  return { kinds, total: Object.values(kinds).reduce((sum, size) => sum + size, 0), count: first.length }
})()`

/** More scripts than one page needs, and fewer than all pages of the navigation. */
const pagesAhead = 80

/** The number of scripts that were loaded in advance. */
const scriptsAhead = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const preload = performance.getEntriesByName('preload')[0]?.startTime ?? Infinity
    return performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime >= preload).length
  })()`)

describeConsole('the first page', (shared) => {
  beforeAll(async () => {
    const hall = await newLocation(shared.session, { name: 'North hall' })
    for (let at = 1; at <= 20; at++) {
      const aisle = await newLocation(shared.session, { name: `Aisle ${at}`, parent_id: hall.id })
      await newTagged(shared.session, `CAGE${at}`, { name: `Roll cage ${at}` })
      await scan(shared.session, aisle.id, `CAGE${at}`, secondsAgo(at * 30))
    }
  })

  test.each(viewports)(
    'on %s loads at most 250 kB in 30 requests until the plan is shown',
    async (_, viewport) => {
      // A sign-in with the password loads two pages before this one, so the session begins in another browser window.
      const former = await visit(shared.browser, viewport)
      await enterConsole(former.page, shared.program, '/', 'Where everything is')
      const { page, context, browserErrors } = await visit(shared.browser, viewport, {
        after: former,
        loadsPagesAhead: true,
      })
      await former.context.close()
      const session = await context.newCDPSession(page)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await openConsole(page, shared.program, '/')
      await page
        .getByRole('link', { name: /^Aisle \d+, 1 asset/ })
        .first()
        .waitFor()
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const { total, kinds, count } = (await page.evaluate(loaded)) as {
        total: number
        count: number
        kinds: Record<string, number>
      }
      for (const kind of ['js', 'css', 'woff2', 'data']) expect(kinds[kind]).toBeGreaterThan(1000)
      expect(total).toBeLessThan(maxBytes)
      expect(count).toBeLessThan(30)
      await until(
        async () => (await scriptsAhead(page)) > pagesAhead,
        'the pages of the navigation are loaded',
      )
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('loads no pages in advance for a user who wants to save data', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await until(async () => (await scriptsAhead(page)) > 0, 'the dialogs are loaded')
    await page.getByRole('link', { name: 'Readers', exact: true }).click()
    await titled(page, 'Readers')
    expect(await scriptsAhead(page)).toBeLessThan(pagesAhead)
    await context.close()
  })
})
