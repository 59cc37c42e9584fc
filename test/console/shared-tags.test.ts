import { expect, test } from 'bun:test'
import { desktop, enterConsole, flaws, openConsole, phone, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newTagged } from '../support/records'
import { until } from '../support/until'

/** A tag that another asset has in another spelling. */

describeConsole('a tag that is taken', (shared) => {
  test.each(viewportsOfFlows)(
    'on %s: names its present asset and moves with one action',
    async (_, viewport) => {
      const tag = `AB12CD${viewport.width}`
      const pump = await newTagged(shared.session, tag, { name: 'Pump' })
      const valve = await newAsset(shared.session, { name: 'Valve' })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${valve.id}`, 'Valve')
      const spelling = `ab-12-cd-${viewport.width}`
      await page.getByLabel('New tag').fill(spelling)
      await page.keyboard.press('Enter')
      const alert = page.locator('[data-taken]')
      await alert.getByText(`Already on Pump (as ${tag})`).waitFor()
      expect(await flaws(page)).toEqual([])
      // With the keyboard alone.
      await alert.getByRole('button', { name: 'Move it here' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText(spelling, { exact: true }).waitFor()
      await alert.waitFor({ state: 'detached' })
      expect((await shared.session.get(`/api/v1/assets/${pump.id}`)).body.data.tags).toEqual([])
      await page.getByLabel('New tag').fill(tag)
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByText(`Already added as ${spelling}`).waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('is also named when a new asset is created, and moves to it', async () => {
    await newTagged(shared.session, 'E28000', { name: 'Old crate' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('New crate')
    await page.getByLabel('Tag', { exact: true }).fill('e2-80-00')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('[data-taken]').getByText('Already on Old crate (as E28000)').waitFor()
    await page.getByRole('button', { name: 'Create and move the tag' }).click()
    await titled(page, 'New crate')
    await page.getByText('e2-80-00', { exact: true }).waitFor()
    await context.close()
  })

  test('is the one that moves, and not a tag that is typed afterwards', async () => {
    const pump = await newTagged(shared.session, 'F1F2F3', { name: 'Pump F' })
    const valve = await newAsset(shared.session, { name: 'Valve F' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${valve.id}`, 'Valve F')
    await page.getByLabel('New tag').fill('F1F2F3')
    await page.keyboard.press('Enter')
    const alert = page.locator('[data-taken]')
    await alert.waitFor()
    await page.getByLabel('New tag').fill('F1F2F3F4')
    await alert.waitFor({ state: 'detached' })
    await page.getByLabel('New tag').fill('F1F2F3')
    await alert.getByRole('button', { name: 'Move it here' }).click()
    await page.getByText('Tag moved').waitFor()
    const tagsOf = async ({ id }: { readonly id: number }) =>
      (await shared.session.get(`/api/v1/assets/${id}`)).body.data.tags.map(
        ({ value }: { value: string }) => value,
      )
    expect([await tagsOf(pump), await tagsOf(valve)]).toEqual([[], ['F1F2F3']])
    await context.close()
  })

  test('or is free leaves the focus in the field, so that tags can be scanned one after another', async () => {
    const asset = await newAsset(shared.session, { name: 'Scanned asset' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${asset.id}`, 'Scanned asset')
    const field = page.getByLabel('New tag')
    await field.focus()
    for (const value of ['5C01', '5C02', '5C03']) {
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Remove tag ${value}` }).waitFor()
      await until(async () => (await field.inputValue()) === '', 'the field is empty')
    }
    // An added tag is not unsaved text.
    await page.getByRole('link', { name: 'Assets', exact: true }).first().click()
    await titled(page, 'Assets')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('or is free is added in turn, even when it is scanned before the request of the last one has ended', async () => {
    const pump = await newTagged(shared.session, '6C02', { name: 'Pump Q' })
    const asset = await newAsset(shared.session, { name: 'Queued asset' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${asset.id}`, 'Queued asset')
    const released = Promise.withResolvers<void>()
    await page.route(`**/api/v1/assets/${asset.id}/tags`, async (route) => {
      await released.promise
      await route.continue()
    })
    const requested = page.waitForRequest(`**/api/v1/assets/${asset.id}/tags`)
    const field = page.getByLabel('New tag')
    await field.focus()
    await page.keyboard.type('6C01\n')
    await requested
    // The tag of another asset does not hold up the next one.
    await page.keyboard.type('6C02\n6C03\n6C0')
    await eventually(() => field.inputValue()).toBe('6C0')
    released.resolve()
    await page.getByText('6C02 was not added: Already on Pump Q').waitFor()
    for (const value of ['6C01', '6C03'])
      await page.getByRole('button', { name: `Remove tag ${value}` }).waitFor()
    // Nor does it replace what is typed. It returns to an empty field.
    await eventually(() => field.inputValue()).toBe('6C0')
    await field.fill('6C02')
    await page.keyboard.press('Enter')
    const alert = page.locator('[data-taken]')
    await alert.getByText('Already on Pump Q').waitFor()
    await eventually(() => field.inputValue()).toBe('6C02')
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await alert.waitFor({ state: 'detached' })
    await eventually(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    await alert.getByRole('button', { name: 'Move it here' }).click()
    await page.getByRole('button', { name: 'Remove tag 6C02' }).waitFor()
    await alert.waitFor({ state: 'detached' })
    await eventually(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
    expect((await shared.session.get(`/api/v1/assets/${pump.id}`)).body.data.tags).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('leaves one new asset, without the tag, when the tag can not be moved', async () => {
    await newTagged(shared.session, 'E29000', { name: 'Other crate' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Only crate')
    await page.getByLabel('Tag', { exact: true }).fill('E29000')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.route('**/internal/v1/tags/move', (route) => route.fulfill({ status: 403, json: {} }))
    await page.getByRole('button', { name: 'Create and move the tag' }).click()
    await page.getByText('The tag was not moved: The service responded with status 403').waitFor()
    await titled(page, 'Only crate')
    const { body } = await shared.session.get('/api/v1/assets?q=Only%20crate')
    expect(body.data.map(({ tags }: { tags: unknown[] }) => tags)).toEqual([[]])
    await context.close()
  })

  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`is listed under what needs attention until one asset has it, at ${viewport.width} pixels`, async () => {
      const tag = `CC${viewport.width}`
      await newTagged(shared.session, tag, { name: `Left ${tag}` })
      await newTagged(shared.session, `c-${tag.slice(1)}`, { name: `Right ${tag}` })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/', 'Where everything is')
      await openConsole(page, shared.program, '/overview')
      const section = page.getByRole('region', { name: 'Shared tags' })
      await section.getByText('One tag is on several assets or locations.').waitFor()
      expect(await flaws(page)).toEqual([])
      await section.getByRole('button', { name: `Keep only here: Right ${tag}` }).click()
      await section.waitFor({ state: 'detached' })
      expect(browserErrors).toEqual([])
      await context.close()
    })
})
