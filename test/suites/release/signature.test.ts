import { afterAll, expect, test } from 'bun:test'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecretKey, signatureOf } from '../../../scripts/release/minisign'

/** The signature of a release, and the keys that it accepts. */

const directory = mkdtempSync(join(tmpdir(), 'whereabouts-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Returns a secret key as minisign writes it without a password, and the public key. */
function newKey(derivation = '\0\0'): { secret: string; public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [seed, point] = [privateKey, publicKey].map((key) => {
    const { d, x } = key.export({ format: 'jwk' }) as { d?: string; x: string }
    return Buffer.from(d ?? x, 'base64url')
  }) as [Buffer, Buffer]
  const id = randomBytes(8)
  const head = Buffer.concat([Buffer.from(`Ed${derivation}B2`, 'latin1'), Buffer.alloc(48)])
  const body = Buffer.concat([id, seed, point])
  const secret = Buffer.concat([head, body, Buffer.alloc(32)])
  return {
    secret: `untrusted comment: secret key\n${secret.toString('base64')}\n`,
    public: Buffer.concat([Buffer.from('Ed'), id, point]).toString('base64'),
  }
}

test.skipIf(Bun.which('minisign') === null)(
  'minisign accepts the signature, and not for other content',
  () => {
    const key = newKey()
    const file = join(directory, 'SHA256SUMS')
    writeFileSync(file, 'sums\n')
    const signature = signatureOf(Buffer.from('sums\n'), 'whereabouts 1.0.0', readSecretKey(key.secret))
    writeFileSync(`${file}.minisig`, signature)
    const verify = () => Bun.spawnSync(['minisign', '-V', '-P', key.public, '-m', file])
    expect(verify().stdout.toString()).toContain('Trusted comment: whereabouts 1.0.0')
    expect(verify().exitCode).toBe(0)
    writeFileSync(file, 'other sums\n')
    expect(verify().exitCode).toBe(1)
  },
)

test('the same content has the same signature', () => {
  const key = readSecretKey(newKey().secret)
  const sign = (content: string) => signatureOf(Buffer.from(content), 'one', key)
  expect(sign('a')).toBe(sign('a'))
  expect(sign('a')).not.toBe(sign('b'))
})

test.each([
  ['other text', 'RWQ=', 'is not a secret key of minisign'],
  ['a key with a password', newKey('Sc').secret, 'has a password'],
])('%s is refused', (_, text, message) => {
  expect(() => readSecretKey(text)).toThrow(message)
})

test('a damaged key is refused', () => {
  const bytes = Buffer.from(newKey().secret.split('\n')[1] as string, 'base64')
  bytes.writeUInt8(bytes.readUInt8(70) ^ 1, 70)
  expect(() => readSecretKey(bytes.toString('base64'))).toThrow('is damaged')
})
