import { hasControl } from '../base/text'
import type { Kind } from './kinds'

/** The settings of mail. */

/** The address of an SMTP server. */
export interface SmtpUrl {
  /** Whether the connection begins with TLS. Otherwise STARTTLS is used if the server offers it. */
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
}

const defaultPorts = { smtp: 587, smtps: 465 }

function parseSmtpUrl(text: string): Readonly<SmtpUrl> | undefined {
  if (hasControl(text) || /\s/.test(text) || !/^smtps?:\/\//.test(text) || !URL.canParse(text))
    return undefined
  const url = new URL(text)
  const protocol = url.protocol.slice(0, -1) as 'smtp' | 'smtps'
  const hasMore = !['', '/'].includes(url.pathname) || /[?#]/.test(text)
  if (hasMore || url.hostname === '' || url.port === '0') return undefined
  if (url.password !== '' && url.username === '') return undefined
  try {
    return Object.freeze({
      isSecure: protocol === 'smtps',
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

export const smtpUrl: Kind<Readonly<SmtpUrl>> = {
  allowed:
    'the URL of an SMTP server such as smtp://user@mail.example.com:587 or smtps://mail.example.com, without path or query, ' +
    'with special characters as %XX',
  read: (value) => (typeof value === 'string' ? parseSmtpUrl(value) : undefined),
}

/** The sender of mail. */
export interface MailSender {
  readonly name: string
  readonly address: string
}

const addressForm = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

export const mailSender: Kind<Readonly<MailSender>> = {
  allowed:
    'an e-mail address such as alerts@example.com, or a name with one such as Warehouse <alerts@example.com>',
  read(value) {
    if (typeof value !== 'string' || hasControl(value) || value.length > 400) return undefined
    const [, name = '', bracketed] = /^([^<>"]*)<([^<>]*)>$/.exec(value.trim()) ?? []
    const address = bracketed ?? value.trim()
    return addressForm.test(address) && address.length <= 254
      ? Object.freeze({ name: name.trim(), address })
      : undefined
  },
}
