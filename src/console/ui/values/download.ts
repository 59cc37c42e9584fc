export const downloadCsv = (name: string, content: BlobPart[]): void =>
  download(name, new Blob(content, { type: 'text/csv' }))

/** Saves a file as if the user had clicked on a link to it. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
