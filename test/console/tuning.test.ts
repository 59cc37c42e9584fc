import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged, type Row } from '../support/records'
import { newReader, postReads, type Reader, type SentRead } from '../support/scans'

/** The signal of antennas on the page of a reader, and the preview of settings in forms. */

describeConsole('tuning in the console', (shared) => {
  let hall: Row
  let yard: Row

  beforeAll(async () => {
    hall = await newLocation(shared.session, { name: 'Hall' })
    yard = await newLocation(shared.session, { name: 'Yard' })
  })

  /** A reader in the hall and in the yard; the antenna of the yard has settings. */
  const newGate = (key: string): Promise<Reader> =>
    newReader(shared.session, key, [], {
      antennas: [
        { port: 1, location_id: hall.id },
        { port: 2, location_id: yard.id, rssi_offset_db: 1.5, min_rssi_dbm: -70 },
      ],
    })

  /** A minute of reads in the hall, and weaker ones in the yard after 20 seconds. */
  function minuteOf(value: string): SentRead[] {
    const begunAt = Date.now() - 90_000
    const read = (antenna: number, seconds: number, rssi: number): SentRead => ({
      value,
      antenna,
      rssi,
      observed_at: new Date(begunAt + seconds * 1000).toISOString(),
    })
    return [
      ...Array.from({ length: 120 }, (_, at) => read(1, at / 2, -50)),
      ...Array.from({ length: 80 }, (_, at) => read(2, 20.25 + at / 2, at % 4 === 0 ? -80 : -60)),
    ]
  }

  const signal = (page: Page, port: number) => page.locator(`[data-signal="${port}"]`)
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the last hour' })
  const start = (page: Page) => page.getByRole('button', { name: 'Preview the last hour' }).click()

  test.each(viewportsOfFlows)('the signal of antennas follows their reads, on %s', async (_, viewport) => {
    const gate = await newGate(`signal-${viewport.width}`)
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, `/readers/${gate.id}`, gate.external_key)
    const antennas = page.getByRole('region', { name: 'Antennas' })
    await antennas.getByText('RSSI offset +1.5 dB, Min. RSSI −70 dBm').waitFor()
    await antennas.getByText('No reads in the last 5 minutes').nth(1).waitFor()
    await eventually(() => antennas.getByText('No reads in the last 5 minutes').count()).toBe(2)

    await postReads(shared.program, gate, minuteOf(`S${viewport.width}`))
    await signal(page, 1).getByText('Median, dBm −50').waitFor()
    await signal(page, 2).getByText('Median, dBm −58.5').waitFor()
    await signal(page, 2).getByText('25 % too weak').waitFor()
    await signal(page, 2)
      .getByRole('img', {
        name: 'RSSI of antenna 2: 10 % of the reads are at or below −78.5 dBm, half at or below −58.5 dBm, 90 % at or below −58.5 dBm',
      })
      .waitFor()
    expect(await flaws(page)).toEqual([])

    await postReads(
      shared.program,
      gate,
      Array.from({ length: 400 }, (_x, at) => ({ value: `T${viewport.width}-${at}`, rssi: -65 })),
    )
    await signal(page, 1).getByText('Median, dBm −65').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each(viewportsOfFlows)(
    'a reader is edited with a preview, which saves nothing, on %s',
    async (_, viewport) => {
      const gate = await newGate(`preview-${viewport.width}`)
      const value = `P${viewport.width}`
      await newTagged(shared.session, value, { name: `Pallet ${viewport.width}` })
      await postReads(shared.program, gate, minuteOf(value))
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/readers/${gate.id}/edit`, `Edit ${gate.external_key}`)

      await page.getByRole('textbox', { name: 'RSSI offset (dB) of antenna 2' }).fill('31')
      await start(page)
      await page.getByText('Must be at most 30').waitFor()
      expect(await preview(page).count()).toBe(0)

      await page.getByRole('textbox', { name: 'RSSI offset (dB) of antenna 2' }).fill('30')
      await start(page)
      const totals = preview(page).getByRole('table', { name: 'Moves and weak reads' })
      await totals.getByRole('row', { name: 'Reads that are too weak 20 0' }).waitFor()
      await totals.getByRole('row', { name: 'Moves 0 1', exact: true }).waitFor()
      await preview(page)
        .getByRole('table', { name: 'Moves between locations' })
        .getByRole('row', { name: 'Hall → Yard 0 1' })
        .waitFor()
      await preview(page).getByText('1 asset would be at another location').waitFor()
      await preview(page).getByText(`Pallet ${viewport.width}: Hall → Yard`).waitFor()
      expect(await flaws(page)).toEqual([])

      await page.getByRole('textbox', { name: 'RSSI offset (dB) of antenna 2' }).fill('0')
      await preview(page).getByText('You have changed the form since this preview.').waitFor()
      const { data } = (await shared.session.get(`/internal/v1/readers/${gate.id}`)).body
      expect(data.antennas[1].rssi_offset_db).toBe(1.5)
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, gate.external_key)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('the sensitivity is set with a preview', async () => {
    const gate = await newGate('sensitivity')
    await newTagged(shared.session, 'Q1', { name: 'Quick' })
    await postReads(shared.program, gate, minuteOf('Q1'))
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('radiogroup', { name: 'Sensitivity of locations' }).getByText('Quick').click()
    await start(page)
    await preview(page).getByRole('table', { name: 'Moves and weak reads' }).waitFor()
    await preview(page).getByText('Nothing is saved yet.').waitFor()
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('the preview explains that there are no reads yet', async () => {
    const gate = await newReader(shared.session, 'quiet', [hall.id])
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/readers/${gate.id}/edit`, 'Edit quiet')
    await start(page)
    await preview(page).getByText('No tag of an asset has been read').waitFor()
    await openConsole(page, shared.program, `/readers/${gate.id}`)
    await titled(page, 'quiet')
    await context.close()
  })
})
