/** Images as they are sent to clients. */

export interface StoredImage {
  readonly mediaType: string
  readonly hash: string
  readonly size: number
  /** Opens the content. It ends with an error when the image is replaced meanwhile. */
  readonly stream: () => ReadableStream<Uint8Array>
}

/** Returns the SHA-256 of an image. It identifies the content, and is its ETag. */
export const hashOf = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

/** A part is read when the client has taken the part before, so that a slow client occupies one part of memory. */
export function streamOf(
  read: (part: number) => Promise<Uint8Array | undefined>,
  size: number,
): ReadableStream<Uint8Array> {
  let next = 0
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      const bytes = await read(next++)
      if (!bytes) throw new Error('The image was replaced while it was sent.')
      controller.enqueue(bytes)
      sent += bytes.length
      if (sent >= size) controller.close()
    },
  })
}
