import { beforeAll, describe, expect, test } from 'bun:test'
import { enterConsole, flaws, visit } from '../support/browser'
import { describeConsole, viewportsOfWidths } from '../support/console'
import { freshKey, newLocation, newTagged, type Row } from '../support/records'
import { newReader, postReads, type Reader } from '../support/scans'

/** How sure the location of an asset is, on its page. */

// Rule: history.md, Certainty
describeConsole('the certainty of a location', (shared) => {
  let reader: Reader
  let kitchen: Row

  beforeAll(async () => {
    const { session } = shared
    const house = await newLocation(session, { name: 'House' })
    const ward = await newLocation(session, { name: 'Ward', parent_id: house.id })
    kitchen = await newLocation(session, { name: 'Kitchen', parent_id: house.id })
    const ids = [ward, ward, ward, kitchen, kitchen, kitchen].map(({ id }) => id)
    reader = await newReader(session, freshKey('gateway'), ids)
  })

  /** Sends transmissions up to now, one a second. */
  async function send({ external_key: value }: Row, count: number, kitchenDbm: number): Promise<void> {
    const now = Date.now()
    const reads = Array.from({ length: count }, (_, step) =>
      [1, 2, 3, 4, 5, 6].map((antenna) => ({
        value,
        antenna,
        observed_at: new Date(now - (count - 1 - step) * 1000 + antenna).toISOString(),
        rssi: antenna <= 3 ? -60 : kitchenDbm,
      })),
    ).flat()
    await postReads(shared.program, reader, reads)
  }

  describe.each(viewportsOfWidths)('on %s', (_, viewport) => {
    test.each([
      [1, -75, 'Ward', 'Just seen The location may still be corrected in the first 15 seconds.'],
      [30, -80, 'Ward', 'Sure: it is heard clearly better here than elsewhere.'],
      [30, -65, 'Ward', 'Probably: it is heard somewhat better here than elsewhere.'],
      [30, -61, 'Ward, maybe Kitchen', 'Not sure: two locations hear it about equally well.'],
    ])('after %d transmissions, with %d dBm elsewhere, it is %p: %p', async (count, dbm, place, words) => {
      const asset = await newTagged(shared.session, freshKey('bed'))
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${asset.id}`, 'Thing')
      await page.getByText('Not seen yet').waitFor()
      await send(asset, count, dbm)
      await page.locator('.hero-certainty').filter({ hasText: words }).waitFor()
      expect(await page.locator('.hero-place').textContent()).toBe(place)
      if (place.includes('maybe')) {
        await page.locator('.rival-outline').first().waitFor({ state: 'attached' })
        await page.getByRole('link', { name: 'Kitchen' }).first().waitFor()
      } else expect(await page.locator('.rival-outline').count()).toBe(0)
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })
})
