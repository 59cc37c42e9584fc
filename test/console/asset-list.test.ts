import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { desktop, enterConsole, flaws, openConsole, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'
import { newMember } from '../support/users'

/** Conditions on the list of assets, and saved views. */

setDefaultTimeout(60_000)

const day = 86_400
const narrow = { width: 320, height: 640 }
const addressOf = (conditions: readonly unknown[]): string =>
  `/assets?conditions=${encodeURIComponent(JSON.stringify(conditions))}`

describeConsole('the list of assets', (shared) => {
  let hall: number

  beforeAll(async () => {
    hall = (await newLocation(shared.session, { external_key: 'HALL', name: 'Hall' })).id
    const dock = (await newLocation(shared.session, { name: 'Dock', parent_id: hall })).id
    for (const [name, place, ago] of [
      ['Fresh', dock, 60],
      ['Idle', hall, 10 * day],
      ['Lost', dock, 20 * day],
    ] as const) {
      await newTagged(shared.session, name.toUpperCase(), { name })
      await scan(shared.session, place, name.toUpperCase(), secondsAgo(ago))
    }
    await newAsset(shared.session, { name: 'Unseen', metadata: { grade: 'A' } })
    await shared.session.post('/internal/v1/asset-fields', { key: 'grade', name: 'Grade', type: 'text' })
  })

  for (const [name, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
    ['320 pixels', narrow],
  ] as const)
    test(`is narrowed by conditions, which a link contains, on ${name}`, async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await page.getByRole('link', { name: 'Unseen' }).waitFor()
      await page.getByRole('button', { name: 'Add condition' }).click()
      await page.getByLabel('Field').selectOption('Last seen')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Enter a value').waitFor()
      await page.getByLabel('Days', { exact: true }).fill('7')
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('button', { name: 'Not seen for 7 days', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Fresh' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Lost' }).waitFor()
      await page.getByRole('button', { name: 'Not seen for 7 days', exact: true }).click()
      await page.getByLabel('Days', { exact: true }).fill('15')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('link', { name: 'Idle' }).waitFor({ state: 'detached' })
      expect(await flaws(page)).toEqual([])
      const link = page.url()
      await page.goto('about:blank')
      await page.goto(link)
      await page.getByRole('link', { name: 'Lost' }).waitFor()
      await page.getByText('1–1 of 1').waitFor()
      await page.getByRole('button', { name: 'Remove the condition “Not seen for 15 days”' }).click()
      await page.getByRole('link', { name: 'Unseen' }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('is narrowed by a location with its sub-locations, and by a field of the organization', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Location', { exact: true }).first().fill('Hall')
    await page.getByRole('option', { name: 'Hall (HALL)' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1–3 of 3').waitFor()
    await page.getByRole('button', { name: 'In Hall', exact: true }).waitFor()
    await openConsole(page, shared.program, addressOf([{ field: 'field:grade', operator: 'is', value: 'a' }]))
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'Unseen' }).waitFor()
    await page.getByRole('button', { name: 'Grade is a', exact: true }).waitFor()
    await context.close()
  })

  test('names the conditions of an address that do not apply, and applies the others', async () => {
    const { page, context } = await visit(shared.browser)
    const address = addressOf([
      { field: 'place', operator: 'below', value: hall },
      { field: 'mood', operator: 'is', value: 'good' },
      { field: 'last_seen', operator: 'never' },
    ])
    await enterConsole(page, shared.program, address, 'Assets')
    await page.getByText('1–3 of 3').waitFor()
    await page.getByText('Not applied: mood is good. There is no field mood.').waitFor()
    await page
      .getByText('Not applied: Never seen. No asset can meet this condition together with those before it.')
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await openConsole(page, shared.program, '/assets?conditions=%5B%7B')
    await page.getByText('Some conditions of the address cannot be read. They are not applied.').waitFor()
    await page.getByText('1–4 of 4').waitFor()
    await context.close()
  })

  test('is saved as a view, which is opened, changed, shared and deleted', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    const address = addressOf([{ field: 'last_seen', operator: 'older_than_days', value: 7 }])
    await enterConsole(page, shared.program, address, 'Assets')
    await page.getByRole('button', { name: 'Save as a view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Idle for a week')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const views = page.getByRole('navigation', { name: 'Views' })
    const link = views.getByRole('link', { name: 'Idle for a week' })
    await link.waitFor()
    expect(await link.getAttribute('aria-current')).toBe('page')
    expect(await flaws(page)).toEqual([])
    await views.getByRole('link', { name: 'All assets' }).click()
    await page.getByText('1–4 of 4').waitFor()
    await link.click()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: 'Last seen' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
    await page.locator('.views').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Share with all members' }).click()
    await views.getByText('shared').waitFor()
    const saved = (await shared.session.get('/internal/v1/views')).body.data
    expect(saved).toMatchObject([{ name: 'Idle for a week', is_shared: true, sort: 'last_seen' }])
    await page.locator('.views').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete the view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click()
    await eventually(async () => (await shared.session.get('/internal/v1/views')).body.total_count).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('offers a viewer private views only, and a shared one without its actions', async () => {
    const viewer = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const conditions = [{ field: 'state', operator: 'is', value: 'active' }]
    const view = await shared.session.post('/internal/v1/views', {
      name: 'Ours',
      is_shared: true,
      conditions,
    })
    const { page, context } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/assets', 'Assets', viewer.credentials)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ours' }).click()
    await page.getByRole('button', { name: 'Active', exact: true }).waitFor()
    expect(await page.locator('.views').getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove the condition “Active”' }).click()
    await openConsole(page, shared.program, addressOf([{ field: 'last_seen', operator: 'never' }]))
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await page.getByText('Only you see it. Managers and admins can share views.').waitFor()
    await shared.session.delete(`/internal/v1/views/${view.body.data.id}`)
    await context.close()
  })

  test('is printed as its rows and conditions, without what is pressed', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, addressOf([{ field: 'last_seen', operator: 'never' }]), 'Assets')
    await page.getByRole('link', { name: 'Unseen' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('Never seen').first().isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Unseen' }).isVisible()).toBe(true)
    expect(await page.getByText(/^Assets 1 asset, as of /).isVisible()).toBe(true)
    for (const name of ['Add condition', 'Next page', 'Export'])
      expect(await page.getByRole('button', { name }).first().isVisible()).toBe(false)
    expect(await page.locator('.mantine-AppShell-navbar').isVisible()).toBe(false)
    await context.close()
  })

  test('of an earlier link has its status, and says that its filters of fields cannot be read', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, desktop)
    await enterConsole(page, shared.program, '/assets?active=true&fields=1%3Acontains%3Ablue', 'Assets')
    await page.getByRole('button', { name: 'Active', exact: true }).waitFor()
    await page.getByText('Some conditions of the address cannot be read').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
