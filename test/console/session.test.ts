import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterWithPassword, flaws, lanName, openConsole, signInAs, titled, visit } from '../support/browser'
import { otherOrganization } from '../support/client'
import { describeConsole } from '../support/console'
import { administrator } from '../support/program'

/** Sessions: renewal, expiry, organizations and roles. */

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

  /** Changes the service's description of the session. */
  const rewriteSession = (page: Page, change: (data: Record<string, unknown>) => void) =>
    page.route('**/internal/v1/session', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      change(body.data)
      await route.fulfill({ response, json: body })
    })

  test('is listed with its device and address', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/account', 'Account')
    const own = page.getByRole('row').filter({ hasText: 'This device' })
    await own.getByText('Chrome on Linux').waitFor()
    await own.getByText('127.0.0.1').waitFor()
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is renewed once before its token expires, even when several requests wait for it', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    const refreshes = countRefreshes(page)
    await rewriteSession(page, (data) => {
      data['expires_in'] = 5
    })
    await enterWithPassword(page, shared.program, '/', 'Where everything is')
    await page.locator('[data-step]').first().waitFor()
    expect(refreshes.count).toBe(1)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('continues when a token is rejected early', async () => {
    const { page, context } = await visit(shared.browser)
    const refreshes = countRefreshes(page)
    let isRefused = false
    await page.route('**/internal/v1/asset-list?*', async (route) => {
      if (isRefused) return route.continue()
      isRefused = true
      return route.fulfill({ status: 401, json: {} })
    })
    await enterWithPassword(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    expect([isRefused, refreshes.count]).toEqual([true, 1])
    await context.close()
  })

  test.each(['127.0.0.1', lanName])('survives when several tabs open at once, at %s', async (host) => {
    const { page, context } = await visit(shared.browser)
    const at = { http: shared.program.http.replace('127.0.0.1', host) }
    await enterWithPassword(page, at, '/', 'Where everything is')
    const tabs = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
    await Promise.all(tabs.map((tab) => openConsole(tab, at, '/assets')))
    await Promise.all(tabs.map((tab) => titled(tab, 'Assets')))
    await page.reload()
    await titled(page, 'Where everything is')
    await context.close()
  })

  test.each(['127.0.0.1', lanName])(
    'survives a reload before the response to a renewal, at %s',
    async (host) => {
      // A proxy that holds the responses with a new cookie until the page was reloaded.
      const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const arrived = held.map(() => Promise.withResolvers<void>())
      let refreshes = 0
      using slow = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url)
          const { method, headers, body } = request
          const response = await fetch(shared.program.http + pathname + search, {
            method,
            headers,
            body,
            decompress: false,
          })
          if (pathname.endsWith('/session/refresh')) {
            const number = refreshes++
            arrived[number]?.resolve()
            await held[number]?.promise
          }
          return response
        },
      })
      const { page, context } = await visit(shared.browser)
      await enterWithPassword(page, { http: `http://${host}:${slow.port}` }, '/', 'Where everything is')
      await page.reload({ waitUntil: 'commit' })
      for (const number of [0, 1]) {
        await arrived[number]?.promise
        await page.reload({ waitUntil: 'commit' })
        held[number]?.resolve()
      }
      await titled(page, 'Where everything is')
      await context.close()
    },
  )

  test('that has ended leads to the sign-in page and then back to the same page', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/api-keys', 'API keys')
    const notice = page.getByText('Your session has ended. Sign in again to continue.')
    await context.clearCookies()
    await page.reload()
    await titled(page, 'Sign in')
    await notice.waitFor()
    await signInAs(page, administrator)
    await titled(page, 'API keys')
    // The user knows that the session ends.
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    expect(await notice.count()).toBe(0)
    await context.close()
  })

  test('switches the organization in all tabs', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/assets', 'Assets')
    const other = await context.newPage()
    await openConsole(other, shared.program, '/assets')
    await titled(other, 'Assets')
    await page.getByRole('button', { name: 'Organization: North' }).click()
    await page.getByRole('menuitem', { name: 'South' }).click()
    await page.getByRole('button', { name: 'Organization: South' }).waitFor()
    await titled(page, 'Where everything is')
    await other.getByRole('button', { name: 'Organization: South' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('hides from a viewer what other roles may do', async () => {
    const { page, context } = await visit(shared.browser)
    await rewriteSession(page, (data) => {
      for (const organization of data['organizations'] as { role: string }[]) organization.role = 'viewer'
    })
    await enterWithPassword(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    expect(await page.getByRole('link', { name: 'New asset' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'API keys' }).count()).toBe(0)
    await context.close()
  })

  test('shows that the connection is lost, and recovers when the service is back', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/assets', 'Assets')
    await page.getByText('No assets yet').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByLabel('Search name').fill('a')
    await page.getByText('Connection lost').first().waitFor()
    await page.unroute('**/api/**')
    await page.getByText('Connection lost').first().waitFor({ state: 'detached' })
    await page.getByText('No results found.').waitFor()
    await context.close()
  })

  test('is renewed by one tab at a time over plain HTTP, even when the response takes long', async () => {
    const { page, context } = await visit(shared.browser)
    const at = { http: shared.program.http.replace('127.0.0.1', lanName) }
    await enterWithPassword(page, at, '/assets', 'Assets')
    await context.clock.install()
    const slow = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    let refreshes = 0
    await context.route('**/session/refresh', async (route) => {
      refreshes++
      sent.resolve()
      await slow.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await sent.promise
    const other = await context.newPage()
    await openConsole(other, at, '/assets')
    for (let second = 0; second < 10; second++) await context.clock.runFor(1000)
    expect(refreshes).toBe(1)
    slow.resolve()
    await Promise.all([titled(page, 'Assets'), titled(other, 'Assets')])
    await context.close()
  })
})
