/** Finds the codes in what a camera sees: by the browser itself, or where it can't, by a library that is fetched then. */

export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

/** https://wicg.github.io/shape-detection-api/ – not in every browser, so not in the types of TypeScript. */
interface BarcodeDetectorType {
  new (): CodeReader
  getSupportedFormats(): Promise<readonly string[]>
}
declare global {
  interface Window {
    readonly BarcodeDetector?: BarcodeDetectorType
  }
}

/** On some systems the browser has the interface and knows no code. */
export async function openCodeReader(): Promise<CodeReader> {
  const Detector = window.BarcodeDetector
  const formats = (await Detector?.getSupportedFormats()) ?? []
  if (Detector && formats.includes('qr_code') && formats.includes('code_128')) return new Detector()
  const { pictureReader } = await import('./picture-reader')
  return pictureReader()
}
