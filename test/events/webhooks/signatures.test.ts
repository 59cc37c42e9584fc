import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { type Received, startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation } from '../../support/records'
import { until } from '../../support/until'
import { goVerifier, pythonVerifier, type Verifier } from '../../support/webhook-verifiers'
import { newWebhook } from '../../support/webhooks'

/** The signatures of webhooks, verified by the other libraries of Standard Webhooks. */

setDefaultTimeout(60_000)

const verifiers: readonly (readonly [string, Verifier])[] = [
  ['Python', pythonVerifier()],
  ['Go', await goVerifier()],
]

let session: Client
beforeAll(async () => {
  session = await signIn(await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' } }))
})
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

const exitCodeOf = (verifier: Verifier, request: object): number =>
  Bun.spawnSync([...(verifier ?? [])], {
    stdio: [Buffer.from(JSON.stringify(request)), 'ignore', 'ignore'],
  }).exitCode

describe.each(verifiers)('the library for %s', (_, verifier) => {
  test.skipIf(verifier === undefined)('verifies a request, and refuses a changed one', async () => {
    const receiver = startReceiver()
    const { secret } = await newWebhook(session, receiver.url)
    await newLocation(session, { name: 'Tor für 漢字 🚚' })
    await until(() => receiver.received.length > 0, 'the event arrives')
    const [{ body, headers }] = receiver.received as [Received]
    expect(exitCodeOf(verifier, { secret, body, headers })).toBe(0)
    expect(exitCodeOf(verifier, { secret, body: body.replace('Tor', 'Rot'), headers })).not.toBe(0)
  })
})
