import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startPostgres } from '../../../scripts/postgres-server'
import { createPresence, noResponse } from '../../../src/storage/postgres/presence'
import { openSession } from '../../../src/storage/postgres/session'
import { type Network, openNetwork } from '../../support/mosquitto'

/** Connections to a database that stops responding (docs/postgresql.md, Failures). Without PostgreSQL, they are skipped. */

setDefaultTimeout(30_000)

const server = await startPostgres()
afterAll(() => server?.stop())

const unanswered = { code: 'CONNECT_TIMEOUT' }

describe.skipIf(!server)('a session', () => {
  let network: Network
  let url: string

  beforeEach(async () => {
    network = await openNetwork(server?.port ?? 0)
    const address = new URL(server?.url ?? '')
    address.port = String(network.port)
    url = address.href
  })
  afterEach(() => network.close())

  test('that gets no response while it is opened fails as one without a response', async () => {
    network.swallow()
    await expect(openSession(url)).rejects.toMatchObject(unanswered)
  })

  test('that the server closes while it is opened fails as a closed one', async () => {
    network.cut()
    const code = expect.not.stringMatching('CONNECT_TIMEOUT')
    await expect(openSession(url)).rejects.toMatchObject({ code })
  })

  test('that is being opened is given up when the database stops responding', async () => {
    const presence = createPresence()
    network.swallow()
    const begun = performance.now()
    const opening = openSession(url, { presence })
    presence.note(noResponse())
    await expect(opening).rejects.toMatchObject(unanswered)
    // It would fail after 5 seconds by itself.
    expect(performance.now() - begun).toBeLessThan(4_000)
  })

  test('is not opened while the database does not respond', async () => {
    const presence = createPresence()
    presence.note(noResponse())
    await expect(openSession(url, { presence })).rejects.toMatchObject(unanswered)
    presence.note()
    await (await openSession(url, { presence })).close()
  })

  test('rejects its statement when the database stops responding', async () => {
    const presence = createPresence()
    const session = await openSession(url, { presence })
    network.swallow()
    const statement = session.guard(session.sql`select 1`)
    presence.note(noResponse())
    await expect(statement).rejects.toMatchObject(unanswered)
    expect(session.isLost).toBe(true)
  })

  test('without a response for the time that is allowed is lost', async () => {
    const session = await openSession(url, { silence: 1_000 })
    network.swallow()
    await expect(session.guard(session.sql`select 1`)).rejects.toMatchObject(unanswered)
    expect(session.isLost).toBe(true)
  })
})
