import { createPrivateKey, type X509Certificate as Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { randomHex } from '../secrets'
import type { Names } from './names'
import type { KeyPair } from '../key-pair'

/**
 * A certificate authority for one installation: devices trust it once, and it vouches for the server's certificates as
 * they follow each other. ECDSA with P-256 and SHA-256, which small readers know as well (RFC 5280, RFC 5480).
 */

const day = 86_400_000
const authorityDays = 3650
/** Apple's systems refuse a server's certificate of more than 825 days, browsers those of public authorities beyond 398. */
export const serverDays = 390
/** Clocks of devices may be behind. */
const early = day

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * What the authority may vouch for: names of local networks, and the machine's own. Whoever steals its key can't pose as
 * a site of the internet to the devices that trust it. Addresses are not bounded: BoringSSL refuses whatever does that.
 */
const localHosts = ['localhost', 'local', 'lan', 'internal', 'home.arpa', 'test']

export async function makeAuthority({ hosts }: Names, now: number): Promise<KeyPair> {
  const keys = await newKeys()
  const own = hosts.filter((host) => !localHosts.some((suffix) => isBelow(host, suffix)))
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // The end tells installations on machines of one name apart.
    name: [{ CN: [`Whereabouts authority ${randomHex(3)}`] }],
    notBefore: new Date(now - early),
    notAfter: new Date(now + authorityDays * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      constraintsOf([...localHosts, ...own]),
    ],
  })
  return pairOf(certificate, keys)
}

/** Whether the authority may vouch for a host or an address. */
export function vouchedBy(authority: string): (name: string) => boolean {
  const extension = new X509Certificate(authority).getExtension(id_ce_nameConstraints)
  const permitted = extension
    ? (AsnConvert.parse(extension.value, NameConstraints).permittedSubtrees ?? [])
    : []
  const suffixes = permitted.flatMap(({ base }) => base.dNSName ?? [])
  return (name) => isIP(name) !== 0 || suffixes.some((suffix) => isBelow(name, suffix))
}

/** A server's certificate by this authority; it ends with the authority at the latest. */
export async function issue(
  authority: KeyPair,
  { hosts, addresses }: Names,
  authorityEnd: Certificate['validTo'],
  now: number,
): Promise<KeyPair> {
  const keys = await newKeys()
  const issuer = new X509Certificate(authority.cert)
  const end = Math.min(now + serverDays * day, Date.parse(authorityEnd))
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: ['Whereabouts'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now - early),
    notAfter: new Date(end),
    publicKey: keys.publicKey,
    signingKey: await signingKeyOf(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...hosts.map((value) => ({ type: 'dns', value }) as const),
        ...addresses.map((value) => ({ type: 'ip', value }) as const),
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

/** Not critical: small TLS libraries that can't read it must not refuse the whole; the others heed it all the same. */
function constraintsOf(hosts: readonly string[]): Extension {
  const permittedSubtrees = new GeneralSubtrees(
    hosts.map((dNSName) => new GeneralSubtree({ base: new GeneralName({ dNSName }) })),
  )
  const value = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }))
  return new Extension(id_ce_nameConstraints, false, value)
}

const isBelow = (host: string, suffix: string): boolean => host === suffix || host.endsWith(`.${suffix}`)

const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

const signingKeyOf = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    algorithm,
    false,
    ['sign'],
  )

async function pairOf(certificate: X509Certificate, { privateKey }: CryptoKeyPair): Promise<KeyPair> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
