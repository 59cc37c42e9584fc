import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation } from '../../support/records'
import { newReader } from '../../support/scans'

/** The preview: the reads in a payload, without a registered reader (docs/internal-api.md, Preview). */

let program: Program
let session: Client
let other: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
})
afterAll(stopPrograms)

const path = '/internal/v1/readers/preview'
const preview = (body: object): Promise<ApiResponse> => session.post(path, body)
const shown = async (body: object) => {
  const { status, body: response, text } = await preview(body)
  if (status !== 200) throw new Error(`The preview returned ${status}: ${text}`)
  return response.data
}
const mapping = {
  reads: '$.reads',
  value: '$.epc',
  antenna: '$.antenna',
  observed_at: '$.time',
  time_format: 'unix_ms',
  rssi: '$.rssi',
}
const giai = '3414257BF40000000000162E'

describe('a preview', () => {
  // Rule: internal-api.md, EPC hints
  // Rule: internal-api.md, Preview
  test('shows the reads of a mapping, and the content of an EPC', async () => {
    const payload = { time: 1787294700123, reads: [{ epc: giai, antenna: 3, rssi: '-61.5' }] }
    expect(await shown({ format: 'mapping', mapping, payload })).toEqual({
      read_count: 1,
      reads: [
        {
          tag_type: 'rfid',
          value: giai,
          aliases: [],
          antenna: 3,
          observed_at: '2026-08-21T06:45:00.123Z',
          rssi: -61.5,
          hint: {
            scheme: 'giai-96',
            uri: 'urn:epc:id:giai:0614141.5678',
            tag_uri: 'urn:epc:tag:giai-96:0.0614141.5678',
            gs1_key: '06141415678',
          },
        },
      ],
      antennas: [],
      not_understood: [],
      not_understood_texts: [],
    })
  })

  // Rule: internal-api.md, Preview
  test('shows the reads of a format', async () => {
    const payload = { tags: [{ epc: 'E28011700000020A', antennaPort: '2', rssi: '-48' }] }
    const { reads } = await shown({ format: 'csl_cs463', payload })
    expect(reads).toEqual([
      {
        tag_type: 'rfid',
        value: 'E28011700000020A',
        aliases: [],
        antenna: 2,
        observed_at: null,
        rssi: -48,
        hint: null,
      },
    ])
  })

  test('reads text as the message', async () => {
    const payload = `{"reads":[{"value":"${giai}"}]}`
    expect((await shown({ format: 'whereabouts_v1', payload })).reads).toHaveLength(1)
  })

  test('keeps all digits of numbers', async () => {
    const text =
      '{"format":"mapping","mapping":{"reads":"$","value":"$.id"},"payload":{"id":9007199254740993}}'
    const { body } = await session.post(path, text)
    expect(body.data).toMatchObject({
      reads: [],
      not_understood: ['$.id must be a string of 1 to 255 characters'],
    })
  })

  test('accepts null as the mapping of a format without one', async () => {
    const payload = { reads: [{ value: giai }] }
    expect((await shown({ format: 'whereabouts_v1', mapping: null, payload })).reads).toHaveLength(1)
  })

  test('decodes no EPC in a value of another type', async () => {
    const payload = { reads: [{ value: giai, tag_type: 'barcode' }] }
    expect((await shown({ format: 'whereabouts_v1', payload })).reads[0].hint).toBeNull()
  })

  test('reports each problem once, in addition to the reads', async () => {
    const payload = { reads: [{ epc: 'A1' }, {}, {}, { epc: 'A2', antenna: 'x' }] }
    const data = await shown({ format: 'mapping', mapping, payload })
    expect(data.reads.map((read: { value: string }) => read.value)).toEqual(['A1', 'A2'])
    expect(data.not_understood).toEqual([
      'An entry has no value at $.epc',
      'antenna is not an antenna port; the read counts for antenna 1',
    ])
  })

  test.each<[string, unknown, string]>([
    ['no JSON', 'epc=1', 'The payload is not valid JSON'],
    ['no text', '', 'The payload is not valid JSON'],
    ['null', null, 'The payload must be an object'],
    ['a number', 5, 'The payload must be an object'],
    ['a flag', true, 'The payload must be an object'],
    ['a list', [], 'The payload must be an object'],
    ['something else', {}, 'reads must be an array'],
    ['no reads', { reads: [] }, 'The payload contains no reads'],
  ])('of %s returns the reason', async (_, payload, reason) => {
    const data = await shown({ format: 'whereabouts_v1', payload })
    const texts = [{ key: expect.any(String), params: expect.anything() }]
    const nothing = { read_count: 0, reads: [], antennas: [] }
    expect(data).toEqual({ ...nothing, not_understood: [reason], not_understood_texts: texts })
  })

  // Rule: internal-api.md, Preview
  test('shows reads whose optional fields cannot be read, and names the fields', async () => {
    const payload = { reads: [{ epc: 'A1', antenna: 'north', time: 1787294700, rssi: 57 }] }
    const { reads, not_understood } = await shown({ format: 'mapping', mapping, payload })
    expect(reads).toMatchObject([{ value: 'A1', antenna: 1, rssi: null }])
    expect(not_understood).toEqual([
      expect.stringMatching(/^antenna /),
      'observed_at is in seconds since 1970, not in milliseconds',
      expect.stringMatching(/^rssi /),
    ])
  })

  // Rule: internal-api.md, Preview
  test('shows the first thousand reads and counts them all', async () => {
    const payload = { reads: Array.from({ length: 1234 }, (_, i) => ({ value: `T${i}` })) }
    const { read_count, reads } = await shown({ format: 'whereabouts_v1', payload })
    expect([read_count, reads.length, reads.at(-1).value]).toEqual([1234, 1000, 'T999'])
  })

  test('accepts the bytes of a binary format in Base64', async () => {
    // MessagePack: {devices: [type 0, MAC C30100000001, RSSI 196 - 256, no data]}
    const bytes = Buffer.from([
      0x81,
      0xa7,
      ...Buffer.from('devices'),
      0x91,
      0xc4,
      8,
      0,
      0xc3,
      1,
      0,
      0,
      0,
      1,
      196,
    ])
    const { reads } = await shown({ format: 'aprbrother_v4', payload: bytes.toString('base64') })
    expect(reads).toMatchObject([{ tag_type: 'ble', rssi: -60, hint: null }])
    for (const payload of ['no base64!', 'abc', 'ab=c'])
      expect(faultsOf(await preview({ format: 'aprbrother_v4', payload }))).toEqual([
        400,
        'payload invalid_value',
      ])
    const { not_understood: reasons } = await shown({ format: 'aprbrother_v4', payload: 'AAAA' })
    expect(reasons).toHaveLength(1)
  })

  // Rule: internal-api.md, Preview
  test('stores nothing, even when it is sent again', async () => {
    const before = (await session.get('/internal/v1/readers')).text
    const payload = { reads: [{ value: 'GHOST', observed_at: '2026-08-21T06:45:00Z' }] }
    const [first, second] = [
      await preview({ format: 'whereabouts_v1', payload }),
      await preview({ format: 'whereabouts_v1', payload }),
    ]
    expect(second.text).toBe(first.text)
    expect((await session.get('/internal/v1/readers')).text).toBe(before)
  })
})

describe('a preview is refused', () => {
  const good = { format: 'mapping', mapping, payload: {} }

  test.each<[string, object, string[]]>([
    ['without anything', {}, ['format required', 'payload required']],
    ['without a payload', { format: 'csl_cs463' }, ['payload required']],
    ['in a format that there is not', { format: 'morse', payload: {} }, ['format invalid_value']],
    ['in the format of a handheld', { format: null, payload: {} }, ['format invalid_value']],
    ['without a mapping', { format: 'mapping', payload: {} }, ['mapping required']],
    ['with null for a mapping', { ...good, mapping: null }, ['mapping invalid_value']],
    ['with a mapping beside another format', { ...good, format: 'csl_cs463' }, ['mapping invalid_context']],
    [
      'with a path that is none',
      { ...good, mapping: { reads: '$.a', value: 'b' } },
      ['mapping.value invalid_value'],
    ],
    ['with a field too many', { ...good, reader: 1 }, ['reader unknown_field']],
    [
      'with a field too many in the mapping',
      { ...good, mapping: { ...mapping, tid: '$' } },
      ['mapping.tid unknown_field'],
    ],
  ])('%s', async (_, body, faults) => {
    expect(faultsOf(await preview(body))).toEqual([400, ...faults])
  })

  test('as a list, as broken JSON and as a form', async () => {
    expect(faultsOf(await preview([]))).toEqual([400, 'bad_request'])
    expect(faultsOf(await session.post(path, '{'))).toEqual([400, 'bad_request'])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await session.request('POST', path, { headers, body: 'format=mapping' })
    expect(faultsOf(form)).toEqual([415, 'unsupported_media_type'])
  })

  test('with another method', async () => {
    const response = await session.get(path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('to API keys, devices and unauthenticated clients', async () => {
    const { id } = await newLocation(session)
    const { device_token } = await newReader(session, freshKey('Device'), [id])
    const program_ = await apiClient(program, session)
    for (const client of [program_, clientOf(program.http, device_token), clientOf(program.http)])
      expect(faultsOf(await client.post(path, good))).toEqual([401, 'unauthorized'])
  })

  test('to no user of another organization, because it names no reader', async () => {
    expect((await other.post(path, { format: 'mapping', mapping, payload: {} })).status).toBe(200)
  })
})
