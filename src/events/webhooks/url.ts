import { isIP } from 'node:net'
import { hasControl, hasSpaceAtAnEdge } from '../../base/text'
import { DeliveryError, type Resolve } from './addresses'
import type { Message } from '../../base/messages'

/** Whether the service may call a URL. Its addresses are checked at each connection, because names may resolve to others later. */
export function isUsableUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !hasControl(text) &&
    !hasSpaceAtAnEdge(text)
  )
}

/** Returns why the address in a URL is refused whatever a name server says; undefined when it is not. */
export async function refusedLiterally(text: string, resolve: Resolve): Promise<Message | undefined> {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  if (isIP(host) === 0 && !isLocal) return undefined
  try {
    await resolve(url)
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return error.said
    return undefined
  }
}
