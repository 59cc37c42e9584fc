import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, secondsAgo, secondsAhead } from '../../support/scans'

/**
 * The time of a submitted read, and which reads are repeats (docs/history.md, Time of a read; docs/history.md,
 * Repeats).
 */

let program: Program
let session: Client
let other: Client
let place: number
let elsewhere: number

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  place = (await newLocation(session)).id
  elsewhere = (await newLocation(session)).id
})
afterAll(stopPrograms)

const submit = (body: object, client = session) =>
  client.post('/internal/v1/scans', { location_id: place, ...body })
const outcome = async (body: object, client = session) => (await submit(body, client)).body.data
const accepted = { accepted: 1, duplicates: 0, unknown: [], rejected: [] }
const duplicate = { accepted: 0, duplicates: 1, unknown: [], rejected: [] }

const thing = (client = session): Promise<Row> => newTagged(client, freshKey())
const newHandheld = async () =>
  clientOf(
    program.http,
    (await newReader(session, freshKey('Hand'), [], { kind: 'handheld', format: null })).device_token,
  )

/** The times and locations of the events of an asset, newest first. */
async function eventsOf({ id }: Row, client = session): Promise<{ event_observed_at: string }[]> {
  return (await client.get(`/api/v1/assets/${id}/history`)).body.data
}
const timesOf = async (asset: Row) => (await eventsOf(asset)).map((event) => event.event_observed_at)

/** Returns whether the time of the asset's newest event lies between the start and the end of the submission. */
async function isOfReceipt(asset: Row, submitting: () => Promise<unknown>): Promise<boolean> {
  const before = new Date().toISOString()
  await submitting()
  const [time] = await timesOf(asset)
  return time !== undefined && before <= time && time <= new Date().toISOString()
}

describe('the time of a submitted read', () => {
  test('is the time of the read, of the submission or of receipt, in this order', async () => {
    const [own, common, none] = [await thing(), await thing(), await thing()]
    const [at, read] = [secondsAgo(300), secondsAgo(200)]
    await submit({
      observed_at: at,
      reads: [{ value: own.external_key, observed_at: read }, { value: common.external_key }],
    })
    expect([await timesOf(own), await timesOf(common)]).toEqual([[read], [at]])
    expect(await isOfReceipt(none, () => submit({ reads: [{ value: none.external_key }] }))).toBe(true)
  })

  test('may have any offset', async () => {
    const asset = await thing()
    const utc = new Date(secondsAgo(90))
    const local = new Date(utc.getTime() - 6 * 3_600_000).toISOString().replace('Z', '-06:00')
    await submit({ observed_at: local, reads: [{ value: asset.external_key }] })
    expect(await timesOf(asset)).toEqual([utc.toISOString()])
  })

  // Rule: history.md, Time of a read
  test('is accepted from thirty days ago to five minutes ahead', async () => {
    for (const seconds of [29 * 86_400, -240]) {
      const asset = await thing()
      await submit({ observed_at: secondsAgo(seconds), reads: [{ value: asset.external_key }] })
      expect(await timesOf(asset)).toEqual([secondsAgo(seconds)])
    }
  })

  // Rule: history.md, Time of a read
  test.each([
    ['31 days back', secondsAgo(31 * 86_400)],
    ['ten minutes ahead', secondsAhead(600)],
    ['of a clock that starts in 1970', '1970-01-01T00:00:00Z'],
    ['of year one', '0001-01-01T00:00:00Z'],
    ['of the year 9999', '9999-12-31T23:59:59Z'],
  ])('%s is replaced by the time of receipt', async (_, observed_at) => {
    const asset = await thing()
    const body = { observed_at, reads: [{ value: asset.external_key }] }
    expect(await isOfReceipt(asset, async () => expect(await outcome(body)).toEqual(accepted))).toBe(true)
  })
})

// Rule: history.md, Repeats
describe('an explicit time that is sent again', () => {
  test('changes nothing and counts as a duplicate', async () => {
    const asset = await thing()
    const body = { observed_at: secondsAgo(60), reads: [{ value: asset.external_key }] }
    expect(await outcome(body)).toEqual(accepted)
    expect(await outcome(body)).toEqual(duplicate)
    const ofRead = { reads: [{ value: asset.external_key, observed_at: secondsAgo(60) }] }
    expect(await outcome(ofRead)).toEqual(duplicate)
    expect(await timesOf(asset)).toEqual([secondsAgo(60)])
  })

  test('counts as a duplicate also when its time was rejected', async () => {
    const asset = await thing()
    const [value, early, late] = [asset.external_key, secondsAgo(99 * 86_400), secondsAgo(98 * 86_400)]
    const body = { reads: [early, late].map((observed_at) => ({ value, observed_at })) }
    await submit(body)
    const before = await timesOf(asset)
    expect(await outcome(body)).toEqual({ ...duplicate, duplicates: 2 })
    expect(await timesOf(asset)).toEqual(before)
  })

  test('counts read by read', async () => {
    const [known, fresh] = [await thing(), await thing()]
    const at = { observed_at: secondsAgo(60) }
    await submit({ ...at, reads: [{ value: known.external_key }] })
    const reads = [known, fresh].map((asset) => ({ value: asset.external_key }))
    expect(await outcome({ ...at, reads: [...reads, { value: freshKey('No') }] })).toMatchObject({
      accepted: 1,
      duplicates: 1,
      unknown: [{}],
    })
  })

  test('is not a duplicate at another time, at another location or by another user', async () => {
    const asset = await thing()
    const body = { observed_at: secondsAgo(60), reads: [{ value: asset.external_key }] }
    const [one, two] = [await newHandheld(), await newHandheld()]
    expect(await outcome(body)).toEqual(accepted)
    expect(await outcome({ ...body, observed_at: secondsAgo(40) })).toEqual(accepted)
    expect(await outcome({ ...body, location_id: elsewhere })).toEqual(accepted)
    expect(await outcome(body, one)).toEqual(accepted)
    expect(await outcome(body, two)).toEqual(accepted)
    expect(await outcome(body, one)).toEqual(duplicate)
    // The same user in another session is the same user.
    expect(await outcome(body, await signIn(program))).toEqual(duplicate)
  })

  test('is a new read without an explicit time', async () => {
    const asset = await thing()
    const body = { reads: [{ value: asset.external_key }] }
    expect([await outcome(body), await outcome(body)]).toEqual([accepted, accepted])
    expect((await timesOf(asset)).length).toBe(2)
  })
})

describe('a submission_id that is sent again', () => {
  // Rule: internal-api.md, Scans
  test('returns the same as the first time and stores nothing', async () => {
    const asset = await thing()
    const unknownValue = freshKey('Later')
    const body = {
      submission_id: freshKey('S'),
      reads: [{ value: asset.external_key }, { tag_type: 'rfid', value: unknownValue }],
    }
    const first = await outcome(body)
    expect(first).toEqual({
      accepted: 1,
      duplicates: 0,
      unknown: [{ tag_type: 'rfid', value: unknownValue }],
      rejected: [],
    })
    const later = await newTagged(session, unknownValue)
    expect(await outcome(body)).toEqual(first)
    expect([(await timesOf(asset)).length, (await timesOf(later)).length]).toEqual([1, 0])
  })

  test('returns the same also when its location is deleted', async () => {
    const asset = await thing()
    const { id } = await newLocation(session)
    const body = { submission_id: freshKey('S'), location_id: id, reads: [{ value: asset.external_key }] }
    const first = await outcome(body)
    await submit({ location_id: elsewhere, reads: [{ value: asset.external_key }] })
    expect((await session.delete(`/api/v1/locations/${id}`)).status).toBe(204)
    expect(await outcome(body)).toEqual(first)
    const fresh = await submit({ ...body, submission_id: freshKey('S') })
    expect(faultsOf(fresh)).toEqual([400, 'location_id fk_not_found'])
  })

  test('is stored once when it is sent many times at once', async () => {
    const asset = await thing()
    const body = { submission_id: freshKey('S'), reads: [{ value: asset.external_key }] }
    const responses = await Promise.all(Array.from({ length: 8 }, () => outcome(body)))
    expect(responses).toEqual(Array.from({ length: 8 }, () => accepted))
    expect((await timesOf(asset)).length).toBe(1)
  })

  test('is still recognized after a power cut', async () => {
    const first = await startProgram()
    const client = await signIn(first)
    const { id } = await newLocation(client)
    const asset = await thing(client)
    const body = { submission_id: 'S-1', location_id: id, reads: [{ value: asset.external_key }] }
    expect(await outcome(body, client)).toEqual(accepted)
    await first.kill()
    const again = await signIn(await startProgram({ dataDir: first.dataDir }))
    expect((await eventsOf(asset, again)).length).toBe(1)
    expect(await outcome(body, again)).toEqual(accepted)
    expect((await eventsOf(asset, again)).length).toBe(1)
  })

  // Rule: internal-api.md, Scans
  test('belongs to its sender, in one organization', async () => {
    const asset = await thing()
    const body = { submission_id: freshKey('S'), reads: [{ value: asset.external_key }] }
    for (const client of [session, await newHandheld(), await newHandheld()])
      expect(await outcome(body, client)).toEqual(accepted)
    expect((await timesOf(asset)).length).toBe(3)

    const { id } = await newLocation(other)
    const foreign = await newTagged(other, asset.external_key)
    expect(await outcome({ ...body, location_id: id }, other)).toEqual(accepted)
    expect((await eventsOf(foreign, other)).length).toBe(1)
  })

  test('is not used up by a rejected submission', async () => {
    const asset = await thing()
    const body = { submission_id: freshKey('S'), reads: [{ value: asset.external_key }] }
    expect((await submit({ ...body, location_id: 999_999_999 })).status).toBe(400)
    expect(await outcome(body)).toEqual(accepted)
  })
})
