export const downloadCsv = (name: string, content: BlobPart[]): void =>
  download(name, new Blob(content, { type: 'text/csv' }))

/** Hands a file to the browser, as if it had been asked for by a link. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
