import {
  BinaryBitmap,
  Code128Reader,
  HybridBinarizer,
  QRCodeReader,
  type Reader,
  RGBLuminanceSource,
} from '@zxing/library'
import { beforeAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { desktop, enterConsole, titled, violations, visit, more } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation } from '../support/records'

/** Labels on the screen and on paper. */

describeConsole('labels', (shared) => {
  let trolley: number

  beforeAll(async () => {
    trolley = (await newAsset(shared.session, { name: 'Trolley', external_key: 'TROLLEY-31' })).id
    await newAsset(shared.session, {
      name: 'Crate',
      external_key: 'CRATE-8',
      tags: [{ tag_type: 'barcode', value: 'CR8-77120045' }],
    })
    await newLocation(shared.session, { name: 'Bay 5', external_key: 'BAY-5' })
    await newLocation(shared.session, {
      name: 'A location whose key is long',
      external_key: 'NORTH-WAREHOUSE-UPPER-FLOOR-AISLE-17-RACK-4',
    })
  })

  /** Returns the text that a scanner reads from a label. */
  async function scanned(code: Locator, reader: Reader): Promise<string> {
    // In print, so that the bars of the shell don't cover the label.
    await code.page().emulateMedia({ media: 'print' })
    const picture = (await code.screenshot()).toString('base64')
    await code.page().emulateMedia({ media: null })
    // The console's policy forbids scripts to read images; an empty page has no policy.
    const context = await shared.browser.newContext()
    const page = await context.newPage()
    const { width, height, shades } = (await page.evaluate(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${picture}'
      await image.decode()
      const { width, height } = image
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      const { data } = canvas.getImageData(0, 0, width, height)
      return { width, height, shades: Array.from({ length: width * height }, (_, at) => data[at * 4]) }
    })()`)) as { width: number; height: number; shades: number[] }
    await context.close()
    const source = new RGBLuminanceSource(Uint8ClampedArray.from(shades), width, height)
    return reader.decode(new BinaryBitmap(new HybridBinarizer(source))).getText()
  }

  /** Returns the sizes of the printed pages, in points. */
  const paperOf = (pdf: Buffer): number[][] =>
    [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
      ([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))],
    )

  test.each(viewportsOfFlows)(
    'on %s: contain the barcode, or else the key, of the chosen records and can be scanned',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport, { isSharp: true })
      await enterConsole(page, shared.program, '/labels', 'Labels')
      await page.getByText('Choose the assets and locations that need a label.').waitFor()
      await eventually(() => page.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true)
      await page.getByRole('combobox', { name: 'Assets' }).fill('cr8-7712')
      await page.getByRole('option', { name: 'Crate (CRATE-8)' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Locations' }).fill('bay')
      await page.getByRole('option', { name: 'Bay 5 (BAY-5)' }).click()
      await page.keyboard.press('Escape')
      const crate = page.getByRole('img', { name: 'Code of Crate: CR8-77120045' })
      const bay = page.getByRole('img', { name: 'Code of Bay 5: BAY-5' })
      await page.getByText('No barcode tag: Bay 5').waitFor()
      await bay.waitFor()
      expect(await scanned(crate, new QRCodeReader())).toBe('CR8-77120045')
      expect(await scanned(bay, new QRCodeReader())).toBe('BAY-5')
      expect(await violations(page)).toEqual([])

      await page.getByText('Code 128', { exact: true }).click()
      await page.locator('.label[data-code=code128]').first().waitFor()
      expect(await scanned(crate, new Code128Reader())).toBe('CR8-77120045')
      expect(await scanned(bay, new Code128Reader())).toBe('BAY-5')
      expect(await violations(page)).toEqual([])
      await page.getByLabel('Copies of each').fill('3')
      await eventually(() => bay.count()).toBe(3)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('are printed on the chosen paper without the rest of the page', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/labels?assets=TROLLEY-31,CRATE-8&locations=BAY-5', 'Labels')
    await page.getByRole('img', { name: 'Code of Bay 5: BAY-5' }).waitFor()
    const print = async () => paperOf(await page.pdf({ preferCSSPageSize: true }))
    expect(await print()).toEqual(Array.from({ length: 3 }, () => [176, 82]))
    await page.getByLabel('Size').selectOption('A4, 3 × 8 (70 × 37 mm)')
    expect(await print()).toEqual([[595, 842]])
    await page.getByLabel('Used labels on the first sheet').fill('23')
    expect(await print()).toEqual([
      [595, 842],
      [595, 842],
    ])
    const first = page.locator('.label-sheet').first()
    const box = (await first.locator('.label').boundingBox()) as { x: number; y: number }
    const paper = (await first.boundingBox()) as { x: number; y: number }
    const millimeter = 96 / 25.4
    expect((box.x - paper.x) / millimeter).toBeCloseTo(140, 0)
    expect((box.y - paper.y) / millimeter).toBeCloseTo(259.5, 0)
    await page.getByLabel('Size').selectOption('Letter, 3 × 10 (2⅝ × 1 in)')
    expect(await print()).toEqual([[612, 792]])

    await page.getByLabel('Size').selectOption('Custom size')
    await page.getByLabel('Width (mm)').fill('40.5')
    await page.getByLabel('Height (mm)').fill('30')
    await eventually(print).toEqual(Array.from({ length: 3 }, () => [115, 85]))
    await page.getByLabel('Height (mm)').fill('3')
    await page.getByText('Enter a number from 8 to 300.').waitFor()
    await eventually(() => page.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true)
    await page.getByLabel('Height (mm)').fill('25')
    await page.reload()
    await page.getByRole('img', { name: 'Code of Bay 5: BAY-5' }).waitFor()
    await eventually(print).toEqual(Array.from({ length: 3 }, () => [115, 71]))

    for (const [size, width, height] of [
      ['Roll, 50.8 × 25.4 mm (2 × 1 in)', 50.8, 25.4],
      ['Roll, 51 × 19 mm', 51, 19],
      ['Tape of 12 mm, 50 mm long', 50, 12],
    ] as const) {
      await page.getByLabel('Size').selectOption(size)
      const points = [width, height].map((length) => Math.round((length / 25.4) * 72))
      expect(await print()).toEqual(Array.from({ length: 3 }, () => points))
      const label = page.locator('.label').last()
      const bottom = async (part: Locator) => {
        const { y, height: tall } = (await part.boundingBox()) as { y: number; height: number }
        return y + tall
      }
      expect(await bottom(label.locator('.label-text div').last())).toBeLessThanOrEqual(await bottom(label))
    }

    await page.emulateMedia({ media: 'print' })
    for (const seen of [page.locator('header'), page.getByLabel('Copies of each')])
      expect(await seen.first().isVisible()).toBe(false)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are not printed with a number of copies or used labels that is not possible, and the field says so', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/labels?locations=BAY-5&size=a4-24', 'Labels')
    const print = page.getByRole('button', { name: 'Print' })
    await page.getByRole('img', { name: 'Code of Bay 5: BAY-5' }).waitFor()
    for (const [label, bounds, wrong] of [
      ['Copies of each', '1 to 50', ['99999', '0', '1.5', '']],
      ['Used labels on the first sheet', '0 to 23', ['24', '-1', '']],
    ] as const) {
      const field = page.getByLabel(label)
      const possible = await field.inputValue()
      for (const value of wrong) {
        await field.fill(value)
        await page.getByText(`Enter a number from ${bounds}.`).waitFor()
        expect(await print.isDisabled()).toBe(true)
      }
      expect(await violations(page)).toEqual([])
      await field.fill(possible)
      await page.getByText('Enter a number from').waitFor({ state: 'detached' })
      expect(await print.isEnabled()).toBe(true)
    }
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('come with explanations of what is not possible, and a button that attaches keys as barcode tags', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, desktop, { isSharp: true })
    const long = 'NORTH-WAREHOUSE-UPPER-FLOOR-AISLE-17-RACK-4'
    await enterConsole(
      page,
      shared.program,
      `/labels?assets=TROLLEY-31,GONE-1&locations=${long}&code=code128&size=roll-50`,
      'Labels',
    )
    await page
      .getByText('No label is printed for GONE-1. The records were not found or are not in effect.')
      .waitFor()
    await page.getByText('A QR code is used for A location whose key is long.').waitFor()
    const wide = page.getByRole('img', { name: `Code of A location whose key is long: ${long}` })
    expect(await scanned(wide, new QRCodeReader())).toBe(long)
    await page.getByRole('button', { name: 'Attach keys' }).click()
    await page.getByText('Each code contains the value of the barcode tag.').waitFor()
    const { tags } = (await shared.session.get(`/api/v1/assets/${trolley}`)).body.data
    expect(tags).toMatchObject([{ tag_type: 'barcode', value: 'TROLLEY-31' }])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('can be opened from the page of an asset', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${trolley}`, 'Trolley')
    await more(page, 'Print label')
    await titled(page, 'Labels')
    await page.getByRole('img', { name: /^Code of Trolley/ }).waitFor()
    await context.close()
  })
})
