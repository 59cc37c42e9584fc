import { expect, test } from 'bun:test'
import { enterConsole, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAhead } from '../support/scans'

/** The page of a deleted asset. */

describeConsole('a deleted asset', (shared) => {
  test('left its last location when it was deleted', async () => {
    const dock = await newLocation(shared.session, { name: 'Dock' })
    const asset = await newTagged(shared.session, 'DE1E7E', { name: 'Crate' })
    await scan(shared.session, dock.id, 'DE1E7E', secondsAhead(-7200))
    expect((await shared.session.delete(`/api/v1/assets/${asset.id}`)).status).toBe(204)
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/deleted-assets/${asset.id}`, 'Crate')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('2 h', { exact: true }).waitFor()
    await history.getByText('Table', { exact: true }).click()
    await history.getByRole('cell', { name: 'Dock', exact: true }).waitFor()
    expect(await history.getByText('Still there').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
