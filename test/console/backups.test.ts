import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { confirm, enterConsole, flaws, offered, titled, visit } from '../support/browser'
import { pauseChild } from '../support/child'
import { signIn } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { executable, newDataDir, startProgram } from '../support/program'
import { newAsset } from '../support/records'

/** Backups and settings in the console. */

describeConsole('backups in the console', (shared) => {
  const folder = () => join(shared.program.dataDir, 'backups')
  const run = (command: string) =>
    Bun.spawn(['sh', '-c', command.replace(/^whereabouts/, executable)], {
      stdout: 'ignore',
      stderr: 'inherit',
    }).exited

  test.each(viewportsOfFlows)('are created, downloaded and deleted, on %s', async (_, viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('link', { name: 'Backups' }).click()
    await titled(page, 'Backups')
    await page.getByText('There is no backup', { exact: true }).waitFor()
    // The button is in another place when the list is empty.
    await page.getByText('No backups yet').waitFor()
    await page.getByRole('button', { name: 'Create backup' }).click()
    await page.getByText(/^whereabouts-.* was created \(.* [kM]B\)\.$/).waitFor()
    await page.getByText('There is no backup', { exact: true }).waitFor({ state: 'detached' })
    const [file] = readdirSync(folder())
    expect(await flaws(page)).toEqual([])

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${file}` }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(file as string)
    expect(readFileSync(await download.path()).equals(readFileSync(join(folder(), file as string)))).toBe(
      true,
    )

    await page.getByRole('button', { name: `Delete backup ${file}` }).click()
    await confirm(page, `Delete backup ${file}`, 'Delete backup')
    await page.getByText('No backups yet.').waitFor()
    await page.locator('#content:focus').waitFor()
    expect(readdirSync(folder())).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are still shown as being created, and then created, after the user left the page and returned', async () => {
    const { page, context } = await visit(shared.browser)
    const slow = Promise.withResolvers<void>()
    await page.route('**/internal/v1/backups', async (route) => {
      if (route.request().method() === 'POST') await slow.promise
      await route.continue()
    })
    await enterConsole(page, shared.program, '/settings', 'Settings')
    const open = async () => {
      await page.getByRole('link', { name: 'Backups' }).click()
      await titled(page, 'Backups')
    }
    await open()
    await page.getByRole('button', { name: 'Create backup' }).click()
    await page.getByText('Creating the backup').waitFor()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await titled(page, 'Settings')
    await open()
    await page.getByText('Creating the backup').waitFor()
    await eventually(() => page.getByRole('button', { name: 'Create backup' }).isDisabled()).toBe(true)
    slow.resolve()
    await page.getByText(/^whereabouts-.* was created/).waitFor()
    for (const file of readdirSync(folder())) rmSync(join(folder(), file))
    await context.close()
  })

  test.each([
    ['created', /^whereabouts-.* was created/],
    ['not created', 'The backup was not created. Create it again to see the reason.'],
  ])(
    'are still shown as being created after the page was loaded again, and then as %s',
    async (_, result) => {
      const { page, context, browserErrors } = await visit(shared.browser)
      await enterConsole(page, shared.program, '/backups', 'Backups')
      const create = page.getByRole('button', { name: 'Create backup' })
      const [paused] = await Promise.all([pauseChild(shared.program, 'backup create'), create.click()])
      await page.reload()
      await page.getByText('Creating the backup').waitFor()
      await eventually(() => create.isDisabled()).toBe(true)
      if (typeof result === 'string') paused.kill()
      else paused.resume()
      await page.getByText(result).waitFor()
      await page.getByText('Creating the backup').waitFor({ state: 'detached' })
      await eventually(() => create.isDisabled()).toBe(false)
      const files = readdirSync(folder()).filter((file) => file.endsWith('.db'))
      expect(files).toHaveLength(typeof result === 'string' ? 0 : 1)
      for (const file of files) {
        await page.getByRole('cell', { name: file, exact: true }).waitFor()
        rmSync(join(folder(), file))
      }
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('that are older than a week cause a warning', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/backups', 'Backups')
    await page.getByRole('button', { name: 'Create backup' }).click()
    await page.getByText('was created (').waitFor()
    expect(await page.getByText('The newest backup is old').count()).toBe(0)
    const [file] = readdirSync(folder())
    const old = `whereabouts-${new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, -1).replaceAll(/[:.]/g, '-')}.db`
    renameSync(join(folder(), file as string), join(folder(), old))
    await page.reload()
    await page.getByText('The newest backup is old').waitFor()
    await page.getByRole('cell', { name: old, exact: true }).waitFor()
    await context.close()
  })

  test('are restored by the command that the page shows', async () => {
    const other = await startProgram()
    const session = await signIn(other)
    await newAsset(session, { external_key: 'kept' })
    await session.post('/internal/v1/backups')
    await newAsset(session, { external_key: 'lost' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, other, '/backups', 'Backups')
    await page.locator('[data-copy=Restore]').filter({ hasText: 'whereabouts-2' }).waitFor()
    const [restore, verify] = [await offered(page, 'Restore'), await offered(page, 'Verify only')]
    const create = await offered(page, 'Create')
    expect(await run(create)).toBe(0)
    expect(await run(verify)).toBe(0)
    await other.stop()
    expect(await run(restore)).toBe(0)
    const restored = await startProgram({ dataDir: other.dataDir })
    const { data } = (await (await signIn(restored)).get('/api/v1/assets')).body
    expect(data.map((row: { external_key: string }) => row.external_key)).toEqual(['kept'])
    await context.close()
  })

  test.each(viewportsOfFlows)(
    'are made by a schedule, whose last good backup is shown, on %s',
    async (_, viewport) => {
      const place = newDataDir()
      const scheduled = await startProgram({
        env: { WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *', WHEREABOUTS_BACKUP_TO: place },
      })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, scheduled, '/backups', 'Backups')
      await page.getByText('None yet').waitFor()
      await page.getByRole('button', { name: 'Run scheduled backup now' }).click()
      // The backup has a low priority, so it waits for the other tests.
      await page
        .getByText(/created and verified in .* and checked its integrity/)
        .waitFor({ timeout: 60_000 })
      await page.getByText('1 backup: the newest of each').waitFor()
      await page.getByText(/^whereabouts-.*\.db\.zst$/).waitFor()
      expect(await page.getByText('No backups yet').count()).toBe(0)
      await page.getByText('Scheduled', { exact: true }).waitFor()
      expect(await flaws(page)).toEqual([])
      rmSync(place, { recursive: true })
      await page.getByRole('button', { name: 'Run scheduled backup now' }).click()
      await page
        .getByText(`The directory ${place} does not exist. Mount or create it.`)
        .waitFor({ timeout: 60_000 })
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('of both kinds are in one list, the newest first', async () => {
    const place = newDataDir()
    const both = await startProgram({
      env: { WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *', WHEREABOUTS_BACKUP_TO: place },
    })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, both, '/backups', 'Backups')
    const kinds = async () =>
      (await page.getByRole('table', { name: 'Backups' }).getByRole('row').allInnerTexts()).flatMap(
        (row) => /Scheduled|Requested/.exec(row) ?? [],
      )
    await page.getByRole('button', { name: 'Create backup' }).click()
    await eventually(kinds).toEqual(['Requested'])
    await page.getByRole('button', { name: 'Run scheduled backup now' }).click()
    await page.getByText(/created and verified in/).waitFor({ timeout: 60_000 })
    await eventually(kinds).toEqual(['Scheduled', 'Requested'])
    await page.getByRole('button', { name: 'Create backup' }).click()
    await eventually(kinds).toEqual(['Requested', 'Scheduled', 'Requested'])
    await context.close()
  })

  test.each(viewportsOfFlows)(
    'are linked in the settings, which show the limits and the retention periods, on %s',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/settings', 'Settings')
      const limits = page.getByRole('table', { name: 'Limits of this installation' })
      await limits
        .getByRole('row')
        .filter({ hasText: 'WHEREABOUTS_MAX_BODY_BYTES' })
        .getByText('1,048,576')
        .waitFor()
      await limits.getByText('default 6,000').waitFor()
      await page.getByText('7 days, at most the latest 50 of each reader').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByText('Delete it after a number of days').click()
      const input = page.getByRole('spinbutton', { name: 'Days' })
      for (const days of ['', '0', '99999']) {
        await input.fill(days)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText(/^Must be/).waitFor()
        await eventually(async () => [days, await input.getAttribute('aria-invalid')]).toEqual([days, 'true'])
      }
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )
})
