import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, lanName, openConsole, titled, visit } from '../support/browser'
import { otherOrganization } from '../support/client'
import { describeConsole } from '../support/console'

/** The sign-in behind the console: silent renewal, loss, organizations, roles. */

describeConsole('a session of the console', (shared) => {
  beforeAll(async () => {
    await otherOrganization(shared.program, 'South')
  })

  const countRefreshes = (page: Page): { count: number } => {
    const refreshes = { count: 0 }
    page.on('request', (request) => {
      if (request.url().endsWith('/session/refresh')) refreshes.count++
    })
    return refreshes
  }

  /** Changes what the service tells of the session. */
  const rewriteSession = (page: Page, change: (data: Record<string, unknown>) => void) =>
    page.route('**/internal/v1/session', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      change(body.data)
      await route.fulfill({ response, json: body })
    })

  test('is renewed once, before its token runs out, however many requests wait for it', async () => {
    const { page, context, complaints } = await visit(shared.browser)
    const refreshes = countRefreshes(page)
    await rewriteSession(page, (data) => {
      data['expires_in'] = 5
    })
    await enterConsole(page, shared.program, '/', 'Where is everything')
    await page.getByText('No asset has been seen yet').waitFor()
    expect(refreshes.count).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('goes on where a token is refused early', async () => {
    const { page, context } = await visit(shared.browser)
    const refreshes = countRefreshes(page)
    let isRefused = false
    await page.route('**/api/v1/assets?*', async (route) => {
      if (isRefused) return route.continue()
      isRefused = true
      return route.fulfill({ status: 401, json: {} })
    })
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    expect([isRefused, refreshes.count]).toEqual([true, 1])
    await context.close()
  })

  test.each(['127.0.0.1', lanName])('survives when many tabs come back at once, at %s', async (host) => {
    const { page, context } = await visit(shared.browser)
    const at = { http: shared.program.http.replace('127.0.0.1', host) }
    await enterConsole(page, at, '/', 'Where is everything')
    const tabs = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
    await Promise.all(tabs.map((tab) => openConsole(tab, at, '/assets')))
    await Promise.all(tabs.map((tab) => titled(tab, 'Assets')))
    await page.reload()
    await titled(page, 'Where is everything')
    await context.close()
  })

  test.each(['127.0.0.1', lanName])(
    'survives that the page is loaded again before the answer is there, at %s',
    async (host) => {
      let refreshes = 0
      // The service as it is, but slow to bring the new cookie.
      using slow = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url)
          const { method, headers, body } = request
          const answer = await fetch(shared.program.http + pathname + search, {
            method,
            headers,
            body,
            decompress: false,
          })
          if (pathname.endsWith('/session/refresh')) {
            refreshes++
            await Bun.sleep(400)
          }
          return answer
        },
      })
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, { http: `http://${host}:${slow.port}` }, '/', 'Where is everything')
      for (let reload = 1; reload <= 2; reload++) {
        await page.reload({ waitUntil: 'commit' })
        while (refreshes < reload) await Bun.sleep(20)
      }
      await page.reload()
      await titled(page, 'Where is everything')
      await context.close()
    },
  )

  test('that has ended leads to the sign-in, and from there back to the page', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/api-keys', 'API keys')
    await context.clearCookies()
    await page.reload()
    await titled(page, 'Sign in')
    await enterConsole(page, shared.program, '/api-keys', 'API keys')
    await context.close()
  })

  test('switches the organization in all tabs', async () => {
    const { page, context, complaints } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    const other = await context.newPage()
    await openConsole(other, shared.program, '/assets')
    await titled(other, 'Assets')
    await page.getByRole('button', { name: 'Organization: North' }).click()
    await page.getByRole('menuitem', { name: 'South' }).click()
    await page.getByRole('button', { name: 'Organization: South' }).waitFor()
    await titled(page, 'Where is everything')
    await other.getByRole('button', { name: 'Organization: South' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows a viewer nothing that only others may do', async () => {
    const { page, context } = await visit(shared.browser)
    await rewriteSession(page, (data) => {
      for (const organization of data['organizations'] as { role: string }[]) organization.role = 'viewer'
    })
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    expect(await page.getByRole('link', { name: 'New asset' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'API keys' }).count()).toBe(0)
    await context.close()
  })

  test('says that the service is away, and goes on by itself when it is back', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByLabel('Search name').fill('a')
    await page.getByText("The service can't be reached").first().waitFor()
    await page.unroute('**/api/**')
    await page.getByText("The service can't be reached").first().waitFor({ state: 'detached' })
    await page.getByText('Nothing matches.').waitFor()
    await context.close()
  })
})
