import { beforeAll, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { desktop, enterConsole, flaws, openConsole, phone, titled, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged, type Row } from '../support/records'
import { newReader, postReads, type Reader, secondsAhead } from '../support/scans'

/** What needs attention: the same problems on the plan, the overview, in the sidebar and on the status page. */

describeConsole('what needs attention', (shared) => {
  let dock: Row
  let hall: Row

  beforeAll(async () => {
    const { session, program } = shared
    hall = await newLocation(session, { name: 'Hall' })
    dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
    await newTagged(session, 'P1', { name: 'Pallet' })
    const fine = await newReader(session, 'fine', [hall.id])
    await postReads(program, fine, [{ value: 'P1', observed_at: secondsAhead(0) }])
    const foreign = await newReader(session, 'foreign', [dock.id], { name: 'Foreign gate' })
    await postReads(program, foreign, [{ value: 'P1', observed_at: secondsAhead(0) }])
    await newReader(session, 'new', [hall.id])
    const { external_key: username } = await newReader(session, 'locked', [hall.id], { name: 'Locked gate' })
    await connectAsync(program.mqtt as string, { username, password: 'x', reconnectPeriod: 0 }).catch(() => 0)
    const unmapped = await newReader(session, 'unmapped', [hall.id], { name: 'Loose gate' })
    await postReads(program, unmapped, [{ value: 'P1', antenna: 9 }])
    await rejectMessages(foreign)
  })

  /** The format was right before, and the settings of the reader have changed since. */
  async function rejectMessages({ id, external_key: key, device_token: token }: Reader): Promise<void> {
    await shared.session.patch(`/internal/v1/readers/${id}`, { format: 'impinj_iot' })
    const device = clientOf(shared.program.http, token)
    await device.post(`/internal/v1/readers/${key}/events`, { something: 'else' })
  }

  // Rule: internal-api.md, Attention
  test('broken readers are never counted as working, on any page', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/overview', 'Today')
    const figure = page.locator('[data-figure="Fixed readers reporting"] .figure')
    await figure.getByText('1 of 5', { exact: true }).waitFor()
    const section = page.getByRole('region', { name: 'Needs attention' })
    const names = async (within: typeof section) =>
      (await within.locator('.side-row > b').allTextContents()).toSorted()
    const expected = ['Foreign gate', 'Locked gate', 'Loose gate']
    await eventually(() => names(section)).toEqual(expected)
    await section.getByText('Wrong format. Its assets may have moved.').waitFor()
    await section.getByText('Password refused.').waitFor()
    await section.getByText('Antenna 9 has no location.').waitFor()
    await section.getByText('1 reader does not place assets yet').waitFor()
    expect(await page.getByText('None.').count()).toBe(0)
    const badge = (name: string) =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).locator('.nav-count')
    await eventually(() => badge('Readers').textContent()).toBe('3')
    expect(await badge('Readers').getAttribute('data-problem')).toBe('true')
    expect(await flaws(page)).toEqual([])

    await openConsole(page, shared.program, '/')
    await titled(page, 'Where everything is')
    const side = page.getByRole('complementary', { name: 'Assets' })
    await eventually(() => names(side.getByRole('list', { name: 'Needs attention' }))).toEqual(expected)
    await side.getByText(/^Hall ›\sDock · \d/).waitFor()
    await page
      .getByRole('link', {
        name: /^Dock, \d assets?, needs attention: no reads by reader “Foreign gate” for/,
      })
      .waitFor()
    expect(await flaws(page)).toEqual([])

    await openConsole(page, shared.program, '/status')
    await titled(page, 'Status')
    await eventually(() => names(page.getByRole('region', { name: 'Needs attention' }))).toEqual(expected)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each([desktop, phone])(
    'the page claims nothing while the problems could not be loaded, at %j',
    async (size) => {
      const { page, context } = await visit(shared.browser, size)
      await page.route('**/internal/v1/attention', (route) => route.fulfill({ status: 400, json: {} }))
      await enterConsole(page, shared.program, '/overview', 'Today')
      const section = page.getByRole('region', { name: 'Needs attention' })
      await section.getByText("This couldn't be loaded").waitFor()
      expect(await page.getByText('Nothing needs attention.').count()).toBe(0)
      await page
        .locator('[data-figure="Fixed readers reporting"] .figure')
        .getByText('–', { exact: true })
        .waitFor()
      await context.close()
    },
  )
})
