/** Options of a request whose body is a file, which is sent unchanged and not as JSON. */
export const fileBody = (file: File) => ({
  body: file as never,
  bodySerializer: (body: unknown) => body as Blob,
  headers: { 'content-type': file.type === '' ? 'application/octet-stream' : file.type },
})
