import { beforeAll, describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import {
  openConsole,
  phone,
  resumeSession,
  settled,
  signInAs,
  titled,
  violations,
  visit,
} from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole, loadedBytes, maxFirstBytes, viewportsOfWidths } from '../support/console'
import { eventually } from '../support/eventually'
import { administrator, newDataDir, startProgram } from '../support/program'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'
import { until } from '../support/until'

/** The console in German. */

describeConsole('the console in German', (shared) => {
  let drill: number
  let reader: number

  beforeAll(async () => {
    const dock = await newLocation(shared.session, { name: 'Tor 1', external_key: 'TOR-1' })
    drill = (await newTagged(shared.session, 'D1', { name: 'Bohrer', external_key: 'BOHRER-1' })).id
    await scan(shared.session, dock.id, 'D1', secondsAgo(60))
    const { body } = await shared.session.post('/internal/v1/readers', {
      kind: 'fixed',
      name: 'Leser 1',
      external_key: 'LESER-1',
      format: 'whereabouts_v1',
      antennas: [{ port: 1, location_id: dock.id }],
    })
    reader = body.data.id
  })

  test('takes the decimal comma in the fields of an asset and in the antennas of a reader', async () => {
    const field = { key: 'gewicht', name: 'Gewicht', type: 'number' }
    expect((await shared.session.post('/internal/v1/asset-fields', field)).status).toBe(201)
    const { page, context, browserErrors } = await visit(shared.browser, undefined, { locale: 'de-DE' })
    await resumeSession(page, shared.program)
    await openConsole(page, shared.program, `/assets/${drill}/edit`)
    await page.getByLabel('Gewicht').fill('12,5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await titled(page, 'Bohrer')
    const asset = await shared.session.get(`/api/v1/assets/${drill}`)
    expect(asset.body.data.metadata).toEqual({ gewicht: 12.5 })

    await openConsole(page, shared.program, `/readers/${reader}/edit`)
    const offset = page.getByLabel('RSSI-Korrektur (dB) von Antenne 1')
    await offset.fill('-2,5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await titled(page, 'Leser 1')
    const { body } = await shared.session.get(`/internal/v1/readers/${reader}`)
    expect(body.data.antennas[0].rssi_offset_db).toBe(-2.5)
    await openConsole(page, shared.program, `/readers/${reader}/edit`)
    await eventually(() => offset.inputValue()).toBe('-2,5')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  // Rule: internal-api.md, Texts
  test('says in German why a scheduled backup failed, and quotes what the system said', async () => {
    const share = join(newDataDir(), 'share')
    const env = { WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *', WHEREABOUTS_BACKUP_TO: share }
    const program = await startProgram({ env })
    const readiness = async () => (await clientOf(program.http).get('/readyz')).body.status
    await until(async () => (await readiness()) === 'degraded', 'the place was tried')
    const { page, context } = await visit(shared.browser, undefined, { locale: 'de-DE' })
    await openConsole(page, program, '/backups')
    await page.getByLabel('E-Mail').fill(administrator.email)
    await page.getByLabel('Passwort').first().fill(administrator.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await titled(page, 'Backups')
    await page.getByText(`Das Verzeichnis ${share} existiert nicht. Es einhängen oder erstellen.`).waitFor()
    // A link to itself: the reason of the operating system.
    symlinkSync(share, share)
    await page.getByRole('button', { name: 'Geplantes Backup jetzt erstellen' }).click()
    await page.getByText(/ist nicht verwendbar \(„ELOOP: .+“\)\./).waitFor()
    await context.close()
  })

  // Rule: internal-api.md, Texts
  test('shows the errors and the findings of the service in German', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, undefined, { locale: 'de-DE' })
    await resumeSession(page, shared.program)
    await openConsole(page, shared.program, '/assets/new')
    await page.getByLabel('Name').fill('Säge')
    await page.getByLabel('Kennung').fill('BOHRER-1')
    await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
    await page.getByText('Ein anderes Objekt hat die Kennung BOHRER-1').waitFor()
    await page.getByLabel('Kennung').fill('BOHRER 1')
    await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
    await page.getByText('Darf nur Buchstaben, Ziffern und Bindestriche enthalten').waitFor()

    await openConsole(page, shared.program, '/status')
    await page.getByRole('button', { name: 'Prüfungen ausführen' }).click()
    const space = page.getByRole('region', { name: 'Speicherplatz' })
    await space.getByText(/^\d+,\d\s[MGT]B sind frei\. Die Datenbank hat \d+,\d\s[kMG]B\./).waitFor()
    await page.getByText('Es gibt kein Backup.').waitFor()
    expect(browserErrors.filter((error) => !/40[09]/.test(error))).toEqual([])
    await context.close()
  })

  describe.each(viewportsOfWidths)('on %s', (_, viewport) => {
    test('follows the language of the browser, with errors of the service, and the user can choose another', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport, { locale: 'de-AT' })
      await openConsole(page, shared.program, '/')
      await titled(page, 'Anmelden')
      await eventually(() => page.locator('html').getAttribute('lang')).toBe('de')
      expect(await page.evaluate(loadedBytes)).toBeLessThan(maxFirstBytes)
      await page.getByLabel('E-Mail').fill(administrator.email)
      await page.getByLabel('Passwort').first().fill('wrong password')
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await page.getByText('E-Mail-Adresse oder Passwort ist falsch').waitFor()
      expect(await flaws(page)).toEqual([])
      // With the keyboard alone: the arrow keys only move, and keep what was typed.
      const language = page.getByRole('combobox', { name: 'Sprache' })
      await language.focus()
      await page.keyboard.press('ArrowDown')
      // The list marks the present choice after it has opened.
      await page.locator('[data-combobox-selected]').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page
        .getByRole('option', { name: 'English' })
        .and(page.locator('[data-combobox-selected]'))
        .waitFor()
      await eventually(() => page.getByLabel('E-Mail').inputValue()).toBe(administrator.email)
      await page.keyboard.press('Enter')
      await titled(page, 'Sign in')
      await eventually(() => page.locator('html').getAttribute('lang')).toBe('en')
      await signInAs(page, administrator)
      await titled(page, 'Today')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
      await titled(page, 'Heute')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('has no page with a serious accessibility problem or wider than the window', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport, { locale: 'de-DE' })
      await resumeSession(page, shared.program)
      const pages: Record<string, string> = {
        '/': 'Wo alles ist',
        '/?view=list': 'Wo alles ist',
        [`/assets/${drill}`]: 'Bohrer',
        '/assets/new': 'Neues Objekt',
        '/assets': 'Objekte',
        '/assets/import': 'Objekte importieren',
        '/locations': 'Standorte',
        '/locations/import': 'Standorte importieren',
        '/readers': 'Lesegeräte',
        [`/readers/${reader}`]: 'Leser 1',
        [`/readers/${reader}/edit`]: 'Leser 1 bearbeiten',
        '/unknown-tags': 'Unbekannte Transponder',
        '/overview': 'Heute',
        '/alerts': 'Alarme',
        '/alerts/closed': 'Geschlossene Alarme',
        '/alert-rules': 'Alarmregeln',
        '/alert-rules/new': 'Neue Alarmregel',
        '/scan': 'Scannen',
        '/labels?assets=BOHRER-1': 'Etiketten',
        '/labels/templates': 'Etikettenvorlagen',
        '/labels/jobs': 'Druckaufträge',
        '/printers': 'Drucker',
        '/members': 'Mitglieder',
        '/settings': 'Einstellungen',
        '/backups': 'Backups',
        '/audit': 'Änderungsprotokoll',
      }
      for (const [path, title] of Object.entries(pages)) {
        await openConsole(page, shared.program, path)
        await titled(page, title)
        await page.getByLabel('Wird geladen').first().waitFor({ state: 'detached' })
        expect([title, ...(await flaws(page))]).toEqual([title])
      }
      await page.getByText('hat Lesegerät').first().waitFor()
      await openConsole(page, shared.program, `/assets/${drill}`)
      await page.getByText('An Tor 1 gescannt').first().waitFor()
      await page
        .getByText(/vor (1 Minute|\d+ Minuten)/)
        .first()
        .waitFor()
      await openConsole(page, shared.program, '/assets/new')
      await page.getByLabel('Kennung').fill('keine Kennung')
      await page.getByRole('button', { name: 'Erstellen' }).click()
      await page.getByText('Einen Namen eingeben').waitFor()
      await page.getByText('Darf nur Buchstaben, Ziffern und Bindestriche enthalten').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('is in English when the browser has none of its languages', async () => {
    const { page, context } = await visit(shared.browser, undefined, { locale: 'fr-FR' })
    await openConsole(page, shared.program, '/')
    await titled(page, 'Sign in')
    await context.close()
  })
})

/** The narrowest window that the console supports. German texts are longer than English ones. */
const narrowest = 320

/**
 * Returns axe's violations, and whether the page is wider than the window or than the narrowest one. The colors are those
 * of the English pages.
 */
async function flaws(page: Page): Promise<string[]> {
  await settled(page)
  const found = await violations(page)
  const viewport = page.viewportSize() ?? phone
  for (const width of [viewport.width, narrowest]) {
    await page.setViewportSize({ ...viewport, width })
    await settled(page)
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      found.push(`The page is wider than a window of ${width} pixels`)
  }
  await page.setViewportSize(viewport)
  return found
}
