import { expect, test } from 'bun:test'
import { enterConsole, flaws, loadConsole, openConsole, phone, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { labelsOf, newAssets, newPrefix, newTemplate } from '../support/labels'
import { TestPad } from '../support/pad'
import { newReader } from '../support/scans'
import { newMember } from '../support/users'
import { ZplPrinter } from '../../src/commands/simulate/zpl/printer'

/** Print jobs in the console, on a simulated printer. */

describeConsole(
  'print jobs',
  (shared) => {
    test('are created, say what became of each label and why a job waits, and have an encode station', async () => {
      const { session } = shared
      const printer = await ZplPrinter.start()
      const { context, page, browserErrors } = await visit(shared.browser, phone)
      await enterConsole(page, shared.program, '/labels/jobs/new', 'New print job')
      await page.getByText('There is no label template yet').waitFor()
      await newTemplate(session)
      await newPrefix(session, '9521234')
      const pad = new TestPad(await newReader(session, 'PAD-1', []))
      await newAssets(session, 3)
      const { data } = (await session.get('/api/v1/assets')).body
      const keys = data.map(({ external_key: key }: { external_key: string }) => key)

      await openConsole(page, shared.program, '/printers/new')
      await page.getByLabel('Name').fill('Dock')
      await page.getByLabel('Host').fill('127.0.0.1')
      await page.getByLabel('Port').fill('')
      await page.getByLabel('Writes the chips of RFID labels').check()
      await page.getByRole('button', { name: 'Create printer' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('Port').fill(String(printer.port))
      await page.getByRole('button', { name: 'Create printer' }).click()
      await titled(page, 'Dock')
      await page.getByText('Not asked yet').waitFor()
      await page.getByRole('button', { name: 'Test printer' }).click()
      await page.getByText(/^Ready\./).waitFor()
      printer.isHeadOpen = true
      await page.getByRole('button', { name: 'Test printer' }).click()
      await page.getByText('The print head is open').waitFor()
      printer.repair()
      expect(await flaws(page)).toEqual([])

      let sent = 0
      printer.mishap = () => (++sent === 2 ? 'empty' : 'none')
      // A load, because the page has fetched the templates already.
      await loadConsole(page, shared.program, `/labels/jobs/new?assets=${keys.join(',')}`)
      await page.getByLabel('New GS1 numbers').selectOption('GIAI')
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      await page
        .getByText('The GS1 company prefix does not exist')
        .or(page.locator('[aria-invalid=true]'))
        .waitFor()
      await page.getByLabel('GS1 prefix').selectOption('9521234')
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      await titled(page, '3 labels')
      await page.getByText('3 of 3 live').waitFor()
      await page.getByText('1 void').waitFor()
      await page.getByText('The chip was empty when it was read back').waitFor()
      await page.getByText(/^Done since/).waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('link', { name: 'Print the list' }).click()
      await titled(page, 'List of 3 labels')
      await eventually(() => page.locator('.label-list tbody tr').count()).toBe(4)
      expect(await flaws(page)).toEqual([])
      await page.getByRole('link', { name: '← Print job', exact: true }).click()
      await titled(page, '3 labels')

      await printer.off()
      await page.getByRole('button', { name: `Print again: ${keys[0]}` }).click()
      await page.locator('[data-state=waiting]').getByText('Assets keep the tags they have.').waitFor()
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText(/^Paused since/).waitFor()
      await printer.on()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText('2 void').waitFor()
      await page.getByRole('link', { name: 'Print jobs' }).click()
      await page.getByText('3 live · 2 void').waitFor()

      await openConsole(page, shared.program, `/labels/jobs/new?assets=${keys.slice(0, 2).join(',')}`)
      await page.getByLabel('Printer').selectOption('None: the labels are printed elsewhere')
      await page.getByLabel('New GS1 numbers').selectOption('GIAI')
      await page.getByLabel('GS1 prefix').selectOption('9521234')
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      await titled(page, '2 labels')
      await page.getByLabel('Reader', { exact: true }).selectOption('PAD-1')
      await page.getByRole('button', { name: 'Use it as the station' }).click()
      await page.getByText('Put a label on the pad.').waitFor()
      const id = Number(new URL(page.url()).pathname.split('/').at(-1))
      await page.locator(`[data-next="${keys[0]}"]`).waitFor()
      expect(await page.locator('[data-step=live]').isVisible()).toBe(false)
      const epcs = (await labelsOf(session, id)).map(({ epc }) => ({ value: epc as string }))
      const [one = { value: '' }, two = { value: '' }] = epcs
      await pad.put(shared.program, one, two)
      await page.locator('[data-result=two_tags]').getByText('Take one away.').waitFor()
      await pad.put(shared.program, { ...one, tid: 'E2801191200073C1' })
      await page.locator('[data-result=live]').getByText(keys[0]).waitFor()
      await page.getByText('TID E280 1191 2000 73C1 locked to this label').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('heading', { name: 'Encode station' }).click()
      await page.keyboard.press('Space')
      await page.locator('[data-pad=paused]').waitFor()
      await page.keyboard.press('Space')
      await page.locator('[data-pad=heard]').waitFor()
      await pad.put(shared.program, { value: 'E28011700000020D5A5C9999' })
      await page.locator('[data-result=foreign]').waitFor()
      await pad.put(shared.program, two)
      await page.locator('[data-next=done]').getByText('2 live, 0 void').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()

      const other = await visit(shared.browser)
      await enterConsole(
        other.page,
        shared.program,
        '/labels/jobs',
        'Print jobs',
        (await newMember(shared.program, session)).credentials,
      )
      await other.page.getByRole('link', { name: /3 labels/ }).click()
      await other.page.getByText('3 of 3 live').waitFor()
      await eventually(() =>
        other.page.getByRole('button', { name: /Print again|Pause|Cancel/ }).count(),
      ).toBe(0)
      await other.context.close()
      await printer.off()
    })
  },
  // Not a copy of an installation, which would mint nothing.
  { isFirst: true, env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } },
)
