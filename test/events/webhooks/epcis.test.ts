import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type EpcisEvent, epcisProblems } from '../../support/epcis'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'
import { changeWebhook, newWebhook, readWebhook } from '../../support/webhooks'

/** Webhooks that send EPCIS documents (docs/epcis.md, Capture by another system). */

setDefaultTimeout(60_000)

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

test('a webhook with the format epcis sends moves, including late ones, as valid documents with the ids of the query', async () => {
  const receiver = startReceiver()
  const { id } = await newWebhook(session, receiver.url, { format: 'epcis' })
  const hall = await newLocation(api)
  const dock = await newLocation(api)
  await newTagged(api, '3074257BF7194E4000001A85', { external_key: 'SHIRT' })
  await scan(session, hall.id, '3074257BF7194E4000001A85', secondsAgo(300))
  await scan(session, dock.id, '3074257BF7194E4000001A85', secondsAgo(100))
  await scan(session, hall.id, '3074257BF7194E4000001A85', secondsAgo(50))
  await until(() => receiver.received.length === 3, 'three documents arrive')
  await scan(session, dock.id, '3074257BF7194E4000001A85', secondsAgo(200))
  await until(() => receiver.received.length >= 4, 'the late move arrives')
  const documents = receiver.received.map(({ body }) => JSON.parse(body))
  for (const document of documents) expect(epcisProblems(document)).toEqual([])
  const sent: EpcisEvent[] = documents.flatMap((document) => document.epcisBody.eventList)
  expect(sent[0]?.epcList).toEqual(['https://id.gs1.org/01/80614141123458/21/6789'])
  const queried = await api.get('/api/v1/epcis/events')
  const events: EpcisEvent[] = queried.body.epcisBody.queryResults.resultsBody.eventList
  expect(new Set(sent.map(({ eventID }) => eventID))).toEqual(new Set(events.map(({ eventID }) => eventID)))
  await until(async () => (await readWebhook(session, id)).behind === 0, 'the cursor is at the end')
})

// Rule: api.md, EPCIS
test('a scan event that a late read removes is sent again as one that did not occur', async () => {
  const receiver = startReceiver()
  const store = await newLocation(api)
  const aisle = await newLocation(api)
  await newTagged(api, 'TRUNK')
  const reader = await newReader(session, 'DOOR', [store.id, aisle.id])
  const { id } = await newWebhook(session, receiver.url, { format: 'epcis' })
  const read = (antenna: number, seconds: number) =>
    postReads(program, reader, [{ value: 'TRUNK', antenna, observed_at: secondsAgo(seconds) }])
  await read(1, 20_000)
  await read(1, 19_520)
  await read(2, 13_000)
  await until(() => receiver.received.length === 3, 'three documents arrive')
  await read(2, 12_800)
  // It closes the gap between the first two, so the second is removed.
  await read(1, 19_760)
  await until(async () => (await readWebhook(session, id)).behind === 0, 'the cursor is at the end')
  const documents = receiver.received.map(({ body }) => JSON.parse(body))
  for (const document of documents) expect(epcisProblems(document)).toEqual([])
  const lists: EpcisEvent[][] = documents.map((document) => document.epcisBody.eventList)
  const second = lists[1]?.[0] as EpcisEvent
  const declared = lists
    .slice(3)
    .flat()
    .filter(({ errorDeclaration }) => errorDeclaration)
  expect(declared).toEqual([
    { ...second, errorDeclaration: { declarationTime: expect.any(String), reason: 'did_not_occur' } },
  ])
})

test('a webhook with the format epcis cannot have types that EPCIS does not show', async () => {
  const receiver = startReceiver()
  const refused = await session.post('/internal/v1/webhooks', {
    name: 'Hook',
    url: receiver.url,
    format: 'epcis',
    types: ['asset.created'],
  })
  expect([refused.status, refused.body.error.fields?.[0]?.field]).toEqual([400, 'types'])
  const { id } = await newWebhook(session, receiver.url, { types: ['asset.created'] })
  expect((await changeWebhook(session, id, { format: 'epcis' })).status).toBe(400)
  expect((await changeWebhook(session, id, { format: 'epcis', types: [] })).status).toBe(200)
  expect((await changeWebhook(session, id, { format: 'xml' })).status).toBe(400)
})
