import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import {
  addPlace,
  desktop,
  enterConsole,
  flaws,
  openConsole,
  openTime,
  row,
  titled,
  visit,
} from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { scan } from '../support/scans'
import { newMember } from '../support/users'

/** Questions with a condition, a period or a list, each in at most three steps from the page where one stands. */

setDefaultTimeout(60_000)

const narrow = { width: 320, height: 640 }
const dayMs = 86_400_000

/** A time of yesterday, in the time zone of this machine and its browser. */
function yesterdayAt(hour: number, minute = 0): Date {
  const at = new Date(Date.now() - dayMs)
  at.setHours(hour, minute, 0, 0)
  return at
}

const two = (value: number): string => String(value).padStart(2, '0')
const inputOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

describeConsole('a question', (shared) => {
  let dock: number

  beforeAll(async () => {
    const hall = (await newLocation(shared.session, { name: 'Hall', external_key: 'HALL' })).id
    dock = (await newLocation(shared.session, { name: 'Dock 1', external_key: 'DOCK', parent_id: hall })).id
    const aisle = (await newLocation(shared.session, { name: 'Aisle 1', parent_id: hall })).id
    for (const [name, moves] of [
      [
        'Early',
        [
          [dock, yesterdayAt(8)],
          [aisle, yesterdayAt(11)],
        ],
      ],
      [
        'Cart',
        [
          [dock, yesterdayAt(12)],
          [aisle, yesterdayAt(14, 30)],
          [dock, yesterdayAt(20)],
        ],
      ],
      [
        'Van',
        [
          [dock, yesterdayAt(13)],
          [aisle, yesterdayAt(15, 10)],
        ],
      ],
      ['Lost', [[aisle, new Date(Date.now() - 9 * dayMs)]]],
    ] as const) {
      await newTagged(shared.session, name.toUpperCase(), { name, external_key: name.toUpperCase() })
      for (const [place, at] of moves) await scan(shared.session, place, name.toUpperCase(), at.toISOString())
    }
  })

  /** Chooses yesterday from 14 to 16. */
  async function chooseAfternoon(page: Page): Promise<void> {
    await openTime(page)
    await page.getByText('From … to …').click()
    await page.getByLabel('From', { exact: true }).fill(inputOf(yesterdayAt(14)))
    await page.getByLabel('To', { exact: true }).fill(inputOf(yesterdayAt(16)))
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.keyboard.press('Escape')
  }

  for (const viewport of [desktop, narrow])
    test(`"what left Dock 1 yesterday between 14 and 16" has three steps, at ${viewport.width} pixels`, async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
      await chooseAfternoon(page)
      await titled(page, /^What moved · /)
      await addPlace(page, 'dock', 'Hall › Dock 1 (DOCK)')
      await page.getByText('Departures', { exact: true }).click()
      await page.getByText('2 moves', { exact: true }).waitFor()
      await row(page, 'Cart').getByText('2 h 30 min').waitFor()
      await row(page, 'Cart')
        .getByText(/2:30:00/)
        .waitFor()
      await row(page, 'Van').getByText('2 h 10 min').waitFor()
      expect(await row(page, 'Early').count()).toBe(0)
      // Nothing on the page is live.
      expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
      expect(await flaws(page)).toEqual([])
      // The answer is a file.
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      ])
      expect((await readFile(await saved.path(), 'utf8')).trim().split('\n')).toHaveLength(3)
      // The address is the answer.
      await page.reload()
      await page.getByText('2 moves', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Back to now' }).click()
      await titled(page, 'Where everything is')
      await page.getByRole('button', { name: 'In Hall › Dock 1', exact: true }).waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('"not seen for a week" is one step from the plan, and its number is that of the list', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page.getByRole('link', { name: '1 not for a week' }).click()
    await row(page, 'Lost').getByText('9 days ago').waitFor()
    await page.getByText('1–1 of 1', { exact: true }).waitFor()
    await context.close()
  })

  test('each question of the table of jobs has three steps at most from the first page', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/overview', 'Today')
    let steps = 0
    const click = async (name: string | RegExp) => {
      steps++
      await page
        .getByRole('link', { name, exact: typeof name === 'string' })
        .first()
        .click()
    }
    const search = async (words: string) => {
      steps++
      await page.locator('.search-button').click()
      steps++
      await page.getByRole('combobox', { name: 'Search records, actions and pages' }).fill(words)
      steps++
      await page.keyboard.press('Enter')
    }
    const asked = new Map<string, number>()
    const ask = async (question: string, act: () => Promise<void>, answered: () => Promise<void>) => {
      steps = 0
      await act()
      await answered()
      asked.set(question, steps)
      await page.getByRole('link', { name: 'Today', exact: true }).first().click()
      await titled(page, 'Today')
    }
    await ask(
      'where is X',
      () => search('van'),
      () => page.getByText('Aisle 1').first().waitFor(),
    )
    await ask(
      'what is at Y',
      () => search('aisle 1'),
      () => row(page, 'Van').waitFor(),
    )
    await ask(
      'what left the dock yesterday between 14 and 16',
      () => search('left dock 1 yesterday 14-16'),
      () => page.getByText('2 moves', { exact: true }).waitFor(),
    )
    await ask(
      'what was not seen for a week',
      async () => {
        await click('Where')
        await click('1 not for a week')
      },
      () => row(page, 'Lost').waitFor(),
    )
    await ask(
      'who changed what',
      async () => {
        await click('Settings')
        await click(/^Change log/)
      },
      async () => {
        await titled(page, 'Change log')
        await page
          .getByText(/created the (asset|view)/)
          .first()
          .waitFor()
      },
    )
    await ask(
      'how long do assets stay, and where do they go',
      () => click('Reports'),
      () => page.getByRole('complementary', { name: 'Stays' }).waitFor(),
    )
    await ask(
      'what does not move',
      async () => {
        await click('Reports')
        await click('Idle')
      },
      () => titled(page, 'Idle'),
    )
    expect([...asked].filter(([, count]) => count > 3)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('"where was it at noon" keeps the conditions, and the plan has the same time and place', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list&q=cart', 'Where everything is')
    await openTime(page)
    await page.getByLabel('Date and time').fill(`${inputOf(yesterdayAt(15))}:00`)
    await page.keyboard.press('Escape')
    await row(page, 'Cart').getByText('Aisle 1').waitFor()
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Plan').click()
    await page.getByRole('link', { name: /^Aisle 1, 3 assets$/ }).waitFor()
    await page.getByText('4 assets were here', { exact: false }).waitFor()
    await context.close()
  })

  test.each([
    ['at=noon', 'The time in the address cannot be read.'],
    ['at=2999-01-01T00:00:00Z', 'The time in the address is in the future.'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'The span of time ends before it begins.'],
    [
      'at=2026-01-01T00:00:00Z&from=2026-01-01T00:00:00Z',
      'The address has an instant and a span of time. Only the instant applies.',
    ],
    ['location=NOWHERE', 'Not applied: In NOWHERE.'],
    [
      `at=2026-01-01T00:00:00Z&conditions=${encodeURIComponent('[{"field":"last_seen","operator":"never"}]')}`,
      'Not applied: Never seen. The condition is about the present and cannot be applied to a past time.',
    ],
  ])('an address with %s says what is wrong, and applies the rest', async (query, text) => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/?view=list&${query}`, /^Where everything /)
    await page.getByText(text).waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('a time before the retention of the history says that it may be deleted', async () => {
    const organization = '/internal/v1/organizations/1'
    await shared.session.patch(organization, { history_retention_days: 300 })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?at=2020-01-01T00:00:00Z', /^Where everything was /)
    await page.getByText(/^The history is kept for 300 days\. What happened before \w/).waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await titled(page, 'Where everything is')
    expect(await page.getByText('The history is kept').count()).toBe(0)
    await shared.session.patch(organization, { history_retention_days: null })
    await context.close()
  })

  test('a span of time that ends before it begins is not applied, which its form says', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await openTime(page)
    await page.getByText('From … to …').click()
    await page.getByLabel('From', { exact: true }).fill(inputOf(yesterdayAt(16)))
    await page.getByLabel('To', { exact: true }).fill(inputOf(yesterdayAt(14)))
    await page.getByText('The end is not after the beginning').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(new URL(page.url()).searchParams.has('from')).toBe(false)
    await context.close()
  })

  test('a saved view whose location was deleted says so, and can be mended', async () => {
    const gone = await newLocation(shared.session, { name: 'Gone' })
    const conditions = [
      { field: 'place', operator: 'below', value: gone.id },
      { field: 'state', operator: 'is', value: 'active' },
    ]
    await shared.session.post('/internal/v1/views', { name: 'At Gone', conditions })
    await shared.session.delete(`/api/v1/locations/${gone.id}`)
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page
      .getByRole('link', { name: /^At Gone/ })
      .getByText('incomplete')
      .waitFor()
    await page.getByRole('link', { name: /^At Gone/ }).click()
    await page.getByText(/^Not applied: .* The location does not exist any more\.$/).waitFor()
    await page.getByText('1–4 of 4', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Remove the condition “In / }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('incomplete').waitFor({ state: 'detached' })
    await context.close()
  })

  test('conditions say that they could not be loaded, and stay without a connection', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list&location=DOCK', 'Where everything is')
    await row(page, 'Cart').waitFor()
    await page.route('**/internal/v1/asset-list?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Remove the condition “In Hall › Dock 1”' }).click()
    await page.getByRole('button', { name: 'Add condition' }).waitFor()
    await eventually(() => page.getByRole('alert').count()).toBeGreaterThan(0)
    await page.unroute('**/internal/v1/asset-list?*')
    await row(page, 'Lost').waitFor()
    await context.close()
  })

  test('a viewer asks the same, and changes nothing', async () => {
    const viewer = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const { page, context } = await visit(shared.browser)
    const from = yesterdayAt(7).toISOString()
    await enterConsole(page, shared.program, `/?view=list&from=${from}`, /^What moved · /, viewer.credentials)
    await row(page, 'Van').first().waitFor()
    await openConsole(page, shared.program, '/?view=list')
    await row(page, 'Van').waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await context.close()
  })
})
