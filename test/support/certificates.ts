import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Certificates that openssl creates, like those of administrators. */

export const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Formats a date for openssl. */
const dateOf = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')

export interface Files {
  readonly cert: string
  readonly key: string
}

interface CertificateOptions {
  readonly names?: string
  /** Days from now. */
  readonly from?: number
  readonly to?: number
  /** The certificate that signs this one. Without it, the certificate is self-signed. */
  readonly by?: Files
}

let made = 0

/** Writes a certificate and its key into a folder. */
export function makeCertificate(
  directory: string,
  {
    names = 'DNS:tracking.example.org,DNS:localhost,IP:127.0.0.1',
    from = -1,
    to = 30,
    by,
  }: CertificateOptions = {},
): Files {
  const stem = join(directory, `made-${++made}`)
  const [cert, key, request, config] = ['crt', 'key', 'csr', 'cnf'].map((end) => `${stem}.${end}`) as [
    string,
    string,
    string,
    string,
  ]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key]
  openssl('req', '-new', ...newKey, '-out', request, '-subj', `/CN=made-${made}`)
  // `openssl x509` of this version accepts no dates, but `openssl ca` does.
  const lines = [
    '[ca]\ndefault_ca=own\n[own]',
    `database=${stem}.txt\nserial=${stem}.srl\nnew_certs_dir=${directory}`,
    'default_md=sha256\npolicy=any\nx509_extensions=extensions\nunique_subject=no',
    '[any]\ncommonName=supplied\n[extensions]',
    `subjectAltName=${names}\nextendedKeyUsage=serverAuth`,
  ]
  writeFileSync(config, lines.join('\n'))
  writeFileSync(`${stem}.txt`, '')
  writeFileSync(`${stem}.srl`, '01')
  const signer = by ? ['-cert', by.cert, '-keyfile', by.key] : ['-selfsign', '-keyfile', key]
  const dates = ['-startdate', dateOf(from), '-enddate', dateOf(to)]
  openssl('ca', '-batch', '-notext', '-config', config, ...signer, ...dates, '-in', request, '-out', cert)
  return { cert, key }
}
