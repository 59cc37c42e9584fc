import { afterAll, expect, test } from 'bun:test'
import { startPostgres } from '../../../scripts/postgres-server'
import { enterConsole, flaws, hasBrowser, launch, offered, visit } from '../../support/browser'
import { startProgram, stopPrograms } from '../../support/program'

/** The Backups page on PostgreSQL. Without PostgreSQL or Chromium, the test is skipped. */

const server = hasBrowser ? await startPostgres() : undefined

afterAll(async () => {
  await stopPrograms()
  server?.stop()
})

test.skipIf(!server)(
  'the Backups page shows only how PostgreSQL is backed up',
  async () => {
    const program = await startProgram({ env: { WHEREABOUTS_DATABASE_URL: server?.url }, isFirst: true })
    const browser = await launch()
    const { page, browserErrors } = await visit(browser)
    await enterConsole(page, program, '/backups', 'Backups')
    await page.getByText('The database is PostgreSQL, so the service makes no backups.').waitFor()
    expect(await offered(page, 'Create')).toStartWith('pg_dump ')
    expect(await page.getByText('There is no backup').count()).toBe(0)
    expect(await page.getByText('WHEREABOUTS_BACKUP_SCHEDULE').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create backup' }).count()).toBe(0)
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await browser.close()
  },
  120_000,
)
