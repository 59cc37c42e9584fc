import { AppError, type FieldError, invalid, invalidField } from '../../base/errors'
import { readImage } from '../../base/images/image'
import { labelMessages } from './messages'
import { imagesMax, type LabelElement } from './schema'

/** Pixels of a side: 100 mm at 600 dpi. */
const sideMax = 2_400

const fault = (index: number, message: FieldError['message']) =>
  invalidField(`elements[${index}].image`, 'invalid_value', message)

/**
 * Returns the elements with their images as they are stored: PNGs that the service has written itself.
 *
 * @param stored images that were stored before, and are not read again
 */
export async function withReadImages(
  elements: readonly LabelElement[],
  stored: ReadonlySet<string>,
): Promise<LabelElement[]> {
  const read: LabelElement[] = []
  for (const [index, element] of elements.entries()) {
    const { image } = element
    read.push(
      image === null || stored.has(image) ? element : { ...element, image: await readPng(image, index) },
    )
  }
  const total = read.reduce((sum, { image }) => sum + (image?.length ?? 0), 0)
  if (total > imagesMax) {
    const message = labelMessages('label.large_images', { max: imagesMax })
    throw invalid([{ field: 'elements', code: 'too_large', message, params: { maximum: imagesMax } }])
  }
  return read
}

const base64 = /^[A-Za-z\d+/]+={0,2}$/
const beginning = 'iVBORw0KGgo'
/** Where the header of a PNG has its width and height. */
const [widthAt, heightAt, headerEnd] = [16, 20, 24]

async function readPng(text: string, index: number): Promise<string> {
  const field = `elements[${index}].image`
  const bytes = Buffer.from(text, 'base64')
  if (!base64.test(text) || !text.startsWith(beginning) || bytes.length < headerEnd)
    throw fault(index, labelMessages('label.needs_image', { field }))
  if (Math.max(bytes.readUInt32BE(widthAt), bytes.readUInt32BE(heightAt)) > sideMax)
    throw fault(index, labelMessages('label.large_image', { max: sideMax }))
  try {
    return Buffer.from((await readImage(bytes)).bytes).toString('base64')
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed')
      throw fault(index, labelMessages('label.needs_image', { field }))
    throw error
  }
}
