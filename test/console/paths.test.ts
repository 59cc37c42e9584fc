import { beforeAll, expect, test } from 'bun:test'
import { addPlace, barriers, enterConsole, openConsole, row, titled, visit } from '../support/browser'
import { eventually } from '../support/eventually'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { newReader, scan, secondsAgo } from '../support/scans'

/** Locations with the same name are told apart by their paths. */

describeConsole('a location', (shared) => {
  let shelf: number
  let other: number
  let crate: number
  let reader: number

  beforeAll(async () => {
    const under = async (hall: string) => {
      const { id } = await newLocation(shared.session, { name: hall })
      const aisle = await newLocation(shared.session, { name: 'Aisle 1', parent_id: id })
      return (await newLocation(shared.session, { name: 'Shelf 2', parent_id: aisle.id })).id
    }
    shelf = await under('North hall')
    other = await under('South hall')
    crate = (await newTagged(shared.session, 'C1', { name: 'Crate' })).id
    await scan(shared.session, other, 'C1', secondsAgo(3600))
    await scan(shared.session, shelf, 'C1', secondsAgo(60))
    await shared.session.post('/internal/v1/scans', { location_id: other, reads: [{ value: 'STRAY' }] })
    reader = (await newReader(shared.session, 'Gate', [shelf])).id
  })

  test.each(viewportsOfFlows)(
    'on %s: has its name as a link and its path, on each page',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      const north = 'North hall › Aisle 1'
      const south = 'South hall › Aisle 1'
      const named = (within: { getByText: (typeof page)['getByText'] }, path: string) =>
        within.getByText(path, { exact: true }).first().waitFor()
      await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
      await named(row(page, 'Crate'), north)
      expect(await barriers(page)).toEqual([])
      await row(page, 'Crate').getByRole('link', { name: 'Shelf 2' }).click()
      await titled(page, 'Shelf 2')
      expect(new URL(page.url()).pathname).toBe(`/console/locations/${shelf}`)
      await openConsole(page, shared.program, `/time-travel?at=${secondsAgo(600)}`)
      await named(row(page, 'Crate'), south)
      await openConsole(page, shared.program, '/assets')
      await named(row(page, 'Crate'), north)
      await openConsole(page, shared.program, `/assets/${crate}`)
      await named(page.locator('[data-location]'), north)
      await named(page.getByRole('list', { name: 'History' }), south)
      expect(await barriers(page)).toEqual([])
      await openConsole(page, shared.program, '/unknown-tags')
      await named(row(page, 'STRAY'), south)
      await openConsole(page, shared.program, `/readers/${reader}`)
      await named(page, north)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('has its path on its label, in the fields that choose one, and in the change log', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await addPlace(page, 'shelf', /^South hall › Aisle 1 › Shelf 2 \(/)
    await page.getByRole('button', { name: 'In South hall › Aisle 1 › Shelf 2', exact: true }).waitFor()
    const { body } = await shared.session.get(`/api/v1/locations/${other}`)
    await openConsole(page, shared.program, `/labels?locations=${body.data.external_key}`)
    await page.getByRole('region', { name: 'Labels' }).getByText('South hall › Aisle 1').waitFor()
    await openConsole(page, shared.program, '/audit')
    await page.getByRole('link', { name: 'South hall › Aisle 1 › Shelf 2' }).first().waitFor()
    await context.close()
  })

  test('keeps its name where its path is too long, beside the plan and in the fields that choose one', async () => {
    const { session } = shared
    const site = await newLocation(session, { name: 'Distribution center Hamburg South, buildings 4 to 7' })
    const hall = await newLocation(session, { name: 'Hall for returns and repairs', parent_id: site.id })
    const cage = await newLocation(session, { name: 'Cage 17', parent_id: hall.id })
    await newTagged(session, 'FAR', { name: 'Far crate' })
    await scan(session, cage.id, 'FAR', secondsAgo(3))
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const path = page.locator('.side-row .place-path').filter({ hasText: 'Cage 17' }).first()
    await path.waitFor()
    const [leaf, row] = [await path.locator('b').boundingBox(), await path.boundingBox()]
    expect((leaf?.x ?? 0) + (leaf?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 1)
    expect(
      await path.locator('span').evaluate((above) => above.scrollWidth - above.clientWidth),
    ).toBeGreaterThan(0)
    await openConsole(page, shared.program, `/locations/${site.id}/plan`)
    await page.setViewportSize({ width: 320, height: 700 })
    const field = page.getByRole('combobox', { name: 'Draw' })
    await field.click()
    await page.getByRole('option', { name: /Cage 17$/ }).click()
    await field.blur()
    // Its end is in view.
    await eventually(() =>
      field.evaluate(
        (input) =>
          input.scrollWidth > input.clientWidth && input.scrollWidth - input.clientWidth - input.scrollLeft,
      ),
    ).toBeLessThan(2)
    await context.close()
  })

  test('needs no further request for each row of a list', async () => {
    for (let number = 0; number < 30; number++) {
      await newTagged(shared.session, `R${number}`, { name: `Roll ${number}` })
      await scan(shared.session, number % 2 === 0 ? shelf : other, `R${number}`, secondsAgo(30))
    }
    const { page, context } = await visit(shared.browser)
    let requests = 0
    page.on('request', (request) => {
      if (/location/.test(new URL(request.url()).pathname.replace('asset-locations', ''))) requests++
    })
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await row(page, 'Roll 29').getByText('South hall › Aisle 1').waitFor()
    expect(requests).toBeLessThan(10)
    await context.close()
  })
})
