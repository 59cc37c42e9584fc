import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

/** An authenticator in software, without attestation (WebAuthn Level 3). */

const userPresentVerifiedWithKey = 0x45

/** Returns the response of a new passkey to the options of the service, as a browser at `origin` sends it. */
export function newPasskeyResponse(options: string, origin: string): string {
  const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
  const id = randomBytes(32)
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin })
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestationOf(dataOf(rp.id, id)).toString('base64url'),
    },
  })
}

function dataOf(host: string, id: Buffer): Buffer {
  const head = Buffer.alloc(1 + 4 + 16 + 2)
  head.writeUInt8(userPresentVerifiedWithKey)
  head.writeUInt16BE(id.length, 21)
  return Buffer.concat([createHash('sha256').update(host).digest(), head, id, newPublicKey()])
}

/** A public key of ES256 as COSE: a map in CBOR. */
function newPublicKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const [start, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([start, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')])
}

/** The map of `fmt`, `attStmt` and `authData` in CBOR. */
function attestationOf(data: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([head, length, data])
}
