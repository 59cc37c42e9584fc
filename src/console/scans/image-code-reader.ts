import {
  BarcodeFormat,
  BinaryBitmap,
  DataMatrixReader,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  type Reader,
  RGBLuminanceSource,
} from '@zxing/library'
import { t } from '../languages/messages'
import type { CodeReader } from './code-reader'

/** Reads codes in images, in any browser: QR, Data Matrix, Code 128, EAN and UPC. */

const hints = new Map<DecodeHintType, unknown>([
  [
    DecodeHintType.POSSIBLE_FORMATS,
    [BarcodeFormat.CODE_128, BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A],
  ],
  [DecodeHintType.TRY_HARDER, true],
])

/** Maximum width of the image, in pixels. A larger one takes longer and finds no more codes at the usual distance. */
const widthMax = 960

export function imageCodeReader(): CodeReader {
  const readers: readonly Reader[] = [
    new QRCodeReader(),
    new MultiFormatOneDReader(hints),
    new DataMatrixReader(),
  ]
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error(t("This browser can't read the image of the camera"))
  return {
    async detect(video) {
      const { videoWidth, videoHeight } = video
      if (videoWidth === 0) return []
      const scale = Math.min(1, widthMax / videoWidth)
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
      const gray = new RGBLuminanceSource(grayOf(data), canvas.width, canvas.height)
      const image = new BinaryBitmap(new HybridBinarizer(gray))
      const found = readers.map((reader) => read(reader, image)).find((value) => value !== undefined)
      return found === undefined ? [] : [{ rawValue: found }]
    },
  }
}

/** Returns the text of a code. The library throws its own exception when there is no code or only a part of one. */
function read(reader: Reader, image: BinaryBitmap): string | undefined {
  try {
    return reader.decode(image, hints).getText()
  } catch (error) {
    if (error instanceof Exception) return undefined
    throw error
  } finally {
    reader.reset()
  }
}

/** Converts pixels to gray with the luma weights of ITU-R BT.601, in 256ths. */
function grayOf(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const gray = new Uint8ClampedArray(pixels.length / 4)
  for (let at = 0; at < gray.length; at++) {
    const from = at * 4
    gray[at] =
      (Number(pixels[from]) * 77 + Number(pixels[from + 1]) * 150 + Number(pixels[from + 2]) * 29) >> 8
  }
  return gray
}
