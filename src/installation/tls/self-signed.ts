import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { X509Certificate } from 'node:crypto'
import { type Clock, toMicros } from '../../base/time'
import { createFolder, writeWhole } from '../../base/whole-file'
import { createAuthority, issue, namesPermittedBy } from './authority'
import { tlsDirectory } from './authority-path'
import { machineNames, type Names, withGiven } from './names'
import { certificateOf, PairError, requireMatch } from './pair'
import type { KeyPair } from '../../base/key-pair'
import type { Source } from './source'

/** The built-in certificate authority and the server's certificate, in the data directory (docs/tls.md). */

const day = 86_400_000
/** Days before its end at which a certificate is renewed. They are many, for a service that is rarely started. */
const renewalDays = 90

/** Opens the authority, and creates it when there is none. It is never replaced. Throws PairError. */
export async function selfSignedSource(
  dataDir: string,
  given: readonly string[],
  now: Clock,
): Promise<Source> {
  const directory = tlsDirectory(dataDir)
  createFolder(directory)
  const millis = () => toMicros(now()) / 1000
  const authority = await openAuthority(directory, given, millis())
  const certificate = certificateOf(authority.cert, 'authority.crt')
  const isPermitted = namesPermittedBy(authority.cert)
  const forbidden = given.find((name) => !isPermitted(name))
  if (forbidden !== undefined)
    throw new PairError(
      `the certificate authority in ${directory} cannot issue a certificate for ${forbidden}. ` +
        'To create another one, which each device must then trust, move that directory away and restart',
    )

  /** Returns the names for the certificate, without names that the machine got after the authority was created. */
  function names(): Names {
    const { hosts, addresses } = withGiven(machineNames(), given)
    return { hosts: hosts.filter(isPermitted), addresses }
  }

  return {
    authority: { cert: authority.cert, fingerprint: certificate.fingerprint256 },
    async next() {
      const wanted = names()
      const kept = readPair(directory, 'server')
      if (kept && isUsable(kept, certificate, wanted, millis())) return kept
      const issued = await issue(authority, wanted, certificate.validTo, millis())
      writePair(directory, 'server', issued)
      return issued
    },
  }
}

async function openAuthority(directory: string, given: readonly string[], now: number): Promise<KeyPair> {
  const kept = readPair(directory, 'authority')
  if (kept) {
    requireMatch(certificateOf(kept.cert, 'authority.crt'), kept.key, 'authority.key', 'authority.crt')
    return kept
  }
  // The key is written before the certificate, so a key without a certificate is a creation that was interrupted.
  if (existsSync(join(directory, 'authority.crt')))
    throw new PairError(`${directory} contains authority.crt, but not its key authority.key`)
  const authority = await createAuthority(withGiven(machineNames(), given), now)
  writePair(directory, 'authority', authority)
  return authority
}

/** Whether a certificate is valid, not due for renewal, and issued for all of these names. It may have more names. */
function isUsable({ cert, key }: KeyPair, authority: X509Certificate, names: Names, now: number): boolean {
  try {
    const certificate = certificateOf(cert, 'server.crt')
    requireMatch(certificate, key, 'server.key', 'server.crt')
    // A certificate that was issued while the clock was wrong may not be valid yet.
    const isValid = Date.parse(certificate.validFrom) <= now
    // A certificate that ends with the authority is never due: another one would not end later.
    const isDue =
      now > Date.parse(certificate.validTo) - renewalDays * day && certificate.validTo !== authority.validTo
    const isIssued = certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
    const isNamed =
      names.hosts.every((host) => certificate.checkHost(host)) &&
      names.addresses.every((address) => certificate.checkIP(address))
    return isValid && !isDue && isIssued && isNamed
  } catch (error) {
    // A broken pair is replaced by a new one.
    if (error instanceof PairError) return false
    throw error
  }
}

function readPair(directory: string, name: string): KeyPair | null {
  const [cert, key] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)]
  if (!existsSync(cert) || !existsSync(key)) return null
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

function writePair(directory: string, name: string, { cert, key }: KeyPair): void {
  writeWhole(join(directory, `${name}.key`), key)
  writeWhole(join(directory, `${name}.crt`), cert)
}
