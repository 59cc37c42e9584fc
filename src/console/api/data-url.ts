import { t } from '../languages/messages'

/** Returns an image as a data URL, because an `img` element cannot send the token of the session. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error(t('The photo could not be read.'))))
    reader.readAsDataURL(blob)
  })
}
