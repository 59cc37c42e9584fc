import { expect, test } from 'bun:test'
import { enterConsole, openConsole, titled, violations, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { newAsset, newLocation } from '../support/records'
import { newReader } from '../support/scans'

/** Two people who edit the same at once. */

/** After so long, what was read is read again when a tab is looked at. */
const staleMs = 5100

describeConsole('two who edit the same', (shared) => {
  test.each(viewports)('asset overwrite nothing unseen, on %s', async (_, viewport) => {
    const { id } = await newAsset(shared.session, {
      name: 'Grinder',
      description: 'Old',
      metadata: { owner: 'a' },
    })
    const path = `/api/v1/assets/${id}`
    const { page, context, complaints } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, `/assets/${id}/edit`, 'Edit Grinder')
    await page.getByLabel('Name').fill('Angle grinder')
    await page.getByLabel('Metadata').fill('{"owner":"mine"}')
    await shared.session.patch(path, { name: 'Bench grinder', description: 'New' })
    await page.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody has changed this meanwhile' })
    await alert.getByText('Name: “Bench grinder”. Yours stands in the form and goes over it.').waitFor()
    await alert.getByText('Description: “New”. It stands in the form now.').waitFor()
    expect((await shared.session.get(path)).body.data).toMatchObject({
      name: 'Bench grinder',
      metadata: { owner: 'a' },
    })
    expect(await page.getByLabel('Description').inputValue()).toBe('New')
    expect(await page.getByLabel('Name').inputValue()).toBe('Angle grinder')
    expect(await violations(page)).toEqual([])

    // And once more, in between.
    await shared.session.patch(path, { is_active: false })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Active: no. It stands in the form now.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Angle grinder')
    expect((await shared.session.get(path)).body.data).toMatchObject({
      name: 'Angle grinder',
      description: 'New',
      is_active: false,
      metadata: { owner: 'mine' },
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('location or reader overwrite nothing unseen either', async () => {
    const place = await newLocation(shared.session, { name: 'Bay' })
    const reader = await newReader(shared.session, 'bay-gate', [place.id])
    const { page, context, complaints } = await visit(shared.browser)
    await page.clock.install()
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody has changed this meanwhile' })
    await enterConsole(page, shared.program, `/locations/${place.id}/edit`, 'Edit Bay')
    await page.getByLabel('Name').fill('Bay 1')
    await shared.session.patch(`/api/v1/locations/${place.id}`, { description: 'By the ramp' })
    // The change is read in the background, which nobody sees in the form.
    await page.clock.fastForward(staleMs)
    const read = page.waitForResponse((response) => response.url().endsWith(`/api/v1/locations/${place.id}`))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await read
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Description: “By the ramp”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay 1')
    const { data } = (await shared.session.get(`/api/v1/locations/${place.id}`)).body
    expect(data).toMatchObject({ name: 'Bay 1', description: 'By the ramp' })

    const path = `/internal/v1/readers/${reader.id}`
    await openConsole(page, shared.program, `/readers/${reader.id}/edit`)
    await titled(page, 'Edit bay-gate')
    await page.getByLabel('Name').fill('Bay gate')
    await shared.session.patch(path, {
      antennas: [{ port: 4, location_id: place.id }],
      presence_timeout_seconds: 60,
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Antennas: changed. It stands in the form now.').waitFor()
    await alert.getByText('Presence timeout: “60”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay gate')
    expect((await shared.session.get(path)).body.data).toMatchObject({
      name: 'Bay gate',
      antennas: [{ port: 4, location_id: place.id }],
      presence_timeout_seconds: 60,
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})
