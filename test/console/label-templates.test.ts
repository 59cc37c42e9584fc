import { BinaryBitmap, DataMatrixReader, GlobalHistogramBinarizer, RGBLuminanceSource } from '@zxing/library'
import { beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enterConsole, openConsole, phone, titled, violations, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newTagged } from '../support/records'

/** Label templates: the editor, and what is printed, measured on paper. */

const templates = '/internal/v1/label-templates'
const dpi = 600
const hasRasterizer = Bun.which('pdftoppm') !== null
const without = hasRasterizer ? '' : ' (skipped: apt install poppler-utils)'

interface Sheet {
  readonly width: number
  readonly height: number
  /** One byte for each pixel; 0 is black. */
  readonly shades: Uint8ClampedArray
}

/** Returns a page of a PDF as a scanner sees it. */
async function scanned(pdf: Buffer, page: number): Promise<Sheet> {
  const folder = mkdtempSync(join(tmpdir(), 'label-'))
  const file = join(folder, 'label.pdf')
  await Bun.write(file, pdf)
  const pages = ['-f', String(page), '-l', String(page)]
  const { stdout } = Bun.spawnSync([
    'pdftoppm',
    '-gray',
    '-aa',
    'no',
    '-aaVector',
    'no',
    '-r',
    String(dpi),
    ...pages,
    file,
  ])
  rmSync(folder, { recursive: true })
  const [head = '', width = 0, height = 0] =
    /^P5\s(\d+) (\d+)\s\d+\s/.exec(stdout.toString('latin1', 0, 40)) ?? []
  return {
    width: Number(width),
    height: Number(height),
    shades: new Uint8ClampedArray(stdout.subarray(head.length)),
  }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Returns the bounds of what is black in a part of a page, in millimeters. */
function inkIn({ width, height, shades }: Sheet, part: Box): Box {
  const millimeter = dpi / 25.4
  const [x1, y1] = [Math.round(part.left * millimeter), Math.round(part.top * millimeter)]
  const x2 = Math.min(width, Math.round((part.left + part.width) * millimeter))
  const y2 = Math.min(height, Math.round((part.top + part.height) * millimeter))
  const columns = new Set<number>()
  const rows = new Set<number>()
  for (let y = y1; y < y2; y++)
    for (let x = x1; x < x2; x++)
      if ((shades[y * width + x] ?? 255) < 128) {
        columns.add(x)
        rows.add(y)
      }
  const span = (some: Set<number>) => {
    const [from, to] = [Math.min(...some), Math.max(...some) + 1]
    return [from / millimeter, (to - from) / millimeter] as const
  }
  const [[left, wide], [top, high]] = [span(columns), span(rows)]
  return { left, top, width: wide, height: high }
}

function expectAt(actual: Box, expected: Box): void {
  for (const name of ['left', 'top', 'width', 'height'] as const)
    expect([name, Math.abs(actual[name] - expected[name]) <= 0.2, actual[name]]).toEqual([
      name,
      true,
      actual[name],
    ])
}

const mm = ({ left, top, width, height }: Box) => ({
  left_mm: left,
  top_mm: top,
  width_mm: width,
  height_mm: height,
})

describeConsole('label templates', (shared) => {
  const grai = { epc: '3316452148001EC000000223', elements: '(8003)09521234001232547' }

  beforeAll(async () => {
    await newTagged(shared.session, 'RC-0547', { name: 'Cage' })
    const { data } = (await shared.session.get('/api/v1/assets?external_key=RC-0547')).body
    await shared.session.post(`/api/v1/assets/${data[0].id}/tags`, { tag_type: 'rfid', value: grai.epc })
  })

  test('are made from a size of today, edited by pointer, keyboard and numbers, and saved', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/labels/templates', 'Label templates')
    await page.getByText('Begin with a size of today.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Roll, 62 × 29 mm' }).click()
    await titled(page, 'Roll, 62 × 29 mm')
    const label = page.getByRole('group', { name: 'Label' })
    const element = label.getByRole('button', { name: 'Text: Key' })
    await element.focus()
    const left = page.getByLabel('From left')
    await eventually(() => left.inputValue()).toBe('29')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Alt+ArrowLeft')
    expect(await left.inputValue()).toBe('30.1')
    expect(await page.getByLabel('From top').inputValue()).toBe('18.5')
    expect(await page.getByLabel('Width', { exact: true }).inputValue()).toBe('30.9')
    const box = (await element.boundingBox()) as { x: number; y: number; width: number; height: number }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 40, { steps: 4 })
    await page.mouse.up()
    expect(Number(await page.getByLabel('From top').inputValue())).toBeLessThan(18)

    const widthOf = async () => Math.round((await label.boundingBox())?.width ?? 0)
    const fitting = await widthOf()
    await page.getByLabel('Zoom').selectOption('200 %')
    await eventually(widthOf).toBe(2 * fitting)
    await page.getByLabel('Zoom').selectOption('100 %')

    await page.getByLabel('From top').fill('22.7')
    await page.getByText('Outside the label by 1.2 mm').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('1 element is outside of the label.').waitFor()
    await page.getByLabel('From top').fill('18.5')

    await label.getByRole('button', { name: 'DataMatrix: Barcode tag, or the key' }).focus()
    await page.getByLabel('Content').selectOption('GS1 element string')
    await page.getByLabel('Width', { exact: true }).fill('3')
    await page.getByText('A cell of 0.19 mm cannot be read. Make it 4 mm or larger.').waitFor()
    await page.keyboard.press('Tab')
    await element.focus()
    await page.keyboard.press('Delete')
    await eventually(() => element.count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await element.waitFor()
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Template saved').waitFor()
    const { data } = (await shared.session.get(templates)).body
    expect(
      data[0].elements.map(({ field, left_mm, width_mm }: Record<string, unknown>) => [
        field,
        left_mm,
        width_mm,
      ]),
    ).toEqual([
      ['element_string', 2, 3],
      ['name', 29, 31],
      ['external_key', 30.1, 30.9],
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.skipIf(!hasRasterizer)(
    `are printed where they are on the screen, to 0.2 mm, and can be read${without}`,
    async () => {
      const boxes = {
        code: { left: 5, top: 4, width: 20, height: 20 },
        line: { left: 30, top: 6.5, width: 40, height: 0.5 },
        bars: { left: 30, top: 10, width: 35, height: 12 },
        text: { left: 5, top: 30, width: 60, height: 10 },
      }
      const elements = [
        { kind: 'datamatrix', field: 'element_string', ...mm(boxes.code) },
        { kind: 'line', ...mm(boxes.line) },
        { kind: 'code128', field: 'code', ...mm(boxes.bars) },
        { kind: 'text', text: 'H'.repeat(40), fits: true, ...mm(boxes.text) },
      ]
      const body = { name: 'Measured', width_mm: 76.2, height_mm: 50.8, elements }
      const { id } = (await shared.session.post(templates, body)).body.data
      const ofSheet = {
        width_mm: 63.5,
        height_mm: 38.1,
        elements: [{ kind: 'line', ...mm(boxes.line), width_mm: 30 }],
      }
      const onSheet = (await shared.session.post(templates, { name: 'Sheet', ...ofSheet })).body.data.id
      const { page, context, browserErrors } = await visit(shared.browser)
      await enterConsole(page, shared.program, `/labels?assets=RC-0547&size=template-${id}`, 'Labels')
      await page.getByRole('img', { name: 'Label of Cage' }).waitFor()
      expect(await violations(page)).toEqual([])
      const sheet = await scanned(await page.pdf({ preferCSSPageSize: true }), 1)
      expect([sheet.width, sheet.height].map((pixels) => Math.round((pixels / dpi) * 254) / 10)).toEqual([
        76.2, 50.8,
      ])
      for (const box of [boxes.code, boxes.line, boxes.bars])
        expectAt(
          inkIn(sheet, {
            ...box,
            left: box.left - 2,
            width: box.width + 4,
            top: box.top - 1.5,
            height: box.height + 2.5,
          }),
          box,
        )
      const text = inkIn(sheet, { ...boxes.text, left: 0, width: 76 })
      expect(text.left).toBeGreaterThanOrEqual(5)
      expect(text.left + text.width).toBeLessThanOrEqual(65.1)
      const source = new RGBLuminanceSource(sheet.shades, sheet.width, sheet.height).crop(59, 35, 590, 590)
      const read = new DataMatrixReader()
        .decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)))
        .getText()
      expect(read.replace('\u001d', '')).toBe(grai.elements.replace(/[()]/g, ''))

      // The fifth label of a sheet: the second one of the second row.
      await openConsole(page, shared.program, `/labels?assets=RC-0547&size=template-${onSheet}&paper=a4-21`)
      await page.getByLabel('Used labels on the first sheet').fill('4')
      const paper = await scanned(await page.pdf({ preferCSSPageSize: true }), 1)
      const [left, top] = [7.25 + 63.5 + 2.5 + boxes.line.left, 15.15 + 38.1 + boxes.line.top]
      expectAt(inkIn(paper, { left: 0, top: 0, width: 210, height: 297 }), {
        left,
        top,
        width: 30,
        height: 0.5,
      })
      await openConsole(page, shared.program, '/labels?assets=RC-0547&size=template-999999')
      await page.getByText('The template does not exist any more. Choose a size.').waitFor()
      expect(await page.getByLabel('Size').locator('option:checked').textContent()).toBe(
        'A template that was deleted',
      )

      // A printer that prints 49.5 mm instead of 50 mm.
      await page.goto(`${new URL(page.url()).origin}/console/labels/templates/${id}`)
      await page.getByLabel('Measured').fill('49.5')
      await page.getByLabel('Measured').blur()
      await page.getByText('This browser prints all lengths times 1.0101.').waitFor()
      const tested = await page.pdf({ preferCSSPageSize: true })
      const line = inkIn(await scanned(tested, 2), { left: 0, top: 0, width: 76, height: 6 })
      expect(Math.abs(line.width - 0.3 - 50 / 0.99)).toBeLessThan(0.2)
      const corrected = inkIn(await scanned(tested, 1), { left: 28, top: 5, width: 48, height: 3 })
      expectAt(corrected, { left: 30 / 0.99, top: 6.5 / 0.99, width: 40 / 0.99, height: 0.5 })
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('are only shown and printed on a phone', async () => {
    const { page, context, browserErrors } = await visit(shared.browser, phone)
    const { data } = (await shared.session.get(templates)).body
    await enterConsole(page, shared.program, `/labels/templates/${data[0].id}`, data[0].name)
    await page.getByRole('img', { name: 'Label of an example' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Print one as a test' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save template' }).isVisible()).toBe(false)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
