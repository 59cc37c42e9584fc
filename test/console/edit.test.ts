import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import {
  desktop,
  enterConsole,
  hasBrowser,
  launch,
  openConsole,
  phone,
  titled,
  unless,
  violations,
  visit,
} from '../support/browser'
import { type Client, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { newAsset, newLocation } from '../support/records'
import { newReader } from '../support/scans'

/** Two people who edit the same at once. */

setDefaultTimeout(60_000)

/** After so long, what was read is read again when a tab is looked at. */
const staleMs = 5100

describe.skipIf(!hasBrowser)(`two who edit the same${unless}`, () => {
  let browser: Browser
  let program: Program
  let session: Client
  beforeAll(async () => {
    browser = await launch()
    program = await startProgram()
    session = await signIn(program)
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)('asset overwrite nothing unseen, on %s', async (_, viewport) => {
    const { id } = await newAsset(session, { name: 'Grinder', description: 'Old', metadata: { owner: 'a' } })
    const path = `/api/v1/assets/${id}`
    const { page, context, complaints } = await visit(browser, viewport)
    await enterConsole(page, program, `/assets/${id}/edit`, 'Edit Grinder')
    await page.getByLabel('Name').fill('Angle grinder')
    await page.getByLabel('Metadata').fill('{"owner":"mine"}')
    await session.patch(path, { name: 'Bench grinder', description: 'New' })
    await page.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody has changed this meanwhile' })
    await alert.getByText('Name: “Bench grinder”. Yours stands in the form and goes over it.').waitFor()
    await alert.getByText('Description: “New”. It stands in the form now.').waitFor()
    expect((await session.get(path)).body.data).toMatchObject({
      name: 'Bench grinder',
      metadata: { owner: 'a' },
    })
    expect(await page.getByLabel('Description').inputValue()).toBe('New')
    expect(await page.getByLabel('Name').inputValue()).toBe('Angle grinder')
    expect(await violations(page)).toEqual([])

    // And once more, in between.
    await session.patch(path, { is_active: false })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Active: no. It stands in the form now.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Angle grinder')
    expect((await session.get(path)).body.data).toMatchObject({
      name: 'Angle grinder',
      description: 'New',
      is_active: false,
      metadata: { owner: 'mine' },
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('location or reader overwrite nothing unseen either', async () => {
    const place = await newLocation(session, { name: 'Bay' })
    const reader = await newReader(session, 'bay-gate', [place.id])
    const { page, context, complaints } = await visit(browser)
    await page.clock.install()
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody has changed this meanwhile' })
    await enterConsole(page, program, `/locations/${place.id}/edit`, 'Edit Bay')
    await page.getByLabel('Name').fill('Bay 1')
    await session.patch(`/api/v1/locations/${place.id}`, { description: 'By the ramp' })
    // The change is read in the background, which nobody sees in the form.
    await page.clock.fastForward(staleMs)
    const read = page.waitForResponse((response) => response.url().endsWith(`/api/v1/locations/${place.id}`))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await read
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Description: “By the ramp”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay 1')
    const { data } = (await session.get(`/api/v1/locations/${place.id}`)).body
    expect(data).toMatchObject({ name: 'Bay 1', description: 'By the ramp' })

    const path = `/internal/v1/readers/${reader.id}`
    await openConsole(page, program, `/readers/${reader.id}/edit`)
    await titled(page, 'Edit bay-gate')
    await page.getByLabel('Name').fill('Bay gate')
    await session.patch(path, {
      antennas: [{ port: 4, location_id: place.id }],
      presence_timeout_seconds: 60,
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Antennas: changed. It stands in the form now.').waitFor()
    await alert.getByText('Presence timeout: “60”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay gate')
    expect((await session.get(path)).body.data).toMatchObject({
      name: 'Bay gate',
      antennas: [{ port: 4, location_id: place.id }],
      presence_timeout_seconds: 60,
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})
