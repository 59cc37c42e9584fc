import { readFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'
import type { Files } from './certificates'

/** An SMTP server that keeps what it gets. */

interface ReceivedMail {
  readonly to: string
  readonly from: string
  /** As it came, with headers. */
  readonly raw: string
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The attached files by name, as text. */
  readonly files: Readonly<Record<string, string>>
  /** By the clock of the test, in milliseconds. */
  readonly at: number
}

interface SmtpOptions {
  readonly port?: number
  readonly tls?: Files
  /** Whether connections begin with TLS. */
  readonly isSecure?: boolean
  /** Accepts only these credentials. */
  readonly login?: { readonly username: string; readonly password: string }
  /** Returns the response to a recipient that is refused, such as 550. */
  readonly refuse?: (address: string) => number | undefined
  /** Called with each mail before it is accepted. It may wait. */
  readonly onData?: (mail: ReceivedMail) => Promise<void> | void
}

export interface Smtp {
  readonly mails: ReceivedMail[]
  readonly port: number
  readonly url: string
  /** The subjects of what came for an address. */
  subjectsTo(address: string): string[]
  stop(): Promise<void>
}

const servers = new Set<SMTPServer>()

export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
  const { tls, login, refuse, onData } = options
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    secure: options.isSecure ?? false,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    ...(tls && { cert: readFileSync(tls.cert), key: readFileSync(tls.key) }),
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.username && password === login?.password
      done(
        isRight ? null : new Error('Invalid username or password'),
        isRight ? { user: username } : undefined,
      )
    },
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address)
      done(
        code === undefined
          ? undefined
          : Object.assign(new Error('Mailbox not available'), { responseCode: code }),
      )
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      const accept = async () => {
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        const mail = parsed(
          Buffer.concat(parts).toString('utf8'),
          from,
          session.envelope.rcptTo[0]?.address ?? '',
        )
        await onData?.(mail)
        mails.push(mail)
      }
      stream.on('end', () => void accept().then(() => done(), done))
    },
  })
  server.on('error', () => {})
  servers.add(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(options.port ?? 0, '127.0.0.1', resolve)
  await promise
  const { port } = server.server.address() as { port: number }
  return {
    mails,
    port,
    url: `${options.isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    subjectsTo: (address) => mails.filter(({ to }) => to === address).map(({ subject }) => subject),
    async stop() {
      servers.delete(server)
      const stopped = Promise.withResolvers<void>()
      server.close(() => stopped.resolve())
      await stopped.promise
    },
  }
}

/** For `afterAll`. */
export function stopSmtp(): void {
  for (const server of servers) server.close()
  servers.clear()
}

/** The settings of a program that sends mail to a server. */
export const mailSettings = ({ url }: Pick<Smtp, 'url'>): Record<string, string> => ({
  WHEREABOUTS_SMTP_URL: url,
  WHEREABOUTS_MAIL_FROM: 'Warehouse <alerts@example.com>',
})

function parsed(raw: string, from: string, to: string): ReceivedMail {
  const { headers, body } = split(raw)
  const parts = partsOf(headers, body)
  const files = parts.flatMap((part) => {
    const name = /filename="?([^";]+)/.exec(part.headers['content-disposition'] ?? '')?.[1]
    return name === undefined
      ? []
      : [[name, decoded(part.body, part.headers['content-transfer-encoding'] ?? '')] as const]
  })
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  return {
    to,
    from,
    raw,
    headers,
    subject: words(headers['subject'] ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    files: Object.fromEntries(files),
    at: Date.now(),
  }
}

/** The parts of a mail, and those inside of them. */
function partsOf(headers: Readonly<Record<string, string>>, body: string): ReturnType<typeof split>[] {
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.trimStart()))
    .flatMap((part) => [part, ...partsOf(part.headers, part.body)])
}

function split(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: Object.fromEntries(pairs) as Record<string, string>, body: raw.slice(end + 4) }
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').trim()
  const text = encoding === 'quoted-printable' ? quoted(body.replaceAll('=\r\n', '')) : body
  return text.replaceAll('\r\n', '\n').trim()
}

/** Decodes the encoded words of a header (RFC 2047). */
const words = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quoted(text.replaceAll('_', ' ')),
    )
