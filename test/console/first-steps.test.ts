import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  addText,
  desktop,
  enterConsole,
  flaws,
  hasBrowser,
  launch,
  offered,
  openConsole,
  titled,
  unless,
  visit,
} from '../support/browser'
import { signIn } from '../support/client'
import { viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newMember } from '../support/users'
import { administrator, executable, type Program, startProgram, stopPrograms } from '../support/program'
import { newAsset, newLocation, newTagged } from '../support/records'
import { newReader, postReads, secondsAgo } from '../support/scans'

/** The list of first steps in a new organization. */

setDefaultTimeout(120_000)

describe.skipIf(!hasBrowser)(`the first steps${unless}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  const done = (page: Page) => page.locator('[data-step=done]')
  const steps = (page: Page) => page.locator('[data-step]')
  /** One of the paths that the steps request before they are shown, and nothing else on the page. */
  const listOfReaders = '/internal/v1/readers'
  /** Collects the paths of all requests of the page from now on. */
  const requestsOf = (page: Page): Set<string> => {
    const paths = new Set<string>()
    page.on('request', (request) => paths.add(new URL(request.url()).pathname))
    return paths
  }
  const enter = (page: Page, program: Program) => enterConsole(page, program, '/', 'Where everything is')

  test.each(viewportsOfFlows)(
    'are checked off automatically and disappear after the first read, on %s',
    async (_, viewport) => {
      const program = await startProgram()
      const session = await signIn(program)
      const { page, context, browserErrors } = await visit(browser, viewport)
      await enter(page, program)
      await steps(page).nth(3).waitFor()
      expect(await done(page).count()).toBe(0)
      expect(await flaws(page)).toEqual([])

      await page.getByRole('link', { name: 'New location' }).click()
      await titled(page, 'New location')
      await page.getByLabel('Name').fill('Workshop')
      await page.getByRole('button', { name: 'Create' }).click()
      await titled(page, 'Workshop')
      await openConsole(page, program, '/')
      await done(page).filter({ hasText: 'Add a location' }).waitFor()
      await newAsset(session, { name: 'No tag' })
      await page.reload()
      await steps(page).nth(3).waitFor()
      await eventually(() => done(page).count()).toBe(1)
      await newTagged(session, 'W1', { name: 'Welder' })
      await done(page).filter({ hasText: 'Add an asset with a tag' }).waitFor()
      const { data } = (await session.get('/api/v1/locations')).body
      const reader = await newReader(session, 'bench', [data[0].id])
      await done(page).filter({ hasText: 'Add a reader' }).waitFor()

      await postReads(program, reader, [{ value: 'stray', observed_at: secondsAgo(20) }])
      await page.getByText('A tag was read that belongs to no asset yet').waitFor()
      await postReads(program, reader, [{ value: 'W1' }])
      // It is in the list of assets, and for a moment among those that have just moved.
      await page.getByRole('link', { name: 'Welder' }).first().waitFor()
      await steps(page).first().waitFor({ state: 'detached' })
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('can be dismissed permanently for an organization', async () => {
    const program = await startProgram()
    const { page, context } = await visit(browser)
    await enter(page, program)
    await page.getByRole('button', { name: /Don.t show again/ }).click()
    await steps(page).first().waitFor({ state: 'detached' })
    const requested = requestsOf(page)
    await page.reload()
    await page.getByText('No asset has been seen yet').waitFor()
    expect([await steps(page).count(), requested.has(listOfReaders)]).toEqual([0, false])
    const other = (await (await signIn(program)).post('/internal/v1/organizations', { name: 'South' })).body
      .data
    await page.reload()
    await page.getByRole('button', { name: 'Organization: North' }).click()
    await page.getByRole('menuitem', { name: other.name }).click()
    await steps(page).first().waitFor()
    await context.close()
  })

  test('are shown only to managers and admins', async () => {
    const program = await startProgram()
    const session = await signIn(program)
    for (const [role, isShown] of [
      ['operator', false],
      ['manager', true],
    ] as const) {
      const { credentials } = await newMember(program, session, role)
      const { page, context } = await visit(browser)
      const requested = requestsOf(page)
      await enterConsole(page, program, '/', 'Where everything is', credentials)
      if (!isShown) await page.getByText('No asset has been seen yet').waitFor()
      else await page.getByText('Ask an admin of this organization to add a reader.').waitFor()
      expect([role, (await steps(page).count()) > 0, requested.has(listOfReaders)]).toEqual([
        role,
        isShown,
        isShown,
      ])
      expect(await page.getByRole('link', { name: 'New reader' }).count()).toBe(0)
      await context.close()
    }
  })

  test.each([
    ['', {}, ['Port']],
    [' over TLS', { WHEREABOUTS_TLS: 'self-signed' }, ['Port', 'TLS port']],
    [' over TLS only', { WHEREABOUTS_TLS: 'self-signed', WHEREABOUTS_MQTT_PORT: 'off' }, ['TLS port']],
  ])('show a command that simulates readers%s once the password is filled in', async (_, env, ports) => {
    const program = await startProgram({ env })
    const { page, context } = await visit(browser, desktop, { trustsAnyCertificate: true })
    await enter(page, program)
    await page.getByText('No reader yet?').click()
    // The command is complete when the certificate authority has loaded.
    if (program.ca) await page.locator('[data-copy="Command"]').filter({ hasText: '--ca' }).waitFor()
    const command = await offered(page, 'Command')
    const words = command
      .replace('YOUR-PASSWORD', `'${administrator.password}'`)
      .replace(/^whereabouts/, executable)
      .replace('--ca data/', `--ca ${program.dataDir}/`)
    const shell = Bun.spawn(['sh', '-c', `exec ${words} --count 40`], { stdout: 'ignore', stderr: 'pipe' })
    expect([await shell.exited, command.split(' ', 1)]).toEqual([0, ['whereabouts']])
    await page.getByText('Simulated asset').first().waitFor()
    const session = await signIn(program)
    const readers = (await session.get('/internal/v1/readers')).body
    expect(readers.total_count).toBe(2)
    expect((await session.get('/api/v1/locations')).body.total_count).toBe(4)
    expect((await session.get('/api/v1/assets')).body.total_count).toBe(20)
    await openConsole(page, program, `/readers/${readers.data[0].id}`)
    await page.locator('[data-copy="Host"]').waitFor()
    const shown = page.locator('[data-copy="Port"], [data-copy="TLS port"]')
    await shown.getByText(/^\d+$/).first().waitFor()
    await eventually(() =>
      shown.evaluateAll((fields) => fields.map((field) => field.getAttribute('data-copy'))),
    ).toEqual(ports)
    await context.close()
  })

  test('are not shown when an asset was seen before', async () => {
    const program = await startProgram()
    const session = await signIn(program)
    const location = await newLocation(session)
    await newTagged(session, 'seen')
    const reader = await newReader(session, 'old', [location.id])
    await postReads(program, reader, [{ value: 'seen' }])
    const { page, context } = await visit(browser)
    const requested = requestsOf(page)
    await enterConsole(page, program, '/?view=list', 'Where everything is')
    await page.getByRole('link', { name: 'Thing' }).waitFor()
    expect(await steps(page).count()).toBe(0)
    await addText(page, 'nothing like it')
    await page.getByText('No results found.').waitFor()
    expect([await steps(page).count(), requested.has(listOfReaders)]).toEqual([0, false])
    await context.close()
  })
})
