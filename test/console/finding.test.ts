import { beforeAll, expect, test } from 'bun:test'
import { desktop, enterConsole, flaws, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged, type Row } from '../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../support/scans'

/** The list of searches, and the bar that leads to an asset. */

describeConsole('finding an asset', (shared) => {
  let shelf: Row
  let sock: Row
  let hand: Reader

  const begin = (asset: Row) => shared.session.post('/internal/v1/searches', { asset_id: asset.id })
  const stateOf = async (asset: Row): Promise<string> =>
    (await shared.session.get(`/internal/v1/searches?asset_id=${asset.id}`)).body.data[0]?.state
  const hear = (value: string, rssi?: number) =>
    postReads(shared.program, hand, [
      { value, observed_at: new Date().toISOString(), ...(rssi !== undefined && { rssi }) },
    ])

  beforeAll(async () => {
    shelf = await newLocation(shared.session, { name: 'Shelf 6' })
    hand = await newReader(shared.session, 'RFD-1', [shelf.id], { name: 'RFD40 of Jonas' })
    sock = await newTagged(shared.session, 'SOCK-31', { name: 'Absorbent sock 31' })
    await newTagged(shared.session, 'SOCK-32', { name: 'Absorbent sock 32' })
    await scan(shared.session, shelf.id, 'SOCK-31', secondsAgo(3_600))
    await begin(sock)
  })

  test('starts from the list, and the bar follows only the reads of the asset', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/searches', 'Find')
    expect(await flaws(page)).toEqual([])
    // Without a connection the bar claims nothing.
    await page.route('**/internal/v1/stream?find_asset_id=*', (route) => route.abort())
    await page.getByRole('button', { name: 'Start: Absorbent sock 31' }).click()
    await page.getByRole('heading', { name: 'Find Absorbent sock 31' }).waitFor()
    const word = page.locator('.finding-word')
    const bar = page.getByRole('meter', { name: 'Nearness' })
    await word.getByText('No connection').waitFor()
    await page.unroute('**/internal/v1/stream?find_asset_id=*')
    await word.getByText('Nothing heard').waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe('0')
    expect(await stateOf(sock)).toBe('in_progress')
    await hear('SOCK-32', -30)
    await hear('SOCK-31')
    await page.getByText('without a signal strength').waitFor()
    await word.getByText('Nothing heard').waitFor()
    await hear('SOCK-31', -70)
    await word.getByText('Far', { exact: true }).waitFor()
    await hear('SOCK-31', -40)
    await word.getByText('Very near').waitFor()
    await page.getByText('RFD40 of Jonas, antenna 1').waitFor()
    expect(await bar.getAttribute('aria-valuetext')).toBe('Very near')
    expect(await flaws(page)).toEqual([])

    await page.getByRole('button', { name: 'Found it' }).click()
    const place = page.getByRole('combobox', { name: 'Where is it?' })
    await eventually(() => place.inputValue()).toContain('Shelf 6')
    await page.getByLabel('Note (optional)').fill('Behind the box')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Found today' }).waitFor()
    expect(await stateOf(sock)).toBe('found')
    expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
    await context.close()
  })

  test('says so for an asset without a tag, and gives up a search', async () => {
    const bare = await newAsset(shared.session, { name: 'Bare crate' })
    const { page, context, browserErrors } = await visit(shared.browser, desktop)
    await enterConsole(page, shared.program, `/assets/${bare.id}`, 'Bare crate')
    await page.getByRole('link', { name: 'Find it' }).click()
    await page.getByText('Readers cannot hear this asset').waitFor()
    expect(await page.getByRole('meter').count()).toBe(0)
    await page.getByRole('button', { name: 'Not here' }).click()
    await page.getByRole('button', { name: 'Mark as lost' }).click()
    await page.getByRole('heading', { name: 'Lost', exact: true }).waitFor()
    expect(await stateOf(bare)).toBe('lost')
    await newTagged(shared.session, 'OLD-1', { name: 'Old pallet' })
    await scan(shared.session, shelf.id, 'OLD-1', secondsAgo(900_000))
    await page.getByRole('link', { name: 'Not seen for a week' }).click()
    await page.getByRole('checkbox', { name: /Old pallet/ }).check()
    await page.getByRole('button', { name: 'Search for it' }).click()
    await page.getByText('1 asset is searched for').first().waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
