import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import bwip from 'bwip-js/generic'
import { BarcodeFormat, DataMatrixWriter } from '@zxing/library'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'uqr'
import { enterConsole, hasBrowser, launch, phone, unless, visit } from '../support/browser'
import { newDataDir, type Program, startProgram, stopPrograms } from '../support/program'
import { until } from '../support/until'

/** The camera reads codes in a browser without a code reader. */

setDefaultTimeout(120_000)

type Squares = readonly (readonly boolean[])[]

const qr = (text: string): Squares => encode(text, { ecc: 'M' }).data

function dataMatrix(text: string): Squares {
  const matrix = new DataMatrixWriter().encode(text, BarcodeFormat.DATA_MATRIX, 0, 0, new Map())
  return Array.from({ length: matrix.getHeight() }, (_, y) =>
    Array.from({ length: matrix.getWidth() }, (__, x) => matrix.get(x, y)),
  )
}

function bars(format: string, text: string): Squares {
  const [drawn] = bwip.raw(format, text, {}) as { sbs: number[] }[]
  const row = (drawn?.sbs ?? []).flatMap((length, at) => Array.from({ length }, () => at % 2 === 0))
  return Array.from({ length: Math.round(row.length / 3) }, () => row)
}

const [width, height] = [640, 480]

/** Returns an image of the code on a white background, as a film of two frames (YUV4MPEG2, gray). */
function filmOf(squares: Squares): Uint8Array {
  const columns = squares[0]?.length ?? 0
  const scale = Math.floor(Math.min((width * 0.8) / columns, (height * 0.8) / squares.length))
  const left = Math.floor((width - columns * scale) / 2)
  const top = Math.floor((height - squares.length * scale) / 2)
  const luma = new Uint8Array(width * height).fill(235)
  for (let y = 0; y < squares.length * scale; y++)
    for (let x = 0; x < columns * scale; x++)
      if (squares[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[(top + y) * width + left + x] = 16
  const chroma = new Uint8Array((width * height) / 2).fill(128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

describe.skipIf(!hasBrowser)(`the camera${unless}`, () => {
  const scratch = newDataDir()
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(async () => {
    await stopPrograms()
    rmSync(scratch, { recursive: true })
  })

  test.each([
    ['a QR code', 'PALLET-4711', qr('PALLET-4711')],
    ['a Code 128', 'DRILL 08/15', bars('code128', 'DRILL 08/15')],
    ['an EAN', '2012345678903', bars('ean13', '2012345678903')],
    ['a Data Matrix', 'VALVE-0042', dataMatrix('VALVE-0042')],
  ])('reads %s', async (_, text, squares) => {
    const film = join(scratch, 'film.y4m')
    writeFileSync(film, filmOf(squares))
    const browser = await launch([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    const { page, browserErrors } = await visit(browser, phone)
    const scripts = () => page.evaluate("performance.getEntriesByType('resource').length")
    // The network would never be idle with the stream.
    await page.route('**/internal/v1/stream*', (route) => route.abort())
    await enterConsole(page, program, '/scan', 'Scan')
    await page.waitForLoadState('networkidle')
    const before = await scripts()
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await page.getByRole('list', { name: 'Scanned' }).getByText(text).first().waitFor()
    expect(Number(await scripts())).toBeGreaterThan(Number(before))
    expect(browserErrors).toEqual([])
    await browser.close()
  })

  /** Opens the scan page with a camera whose stream the tests can see. */
  async function enterWithCamera() {
    const browser = await launch(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'])
    const { page } = await visit(browser, phone)
    // The network would never be idle with the stream.
    await page.route('**/internal/v1/stream*', (route) => route.abort())
    await enterConsole(page, program, '/scan', 'Scan')
    await page.waitForLoadState('networkidle')
    await page.evaluate(`
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wanted) => (window.opened = await open(wanted))`)
    const is = (state: 'live' | 'ended') =>
      until(
        () =>
          page.evaluate(
            `Boolean(window.opened?.getTracks().every(({ readyState }) => readyState === '${state}'))`,
          ),
        `the camera is ${state}`,
      )
    return { browser, page, is }
  }

  test('is off after the code reader could not be loaded', async () => {
    const { browser, page, is } = await enterWithCamera()
    await page.route('**/*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await is('ended')
    await browser.close()
  })

  test('is off as soon as it is stopped, even while the code reader is loading', async () => {
    const { browser, page, is } = await enterWithCamera()
    const stopped = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await stopped.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await is('live')
    await page.getByRole('button', { name: 'Stop camera' }).click()
    await is('ended')
    stopped.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await browser.close()
  })
})
