import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import {
  enterConsole,
  flaws,
  hasBrowser,
  launch,
  phone,
  titled,
  unless,
  violations,
  visit,
} from '../support/browser'
import { apiClient, clientOf, signIn } from '../support/client'
import { damageIndex, enlarge } from '../support/damage'
import { eventually } from '../support/eventually'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { newAsset } from '../support/records'
import { until } from '../support/until'

/** The console shows that the database is damaged. */

setDefaultTimeout(120_000)

const assetName = 'Zinc plate'

describe.skipIf(!hasBrowser)(`a damaged database in the console${unless}`, () => {
  let browser: Browser
  let program: Program
  let path: string
  let token: string | undefined
  beforeAll(async () => {
    browser = await launch()
    const first = await startProgram()
    const api = await apiClient(first, await signIn(first))
    path = `/api/v1/assets/${(await newAsset(api, { name: assetName })).id}`
    token = api.token
    await first.stop()
    const { dataDir } = first
    const database = join(dataDir, 'whereabouts.db')
    enlarge(database)
    damageIndex(database, assetName)
    // So that the damage is found when the asset is renamed, and the user can sign in before.
    const at = `${new Date().toISOString().slice(0, -1)}000Z`
    writeFileSync(join(dataDir, 'integrity.json'), JSON.stringify({ checked_at: at, damage: null }))
    program = await startProgram({ dataDir })
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  // Rule: internal-api.md, Version and limits
  test('is reported to admins on every page, with the damage in the settings', async () => {
    const { page, context, browserErrors } = await visit(browser, phone)
    await enterConsole(page, program, '/settings', 'Settings')
    const section = page.getByRole('region', { name: 'Database' })
    await section.getByText('No damage found').waitFor()
    expect(await page.getByText('The database is damaged').count()).toBe(0)

    await clientOf(program.http, token).patch(path, { name: 'Renamed' })
    await until(
      async () => (await clientOf(program.http).get('/readyz')).status === 503,
      () => program.log(),
    )
    await section.getByText('missing from index').waitFor({ timeout: 30_000 })
    const banner = page.getByRole('alert').filter({ hasText: 'The database is damaged' })
    await banner.waitFor()
    await eventually(() => banner.textContent()).toContain('restore a backup')
    expect(await flaws(page)).toEqual([])
    expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: 'Where' }).first().click()
    await titled(page, 'Where everything is')
    await banner.waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
