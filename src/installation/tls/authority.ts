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
import { randomHex } from '../../base/secrets'
import type { Names } from './names'
import type { KeyPair } from '../../base/key-pair'

/**
 * A certificate authority for one installation (RFC 5280). Devices trust it once, and it issues each new certificate of
 * the server. It uses ECDSA with P-256 and SHA-256 (RFC 5480), which small readers support, too.
 */

const day = 86_400_000
/** Validity of the authority, in days. */
const authorityDays = 3650
/**
 * Validity of the server's certificate, in days. Apple's systems reject more than 825 days; browsers reject more than
 * 398 days from a public authority.
 */
export const serverDays = 390
/** Certificates are valid from this long before now, in milliseconds, because clocks of devices may be behind. */
const backdating = day

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * The domains for which every authority may issue certificates, beside the machine's own names. With this constraint, a
 * stolen key cannot impersonate a site of the internet to the devices that trust the authority. Addresses have no
 * constraint, because BoringSSL rejects certificates with such a constraint.
 */
const localHosts = ['localhost', 'local', 'lan', 'internal', 'home.arpa', 'test']

/** Creates an authority for the names of local networks and for `hosts`. `now` is in milliseconds. */
export async function createAuthority({ hosts }: Names, now: number): Promise<KeyPair> {
  const keys = await newKeys()
  const own = hosts.filter((host) => !localHosts.some((suffix) => isBelow(host, suffix)))
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // The random end distinguishes installations on machines with the same name.
    name: [{ CN: [`Whereabouts authority ${randomHex(3)}`] }],
    notBefore: new Date(now - backdating),
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

/** Returns a function that reports whether the authority may issue a certificate for a host or an address. */
export function namesPermittedBy(authority: string): (name: string) => boolean {
  const extension = new X509Certificate(authority).getExtension(id_ce_nameConstraints)
  const permitted = extension
    ? (AsnConvert.parse(extension.value, NameConstraints).permittedSubtrees ?? [])
    : []
  const suffixes = permitted.flatMap(({ base }) => base.dNSName ?? [])
  return (name) => isIP(name) !== 0 || suffixes.some((suffix) => isBelow(name, suffix))
}

/** Issues a certificate for the server. It ends with the authority at the latest. `now` is in milliseconds. */
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
    notBefore: new Date(now - backdating),
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

/**
 * The extension is not critical, so that TLS libraries that do not support it accept the authority. Others enforce it.
 */
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
