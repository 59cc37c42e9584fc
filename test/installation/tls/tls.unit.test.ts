import 'reflect-metadata'
import { afterAll, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { issue, createAuthority, serverDays, namesPermittedBy } from '../../../src/installation/tls/authority'
import { isHostName } from '../../../src/settings/host-name'
import { selfSignedSource } from '../../../src/installation/tls/self-signed'
import { instantOf } from '../../../src/base/time'
import { newDataDir } from '../../support/program'

/** An authority and its certificates with a clock that the test sets. */

const scratch = newDataDir()
afterAll(() => rmSync(scratch, { recursive: true }))

const day = 86_400_000
const start = Date.now()

let folders = 0
function newFolder(): string {
  const path = join(scratch, `${++folders}`)
  mkdirSync(path)
  return path
}

/** What is served after so many days. */
async function servedAfter(folder: string, days: number, given: readonly string[] = []) {
  const source = await selfSignedSource(folder, given, () => instantOf(new Date(start + days * day)))
  const { cert } = await source.next()
  return { source, certificate: new X509Certificate(cert) }
}

describe('a self-signed certificate', () => {
  test('is renewed some months before its end, and not earlier', async () => {
    const folder = newFolder()
    const { source, certificate: first } = await servedAfter(folder, 0)
    const later = await servedAfter(folder, serverDays - 91)
    expect(later.certificate.serialNumber).toBe(first.serialNumber)
    const due = await servedAfter(folder, serverDays - 89)
    expect(due.certificate.serialNumber).not.toBe(first.serialNumber)
    expect(due.source.authority).toEqual(source.authority)
    expect(Date.parse(due.certificate.validTo) - start).toBeGreaterThan(600 * day)
  })

  test('is renewed by the running source in time', async () => {
    let days = 0
    const source = await selfSignedSource(newFolder(), [], () => instantOf(new Date(start + days * day)))
    const first = await source.next()
    expect(await source.next()).toEqual(first)
    days = serverDays - 10
    expect((await source.next()).cert).not.toBe(first.cert)
  })

  test('that was created while the clock was ahead is replaced', async () => {
    const folder = newFolder()
    const { certificate: ahead } = await servedAfter(folder, 100)
    const { certificate } = await servedAfter(folder, 0)
    expect(certificate.serialNumber).not.toBe(ahead.serialNumber)
    expect(Date.parse(certificate.validFrom)).toBeLessThan(start)
  })

  test('ends with the authority at the latest, and is then not renewed repeatedly', async () => {
    const folder = newFolder()
    const { source } = await servedAfter(folder, 0)
    const { certificate } = await servedAfter(folder, 3600)
    const authority = new X509Certificate(source.authority?.cert as string)
    expect(certificate.validTo).toBe(authority.validTo)
    expect((await servedAfter(folder, 3640)).certificate.serialNumber).toBe(certificate.serialNumber)
  })

  test('has the requested names, and is not replaced by one with fewer', async () => {
    const folder = newFolder()
    const { certificate } = await servedAfter(folder, 0, ['dock.lan', '198.51.100.7', 'fd00:1::7'])
    expect([
      certificate.checkHost('dock.lan'),
      certificate.checkIP('198.51.100.7'),
      certificate.checkIP('fd00:1::7'),
    ]).toEqual(['dock.lan', '198.51.100.7', 'fd00:1::7'])
    expect((await servedAfter(folder, 1)).certificate.serialNumber).toBe(certificate.serialNumber)
    const more = await servedAfter(folder, 1, ['dock.lan', 'gate.lan'])
    expect(more.certificate.serialNumber).not.toBe(certificate.serialNumber)
  })
})

test('a certificate authority without its key is an error, and is not replaced', async () => {
  const folder = newFolder()
  await servedAfter(folder, 0)
  unlinkSync(join(folder, 'tls', 'authority.key'))
  await expect(servedAfter(folder, 1)).rejects.toThrow('contains authority.crt, but not its key')
})

test('an authority signs names of local networks, the names it was created for, and every address', async () => {
  const { cert } = await createAuthority({ hosts: ['wh.example.org'], addresses: [] }, start)
  const isPermitted = namesPermittedBy(cert)
  const cases = {
    'wh.example.org': true,
    'a.wh.example.org': true,
    'x.lan': true,
    lan: true,
    'printer.local': true,
    '10.1.2.3': true,
    'fd00::1': true,
    'example.org': false,
    notlan: false,
    'evil-wh.example.org': false,
  }
  expect(Object.fromEntries(Object.keys(cases).map((name) => [name, isPermitted(name)]))).toEqual(cases)
})

test('two certificates of one authority differ in key and serial number', async () => {
  const names = { hosts: ['localhost'], addresses: ['127.0.0.1'] }
  const authority = await createAuthority(names, start)
  const { validTo } = new X509Certificate(authority.cert)
  const [one, other] = [
    await issue(authority, names, validTo, start),
    await issue(authority, names, validTo, start),
  ]
  const [first, second] = [one, other].map(({ cert }) => new X509Certificate(cert))
  expect(first?.serialNumber).not.toBe(second?.serialNumber as string)
  expect(one.key).not.toBe(other.key)
})

test.each([
  ['dock.lan', true],
  ['wh', true],
  ['a-b.c1', true],
  ['-a', false],
  ['a_b', false],
  ['*.lan', false],
  ['a..b', false],
  ['10.0.0.1', false],
  ['', false],
  ['x'.repeat(64), false],
])('%p as a host name: %p', (name, is) => {
  expect(isHostName(name)).toBe(is)
})
