import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { X509Certificate } from 'node:crypto'
import { type Clock, toMicros } from '../time'
import { writeWhole } from '../whole-file'
import { issue, makeAuthority, vouchedBy } from './authority'
import { tlsDirectory } from './authority-path'
import { machineNames, type Names, withGiven } from './names'
import { certificateOf, PairError, requireMatch } from './pair'
import type { KeyPair } from '../key-pair'
import type { Source } from './source'

/** An authority and a certificate of the installation's own, in its data directory. */

const day = 86_400_000
/** A service that is rarely started should still renew in time. */
const renewalDays = 90

/** Makes the authority where there is none; from then on it stays. Throws PairError. */
export async function selfSignedSource(
  dataDir: string,
  given: readonly string[],
  now: Clock,
): Promise<Source> {
  const directory = tlsDirectory(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const millis = () => toMicros(now()) / 1000
  const authority = await openAuthority(directory, given, millis())
  const certificate = certificateOf(authority.cert, 'authority.crt')
  const isVouched = vouchedBy(authority.cert)
  const strange = given.find((name) => !isVouched(name))
  if (strange !== undefined)
    throw new PairError(
      `the certificate authority in ${directory} cannot issue a certificate for ${strange}. ` +
        'Move that directory away to create another authority, which each device must then trust',
    )

  /** The machine's own names may have changed since the authority was made: those are left out. */
  function names(): Names {
    const { hosts, addresses } = withGiven(machineNames(), given)
    return { hosts: hosts.filter(isVouched), addresses }
  }

  return {
    authority: { cert: authority.cert, fingerprint: certificate.fingerprint256 },
    async next() {
      const wanted = names()
      const kept = readPair(directory, 'server')
      if (kept && isGood(kept, certificate, wanted, millis())) return kept
      const made = await issue(authority, wanted, certificate.validTo, millis())
      writePair(directory, 'server', made)
      return made
    },
  }
}

async function openAuthority(directory: string, given: readonly string[], now: number): Promise<KeyPair> {
  const kept = readPair(directory, 'authority')
  if (kept) {
    requireMatch(certificateOf(kept.cert, 'authority.crt'), kept.key, 'authority.key', 'authority.crt')
    return kept
  }
  // The key is written first: without a certificate nobody trusts it yet.
  if (existsSync(join(directory, 'authority.crt')))
    throw new PairError(`${directory} contains authority.crt, but not its key authority.key`)
  const made = await makeAuthority(withGiven(machineNames(), given), now)
  writePair(directory, 'authority', made)
  return made
}

/** Whether a certificate will do for a while, under all of these names. One with more of them will, too. */
function isGood({ cert, key }: KeyPair, authority: X509Certificate, names: Names, now: number): boolean {
  try {
    const certificate = certificateOf(cert, 'server.crt')
    requireMatch(certificate, key, 'server.key', 'server.crt')
    // One that was made while the clock was wrong is not valid yet.
    const isValid = Date.parse(certificate.validFrom) <= now
    // One that ends with the authority can't be outlived by another.
    const isDue =
      now > Date.parse(certificate.validTo) - renewalDays * day && certificate.validTo !== authority.validTo
    const isIssued = certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
    const isNamed =
      names.hosts.every((host) => certificate.checkHost(host)) &&
      names.addresses.every((address) => certificate.checkIP(address))
    return isValid && !isDue && isIssued && isNamed
  } catch (error) {
    // Another is made in its place.
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
