import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { StartError } from '../base/errors'

/**
 * Reads the PEM file of a setting. Throws StartError when it cannot be read or contains no certificate.
 *
 * @param setting name of the setting, for the error
 */
export function readCertificates(path: string, setting: string): string {
  try {
    const pem = readFileSync(path, 'utf8')
    // Throws when the file contains no certificate.
    void new X509Certificate(pem)
    return pem
  } catch (error) {
    throw new StartError(`The certificates of ${setting} cannot be read: ${(error as Error).message}.`)
  }
}

/**
 * Returns the authorities of the external broker's certificate: those in the file, or else those of Bun and of the operating
 * system. Throws StartError like `readCertificates`.
 */
export const brokerAuthorities = (mqttCa: string | undefined): string[] =>
  mqttCa === undefined
    ? [...getCACertificates('default'), ...getCACertificates('system')]
    : [readCertificates(mqttCa, 'mqtt_ca')]
