import type { StoredImage } from '../base/images/stored'
import type { Reply } from './endpoint'

/** Returns the response with an image. A browser shows it only as an image, whatever it contains. */
export function imageReply({ mediaType, hash, size, stream }: StoredImage, request: Request): Reply {
  const etag = `"${hash}"`
  const isKnown = request.headers.get('if-none-match')?.includes(etag) ?? false
  if (isKnown && request.method !== 'POST') return { status: 304, headers: { etag } }
  const headers = {
    'content-type': mediaType,
    'content-length': String(size),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    etag,
  }
  return { status: 200, headers, ...(request.method !== 'HEAD' && { body: stream() }) }
}
