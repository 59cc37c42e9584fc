import type { CodeReader } from './code-reader'

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

/**
 * Opens the browser's own code reader. When there is none, or it supports no codes (as on some systems), it loads a library.
 */
export async function openCodeReader(): Promise<CodeReader> {
  const Detector = window.BarcodeDetector
  const formats = (await Detector?.getSupportedFormats()) ?? []
  if (Detector && formats.includes('qr_code') && formats.includes('code_128')) return new Detector()
  const { imageCodeReader } = await import('./image-code-reader')
  return imageCodeReader()
}
