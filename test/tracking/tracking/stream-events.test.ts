import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { stopPrograms } from '../../support/program'
import { freshKey, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'
import { namesOf, startListening } from './listening'

/** The events of the live stream of the console: moves, and the reads of one reader. */

setDefaultTimeout(30_000)

const { program, session, hall, yard, gate, listening, finalMove } = await startListening()
afterAll(stopPrograms)

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const fieldsOf = (place: Row | null, prefix = '') => ({
  [`${prefix}location_id`]: place && place.id,
  [`${prefix}location_external_key`]: place && place.external_key,
  [`${prefix}location_name`]: place && (place === hall ? 'Hall' : 'Yard'),
})

describe('a move', () => {
  // Rule: internal-api.md, Stream
  test('is sent soon after the read, with the current and the previous location', () =>
    listening(session, '', async (stream) => {
      const asset = await newTagged(session, freshKey('asset'), { name: 'Crate' })
      const value = asset.external_key
      const begun = performance.now()
      await postReads(program, gate, [{ value, antenna: 1, observed_at: secondsAgo(100) }])
      await stream.wait('move')
      expect(performance.now() - begun).toBeLessThan(5000)
      await postReads(program, gate, [{ value, antenna: 2, observed_at: secondsAgo(50) }])
      const [first, second] = await stream.wait('move', 2)
      const common = {
        asset_id: asset.id,
        asset_external_key: value,
        asset_name: 'Crate',
        certainty: null,
        is_provisional: false,
        rival_location_id: null,
        rival_location_name: null,
      }
      expect(first?.data).toEqual({
        ...common,
        ...fieldsOf(hall),
        ...fieldsOf(null, 'previous_'),
        event_observed_at: secondsAgo(100),
        asset_last_seen: secondsAgo(100),
      })
      expect(second?.data).toEqual({
        ...common,
        ...fieldsOf(yard),
        ...fieldsOf(hall, 'previous_'),
        event_observed_at: secondsAgo(50),
        asset_last_seen: secondsAgo(50),
      })
    }))

  test('is sent for a scan by a user, too, and for a tag that is bound', () =>
    listening(session, '', async (stream) => {
      const value = freshKey('bound')
      await postReads(program, gate, [{ value, antenna: 2, observed_at: secondsAgo(30) }])
      const { data } = (await session.get(`/internal/v1/unknown-tags?q=${value}`)).body
      const asset = await newTagged(session, freshKey('asset'))
      await scan(session, hall.id, asset.external_key, secondsAgo(90))
      await session.post(`/internal/v1/unknown-tags/${data[0].id}/bind`, { asset_id: asset.id })
      const moves = await stream.wait('move', 2)
      expect(moves.map((move) => move.data)).toMatchObject([
        { asset_id: asset.id, ...fieldsOf(hall), event_observed_at: secondsAgo(90) },
        { asset_id: asset.id, ...fieldsOf(yard), ...fieldsOf(hall, 'previous_') },
      ])
    }))

  test('is not sent for a read that changes no location, is too late, or is a duplicate', () =>
    listening(session, '', async (stream) => {
      const asset = await newTagged(session, freshKey('asset'))
      const read = { value: asset.external_key, antenna: 1, observed_at: secondsAgo(200) }
      await postReads(program, gate, [read])
      await postReads(program, gate, [read])
      await postReads(program, gate, [{ ...read, observed_at: secondsAgo(100) }])
      await postReads(program, gate, [{ ...read, antenna: 2, observed_at: secondsAgo(5000) }])
      const last = await finalMove(stream)
      expect(namesOf(stream)).toEqual([`move ${asset.external_key}`, last])
    }))

  // Rule: internal-api.md, Stream
  test('is sent only for assets in the report', () =>
    listening(session, '', async (stream) => {
      const hidden = await newTagged(session, freshKey('asset'), { valid_from: '2199-01-01T00:00:00Z' })
      const shown = await newTagged(session, freshKey('asset'))
      for (const { external_key } of [hidden, shown])
        await scan(session, yard.id, external_key, secondsAgo(100))
      const last = await finalMove(stream)
      expect(namesOf(stream)).toEqual([`move ${shown.external_key}`, last])
    }))
})

describe('the reads of a reader', () => {
  // Rule: internal-api.md, Stream
  test('are sent with the result of each, only to streams of that reader', () =>
    listening(session, '', (deaf) =>
      listening(session, `?reader_id=${gate.id}`, async (stream) => {
        const other = await newReader(session, freshKey('other'), [hall.id])
        const asset = await newTagged(session, freshKey('asset'), { name: 'Trolley' })
        const unknownValue = '34341B7C281234000000007B'
        const read = { value: asset.external_key, antenna: 2, rssi: -47.5, observed_at: secondsAgo(20) }
        await postReads(program, gate, [read, { value: unknownValue }, { ...read, antenna: 77 }])
        await postReads(program, gate, [read])
        await postReads(program, other, [{ ...read, antenna: 1 }])
        const reads = await stream.wait('read', 4)
        const applied = {
          reader_id: gate.id,
          antenna: 2,
          tag_type: 'rfid',
          value: asset.external_key,
          rssi: -47.5,
          observed_at: secondsAgo(20),
          result: 'applied',
          asset_id: asset.id,
          asset_external_key: asset.external_key,
          asset_name: 'Trolley',
          hint: null,
        }
        const ofUnknownTag = {
          value: unknownValue,
          rssi: null,
          asset_id: null,
          asset_external_key: null,
          asset_name: null,
          hint: expect.objectContaining({ scheme: 'giai-96' }),
        }
        expect(reads.map(({ data }) => data)).toEqual([
          applied,
          { ...applied, ...ofUnknownTag, antenna: 1, observed_at: instant, result: 'unknown_tag' },
          { ...applied, antenna: 77, result: 'unmapped_antenna' },
          { ...applied, result: 'duplicate' },
        ])
        await finalMove(deaf)
        expect(deaf.events.every(({ event }) => event === 'move')).toBeTrue()
        expect(stream.events.filter(({ event }) => event === 'read')).toHaveLength(4)
      }),
    ))
})
