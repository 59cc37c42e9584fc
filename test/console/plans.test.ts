import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  desktop,
  enterConsole,
  flaws,
  openConsole,
  openTime,
  pastTitle,
  phone,
  resumeSession,
  titled,
  visit,
} from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { png } from '../support/images'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo } from '../support/scans'
import { until } from '../support/until'

/** Floor plans in the browser: what they show, how they change, and how they are drawn. */

const narrow = { width: 320, height: 700 }

describeConsole('a floor plan', (shared) => {
  let hall: Row
  let aisle: Row
  let dock: Row
  const shelves: Row[] = []

  beforeAll(async () => {
    const { session } = shared
    hall = await newLocation(session, { external_key: 'HALL', name: 'North hall' })
    aisle = await newLocation(session, { external_key: 'AISLE', name: 'Aisle 1', parent_id: hall.id })
    dock = await newLocation(session, { external_key: 'DOCK', name: 'Dock', parent_id: hall.id })
    for (const number of [1, 2, 3]) {
      const shelf = await newLocation(session, { name: `Shelf ${number}`, parent_id: aisle.id })
      shelves.push(shelf)
      await newTagged(session, `BOX-${number}`, { name: `Box ${number}` })
      await scan(session, shelf.id, `BOX-${number}`, secondsAgo(40_000))
    }
    await newTagged(session, 'CART', { name: 'Cart' })
    await scan(session, dock.id, 'CART', secondsAgo(30_000))
  })

  const area = (page: Page, name: RegExp) => page.getByRole('link', { name })

  test('shows the areas of the only hall with their assets, and a move when it happens', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, 3 assets, last read 1\d h ago$/).waitFor()
    await area(page, /^Dock, 1 asset,/).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const startedAt = Date.now()
    await scan(shared.session, aisle.id, 'CART', new Date().toISOString())
    await page.locator('[data-moved]').first().waitFor({ state: 'attached' })
    await area(page, /^Aisle 1, 4 assets, last read \d s ago, 1 directly here$/).waitFor()
    // Without the stream, the page would load the floor again after 10 s.
    expect(Date.now() - startedAt).toBeLessThan(8000)
    await page.getByText('Arrived from Dock').waitFor()
    await scan(shared.session, dock.id, 'CART', new Date().toISOString())
    await area(page, /^Dock, 1 asset,/).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('leads from an area to its own plan with the mouse and with the keyboard', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const first = area(page, /^Aisle 1, /)
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await until(
      () => page.evaluate(`document.activeElement?.getAttribute('aria-label')?.startsWith('Dock, ')`),
      'the focus moved',
    )
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await area(page, /^Shelf 2, 1 asset/).waitFor()
    expect(new URL(page.url()).search).toBe('?view=plan&location=AISLE')
    await page
      .getByRole('navigation', { name: 'Path of the plan' })
      .getByRole('link', { name: 'North hall' })
      .click()
    await area(page, /^Dock, /).click()
    // A location without sub-locations stays in the picture of the one above it.
    await page
      .locator('a[aria-current="true"]')
      .and(area(page, /^Dock, /))
      .waitFor()
    await context.close()
  })

  test('changes to the list and back, and keeps the location', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?location=AISLE', 'Where everything is')
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('link', { name: 'Box 2' }).waitFor()
    expect(await page.getByRole('link', { name: 'Cart' }).count()).toBe(0)
    await page.getByText('Plan', { exact: true }).click()
    await area(page, /^Shelf 2, /).waitFor()
    await context.close()
  })

  test('leads from an area to its own plan, even on a page that was opened as a sorted list', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?sort=-asset_last_seen', 'Where everything is')
    await page.getByRole('link', { name: 'Box 2' }).waitFor()
    await page.getByText('Plan', { exact: true }).click()
    await area(page, /^Aisle 1, /).click()
    await area(page, /^Shelf 2, /).waitFor()
    await page
      .getByRole('navigation', { name: 'Path of the plan' })
      .getByRole('link', { name: 'North hall' })
      .click()
    await area(page, /^Dock, /).waitFor()
    await context.close()
  })

  test('goes back in time with the slider, plays the day, and returns to now', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const slider = page.getByRole('slider', { name: 'Time' })
    await slider.focus()
    await page.keyboard.press('Home')
    await area(page, /^Aisle 1, 0 assets$/).waitFor()
    await page.getByRole('button', { name: 'Back to live' }).click()
    await area(page, /^Aisle 1, 3 assets/).waitFor()
    await page.getByRole('button', { name: 'Play the last 24 hours' }).click()
    await until(async () => Number(await slider.getAttribute('aria-valuenow')) > 2, 'the day is played')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Back to live' }).click()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('keeps the chosen time when the steps of the day move on', async () => {
    const { page, context } = await visit(shared.browser)
    const stepsBy = 3
    let served: { data: { from: string; step_seconds: number } } | undefined
    let movesOn = false
    let isReadAgain = false
    await page.route('**/internal/v1/floor/day', async (route) => {
      const body = served ?? (await (await route.fetch()).json())
      const { from, step_seconds: seconds } = body.data
      const next = new Date(Date.parse(from) + (movesOn ? stepsBy * seconds * 1000 : 0)).toISOString()
      isReadAgain = movesOn
      served = body
      await route.fulfill({ json: { ...body, data: { ...body.data, from: next } } })
    })
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const slider = page.getByRole('slider', { name: 'Time' })
    await slider.focus()
    for (let presses = 0; presses < 2; presses++) {
      const before = await slider.getAttribute('aria-valuenow')
      await page.keyboard.press('PageDown')
      await until(async () => (await slider.getAttribute('aria-valuenow')) !== before, 'the slider has moved')
    }
    const step = Number(await slider.getAttribute('aria-valuenow'))
    const time = await slider.getAttribute('aria-valuetext')
    expect(step).toBeGreaterThan(stepsBy)
    // In an outage the page reads everything again.
    movesOn = true
    await context.setOffline(true)
    await until(() => isReadAgain, 'the day is read again')
    await context.setOffline(false)
    await until(
      async () => Number(await slider.getAttribute('aria-valuenow')) === step - stepsBy,
      'the steps have moved on',
    )
    await eventually(() => slider.getAttribute('aria-valuetext')).toBe(time)
    await context.close()
  })

  test('has a slider of the day whose handle stays at now, because there is no later floor', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/time-travel?view=plan', pastTitle)
    await openTime(page)
    const handle = page.getByRole('slider', { name: 'Time of day' })
    // The second time, the address already has the present minute.
    for (let presses = 0; presses < 2; presses++) {
      await handle.press('End')
      const instant = () => Date.parse(new URL(page.url()).searchParams.get('at') as string)
      await eventually(() => Math.abs(Date.now() - instant())).toBeLessThan(120_000)
      const midnight = new Date().setHours(0, 0, 0, 0)
      const minutes = Number(await handle.getAttribute('aria-valuenow'))
      expect(minutes).toBeLessThanOrEqual((Date.now() - midnight) / 60_000)
    }
    await context.close()
  })

  test('says at the field why it does not show a time in the future or before 1970', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/time-travel?view=plan', pastTitle)
    await openTime(page)
    const field = page.getByLabel('Date and time')
    const shown = await field.inputValue()
    const problem = page.getByText(/^Enter a time /)
    await field.fill('2999-01-01T00:00:00')
    await eventually(() => problem.allTextContents()).toEqual(['Enter a time that is not in the future.'])
    expect(await flaws(page)).toEqual([])
    // A year has a few digits while it is typed.
    await field.fill('0202-01-01T00:00:00')
    await problem.waitFor({ state: 'detached' })
    await field.blur()
    await eventually(() => problem.allTextContents()).toEqual(['Enter a time after 1970.'])
    await field.fill(shown)
    await problem.waitFor({ state: 'detached' })
    await context.close()
  })

  test('shows the floor at any instant on the page of the past, and on the page of a location', async () => {
    const { page, context } = await visit(shared.browser)
    const at = secondsAgo(35_000)
    await enterConsole(page, shared.program, `/time-travel?view=plan&at=${at}`, pastTitle)
    await area(page, /^Aisle 1, 3 assets$/).waitFor()
    await area(page, /^Dock, 0 assets$/).waitFor()
    // Screen readers announce the instant, not the distance, which changes by itself.
    expect(await page.getByRole('status').filter({ hasText: ':' }).allTextContents()).not.toContainEqual(
      expect.stringContaining('ago'),
    )
    await page.goto(`${shared.program.http}/console/locations/${aisle.id}`)
    await titled(page, 'Aisle 1')
    await page.getByText('Plan', { exact: true }).click()
    await area(page, /^Shelf 3, 1 asset/).waitFor()
    await context.close()
  })

  /** The position and the scale of the picture: the width of the hall, and where it begins. */
  const floorOf = (page: Page) => page.locator('.plan-floor').boundingBox()

  test('is enlarged and moved with the wheel, the mouse, keys and buttons, within its bounds', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, desktop, { isSharp: true })
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    const whole = await floorOf(page)
    if (!whole) throw new Error('The plan has no size.')
    const isWhole = async () => Math.abs(((await floorOf(page))?.width ?? 0) - whole.width) < 1
    await page.mouse.move(whole.x + 100, whole.y + 100)
    await page.mouse.wheel(0, -600)
    await until(async () => ((await floorOf(page))?.width ?? 0) > whole.width * 2, 'the wheel enlarges')
    const pathname = () => new URL(page.url()).search
    const before = await floorOf(page)
    await page.mouse.down()
    await page.mouse.move(whole.x + 40, whole.y + 60, { steps: 4 })
    await page.mouse.up()
    await until(async () => ((await floorOf(page))?.x ?? 0) < (before?.x ?? 0) - 40, 'the mouse moves it')
    expect(pathname()).toBe('')
    // The picture can't be moved out of the window.
    await page.mouse.down()
    await page.mouse.move(whole.x + 900, whole.y + 900, { steps: 4 })
    await page.mouse.up()
    await until(async () => Math.abs(((await floorOf(page))?.x ?? 0) - whole.x) < 1, 'it stops at its edge')
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await until(isWhole, 'the whole plan is shown')
    const first = area(page, /^Aisle 1, /)
    await first.focus()
    await page.keyboard.press('+')
    await until(async () => !(await isWhole()), 'a key enlarges')
    // The focused area stays in view.
    await page.keyboard.press('ArrowRight')
    await until(
      () => page.evaluate(`document.activeElement?.getAttribute('aria-label')?.startsWith('Dock, ')`),
      'the focus moved',
    )
    await page.keyboard.press('0')
    await until(isWhole, 'a key shows the whole plan')
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await until(async () => ((await floorOf(page))?.width ?? 0) > whole.width * 2, 'a button enlarges')
    expect(await flaws(page)).toEqual([])
    for (let presses = 0; presses < 3; presses++)
      await page.getByRole('button', { name: 'Zoom out' }).press('Enter')
    await until(isWhole, 'a button reduces')
    await page.mouse.dblclick(whole.x + 4, whole.y + 4)
    await until(async () => !(await isWhole()), 'a double click enlarges')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is reduced by each of two quick clicks on its button', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    const whole = (await floorOf(page))?.width ?? 0
    await page.getByRole('button', { name: 'Zoom in' }).dblclick()
    await until(async () => ((await floorOf(page))?.width ?? 0) > whole * 2, 'two clicks enlarge')
    const before = (await floorOf(page))?.width ?? 0
    expect(before).toBeLessThan(whole * 3)
    await page.getByRole('button', { name: 'Zoom out' }).dblclick()
    await until(async () => Math.abs(((await floorOf(page))?.width ?? 0) - whole) < 1, 'two clicks reduce')
    await context.close()
  })

  test('is enlarged with two fingers and moved with one on a phone', async () => {
    const { page, context } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    const whole = await floorOf(page)
    if (!whole) throw new Error('The plan has no size.')
    const client = await context.newCDPSession(page)
    const middle = whole.x + whole.width / 2
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x, id) => ({ x, y: whole.y + 60, id })),
      })
    await touch('touchStart', middle - 20)
    await touch('touchStart', middle - 20, middle + 20)
    for (let apart = 30; apart <= 80; apart += 10) await touch('touchMove', middle - apart, middle + apart)
    await touch('touchEnd')
    await until(async () => ((await floorOf(page))?.width ?? 0) > whole.width * 2, 'the fingers enlarge')
    const before = await floorOf(page)
    await touch('touchStart', middle)
    for (let by = 10; by <= 60; by += 10) await touch('touchMove', middle - by)
    await touch('touchEnd')
    await until(async () => ((await floorOf(page))?.x ?? 0) < (before?.x ?? 0) - 30, 'a finger moves it')
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  })

  test('keeps the names of small areas apart from the numbers beside them, and leaves out those without room', async () => {
    const path = `/internal/v1/plans/${hall.id}`
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    const floor = await page.locator('.plan-frame svg').first().boundingBox()
    if (!floor) throw new Error('The plan has no size.')
    const side = (pixels: number, whole: number) => pixels / (whole - 2 * 16)
    const widths = [55, 100, 75, 85, 95]
    const areas = [dock, aisle, ...shelves].map(({ id }, index) => ({
      location_id: id,
      shape: 'rectangle',
      points: [
        { x: 0, y: index / 10 },
        { x: side(widths[index] ?? 0, floor.width), y: index / 10 + side(30, floor.height) },
      ],
    }))
    await shared.session.patch(path, { areas })
    await page.reload()
    await area(page, /^Shelf 3, /).waitFor()
    const labels: [string, number][] = await page.evaluate(`
      [...document.querySelectorAll('.area:has(.area-name)')].map((area) => {
        const [name, count] = ['.area-name', '.area-count'].map((part) => area.querySelector(part))
        return [name.textContent, count.getBoundingClientRect().left - name.getBoundingClientRect().right]
      })`)
    expect(labels.map(([name]) => name).toSorted()).toEqual(['Aisle 1', 'Shelf 2', 'Shelf 3'])
    expect(Math.min(...labels.map(([, gap]) => gap))).toBeGreaterThan(6)
    await shared.session.patch(path, { areas: [] })
    await context.close()
  })

  test('stays while the service is not reachable', async () => {
    const path = `/internal/v1/plans/${hall.id}`
    await shared.session.request('POST', `${path}/image`, { body: png(400, 300) })
    const points = [
      { x: 0.1, y: 0.1 },
      { x: 0.5, y: 0.5 },
    ]
    await shared.session.patch(path, { areas: [{ location_id: aisle.id, shape: 'rectangle', points }] })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    await page.locator('canvas[data-ready]').waitFor()
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
    await context.setOffline(true)
    await page.getByText('Connection lost.').waitFor()
    // A query tries three times before it reports the error.
    for (const read of [path, `${path}/image`])
      await until(() => failed.filter((one) => one === read).length > 3, `${read} has failed`)
    await eventually(() => area(page, /^Aisle 1, /).count()).toBe(1)
    await eventually(() => page.locator('canvas[data-ready]').count()).toBe(1)
    expect(await page.getByText("This couldn't be loaded").count()).toBe(0)
    await context.setOffline(false)
    await page.getByText('Connection lost.').waitFor({ state: 'detached' })
    await area(page, /^Aisle 1, /).waitFor()
    await shared.session.delete(`${path}/image`)
    await shared.session.patch(path, { areas: [] })
    await context.close()
  })

  test('appears by itself after it could not be loaded', async () => {
    const { page, context } = await visit(shared.browser)
    const plans = '**/internal/v1/plans/*'
    await page.route(plans, (route) => route.fulfill({ status: 500, json: {} }))
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(plans)
    await area(page, /^Aisle 1, /).waitFor()
    await context.close()
  })

  test('is read again when its image has been removed meanwhile', async () => {
    const path = `/internal/v1/plans/${hall.id}`
    await shared.session.request('POST', `${path}/image`, { body: png(400, 300) })
    const { page, context } = await visit(shared.browser)
    await page.route(`**${path}/image`, async (route) => {
      await shared.session.delete(`${path}/image`)
      await route.continue()
    })
    const isImage = (url: string) => new URL(url).pathname === `${path}/image`
    const missing = page.waitForResponse((response) => isImage(response.url()))
    await enterConsole(page, shared.program, '/', 'Where everything is')
    expect((await missing).status()).toBe(404)
    await page.locator('.plan-frame :is(.plan-image, .plan-problem)').waitFor({ state: 'detached' })
    await area(page, /^Aisle 1, /).waitFor()
    await context.close()
  })

  test('has its list in a sheet on a phone, which opens when an area is tapped', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const sheet = page.locator('.plan-sheet')
    await page.getByRole('button', { name: 'Show the list' }).waitFor()
    await eventually(() => sheet.getAttribute('data-height')).toBe('peek')
    await area(page, /^Dock, 1 asset/).click()
    await page.getByRole('button', { name: 'Show the whole list' }).waitFor()
    await sheet.getByRole('link', { name: /Cart/ }).first().waitFor()
    expect(await sheet.getByText('Box 1').count()).toBe(0)
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Show the whole list' }).press('Enter')
    await eventually(() => sheet.getAttribute('data-height')).toBe('full')
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the list' }).press('Enter')
    await page.getByRole('button', { name: 'Show the list' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each([desktop, phone, narrow])(
    'is around the location of an asset on its page, at %o',
    async (viewport) => {
      const { body } = await shared.session.get('/api/v1/assets?q=Box%202')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${body.data[0].id}`, 'Box 2')
      await page.locator('.hero-place').getByText('Shelf 2', { exact: true }).waitFor()
      await page.locator('.hero-path').getByText('North hall › Aisle 1').waitFor()
      await page.getByText('Last read 11 hours ago').waitFor()
      await page.locator('.found-dot[data-state=aging]').waitFor({ state: 'attached' })
      await area(page, /^Shelf 2, 1 asset/).waitFor()
      await page.getByRole('button', { name: 'What the marks mean' }).first().press('Enter')
      await page.getByText('Aging: last read 15 minutes to 24 hours ago').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByText('Aging: last read 15 minutes').waitFor({ state: 'detached' })
      const isWide = viewport === desktop
      await eventually(() => page.getByRole('link', { name: 'Scan here' }).count()).toBe(isWide ? 1 : 0)
      await page.getByRole('button', { name: 'More actions' }).click()
      await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual([
        ...(isWide ? [] : ['Find it', 'Scan here', 'Move to…']),
        'Print label',
        'Tell me when…',
        'Change key',
        'Delete',
      ])
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await area(page, /^Shelf 3, 1 asset/).press('Enter')
      await titled(page, 'Shelf 3')
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test.each([desktop, phone, narrow])('is accessible and fits, at %o', async (viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await area(page, /^Aisle 1, /).waitFor()
    expect(await flaws(page)).toEqual([])
    // The plan is the page: it fills the window, except for the frame.
    await eventually(() => page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    const panel = await page.getByRole('region', { name: 'Plan' }).boundingBox()
    const besides = viewport.width - (panel?.width ?? 0)
    expect(besides).toBeLessThan(viewport === desktop ? 220 : 1)
    expect((panel?.height ?? 0) / viewport.height).toBeGreaterThan(viewport === desktop ? 0.85 : 0.7)
    await page.goto(`${shared.program.http}/console/locations/${hall.id}/plan`)
    await titled(page, 'Edit plan of North hall')
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })
})

describeConsole('the editor of a plan', (shared) => {
  let hall: Row
  let aisle: Row
  let dock: Row

  beforeAll(async () => {
    const { session } = shared
    hall = await newLocation(session, { name: 'Hall' })
    aisle = await newLocation(session, { name: 'Aisle', parent_id: hall.id })
    dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
    await newTagged(session, 'BOX')
    await scan(session, dock.id, 'BOX', secondsAgo(10))
  })

  const plan = async () => (await shared.session.get(`/internal/v1/plans/${hall.id}`)).body.data
  const clear = () => shared.session.patch(`/internal/v1/plans/${hall.id}`, { areas: [] })
  const open = async (page: Page) => {
    await enterConsole(page, shared.program, `/locations/${hall.id}/plan`, 'Edit plan of Hall')
    await page.locator('.plan-editor svg').waitFor()
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Hall')
  }
  /** Drags over the plan, in parts of its size. */
  async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
    const box = await page.locator('.plan-editor svg .plan-floor, .plan-editor canvas').first().boundingBox()
    if (!box) throw new Error('The plan has no size.')
    const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 4 })
    await page.mouse.up()
  }

  test.each([
    ['en-US', 'Polygon', 'Save', 'Area of Aisle: must have at most 60 entries'],
    ['de-DE', 'Polygon', 'Speichern', 'Bereich von Aisle: höchstens 60 Einträge'],
  ])('says which area has too many corners, in %s', async (locale, polygon, button, problem) => {
    await clear()
    const { page, context } = await visit(shared.browser, desktop, { locale })
    await resumeSession(page, shared.program)
    await openConsole(page, shared.program, `/locations/${hall.id}/plan`)
    await page.locator('.plan-editor svg').waitFor()
    await page.getByText(polygon, { exact: true }).click()
    for (let corner = 0; corner < 61; corner++) {
      const angle = (corner / 61) * 2 * Math.PI
      const at: [number, number] = [0.5 + 0.45 * Math.cos(angle), 0.5 + 0.45 * Math.sin(angle)]
      await drag(page, at, at)
    }
    await drag(page, [0.95, 0.5], [0.95, 0.5])
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('alert').getByText(problem).waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('uploads an image, and explains why another one is refused', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await open(page)
    const file = page.locator('input[type=file]')
    await file.setInputFiles({
      name: 'plan.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg></svg>'),
    })
    await page.getByRole('alert').getByText('SVG files are not accepted').waitFor()
    await file.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: png(400, 300) })
    await page.locator('canvas[data-ready]').waitFor()
    expect((await plan()).image).toMatchObject({ width: 400, height: 300 })
    // The same file can be chosen again, because the dialog begins without one.
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Replace image' }).click()
    await chooser
    await eventually(() => file.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Remove image' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove image' }).click()
    await page.locator('canvas').waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('draws rectangles and polygons with the mouse, moves and resizes them', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByText('Drag on the plan to draw Aisle.').waitFor()
    await drag(page, [0.1, 0.1], [0.4, 0.5])
    await page.getByText('Polygon', { exact: true }).click()
    for (const point of [
      [0.6, 0.1],
      [0.9, 0.1],
      [0.9, 0.5],
      [0.6, 0.1],
    ] as [number, number][])
      await drag(page, point, point)
    await page.getByText('Every sub-location is on the plan.').waitFor()
    await page.getByText('Select', { exact: true }).click()
    await drag(page, [0.2, 0.2], [0.3, 0.4])
    await save(page)
    const { areas } = await plan()
    expect(areas).toMatchObject([
      { location_id: aisle.id, shape: 'rectangle' },
      { location_id: dock.id, shape: 'polygon' },
    ])
    const [from, to] = areas[0].points
    for (const [value, expected] of [
      [from.x, 0.2],
      [from.y, 0.3],
      [to.x, 0.5],
      [to.y, 0.7],
    ])
      expect(value).toBeCloseTo(expected, 1)
    expect(areas[1].points.length).toBe(3)
    await page.getByRole('link', { name: /^Dock, 1 asset/ }).waitFor()
    await context.close()
  })

  test('does not accept an area without a width or a height, and says why', async () => {
    await clear()
    const { page, context, browserErrors } = await visit(shared.browser)
    await open(page)
    const problem = page.getByText('The area has no width or no height.')
    await drag(page, [0.2, 0.2], [0.2, 0.6])
    await problem.waitFor()
    await drag(page, [0.2, 0.2], [0.6, 0.2])
    await problem.waitFor()
    await page.getByText('Polygon', { exact: true }).click()
    for (const x of [0.2, 0.4, 0.6, 0.2]) await drag(page, [x, 0.3], [x, 0.3])
    await page.getByText('These corners are on a line').waitFor()
    expect(await page.locator('.editable').count()).toBe(0)
    await page.getByText('Rectangle', { exact: true }).click()
    await drag(page, [0.2, 0.2], [0.4, 0.4])
    await page.getByRole('button', { name: /^Area of Aisle/ }).waitFor()
    await page.getByText('Drag on the plan to draw Dock.').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe('')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('takes changes back and repeats them, a drag at once', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    const aisleArea = page.getByRole('button', { name: /^Area of Aisle/ })
    /** Its distance from the edge of the plan, which the window moves, in parts of the plan. */
    const left = async () => {
      const floor = await page.locator('.plan-editor svg .plan-floor').boundingBox()
      const distance = ((await aisleArea.boundingBox())?.x ?? 0) - (floor?.x ?? 0)
      return Math.round((distance / (floor?.width ?? 1)) * 40)
    }
    await drag(page, [0.1, 0.1], [0.4, 0.4])
    await page.getByText('Select', { exact: true }).click()
    const before = await left()
    await drag(page, [0.2, 0.2], [0.5, 0.3])
    await eventually(left).toBeGreaterThan(before + 5)
    const after = await left()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(left).toBe(before)
    // Whatever has the focus: who has drawn with the mouse has focused nothing.
    await page.keyboard.press('Control+z')
    await aisleArea.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
    for (let presses = 0; presses < 2; presses++) await page.getByRole('button', { name: 'Redo' }).click()
    await eventually(left).toBe(after)
    await aisleArea.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(left).toBe(after)
    await context.close()
  })

  test('duplicates an area for the next location, and snaps to the edges of others and to the grid', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await drag(page, [0.1, 0.1], [0.4, 0.4])
    await page.getByRole('button', { name: 'Duplicate for the next location' }).click()
    await page.getByRole('button', { name: /^Area of Dock/ }).waitFor()
    await page.getByText('Select', { exact: true }).click()
    // Near the right edge of the other area, and then a little away from it.
    await drag(page, [0.5, 0.2], [0.505, 0.2])
    await save(page)
    const [first, second] = (await plan()).areas
    expect(first.points[0].x * 40).toBeCloseTo(4, 4)
    expect(second.location_id).toBe(dock.id)
    expect(second.points[0]).toEqual({ x: first.points[1].x, y: first.points[0].y })
    expect(second.points[1].x - second.points[0].x).toBeCloseTo(first.points[1].x - first.points[0].x, 4)
    await context.close()
  })

  test('is enlarged and moved, and draws at the right place when it is', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByRole('switch', { name: 'Snap to grid and edges' }).press('Space')
    const floor = page.locator('.plan-editor svg .plan-floor')
    const width = async () => (await floor.boundingBox())?.width ?? 0
    const whole = await width()
    for (let presses = 0; presses < 2; presses++) await page.getByRole('button', { name: 'Zoom in' }).click()
    await eventually(width).toBeGreaterThan(whole * 2)
    await page.getByText('Select', { exact: true }).click()
    const x = (await floor.boundingBox())?.x ?? 0
    await drag(page, [0.5, 0.5], [0.55, 0.5])
    await eventually(async () => (await floor.boundingBox())?.x ?? 0).toBeGreaterThan(x + 20)
    await page.getByText('Rectangle', { exact: true }).click()
    await drag(page, [0.4, 0.4], [0.5, 0.5])
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await eventually(async () => Math.round(await width())).toBe(Math.round(whole))
    expect(await flaws(page)).toEqual([])
    await save(page)
    const [from, to] = (await plan()).areas[0].points
    for (const [value, expected] of [
      [from.x, 0.4],
      [from.y, 0.4],
      [to.x, 0.5],
      [to.y, 0.5],
    ])
      expect(value).toBeCloseTo(expected, 2)
    await context.close()
  })

  test('is operated with the keyboard alone', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByRole('button', { name: 'Add rectangle' }).press('Enter')
    const shape = page.getByRole('button', { name: /^Area of Aisle/ })
    await shape.focus()
    const before = await shape.boundingBox()
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowRight')
    await eventually(async () => (await shape.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity)
    await page.getByRole('button', { name: /^Corner 3 of Aisle/ }).focus()
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowDown')
    await eventually(async () => (await shape.boundingBox())?.height).toBeGreaterThan(
      before?.height ?? Infinity,
    )
    await page.getByRole('button', { name: 'Add rectangle' }).press('Enter')
    await page.getByRole('button', { name: /^Area of Dock/ }).press('Delete')
    await page.getByText('Drag on the plan to draw Dock.').waitFor()
    await save(page)
    expect((await plan()).areas.map((one: { location_id: number }) => one.location_id)).toEqual([aisle.id])
    await context.close()
  })

  test('keeps what was drawn when somebody else has saved, and says so', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByRole('button', { name: 'Add rectangle' }).click()
    const points = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0.5 },
    ]
    const theirs = [{ location_id: dock.id, shape: 'rectangle', points }]
    await shared.session.patch(`/internal/v1/plans/${hall.id}`, { areas: theirs })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else edited this').waitFor()
    await page.getByRole('button', { name: /^Area of Aisle/ }).waitFor()
    expect((await plan()).areas).toEqual(theirs)
    await save(page)
    expect((await plan()).areas).toMatchObject([{ location_id: aisle.id }])
    await context.close()
  })

  test('does not overwrite the areas of somebody else after the image was changed', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByRole('button', { name: 'Add rectangle' }).click()
    const points = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0.5 },
    ]
    const theirs = [{ location_id: dock.id, shape: 'rectangle', points }]
    await shared.session.patch(`/internal/v1/plans/${hall.id}`, { areas: theirs })
    const file = page.locator('input[type=file]')
    for (const [name, width] of [
      ['first.png', 400],
      ['second.png', 200],
    ] as const) {
      await file.setInputFiles({ name, mimeType: 'image/png', buffer: png(width, 300) })
      await until(async () => (await plan()).image?.width === width, 'the image is stored')
    }
    await page.getByRole('button', { name: 'Replace image' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else edited this').waitFor()
    expect((await plan()).areas).toEqual(theirs)
    await context.close()
  })

  test('saves areas after its own change of the image', async () => {
    await clear()
    const { page, context } = await visit(shared.browser)
    await open(page)
    await page.getByRole('button', { name: 'Add rectangle' }).click()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: png(100, 300) })
    await until(async () => (await plan()).image?.width === 100, 'the image is stored')
    await page.locator('canvas[data-ready]').waitFor()
    await save(page)
    expect((await plan()).areas).toMatchObject([{ location_id: aisle.id }])
    await context.close()
  })

  test('saves without the areas of locations that were deleted or moved away', async () => {
    const gone = await newLocation(shared.session, { name: 'Gone', parent_id: hall.id })
    const yard = await newLocation(shared.session, { name: 'Yard' })
    const points = [
      { x: 0.1, y: 0.1 },
      { x: 0.3, y: 0.3 },
    ]
    const areas = [gone, dock, aisle].map(({ id }) => ({ location_id: id, shape: 'rectangle', points }))
    await shared.session.patch(`/internal/v1/plans/${hall.id}`, { areas })
    const { page, context, browserErrors } = await visit(shared.browser)
    await open(page)
    await page.getByRole('button', { name: /^Area of Gone/ }).waitFor()
    await shared.session.delete(`/api/v1/locations/${gone.id}`)
    await shared.session.patch(`/api/v1/locations/${dock.id}`, { parent_id: yard.id })
    await page.getByRole('button', { name: /^Area of Aisle/ }).press('ArrowRight')
    await save(page)
    expect((await plan()).areas).toMatchObject([{ location_id: aisle.id }])
    await shared.session.patch(`/api/v1/locations/${dock.id}`, { parent_id: hall.id })
    expect(browserErrors).toEqual([])
    await context.close()
  })
})

describeConsole('the list beside a plan', (shared) => {
  let hall: Row

  beforeAll(async () => {
    const { session } = shared
    hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
    const yard = await newLocation(session, { external_key: 'YARD', name: 'Yard' })
    const bins: Row[] = []
    for (let number = 1; number <= 201; number++)
      bins.push(await newLocation(session, { name: `Bin ${number}`, parent_id: hall.id }))
    for (const [index, bin] of bins.slice(-12).entries()) {
      await newTagged(session, `PART-${index}`, { name: `Part ${index}` })
      await scan(session, bin.id, `PART-${index}`, secondsAgo(1000 - index))
    }
    await newTagged(session, 'TRUCK', { name: 'Truck' })
    await scan(session, yard.id, 'TRUCK', secondsAgo(10))
  })

  const list = (page: Page) => page.getByRole('complementary', { name: 'Assets' })

  test('shows the assets that were read last in any number of sub-locations, and only them', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?location=HALL', 'Where everything is')
    await list(page).getByText('Part 11').waitFor()
    const rows = list(page)
      .getByRole('listitem')
      .filter({ hasText: /Part|Truck/ })
    const names = (await rows.locator('> a > b').allTextContents()).slice(-8)
    expect(names).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((index) => `Part ${index}`))
    expect(await list(page).getByText('No assets here.').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('counts the assets of one of several locations at the top without those of the others', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await list(page).locator('header').filter({ hasText: '13 assets' }).waitFor()
    await page.getByRole('link', { name: /^Yard, 1 asset/ }).click()
    await list(page).locator('header').filter({ hasText: '1 asset here' }).waitFor()
    await list(page).getByText('Truck').first().waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})

describeConsole('a plan whose readers are silent', (shared) => {
  const shelves: { readonly id: number; readonly aisle: number }[] = []

  beforeAll(async () => {
    const { session } = shared
    const hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
    const areas: object[] = []
    for (let column = 0; column < 10; column++) {
      const aisle = await newLocation(session, { name: `Aisle ${column + 1}`, parent_id: hall.id })
      for (let row = 0; row < 10; row++) {
        const shelf = await newLocation(session, {
          name: `Shelf ${column + 1}-${row + 1}`,
          parent_id: aisle.id,
        })
        shelves.push({ id: shelf.id, aisle: column + 1 })
        const [x, y] = [column / 10, row / 10]
        const points = [
          { x, y },
          { x: x + 0.045, y: y + 0.08 },
        ]
        areas.push({ location_id: shelf.id, shape: 'rectangle', points })
      }
    }
    await session.patch(`/internal/v1/plans/${hall.id}`, { areas })
    await newTagged(session, 'BOX', { name: 'Box' })
    await scan(session, shelves[0]?.id ?? 0, 'BOX', secondsAgo(4000))
  })

  /** Makes locations silent, as readers would that have stopped an hour ago. */
  const silence = (page: Page, ids: readonly number[]) =>
    page.route('**/internal/v1/floor', async (route) => {
      const body = await (await route.fetch()).json()
      const silent = ids.map((location_id) => ({
        location_id,
        reader_id: 1,
        reader_name: 'Gate',
        silent_since: secondsAgo(4000),
      }))
      await route.fulfill({ json: { ...body, data: { ...body.data, silent } } })
    })

  /** The texts that are cut, and those that are not inside of their area. */
  const cut = `[...document.querySelectorAll('.area text')].flatMap((text) => {
    const [inner, outer] = [text, text.closest('.area').querySelector('.area-edge')].map((one) => one.getBoundingClientRect())
    const isOutside = inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
    return isOutside || /^.?…/.test(text.textContent) ? [text.textContent] : []
  })`

  test('shows the aisles with their names while the shelves are too small to read, and the shelves when enlarged', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await silence(
      page,
      shelves.map(({ id }) => id),
    )
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page
      .getByRole('link', { name: /^Aisle 1, 1 asset, needs attention: no reads by reader “Gate” for 1 h/ })
      .waitFor()
    expect(await page.locator('[data-area]').count()).toBe(10)
    const plates = await page.locator('.plate-name').allTextContents()
    expect(plates).toHaveLength(10)
    const names = plates.map((plate) => plate.replace(/ · \d$/, '').replace(/^Aisle /, ''))
    expect(names).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(await page.locator('.area').first().locator('text').allTextContents()).toEqual(['1', '1', '1 h'])
    expect(await page.locator('.plate-text').allTextContents()).not.toContainEqual(
      expect.stringContaining('…'),
    )
    expect(await page.evaluate(cut)).toEqual([])
    for (let presses = 0; presses < 3; presses++)
      await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await page.getByRole('link', { name: /^Shelf 1-1, 1 asset/ }).waitFor()
    expect(await page.evaluate(cut)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('marks an aisle in which only some shelves are silent', async () => {
    const { page, context } = await visit(shared.browser)
    await silence(
      page,
      shelves
        .filter(({ aisle }) => aisle === 1)
        .slice(0, 3)
        .map(({ id }) => id),
    )
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page
      .getByRole('link', { name: /^Aisle 1, 1 asset, needs attention: no reads at 3 locations, last read/ })
      .waitFor()
    expect(await page.locator('.area[data-problem], .area:has([data-heat=problem])').count()).toBe(1)
    await context.close()
  })
})
