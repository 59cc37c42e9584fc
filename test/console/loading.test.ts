import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, openConsole, phone, settled, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newAsset, newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Pages hold still while they load, and have targets that a finger can hit. */

const count = 40

describeConsole('a page that loads', (shared) => {
  let crate: Row

  beforeAll(async () => {
    const { session } = shared
    const hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
    const places: Row[] = []
    for (let number = 1; number <= 8; number++)
      places.push(await newLocation(session, { name: `Aisle ${number}`, parent_id: hall.id }))
    crate = await newTagged(session, 'CRATE', { name: 'Crate', description: 'Blue, with a lid' })
    for (const [index, place] of places.entries())
      await scan(session, place.id, 'CRATE', secondsAgo(9000 - index * 900))
    for (let number = 0; number < count; number++) await newAsset(session, { name: `Box ${number}` })
    const reads = Array.from({ length: count }, (_, number) => ({ value: `UNKNOWN-${number}` }))
    await session.post('/internal/v1/scans', { location_id: places[0]?.id, reads })
  })

  /** Records by how much the content of the page moves without input. */
  const observeShifts = (page: Page) =>
    page.addInitScript(`
      globalThis.shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput)
            shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })`)

  test.each([
    [
      'an asset',
      () => `/assets/${crate.id}`,
      'Crate',
      (page: Page) => page.locator('.plan a[data-area]').first(),
    ],
    [
      'the unknown tags',
      () => '/unknown-tags',
      'Unknown tags',
      (page: Page) => page.getByText('UNKNOWN-3').first(),
    ],
  ])('keeps the content of %s in its place', async (_, path, title, arrived) => {
    const { page, context } = await visit(shared.browser)
    await observeShifts(page)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await openConsole(page, shared.program, path())
    await titled(page, title)
    await arrived(page).waitFor()
    await settled(page)
    const shifts: number[] = await page.evaluate('shifts')
    const total = shifts.reduce((sum, value) => sum + value, 0)
    expect(total).toBeLessThan(0.1)
    await context.close()
  })

  test('shows the outline of the floor until its plan has arrived', async () => {
    const { page, context } = await visit(shared.browser)
    const answered = Promise.withResolvers<undefined>()
    await page.route('**/internal/v1/plans/*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page.locator('.plan-ghost').waitFor()
    answered.resolve(undefined)
    await page.getByRole('link', { name: /^Aisle 1, / }).waitFor()
    expect(await page.locator('.plan-ghost').count()).toBe(0)
    await context.close()
  })

  /** The targets that are hit in less than 44 px of the line through their middle; half a pixel may be rounded away. */
  const smallTargets = `(() => {
    const isHit = (target, x, y) => {
      const hit = document.elementFromPoint(x, y)
      return hit && (hit === target || target.contains(hit) || hit.closest('label')?.control === target)
    }
    const reach = (target, x, y, by) => {
      let pixels = 0
      while (pixels < 44 && isHit(target, x, y + by * (pixels + 1))) pixels++
      return pixels
    }
    return [...document.querySelectorAll('main :is(a[href], button, input[type=checkbox], summary)')].flatMap((target) => {
      target.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width === 0 || height === 0 || !target.checkVisibility({ checkVisibilityCSS: true })) return []
      const [x, y] = [left + Math.min(width / 2, 20), top + height / 2]
      const size = reach(target, x, y, -1) + 1 + reach(target, x, y, 1)
      return size >= 43 ? [] : [target.tagName + ' ' + (target.ariaLabel ?? target.textContent).slice(0, 30) + ': ' + size]
    })
  })()`

  test.each([
    ['the assets', '/assets', 'Assets'],
    ['the unknown tags', '/unknown-tags', 'Unknown tags'],
    ['the change log', '/audit', 'Change log'],
  ])('has targets of 44 px in %s for a finger, on a phone and on a tablet', async (_, path, title) => {
    for (const viewport of [phone, { width: 1180, height: 820 }]) {
      const { page, context } = await visit(shared.browser, viewport, { hasTouch: true })
      // The network would never be idle with the stream.
      await page.route('**/internal/v1/stream*', (route) => route.abort())
      await enterConsole(page, shared.program, path, title)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('matchMedia("(pointer: coarse)").matches')).toBe(true)
      expect([viewport.width, ...((await page.evaluate(smallTargets)) as string[])]).toEqual([viewport.width])
      await context.close()
    }
  })
})
