import { hasControl } from '../base/text'

/** The address of a broker, and the credentials for it. */
export interface BrokerUrl {
  readonly protocol: 'mqtt' | 'mqtts'
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
}

const defaultPorts = { mqtt: 1883, mqtts: 8883 }

/** Completes the sentence "must be ...". */
export const brokerUrlForm =
  'the URL of an MQTT broker such as mqtt://user:password@host:1883 or mqtts://host, without path or query, ' +
  'with special characters as %XX'

/** Returns undefined if the text is not an `mqtt://` or `mqtts://` URL, or has a path, query or fragment. */
export function parseBrokerUrl(text: string): Readonly<BrokerUrl> | undefined {
  if (hasControl(text) || /\s/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const protocol = url.protocol.slice(0, -1)
  if (protocol !== 'mqtt' && protocol !== 'mqtts') return undefined
  const hasMore = !['', '/'].includes(url.pathname) || /[?#]/.test(text)
  if (hasMore || url.hostname === '' || url.port === '0') return undefined
  try {
    return Object.freeze({
      protocol,
      host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
      port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
      ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
      ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    })
  } catch {
    // The text contains a % that does not begin an escape.
    return undefined
  }
}
