import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  confirm,
  desktop,
  enterConsole,
  more,
  openConsole,
  phone,
  titled,
  violations,
  visit,
} from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { until } from '../support/until'
import { scan, secondsAgo } from '../support/scans'
import { newMember } from '../support/users'

/** The tree of locations, and a location's own page. */

describeConsole('locations in the console', (shared) => {
  const createLocation = async (body: Record<string, unknown>): Promise<number> =>
    (await newLocation(shared.session, body)).id

  /** Creates a hall with two assets in total, one of them at Gate 2 and none at Gate 10, and an empty yard. */
  async function aHall(prefix: string) {
    const hall = await createLocation({ name: `${prefix} Hall`, external_key: `${prefix}-HALL` })
    const yard = await createLocation({ name: `${prefix} Yard`, external_key: `${prefix}-YARD` })
    const gate = (number: number) =>
      createLocation({
        name: `${prefix} Gate ${number}`,
        external_key: `${prefix}-G${number}`,
        parent_id: hall,
      })
    const gate10 = await gate(10)
    const gate2 = await gate(2)
    for (const [name, at] of [
      ['Cart', hall],
      ['Jack', gate2],
    ] as const) {
      const value = `${prefix}${name}`
      await newTagged(shared.session, value, { name: `${prefix} ${name}` })
      await scan(shared.session, at, value, secondsAgo(20))
    }
    return { hall, yard, gate2, gate10 }
  }

  const parentOf = async (id: number): Promise<number | null> =>
    (await shared.session.get(`/api/v1/locations/${id}`)).body.data.parent_id

  const node = (page: Page, name: string) =>
    page.locator('[role=treeitem] > .location-row').filter({ hasText: name })

  describe.each([
    ['a desktop', desktop, 'D'],
    ['a phone', phone, 'P'],
  ] as const)('on %s', (_, viewport, prefix) => {
    test('a user can browse the tree, add a location, edit it, move it and delete it', async () => {
      const { hall } = await aHall(prefix)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/locations', 'Locations')
      await node(page, `${prefix} Hall`).getByText('1 asset · 2 in total').waitFor()
      const names = await page.locator('.location-name').allTextContents()
      const gates = names.filter((name) => name.startsWith(`${prefix} Gate`))
      expect(gates).toEqual([`${prefix} Gate 2 ${prefix}-G2`, `${prefix} Gate 10 ${prefix}-G10`])
      expect(await violations(page)).toEqual([])

      await page.getByLabel('Search by name or key').fill(`${prefix}-g10`)
      await node(page, `${prefix} Gate 2`).waitFor({ state: 'detached' })
      await node(page, `${prefix} Gate 10`).waitFor()
      await node(page, `${prefix} Hall`).getByRole('link').click()
      await titled(page, `${prefix} Hall`)

      const here = page.getByRole('region', { name: 'Assets here' })
      await here.getByText(`${prefix} Jack`).waitFor()
      await here.getByRole('switch', { name: 'Include sub-locations' }).press('Space')
      await here.getByText(`${prefix} Jack`).waitFor({ state: 'detached' })
      await here.getByText(`${prefix} Cart`).waitFor()

      await page.getByRole('link', { name: 'New sub-location' }).click()
      await titled(page, 'New location')
      await page.getByLabel('Key').fill(`${prefix}-YARD`)
      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('input[name=name][aria-invalid=true]').waitFor()
      await page.getByLabel('Name').fill(`${prefix} Shelf`)
      await page.getByRole('button', { name: 'Create' }).click()
      const key = page.getByLabel('Key')
      await page.getByText(`Another location has the key ${prefix}-YARD`).waitFor()
      await eventually(() => key.getAttribute('aria-invalid')).toBe('true')
      await key.and(page.locator(':focus')).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.getByLabel('Key').fill(`${prefix}-SHELF`)
      await page.getByRole('button', { name: 'Create' }).click()
      await titled(page, `${prefix} Shelf`)
      const created = page.locator('[data-created]')
      await created.getByRole('link', { name: 'Add another' }).waitFor()
      expect(await violations(page)).toEqual([])
      await created.getByRole('link', { name: 'Register a reader here' }).click()
      await titled(page, 'New reader')
      const reader = page.getByRole('combobox', { name: 'Location', exact: true })
      await until(
        async () => (await reader.inputValue()).includes(`${prefix} Shelf`),
        'the location is chosen',
      )
      await page.goBack()
      await titled(page, `${prefix} Shelf`)
      const path = page.getByRole('navigation', { name: 'Path' })
      await eventually(() => path.getByRole('link').allTextContents()).toEqual([
        'Locations',
        `${prefix} Hall`,
      ])
      await page.getByText('No assets here now.').waitFor()

      await page.getByLabel('New tag').fill(`${prefix}4711`)
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('button', { name: `Remove tag ${prefix}4711` }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: `Remove tag ${prefix}4711` }).click()
      await confirm(page, `Remove tag ${prefix}4711`, 'Remove tag')
      await page.getByText('Add a tag to select this location by scanning it').waitFor()

      await more(page, 'Move to…')
      const dialog = page.getByRole('dialog')
      await dialog.locator('input:focus').waitFor()
      await dialog.getByRole('combobox', { name: 'New parent location' }).fill('gate 2')
      await page.getByRole('option', { name: `${prefix} Hall › ${prefix} Gate 2 (${prefix}-G2)` }).click()
      await dialog.getByRole('button', { name: 'Move' }).click()
      await path.getByRole('link', { name: `${prefix} Gate 2` }).waitFor()

      await page.getByRole('link', { name: 'Edit' }).click()
      await titled(page, `Edit ${prefix} Shelf`)
      await page.getByLabel('Description').fill('At the left')
      await page.getByRole('switch', { name: 'Active' }).press('Space')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('At the left').waitFor()
      await page.getByText('Inactive').first().waitFor()

      await more(page, 'Change key')
      await dialog.getByLabel('Key').fill(`${prefix}-HALL`)
      await dialog.getByRole('button', { name: 'Change key' }).click()
      await dialog.getByText(`Another location has the key ${prefix}-HALL`).waitFor()
      await eventually(() => dialog.getByLabel('Key').getAttribute('aria-invalid')).toBe('true')
      await dialog.getByLabel('Key').fill(`${prefix}-SHELF-2`)
      await dialog.getByRole('button', { name: 'Change key' }).click()
      await page
        .locator('code')
        .filter({ hasText: `${prefix}-SHELF-2` })
        .waitFor()

      await more(page, 'Delete')
      await confirm(page, `Delete location “${prefix} Shelf”`, 'Delete location')
      await titled(page, `${prefix} Gate 2`)
      await more(page, 'Delete')
      await dialog.getByText('An asset is here now.').waitFor()
      await dialog.getByRole('button', { name: 'OK' }).click()
      await path.getByRole('link', { name: `${prefix} Hall` }).click()
      await titled(page, `${prefix} Hall`)
      await more(page, 'Delete')
      await dialog.getByText('This location has 2 sub-locations.').waitFor()
      expect(await shared.session.get(`/api/v1/locations/${hall}`)).toMatchObject({ status: 200 })
      expect(browserErrors).toEqual([])
      await context.close()
    }, 120_000)
  })

  test('a drag moves a location into another, and Undo moves it back', async () => {
    const { hall, yard, gate10 } = await aHall('M')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await node(page, 'M Gate 10').dragTo(node(page, 'M Yard'))
    await page.getByText('M Gate 10 moved to M Yard').waitFor()
    expect(await parentOf(gate10)).toBe(yard)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('M Gate 10 moved to M Yard').waitFor({ state: 'detached' })
    await node(page, 'M Yard').locator('[data-leaf]').waitFor({ state: 'attached' })
    expect(await parentOf(gate10)).toBe(hall)
    // A location can't be moved into its own sub-location, so no request is sent.
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await node(page, 'M Hall').dragTo(node(page, 'M Gate 10'))
    expect(await parentOf(hall)).toBe(null)
    expect(asked).not.toContain(`PATCH /api/v1/locations/${hall}`)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('a new sub-location is visible until its parent is collapsed', async () => {
    const shed = await createLocation({ name: 'Shed', external_key: 'SHED' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await node(page, 'Shed').waitFor()
    await createLocation({ name: 'Rack', external_key: 'RACK', parent_id: shed })
    await page.reload()
    await node(page, 'Rack').waitFor()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await node(page, 'Rack').waitFor({ state: 'hidden' })
    await page.reload()
    await node(page, 'Shed').waitFor()
    expect(await node(page, 'Rack').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await node(page, 'Rack').waitFor()
    await context.close()
  })

  test('arrow keys move through the tree and Enter opens a location', async () => {
    await aHall('K')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations', 'Locations')
    await page.getByLabel('Search by name or key').fill('K-')
    // Dragging is off during a search.
    await page.getByText('Drag to move a location').waitFor({ state: 'detached' })
    await node(page, 'K Gate 2').waitFor()
    await page.getByLabel('Search by name or key').focus()
    const focused = () => page.evaluate('document.activeElement.dataset.value')
    for (let steps = 0; (await focused()) === undefined; steps++) {
      if (steps > 10) throw new Error('The keyboard does not get to the tree')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await titled(page, 'K Gate 2')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each(['a location', 'the plan', 'the plan of the past'])(
    '"Try again" on the page of %s loads the locations again',
    async (name) => {
      const { hall } = await aHall(`R${name.length}`)
      const path = new Map([
        ['a location', `/locations/${hall}?view=plan`],
        ['the plan', '/?view=plan'],
      ]).get(name)
      const { page, context } = await visit(shared.browser)
      // Without it, a page loads them again every 10 seconds.
      await page.addInitScript(`
        const start = setInterval
        window.setInterval = (run, ms, ...rest) => ms < 10_000 ? start(run, ms, ...rest) : 0
      `)
      const tree = '**/internal/v1/location-tree'
      await page.route(tree, (route) => route.fulfill({ status: 403, json: {} }))
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await openConsole(page, shared.program, path ?? '/time-travel?view=plan')
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await page.unroute(tree)
      await again.click()
      await page.getByRole('region', { name: 'Plan' }).waitFor()
      await context.close()
    },
  )

  test('a manager, who may not register readers, is not offered it at a new location', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'manager')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/new', 'New location', credentials)
    await page.getByLabel('Name').fill('Pantry')
    await page.getByRole('button', { name: 'Create' }).click()
    await titled(page, 'Pantry')
    const created = page.locator('[data-created]')
    await created.getByRole('link', { name: 'Add another' }).waitFor()
    await eventually(() => created.getByRole('link').allTextContents()).toEqual(['Add another'])
    await context.close()
  })
})
