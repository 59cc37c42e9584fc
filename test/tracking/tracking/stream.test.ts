import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { apiClient, clientOf, otherOrganization, signIn } from '../../support/client'
import { begin, decodeJwt, signingKey, signJwt, signOut } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'
import { openStream, type OpenStream } from '../../support/stream'
import { namesOf, startListening } from './listening'

/** The life of a live stream: who may open one, when it ends, and clients that read too slowly. */

setDefaultTimeout(30_000)

const { program, session, hall, gate, listening, finalMove } = await startListening()
afterAll(stopPrograms)

const streamPath = '/internal/v1/stream'

/** Moves another asset to the hall. */
async function newMove(): Promise<string> {
  const asset = await newTagged(session, freshKey('next'))
  await scan(session, hall.id, asset.external_key, secondsAgo(1))
  return `move ${asset.external_key}`
}

/** A stream checks once a second whether it may continue. */
const checkedWithin = 1000

interface MadeMove {
  readonly name: string
  readonly begunAt: number
}

/** Makes one move after another until the service has ended the stream. */
async function movesUntilEnd(
  stream: OpenStream,
  make: (index: number) => Promise<string>,
): Promise<MadeMove[]> {
  const moves: MadeMove[] = []
  const deadline = performance.now() + 15_000
  for (let isOver = false; !isOver;) {
    const begunAt = performance.now()
    if (begunAt > deadline) throw new Error(`The stream continues after ${moves.length} moves.`)
    moves.push({ name: await make(moves.length), begunAt })
    isOver = await Promise.race([stream.ended.then(() => true), Bun.sleep(50).then(() => false)])
  }
  return moves
}

/** The stream has neither the move that ended it, which is the last, nor any that was made after this instant. */
function expectNoneAfter(stream: OpenStream, moves: readonly MadeMove[], instant: number): void {
  const later = moves.filter((move) => move.begunAt >= instant || move === moves.at(-1))
  const received = stream.events.flatMap(({ event, data }) => [
    `${event} ${data.asset_external_key}`,
    `${event} ${data.asset_external_key} ${data.event_observed_at}`,
  ])
  expect(later.filter(({ name }) => received.includes(name))).toEqual([])
}

describe('a stream', () => {
  test('contains only events of its own organization, even when it names a reader of another', async () => {
    const south = await otherOrganization(program, 'South')
    const place = await newLocation(south)
    await listening(south, `?reader_id=${gate.id}`, async (stream) => {
      const asset = await newTagged(session, freshKey('asset'))
      await postReads(program, gate, [{ value: asset.external_key }])
      const last = await finalMove(stream, south, place)
      expect(namesOf(stream)).toEqual([last])
    })
  })

  test('rejects API clients and devices, and has one parameter', async () => {
    const api = await apiClient(program, session)
    const device = clientOf(program.http, gate.device_token)
    for (const client of [api, device, clientOf(program.http)])
      expect(faultsOf(await client.get(streamPath))).toEqual([401, 'unauthorized'])
    expect(faultsOf(await session.get(`${streamPath}?reader_id=gate`))).toEqual([
      400,
      'reader_id invalid_value',
    ])
    expect(faultsOf(await session.get(`${streamPath}?at=1`))).toEqual([400, 'at unknown_field'])
  })

  test('is not opened by HEAD, which returns its headers', async () => {
    const { status, headers } = await session.request('HEAD', streamPath)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  // Rule: internal-api.md, Stream
  test('ends before the next event once its session has ended', async () => {
    const { response, cookie } = await begin(clientOf(program.http))
    const guest = clientOf(program.http, response.body.data.access_token)
    const stream = await openStream(program, guest)
    const knownAt = performance.now()
    await signOut(clientOf(program.http), cookie)
    const moves = await movesUntilEnd(stream, () => newMove())
    expectNoneAfter(stream, moves, knownAt + checkedWithin)
  })

  test('ends once its session has switched to another organization', async () => {
    const guest = await otherOrganization(program, 'East')
    const [here, there] = [await newLocation(guest), await newLocation(guest)]
    const reader = await newReader(guest, 'east-gate', [here.id, there.id])
    const asset = await newTagged(guest, 'EA57')
    const stream = await openStream(program, guest)
    const knownAt = performance.now()
    const lastMove = await finalMove(stream, guest, here)
    const { data } = (await guest.get('/internal/v1/organizations')).body
    const north = data.find((organization: { name: string }) => organization.name === 'North')
    await guest.post('/internal/v1/session/organization', { organization_id: north.id })
    // The guest may not create assets in East any more, so one asset moves back and forth.
    const moves = await movesUntilEnd(stream, async (index) => {
      const read = { value: 'EA57', antenna: 1 + (index % 2), observed_at: secondsAgo(80_000 - 60 * index) }
      await postReads(program, reader, [read])
      return `move ${asset.external_key} ${read.observed_at}`
    })
    expect(namesOf(stream)[0]).toBe(lastMove)
    expectNoneAfter(stream, moves, knownAt + checkedWithin)
  })

  test('ends once its token has expired', async () => {
    const { header, claims } = decodeJwt(session.token as string)
    const exp = Math.floor(Date.now() / 1000) + 5
    const token = signJwt({ header, claims: { ...claims, exp } }, signingKey(program))
    const stream = await openStream(program, clientOf(program.http, token))
    const lastMove = await finalMove(stream)
    const expiry = performance.now() + exp * 1000 - Date.now()
    const moves = await movesUntilEnd(stream, () => newMove())
    expect(performance.now()).toBeGreaterThan(expiry)
    expect(namesOf(stream)[0]).toBe(lastMove)
    expectNoneAfter(stream, moves, expiry + checkedWithin)
  })

  // Rule: internal-api.md, Stream
  test('is closed when the session has ten newer ones', async () => {
    const guest = await signIn(program)
    const streams: OpenStream[] = []
    while (streams.length < 11) streams.push(await openStream(program, guest))
    await streams[0]?.ended
    for (const stream of streams.slice(1)) {
      await finalMove(stream)
      stream.socket.destroy()
    }
  })
})

// Rule: internal-api.md, Stream
test('a client that reads too slowly needs little memory, and receives the number of lost events', async () => {
  const busy = await startProgram()
  const admin = await signIn(busy)
  const place = await newLocation(admin)
  const reader = await newReader(admin, 'busy', [place.id])
  const stream = await openStream(busy, admin, `?reader_id=${reader.id}`)
  stream.socket.pause()
  const before = residentMegabytes(busy)
  const sent = 60_000
  const perMessage = 1500
  // A tag of the location: its reads have no other effect, and each takes some hundred bytes.
  const value = 'A'.repeat(200)
  await admin.post(`/api/v1/locations/${place.id}/tags`, { tag_type: 'rfid', value })
  for (let count = 0; count < sent; count += perMessage)
    await postReads(busy, reader, Array(perMessage).fill({ value }))
  expect(residentMegabytes(busy) - before).toBeLessThan(100)

  stream.socket.resume()
  await stream.wait('lost')
  const lost = () =>
    stream.events.filter(({ event }) => event === 'lost').reduce((sum, { data }) => sum + data.count, 0)
  const received = () => stream.events.filter(({ event }) => event === 'read').length
  for (let waited = 0; received() + lost() < sent && waited < 300; waited++) await Bun.sleep(100)
  expect(received()).toBeGreaterThan(1000)
  expect(lost()).toBe(sent - received())
  stream.socket.destroy()
})

const residentMegabytes = ({ process }: Program): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024

test('a shutdown ends a hundred streams at once', async () => {
  const other = await startProgram()
  const streams: OpenStream[] = []
  while (streams.length < 100) {
    const guest = await signIn(other)
    for (let index = 0; index < 10; index++) streams.push(await openStream(other, guest))
  }
  const guest = await signIn(other)
  const place = await newLocation(guest)
  await scan(guest, place.id, (await newTagged(guest, 'E7')).external_key, secondsAgo(1))
  await Promise.all(streams.map((stream) => stream.wait('move')))
  const begun = performance.now()
  expect(await other.stop()).toBe(0)
  await Promise.all(streams.map((stream) => stream.ended))
  expect(performance.now() - begun).toBeLessThan(2000)
})
