/** An S3 service that answers 400 to the checksum headers of newer clients, as some services do. It keeps the objects in memory. */

interface StrictS3 {
  readonly endpoint: string
  readonly objects: ReadonlyMap<string, Uint8Array>
  /** The methods of the requests that were answered. */
  readonly requests: readonly string[]
  /** The headers that were refused. */
  readonly refused: readonly string[]
  stop(): void
}

const isChecksum = (name: string): boolean => /^x-amz-(?:checksum-|sdk-checksum-algorithm)/i.test(name)

const xml = (body: string, status = 200): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

export function startStrictS3(): StrictS3 {
  const objects = new Map<string, Uint8Array>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  const requests: string[] = []
  const refused: string[] = []

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 1024 ** 3,
    async fetch(request) {
      const url = new URL(request.url)
      const names = [...request.headers.keys(), ...url.searchParams.keys()].filter(isChecksum)
      const body = await request.bytes()
      if (names.length > 0) {
        refused.push(...names)
        return xml(
          `<Error><Code>InvalidArgument</Code><Message>Unsupported ${names[0]}</Message></Error>`,
          400,
        )
      }
      requests.push(request.method)
      return respond(request, url, body)
    },
  })

  function respond({ method }: Request, { pathname, searchParams }: URL, body: Uint8Array): Response {
    const key = decodeURIComponent(pathname).split('/').slice(2).join('/')
    const upload = searchParams.get('uploadId')
    if (method === 'GET' && searchParams.has('list-type')) return listed(searchParams.get('prefix') ?? '')
    if (method === 'POST' && searchParams.has('uploads')) return begun(key)
    if (upload !== null) return ofUpload(method, key, upload, Number(searchParams.get('partNumber')), body)
    if (method === 'PUT') objects.set(key, body)
    if (method === 'PUT') return new Response('', { headers: { etag: '"1"' } })
    if (method === 'DELETE') objects.delete(key)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const found = objects.get(key)
    if (!found) return xml('<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>', 404)
    return new Response(method === 'HEAD' ? null : found, { headers: { etag: '"1"' } })
  }

  function listed(prefix: string): Response {
    const contents = [...objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
    return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
  }

  function begun(key: string): Response {
    const id = `upload-${uploads.size + 1}`
    uploads.set(id, new Map())
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function ofUpload(method: string, key: string, id: string, part: number, body: Uint8Array): Response {
    const parts = uploads.get(id)
    if (method === 'PUT') {
      parts?.set(part, body)
      return new Response('', { headers: { etag: `"${part}"` } })
    }
    if (method === 'POST' && parts) {
      const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes)
      objects.set(key, Buffer.concat(inOrder))
    }
    uploads.delete(id)
    return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  }

  return {
    endpoint: server.url.origin,
    objects,
    requests,
    refused,
    stop: () => void server.stop(true),
  }
}
