import { hasControl, hasSpaceAtAnEdge } from '../../base/text'

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
