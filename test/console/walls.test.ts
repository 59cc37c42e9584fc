import { beforeAll, expect, test } from 'bun:test'
import {
  confirm,
  desktop,
  enterConsole,
  flaws,
  offered,
  phone,
  row,
  settled,
  violations,
  visit,
} from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { png } from '../support/images'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Wall links in the browser: an admin creates one, a screen shows it without a session, and it ends when it is revoked. */

describeConsole('a wall link', (shared) => {
  let hall: Row
  let aisle: Row
  let dock: Row

  beforeAll(async () => {
    const { session } = shared
    hall = await newLocation(session, { name: 'North hall' })
    aisle = await newLocation(session, { name: 'Aisle 1', parent_id: hall.id })
    dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
    await newTagged(session, 'CART', { name: 'Cart' })
    await scan(session, aisle.id, 'CART', secondsAgo(2000))
    await session.request('POST', `/internal/v1/plans/${hall.id}/image`, { body: png(400, 300) })
    const points = (x: number) => [
      { x, y: 0.1 },
      { x: x + 0.3, y: 0.6 },
    ]
    await session.patch(`/internal/v1/plans/${hall.id}`, {
      areas: [
        { location_id: aisle.id, shape: 'rectangle', points: points(0.1) },
        { location_id: dock.id, shape: 'rectangle', points: points(0.6) },
      ],
    })
  })

  test.each([desktop, phone])('is created, opened on a screen and revoked, at %o', async (viewport) => {
    const name = `Screen ${viewport.width}`
    const admin = await visit(shared.browser, viewport)
    await enterConsole(admin.page, shared.program, '/wall-links', 'Wall links')
    await admin.page.getByLabel('Name').fill(name)
    await admin.page.getByRole('combobox', { name: 'Location' }).fill('North')
    await admin.page.getByRole('option', { name: 'North hall', exact: true }).click()
    await admin.page.getByRole('button', { name: 'Create wall link' }).click()
    await row(admin.page, name).waitFor()
    const url = await offered(admin.page, 'Link')
    expect(await flaws(admin.page)).toEqual([])
    // The form is empty again, and nothing in it is unsaved.
    await eventually(() => admin.page.getByLabel('Name').inputValue()).toBe('')
    const { defaultPrevented } = (await admin.page.evaluate(`(() => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return { defaultPrevented: event.defaultPrevented }
    })()`)) as { defaultPrevented: boolean }
    expect(defaultPrevented).toBe(false)

    const wall = await visit(shared.browser, { width: 1920, height: 1080 })
    await wall.page.goto(url)
    await wall.page.getByRole('heading', { name: 'North hall' }).waitFor()
    await wall.page.locator('canvas[data-ready]').waitFor()
    await wall.page.getByText('asset here').waitFor()
    await wall.page.getByText('1 seen in 24 h').waitFor()
    expect(await wall.page.getByRole('link').count()).toBe(0)
    expect(await wall.page.getByRole('button').count()).toBe(0)
    await scan(shared.session, dock.id, 'CART', new Date().toISOString())
    await wall.page.getByRole('listitem').getByText('Cart').waitFor()
    await wall.page.locator('[data-moved]').waitFor({ state: 'attached' })
    expect(await violations(wall.page)).toEqual([])
    for (const colorScheme of ['dark', 'light'] as const) await wall.page.emulateMedia({ colorScheme })
    await settled(wall.page)
    await eventually(() => wall.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await scan(shared.session, aisle.id, 'CART', new Date().toISOString())

    // A screen may be as small as a phone.
    await wall.page.setViewportSize(phone)
    await wall.page.getByRole('listitem').getByText('Cart').waitFor()
    await eventually(() => wall.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(
      false,
    )
    expect(await violations(wall.page)).toEqual([])

    await row(admin.page, name)
      .getByRole('button', { name: `Revoke wall link “${name}”` })
      .click()
    await confirm(admin.page, `Revoke wall link “${name}”`, 'Revoke wall link')
    await row(admin.page, name).waitFor({ state: 'detached' })
    await wall.page.getByRole('heading', { name: "This link doesn't work any more" }).waitFor()
    expect(await wall.page.getByText('Cart').count()).toBe(0)
    expect([...admin.browserErrors, ...wall.browserErrors]).toEqual([])
    await admin.context.close()
    await wall.context.close()
  })

  const newLink = async (name: string, { id }: Row): Promise<string> => {
    const response = await shared.session.post('/internal/v1/wall-links', { name, location_id: id })
    return `${shared.program.http}${response.body.data.url}`
  }

  test('shows the open alerts at its location, which nobody can change there', async () => {
    const { session } = shared
    await session.post('/internal/v1/alert-rules', {
      name: 'Carts',
      kind: 'outside',
      location_id: aisle.id,
      severity: 'urgent',
    })
    await scan(session, dock.id, 'CART', new Date().toISOString())
    const link = { name: 'Screen', location_id: hall.id }
    const { data } = (await session.post('/internal/v1/wall-links', link)).body
    const { page, context } = await visit(shared.browser, { width: 1920, height: 1080 })
    await page.goto(`${shared.program.http}${data.url}`)
    const alerts = page.getByRole('list', { name: 'Open alerts' })
    await alerts.getByText('Cart is outside Aisle 1').waitFor()
    await alerts.getByText('Not acknowledged').waitFor()
    expect(await page.getByRole('link').or(page.getByRole('button')).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await context.close()
  })

  test.each([
    { width: 1920, height: 1080 },
    { width: 1366, height: 768 },
    { width: 1280, height: 720 },
  ])('shows the time and recent moves beside many alerts and silent places, at %o', async (viewport) => {
    const { page, context } = await visit(shared.browser, viewport)
    const since = new Date(Date.now() - 5_000_000).toISOString()
    const silent = [aisle, dock].map(({ id }) => ({
      location_id: id,
      silent_since: since,
      reader_name: 'The reader at the north gate',
    }))
    await page.route('**/internal/v1/wall', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      const alert = {
        kind: 'outside',
        severity: 'urgent',
        subject_name: 'Pallet truck of the north hall',
        location_id: aisle.id,
        opened_at: since,
        is_acknowledged: false,
      }
      const move = { asset_name: 'Cart', event_observed_at: since, location_id: dock.id }
      const five = Array.from({ length: 5 }, (_, index) => index)
      await route.fulfill({
        response,
        json: {
          data: {
            ...data,
            silent,
            alert_count: 9,
            alerts: five.map((id) => ({ ...alert, id })),
            moves: five.map((id) => ({ ...move, asset_id: id })),
          },
        },
      })
    })
    await page.goto(await newLink(`Full ${viewport.width}`, hall))
    await page.getByText('8 more').waitFor()
    const { heights, end } = (await page.evaluate(`({
      heights: [...document.querySelectorAll('.wall-side > *')]
        .filter((part) => getComputedStyle(part).overflowY === 'hidden')
        .map(({ className, clientHeight, scrollHeight }) => [className, clientHeight, scrollHeight]),
      end: document.querySelector('.wall-side').lastElementChild.getBoundingClientRect().bottom,
    })`)) as { heights: [string, number, number][]; end: number }
    const cut = heights.filter(([name, height, content]) => name !== 'wall-moves' && height < content - 1)
    const moves = heights.find(([name]) => name === 'wall-moves')
    expect({
      cut,
      isEmpty: (moves?.[1] ?? 0) < (moves?.[2] ?? 0) / 5,
      isBeyond: end > viewport.height,
    }).toEqual({
      cut: [],
      isEmpty: false,
      isBeyond: false,
    })
    await context.close()
  })

  test('cannot be enlarged with the wheel, since a screen has no button that shows the whole plan', async () => {
    const { page, context } = await visit(shared.browser)
    await page.goto(await newLink('Wheel', hall))
    await page.locator('canvas[data-ready]').waitFor()
    const before = await page.locator('.plan-image').boundingBox()
    const isHandled = await page.evaluate(`(() => {
      const event = new WheelEvent('wheel', { deltaY: -600, cancelable: true })
      return !document.querySelector('.plan-frame').dispatchEvent(event)
    })()`)
    expect(isHandled).toBe(false)
    await settled(page)
    await eventually(() => page.locator('.plan-image').boundingBox()).toEqual(before)
    await context.close()
  })

  test('is replaced by a new link that is opened in the same tab', async () => {
    const { page, context } = await visit(shared.browser)
    await page.goto(`${shared.program.http}/console/wall#waw_1_expired`)
    await page.getByRole('heading', { name: "This link doesn't work any more" }).waitFor()
    await page.goto(await newLink('Hall', hall))
    await page.getByRole('heading', { name: 'North hall' }).waitFor()
    // The clock is that of the organization, and not that of the computer behind the screen.
    const zone = 'Pacific/Kiritimati'
    expect((await shared.session.patch('/internal/v1/organizations/1', { time_zone: zone })).status).toBe(200)
    await page.goto(await newLink('Dock', dock))
    await page.getByRole('heading', { name: 'Dock' }).waitFor()
    const shown = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    await eventually(async () => {
      const text = await page.locator('.wall-clock b').textContent()
      return [0, 60_000].map((ago) => shown.format(Date.now() - ago)).includes(text ?? '')
    }).toBe(true)
    await context.close()
  })

  test('shows the image of the plan by itself after it could not be loaded', async () => {
    const { page, context } = await visit(shared.browser)
    const images = '**/internal/v1/wall/image'
    await page.route(images, (route) => route.abort())
    await page.goto(await newLink('Image', hall))
    await page.getByText("The image couldn't be loaded. Retrying…").waitFor()
    await page.unroute(images)
    await page.locator('canvas[data-ready]').waitFor()
    expect(await page.getByText("The image couldn't be loaded").count()).toBe(0)
    await context.close()
  })
})
