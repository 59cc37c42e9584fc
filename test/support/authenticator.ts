import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in software, without attestation (WebAuthn Level 3). */

const userPresentVerified = 0x05
const userPresentVerifiedWithKey = 0x45

interface Passkey {
  /** Returns the response of the new passkey to the options of the service, as the browser sends it. */
  create(options: string): string
  /** Returns the response to the options of a sign-in. @param userHandle the id of the user; undefined to send none */
  use(options: string, userHandle: string | undefined): string
}

/** Creates a passkey in a browser at `origin`. */
export function newPasskey(origin: string): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }))
  const toResponse = (response: object) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  return {
    create(options) {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
      return toResponse({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationOf(dataOf(rp.id, id, publicKey)).toString('base64url'),
      })
    },
    use(options, userHandle) {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
      const client = clientData('webauthn.get', challenge)
      const data = Buffer.concat([sha256(rpId), Buffer.from([userPresentVerified, 0, 0, 0, 0])])
      return toResponse({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString('base64url') }),
      })
    },
  }
}

/** Returns the response of a new passkey to the options of the service, as a browser at `origin` sends it. */
export const newPasskeyResponse = (options: string, origin: string): string =>
  newPasskey(origin).create(options)

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

function dataOf(host: string, id: Buffer, publicKey: KeyObject): Buffer {
  const head = Buffer.alloc(1 + 4 + 16 + 2)
  head.writeUInt8(userPresentVerifiedWithKey)
  head.writeUInt16BE(id.length, 21)
  return Buffer.concat([sha256(host), head, id, toCose(publicKey)])
}

/** Returns a public key of ES256 as COSE: a map in CBOR. */
function toCose(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [start, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([start, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')])
}

/** The map of `fmt`, `attStmt` and `authData` in CBOR. */
function attestationOf(data: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([head, length, data])
}
