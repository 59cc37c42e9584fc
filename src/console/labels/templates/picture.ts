import { t } from '../../languages/messages'

/** Pictures of labels: black on white, because printers of labels have no other colors. */

/** Pixels of the longer side: 34 mm at 300 dpi. It becomes smaller until the file has few enough bytes. */
const firstSide = 400
const leastSide = 50
const bytesMax = 24_000
/** What is darker is black. */
const threshold = 128
const unreadable = t('The file is not an image that the browser can read.')

/** Returns an image as a PNG in Base64. */
export async function pictureOf(file: File): Promise<string> {
  const image = await createImageBitmap(file).catch(() => {
    throw new Error(unreadable)
  })
  for (let side = firstSide; side >= leastSide; side /= 2) {
    const bytes = await drawn(image, side)
    if (bytes.length <= bytesMax) return btoa(String.fromCharCode(...bytes))
  }
  throw new Error(t('The image has too many details for a label.'))
}

async function drawn(image: ImageBitmap, side: number): Promise<Uint8Array> {
  const part = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * part)),
    Math.max(1, Math.round(image.height * part)),
  )
  const context = canvas.getContext('2d')
  if (!context) throw new Error(unreadable)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    const shade = red * 0.3 + green * 0.59 + blue * 0.11 < threshold ? 0 : 255
    data.fill(shade, at, at + 3)
  }
  context.putImageData(pixels, 0, 0)
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
}
