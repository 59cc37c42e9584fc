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
import type { CodeReader } from './code-reader'

/** Reads codes out of pictures, in any browser: QR, Data Matrix, Code 128, EAN and UPC. */

const hints = new Map<DecodeHintType, unknown>([
  [
    DecodeHintType.POSSIBLE_FORMATS,
    [BarcodeFormat.CODE_128, BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A],
  ],
  [DecodeHintType.TRY_HARDER, true],
])

/** More would cost time, and bring no code that is held at a usual distance. */
const widthMax = 960

export function imageCodeReader(): CodeReader {
  const readers: readonly Reader[] = [
    new QRCodeReader(),
    new MultiFormatOneDReader(hints),
    new DataMatrixReader(),
  ]
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser gives no picture of what the camera sees')
  return {
    async detect(video) {
      const { videoWidth, videoHeight } = video
      if (videoWidth === 0) return []
      const scale = Math.min(1, widthMax / videoWidth)
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
      const grey = new RGBLuminanceSource(greyOf(data), canvas.width, canvas.height)
      const picture = new BinaryBitmap(new HybridBinarizer(grey))
      const found = readers.map((reader) => read(reader, picture)).find((value) => value !== undefined)
      return found === undefined ? [] : [{ rawValue: found }]
    },
  }
}

/** The library says by an exception of its own that there is no code, or half of one. */
function read(reader: Reader, picture: BinaryBitmap): string | undefined {
  try {
    return reader.decode(picture, hints).getText()
  } catch (error) {
    if (error instanceof Exception) return undefined
    throw error
  } finally {
    reader.reset()
  }
}

/** The eye's weights of red, green and blue, in 256ths (ITU-R BT.601). */
function greyOf(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(pixels.length / 4)
  for (let at = 0; at < grey.length; at++) {
    const from = at * 4
    grey[at] =
      (Number(pixels[from]) * 77 + Number(pixels[from + 1]) * 150 + Number(pixels[from + 2]) * 29) >> 8
  }
  return grey
}
