import { createTransport } from 'nodemailer'
import { getCACertificates, rootCertificates } from 'node:tls'
import { isIP } from 'node:net'
import type { Message } from '../../base/messages'
import type { MailSender, SmtpUrl } from '../../settings/mail-settings'
import { mailMessages as say } from './messages'

/** Limits of an attempt, in milliseconds. */
const connectMillis = 10_000
const replyMillis = 30_000
const attemptMillis = 60_000
/** A reply of the server is cut to this length. */
const replyMax = 300

/** A mail, apart from its sender. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without angle brackets. The same for each attempt. */
  readonly messageId: string
  /** The id of the mail that it follows; null: none. */
  readonly follows: string | null
  readonly isUrgent: boolean
  readonly files?: readonly MailFile[]
}

interface MailFile {
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly content: Buffer
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** No message can be sent now. */
  | { readonly kind: 'server'; readonly error: Message }
  /** This message cannot be sent: for good, or for now. */
  | { readonly kind: 'message'; readonly isPermanent: boolean; readonly error: Message }

export type SendMail = (mail: Mail, stopping: AbortSignal) => Promise<MailResult>

interface MailServer {
  readonly url: SmtpUrl
  readonly password: string | undefined
  readonly from: MailSender
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

function optionsOf({ url, password = url.password }: MailServer, certificates: string | undefined) {
  const ca = [...new Set([...rootCertificates, ...getCACertificates('system')])]
  if (certificates !== undefined) ca.push(certificates)
  const auth = url.username === undefined ? undefined : { user: url.username, pass: password ?? '' }
  return {
    host: url.host,
    port: url.port,
    secure: url.isSecure,
    // A password is sent without encryption to the machine itself only.
    requireTLS: auth !== undefined && !isLoopback(url.host),
    ...(auth && { auth }),
    connectionTimeout: connectMillis,
    greetingTimeout: replyMillis,
    socketTimeout: replyMillis,
    dnsTimeout: connectMillis,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { ca },
  }
}

/**
 * Returns a function that sends mail to the SMTP server. Each attempt has its own connection, and ends after a minute.
 *
 * @param certificates further certificate authorities, as PEM
 */
export function createSendMail(server: MailServer, certificates: string | undefined): SendMail {
  const options = optionsOf(server, certificates)
  const { from, url } = server

  return async ({ to, subject, text, html, messageId, follows, isUrgent, files = [] }, stopping) => {
    const late = AbortSignal.timeout(attemptMillis)
    try {
      await createTransport(options).sendMail({
        from: { name: from.name, address: from.address },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: files.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        messageId: `<${messageId}>`,
        ...(follows !== null && { inReplyTo: `<${follows}>`, references: `<${follows}>` }),
        ...(isUrgent && { priority: 'high' }),
        // No vacation reply, and no reply of another machine (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.any([late, stopping]),
      })
      return { kind: 'sent' }
    } catch (error) {
      if (stopping.aborted) return { kind: 'server', error: say('mail.stopped') }
      if (!late.aborted) return resultOf(error as SmtpError, server)
      const limit = { host: url.host, limit_seconds: attemptMillis / 1000 }
      return { kind: 'server', error: say('mail.late', limit) }
    }
  }
}

interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Says what an error of nodemailer means, and whether it is about the server or about the message. */
function resultOf(error: SmtpError, { url, from }: MailServer): MailResult {
  const { host, port } = url
  const { code = '', command = '', responseCode = 0 } = error
  const reply = (error.response ?? error.message).slice(0, replyMax).replaceAll(/\p{C}+/gu, ' ')
  const server = (said: Message): MailResult => ({ kind: 'server', error: said })
  if (code === 'EAUTH' || code === 'ENOAUTH') return server(say('mail.login', { host, reply }))
  if (command === 'STARTTLS' && responseCode > 0) return server(say('mail.no_tls', { host }))
  const certificate = certificateReasons[error.originalCode ?? ''] ?? certificateReasonOf(error.message)
  if (certificate) return server(say('mail.tls', { host, reason: certificate }))
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return server(say('mail.sender', { host, address: from.address, reply }))
  // 421: the server closes the connection, whatever the message is.
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421)
    return {
      kind: 'message',
      isPermanent: responseCode === 0 || responseCode >= 500,
      error: say('mail.refused', { host, reply }),
    }
  if (code === 'EPROTOCOL') return server(say('mail.protocol', { host, reason: reply }))
  const reason = connectionReasons(port)[error.originalCode ?? code] ?? reply
  return server(say('mail.connection', { host, reason }))
}

const untrusted = say('mail.untrusted')

const certificateReasons: Readonly<Record<string, Message>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: say('mail.other_host'),
  CERT_HAS_EXPIRED: say('mail.expired'),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
}

/** The code of some errors is lost on the way. */
function certificateReasonOf(message: string): Message | undefined {
  if (/certificate has expired/i.test(message)) return say('mail.expired')
  if (/altname|does not match certificate/i.test(message)) return say('mail.other_host')
  if (/self.signed|issuer certificate|verify the first certificate/i.test(message)) return untrusted
  return undefined
}

const connectionReasons = (port: number): Readonly<Record<string, Message>> => ({
  ECONNREFUSED: say('mail.refused_connection', { port }),
  EDNS: say('mail.unknown_host'),
  ENOTFOUND: say('mail.unknown_host'),
  DNS_ENOTFOUND: say('mail.unknown_host'),
  ETIMEDOUT: say('mail.no_answer'),
  ECONNRESET: say('mail.closed'),
})
