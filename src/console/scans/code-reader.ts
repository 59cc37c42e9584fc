/** Reads the codes in the current image of a camera. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
