import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { hasBrowser, launch, phone, unless, visit } from '../support/browser'

/** What a visit of the tests finds of an earlier one. */

const stored = `(() => ({
  local: localStorage.length,
  session: sessionStorage.length,
  cookies: document.cookie,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  width: innerWidth,
  now: Date.now(),
}))()`

describe.skipIf(!hasBrowser)(`a visit${unless}`, () => {
  let browser: Browser
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('A page') })
  const url = server.url.href

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop(true)
  })

  const seen = async (page: Awaited<ReturnType<typeof visit>>['page']) => {
    await page.goto(url)
    return (await page.evaluate(stored)) as Record<string, unknown>
  }

  test('finds nothing of the one before it in the same context', async () => {
    const { page, context } = await visit(browser)
    await page.goto(url)
    await page.evaluate(`(async () => {
      localStorage.setItem('a', '1')
      sessionStorage.setItem('b', '2')
      document.cookie = 'c=3'
      await (await caches.open('d')).put('/e', new Response('5'))
      await new Promise((resolve) => { indexedDB.open('f').onsuccess = resolve })
    })()`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await context.route('**/routed', (route) => route.abort())
    let requests = 0
    page.on('request', () => requests++)
    await context.setOffline(true)
    await context.close()
    const after = requests

    const next = await visit(browser, phone)
    expect(next.context).toBe(context)
    expect(await seen(next.page)).toMatchObject({
      local: 0,
      session: 0,
      cookies: '',
      isDark: false,
      width: phone.width,
    })
    expect(await next.page.evaluate('caches.keys()')).toEqual([])
    expect(await next.page.evaluate('indexedDB.databases()')).toEqual([])
    expect((await next.page.goto(`${url}routed`))?.status()).toBe(200)
    expect(requests).toBe(after)
    await next.context.close()
  })

  test('does not get the context of another that is open', async () => {
    const first = await visit(browser)
    const second = await visit(browser)
    expect(second.context).not.toBe(first.context)
    await first.context.close()
    await second.context.close()
  })

  test.each([
    ['the clock', ({ page }) => page.clock.setFixedTime(0)],
    ['the scripts of a page', ({ page }) => page.addInitScript('window.a = 1')],
    ['the browser by its protocol', ({ page, context }) => context.newCDPSession(page)],
    ['the number of pages', ({ context }) => context.newPage()],
  ] satisfies [string, (visited: Awaited<ReturnType<typeof visit>>) => Promise<unknown>][])(
    'gets another context when the one before it has changed %s',
    async (_, change) => {
      const changed = await visit(browser)
      await change(changed)
      await changed.context.close()
      const next = await visit(browser)
      expect(next.context).not.toBe(changed.context)
      expect((await seen(next.page))['now']).toBeGreaterThan(Date.now() - 60_000)
      await next.context.close()
    },
  )
})
