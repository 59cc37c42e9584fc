import { beforeAll, expect, test } from 'bun:test'
import { desktop, enterConsole, more, phone, titled, violations, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { newTagged, type Row } from '../support/records'
import { postReads } from '../support/scans'
import { newMember } from '../support/users'
import { newWorld, readsAt, record, recorded, type Spot, type World } from '../support/taught'

/** Learning a place, and how accurate the places are, in the console (docs/internal-api.md, Taught places). */

describeConsole('learning a place', (shared) => {
  let world: World
  let tag: Row
  beforeAll(async () => {
    world = await newWorld(shared.session, ['Bench 1', 'Bench 2', 'Bench 3'])
    tag = await newTagged(shared.session, 'TOTE', { name: 'Order tote' })
  })

  const post = (value: string, startedAt: string, spot: Spot) =>
    postReads(shared.program, world.reader, readsAt(value, spot, Date.parse(startedAt) + 10, 20).flat())

  test.each(viewportsOfFlows)('is begun at its page, and shows what is heard, on %s', async (_, viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    const [place] = world.locations as [Row]
    await enterConsole(page, shared.program, `/locations/${place.id}`, 'Bench 1')
    await more(page, 'Learn here')
    await titled(page, 'Learn Bench 1')
    await page.getByText('Nothing is learned here').waitFor()
    await page.getByRole('combobox', { name: 'Assets that stand here' }).fill('tote')
    await page.getByRole('option', { name: /Order tote/ }).click()
    await page.getByRole('button', { name: 'Remove Order tote' }).waitFor()
    await page.getByRole('button', { name: 'Start, 60 s' }).click()
    await page.getByText('Nothing changes yet.').waitFor()
    const { data } = (await shared.session.get(`/internal/v1/place-samples?location_id=${place.id}`)).body
    await post(tag.external_key, data[0].started_at, 'ward')
    await page.getByText('180 reads, 30 are enough').waitFor()
    await page.getByText('9 antennas hear them').waitFor()
    await page
      .getByRole('list', { name: 'What is heard here' })
      .getByText('−64', { exact: true })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Keep this sample' }).isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Start, 60 s' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('has a plan of the places, and keys that start, stop and keep it', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    const [, , place] = world.locations as [Row, Row, Row]
    const samples = async () =>
      (await shared.session.get(`/internal/v1/place-samples?location_id=${place.id}`)).body.data
    await enterConsole(page, shared.program, `/locations/${place.id}/learn`, 'Learn Bench 3')
    const plan = page.getByRole('region', { name: 'Which places are learned' })
    await plan.getByRole('link', { name: 'Bench 3, not learned' }).waitFor()
    await page.getByRole('combobox', { name: 'Assets that stand here' }).fill('tote')
    await page.getByRole('option', { name: /Order tote/ }).click()
    await page.getByRole('button', { name: 'Remove Order tote' }).waitFor()
    // In a text field, Space is text.
    await page.getByLabel('Or a BLE tag without an asset').press('Space')
    expect(await samples()).toEqual([])
    await page.getByLabel('Or a BLE tag without an asset').fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Space')
    await plan.getByRole('link', { name: 'Bench 3, learning now' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Space')
    await plan.getByRole('link', { name: 'Bench 3, not learned' }).waitFor()
    expect(await samples()).toEqual([])
    await plan.getByRole('link', { name: 'Bench 2, not learned' }).click()
    await titled(page, 'Learn Bench 2')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is for managers; others see what is learned', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'operator', 'Omar')
    const { page, context } = await visit(shared.browser)
    await enterConsole(
      page,
      shared.program,
      `/locations/${world.locations[0]?.id}/learn`,
      'Learn Bench 1',
      credentials,
    )
    await page.getByText('Managers and admins can learn places.').waitFor()
    await page.getByRole('link', { name: 'Bench 1, not learned' }).waitFor()
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0)
    await page.keyboard.press('Space')
    expect((await shared.session.get('/internal/v1/place-samples')).body.data).toEqual([])
    await context.close()
  })

  test('says when it cannot start without a connection, and what was chosen stays', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/locations/${world.locations[0]?.id}/learn`, 'Learn Bench 1')
    await page.getByRole('combobox', { name: 'Assets that stand here' }).fill('tote')
    await page.getByRole('option', { name: /Order tote/ }).click()
    await page.getByRole('button', { name: 'Remove Order tote' }).waitFor()
    await page.route('**/internal/v1/place-samples', (route) => route.abort())
    await page.getByRole('button', { name: 'Start, 60 s' }).click()
    await page
      .getByRole('alert')
      .getByText(/connection was lost/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove Order tote' }).waitFor()
    await context.close()
  })

  test('is kept, compared and switched on, and the page says what would help', async () => {
    const samples: { id: number }[] = []
    for (const [index, spot] of (['ward', 'hall', 'store'] as const).entries()) {
      const { id, external_key: value } = await newTagged(shared.session, spot.toUpperCase())
      const sample = await record(shared.session, {
        location_id: world.locations[index]?.id,
        asset_ids: [id],
      })
      await post(value, sample.started_at, spot)
      samples.push(sample)
    }
    const { page, context, browserErrors } = await visit(shared.browser, desktop)
    await enterConsole(page, shared.program, '/locations/accuracy', 'Accuracy')
    await page.getByText('Know how far to trust a place').waitFor()
    await page.getByText('Until a move is seen').waitFor()
    await recorded(
      shared.session,
      samples.map(({ id }) => id),
    )
    for (const { id } of samples.slice(1)) await shared.session.post(`/internal/v1/place-samples/${id}/keep`)
    await enterConsole(page, shared.program, `/locations/${world.locations[0]?.id}/learn`, 'Learn Bench 1')
    await page.getByRole('button', { name: 'Keep this sample' }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('180 reads by ada').waitFor()
    await page.getByRole('link', { name: /^Bench 1, learned/ }).waitFor()
    await enterConsole(page, shared.program, '/locations/accuracy', 'Accuracy')
    await page.getByText('A newer state with 3 samples is ready.').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('region', { name: 'Preview of the last hour' }).waitFor()
    await page.getByRole('button', { name: 'Switch over' }).click()
    await page.getByText('What was learned decides since').waitFor()
    await page
      .getByRole('row', { name: /^Bench 2/ })
      .getByText('100')
      .waitFor()
    await page.getByRole('combobox', { name: 'Asset', exact: true }).fill('tote')
    await page.getByRole('option', { name: /Order tote/ }).click()
    await page.getByRole('combobox', { name: 'Where it really is' }).fill('Bench 1')
    await page.getByRole('option', { name: 'Bench 1', exact: true }).click()
    await page.getByRole('button', { name: 'Add a reference tag' }).click()
    await page.getByRole('cell', { name: 'Order tote', exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ ...phone, width: 320 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('The signals of the antennas alone decide.').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
