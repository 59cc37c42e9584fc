import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, otherOrganization } from '../../support/client'
import { type EpcisEvent, epcisProblems, referenceHashes } from '../../support/epcis'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { epcisPackages } from '../../support/python'
import { faultsOf, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** Events of the log as EPCIS 2.0 (docs/api.md, EPCIS). */

setDefaultTimeout(60_000)

const path = '/api/v1/epcis/events'
const origin = 'https://track.example.com'
const packages = epcisPackages()

/** Values of tags by what they contain (GS1 Tag Data Standard). */
const tags = {
  sgtin: '3034257BF7194E4000001A85',
  sscc: '3114257BF4499602D2000000',
  grai: '3314257BF40C0E400000162E',
  giai: '3414257BF40000000000162E',
} as const
const links = {
  sgtin: 'https://id.gs1.org/01/80614141123458/21/6789',
  sscc: 'https://id.gs1.org/00/106141412345678908',
  grai: 'https://id.gs1.org/8003/006141411234525678',
  giai: 'https://id.gs1.org/8004/06141415678',
} as const
const urns = {
  sgtin: 'urn:epc:id:sgtin:0614141.812345.6789',
  sscc: 'urn:epc:id:sscc:0614141.1234567890',
  grai: 'urn:epc:id:grai:0614141.12345.5678',
  giai: 'urn:epc:id:giai:0614141.5678',
} as const
type Scheme = keyof typeof tags
const schemes = Object.keys(tags) as Scheme[]

let program: Program
let session: Client
let api: Client
let dock: Row
let yard: Row
let crate: Row
let reader: Reader

const assets = (id: number) => `${origin}/console/assets/${id}`
const places = (id: number) => `${origin}/console/locations/${id}`
const eventsOf = ({ body, status, text }: ApiResponse): EpcisEvent[] => {
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body.epcisBody.queryResults.resultsBody.eventList
}
const query = async (parameters: Record<string, string> = {}, client = api): Promise<EpcisEvent[]> =>
  eventsOf(await client.get(`${path}?${new URLSearchParams({ perPage: '200', ...parameters }).toString()}`))

async function organizationId(): Promise<number> {
  const { body } = await session.get('/internal/v1/organizations')
  return body.data.find(({ name }: { name: string }) => name === 'Epcis').id
}

/** Waits until there are so many events. */
async function atLeast(count: number, parameters: Record<string, string>): Promise<EpcisEvent[]> {
  let found: EpcisEvent[] = []
  await until(async () => {
    found = await query(parameters)
    return found.length >= count
  }, `${count} events`)
  return found
}

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_PUBLIC_URL: origin } })
  session = await otherOrganization(program, 'Epcis')
  api = await apiClient(program, session)
  dock = await newLocation(api, { external_key: 'DOCK' })
  yard = await newLocation(api, { external_key: 'YARD' })
  crate = await newTagged(api, 'CRATE')
  for (const scheme of schemes)
    await newAsset(api, { external_key: scheme, tags: [{ tag_type: 'rfid', value: tags[scheme] }] })
  reader = await newReader(session, 'GATE', [dock.id])
  for (const scheme of schemes) await scan(session, dock.id, tags[scheme], secondsAgo(5000))
  await scan(session, dock.id, 'CRATE', secondsAgo(4000))
  await scan(session, yard.id, 'CRATE', secondsAgo(3000))
})
afterAll(stopPrograms)

/** Follows the links from a page; returns the events and the number of pages. */
async function follow(first: string): Promise<{ events: EpcisEvent[]; pages: number }> {
  const events: EpcisEvent[] = []
  let next: string | undefined = first
  let pages = 0
  for (; next !== undefined; pages++) {
    const response: ApiResponse = await api.get(next)
    events.push(...eventsOf(response))
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return { events, pages }
}

// Rule: api.md, EPCIS
describe('EPCIS events', () => {
  test('are an EPCISQueryDocument that is valid by the schema of GS1', async () => {
    const response = await api.get(path)
    expect(response.body).toMatchObject({ type: 'EPCISQueryDocument', schemaVersion: '2.0' })
    expect(response.headers.get('gs1-epcis-version')).toBe('2.0.0')
    expect(epcisProblems(response.body)).toEqual([])
    expect(epcisProblems({ ...response.body, epcisBody: {} })).not.toEqual([])
  })

  test('have GS1 Digital Links from the RFID tags of the assets', async () => {
    const events = await query({ EQ_bizLocation: places(dock.id), LT_eventTime: secondsAgo(4500) })
    expect(events.map(({ epcList: [epc] }) => epc).toSorted()).toEqual(Object.values(links).toSorted())
  })

  test('have EPC URNs on request, with the same eventID', async () => {
    const { http, token } = { http: program.http, token: api.token }
    const response = await fetch(`${http}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'gs1-epc-format': 'Always_EPC_URN' },
    })
    const body = (await response.json()) as {
      epcisBody: { queryResults: { resultsBody: { eventList: EpcisEvent[] } } }
    }
    const named = body.epcisBody.queryResults.resultsBody.eventList.slice(0, 4)
    expect(named.map(({ epcList: [epc] }) => epc).toSorted()).toEqual(Object.values(urns).toSorted())
    const ids = (await query()).slice(0, 4).map(({ eventID }) => eventID)
    expect(named.map(({ eventID }) => eventID)).toEqual(ids)
  })

  test('name other assets and places by the addresses of their pages', async () => {
    const [first, second] = await query({ MATCH_epc: assets(crate.id) })
    expect(first).toMatchObject({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      eventTime: secondsAgo(4000),
      eventTimeZoneOffset: '+00:00',
      epcList: [assets(crate.id)],
      readPoint: { id: places(dock.id) },
      bizLocation: { id: places(dock.id) },
    })
    expect(second?.bizLocation.id).toBe(places(yard.id))
  })

  test('have the antenna as read point', async () => {
    await newTagged(api, 'BOX')
    await postReads(program, reader, [{ value: 'BOX', antenna: 1, observed_at: secondsAgo(2000) }])
    const antenna = `${origin}/console/readers/${reader.id}?antenna=1`
    const events = await atLeast(1, { EQ_readPoint: antenna })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ readPoint: { id: antenna }, bizLocation: { id: places(dock.id) } })
  })

  test.each(schemes)('are found by the Digital Link and by the EPC URI: %s', async (scheme) => {
    expect(await query({ MATCH_epc: links[scheme] })).toHaveLength(1)
    expect(await query({ MATCH_epc: urns[scheme] })).toHaveLength(1)
    expect(await query({ MATCH_epc: links[scheme], EQ_bizLocation: places(yard.id) })).toEqual([])
  })

  test('match any of several URIs', async () => {
    expect(await query({ MATCH_epc: `${links.sgtin}|${urns.giai}|${assets(crate.id)}` })).toHaveLength(4)
    expect(await query({ MATCH_epc: 'https://id.gs1.org/8004/9999999X' })).toEqual([])
  })

  test('match several filters together, even on pages of one event', async () => {
    const filters = [
      ['MATCH_epc', `${links.sgtin}|${assets(crate.id)}`, ({ epcList: [epc] }: EpcisEvent) => epc],
      ['EQ_readPoint', `${places(dock.id)}|${places(yard.id)}`, ({ readPoint }: EpcisEvent) => readPoint.id],
      ['EQ_bizLocation', places(dock.id), ({ bizLocation }: EpcisEvent) => bizLocation.id],
    ] as const
    const everything = await query()
    for (const used of [
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 1, 2],
    ].map((set) => set.map((at) => filters[at]))) {
      const parameters = new URLSearchParams(
        Object.fromEntries(used.map((filter) => [filter?.[0], filter?.[1]])),
      )
      const expected = everything.filter((event) =>
        used.every((filter) => filter?.[1].split('|').includes(filter[2](event))),
      )
      expect(expected.length).toBeGreaterThan(1)
      expect((await follow(`${path}?${parameters.toString()}&perPage=1`)).events).toEqual(expected)
    }
  })

  test('match a range of event times, whose end is not included', async () => {
    const times = { GE_eventTime: secondsAgo(4000), LT_eventTime: secondsAgo(3000) }
    expect((await query(times)).map(({ eventTime }) => eventTime)).toEqual([secondsAgo(4000)])
  })

  test('are the same on pages of any size, once each', async () => {
    const all = await query()
    for (const size of [1, 2, 5]) {
      const { events, pages } = await follow(`${path}?perPage=${size}`)
      expect(events).toEqual(all)
      expect(pages).toBe(Math.ceil(all.length / size))
    }
  })

  test('end after eventCountLimit events on all pages', async () => {
    const { events, pages } = await follow(`${path}?perPage=2&eventCountLimit=3`)
    expect(events).toEqual((await query()).slice(0, 3))
    expect(pages).toBe(2)
  })

  test.each([
    ['EQ_bizStep=shipping', 'EQ_bizStep unknown_field'],
    ['limit=5', 'limit unknown_field'],
    ['perpage=5', 'perpage unknown_field'],
    ...['0', '-1'].map((value) => [`perPage=${value}`, 'perPage too_small']),
    ['perPage=201', 'perPage too_large'],
    ...['1.5', '', 'many', '0x5', '1e2', '+5'].map((value) => [
      `perPage=${encodeURIComponent(value)}`,
      'perPage invalid_value',
    ]),
    ['eventCountLimit=-1', 'eventCountLimit too_small'],
    ...['0.5', '', 'all'].map((value) => [`eventCountLimit=${value}`, 'eventCountLimit invalid_value']),
    ...['GE_eventTime', 'LT_eventTime'].flatMap((name) =>
      ['yesterday', '', '2026-11-01', '2026-02-30T00:00:00Z', '1790000000'].map((value) => [
        `${name}=${value}`,
        `${name} invalid_value`,
      ]),
    ),
    ...['MATCH_epc', 'EQ_readPoint', 'EQ_bizLocation'].flatMap((name) => [
      ...['', 'PALLET', 'https://', `${urns.giai}|`, `|${urns.giai}`, `urn:${'x'.repeat(500)}`].map(
        (value) => [`${name}=${encodeURIComponent(value)}`, `${name} invalid_value`],
      ),
      [`${name}=${encodeURIComponent(Array(11).fill(urns.giai).join('|'))}`, `${name} too_large`],
    ]),
    ...['abc', '', '1.2', '1.2.3.4', '-1.0.5', '1.2.0', '1.2.99999999999999999', '9007199254740993.1.1'].map(
      (value) => [`nextPageToken=${value}`, 'nextPageToken invalid_value'],
    ),
  ] as [string, string][])('refuse %s', async (parameters, fault) => {
    expect(faultsOf(await api.get(`${path}?${parameters}`))).toEqual([400, fault])
  })

  test('match the first value of a parameter that occurs several times', async () => {
    const [one, two] = [urns.sgtin, urns.giai].map((uri) => encodeURIComponent(uri))
    const events = eventsOf(await api.get(`${path}?MATCH_epc=${one}&MATCH_epc=${two}&perPage=200&perPage=1`))
    expect(events).toEqual(await query({ MATCH_epc: urns.sgtin }))
  })

  test.each([
    'https://id.gs1.org/',
    'https://id.gs1.org/01/80614141123459/21/6789',
    'https://id.gs1.org/01/80614141123458/21/%00',
    'urn:epc:id:sgtin:',
    'urn:epc:id:giai:0614141.%27%20or%201=1',
    `${origin}/console/assets/`,
    `${origin}/console/assets/1e1`,
    `${origin}/console/assets/99999999999999999999999999`,
    `${origin}/console/readers/1?antenna=`,
    'javascript:alert(1)',
  ])('are none for the valid URI %s, which names nothing', async (uri) => {
    for (const name of ['MATCH_epc', 'EQ_readPoint', 'EQ_bizLocation'])
      expect(await query({ [name]: uri })).toEqual([])
  })

  test('are none in a range of event times that ends before it begins, and in the far past and future', async () => {
    expect(await query({ GE_eventTime: secondsAgo(1), LT_eventTime: secondsAgo(9000) })).toEqual([])
    expect(await query({ LT_eventTime: '0001-01-01T00:00:00Z' })).toEqual([])
    expect(await query({ GE_eventTime: '9999-12-31T23:59:59Z' })).toEqual([])
  })

  test('of another organization are not found', async () => {
    const other = await apiClient(program, await otherOrganization(program, 'Elsewhere'))
    expect(await query({}, other)).toEqual([])
    expect(await query({ MATCH_epc: links.sgtin }, other)).toEqual([])
    expect(await query({ EQ_bizLocation: places(dock.id) }, other)).toEqual([])
  })
})

describe('a correction', () => {
  // Rule: api.md, EPCIS
  test('declares the error of the event that it replaces, and names the corrective event', async () => {
    const cart = await newTagged(api, 'CART')
    const before = await newReader(session, 'EAST', [dock.id, yard.id])
    const at = (seconds: number) => secondsAgo(seconds)
    await postReads(program, before, [{ value: 'CART', antenna: 1, observed_at: at(50), rssi: -50 }])
    const [wrong] = await atLeast(1, { MATCH_epc: assets(cart.id) })
    // A late read is earlier than the first one, so the stay began earlier.
    await postReads(program, before, [{ value: 'CART', antenna: 1, observed_at: at(60), rssi: -50 }])
    const events = await atLeast(2, { MATCH_epc: assets(cart.id) })
    const corrected = events.find(({ eventID }) => eventID === wrong?.eventID)
    const right = events.find(({ errorDeclaration }) => errorDeclaration === undefined)
    expect(right?.eventTime).toBe(at(60))
    expect(corrected?.errorDeclaration).toMatchObject({
      reason: 'incorrect_data',
      correctiveEventIDs: [right?.eventID],
    })
    expect(epcisProblems((await api.get(`${path}?perPage=200`)).body)).toEqual([])
  })
})

// Rule: api.md, EPCIS
describe('a scan event that a late read removes', () => {
  /** Two stays at one place with a gap that a late read closes, and a later stay elsewhere. */
  async function closedGap(value: string): Promise<{ asset: Row; second: EpcisEvent }> {
    const asset = await newTagged(api, value)
    const gate = await newReader(session, `READER-${value}`, [dock.id, yard.id])
    const parameters = { MATCH_epc: assets(asset.id) }
    const reads = [
      [1, 20_000],
      [1, 19_520],
      [2, 13_000],
      [2, 12_800],
    ] as const
    for (const [antenna, seconds] of reads)
      await postReads(program, gate, [{ value, antenna, observed_at: secondsAgo(seconds) }])
    const [, second] = await atLeast(3, parameters)
    await postReads(program, gate, [{ value, antenna: 1, observed_at: secondsAgo(19_760) }])
    await until(
      async () => (await query(parameters)).some(({ errorDeclaration }) => errorDeclaration),
      'the correction',
    )
    return { asset, second: second as EpcisEvent }
  }

  test('did not occur, and keeps its id', async () => {
    const { asset, second } = await closedGap('DOLLY')
    const events = await query({ MATCH_epc: assets(asset.id) })
    expect(events).toHaveLength(3)
    const [wrong, ...others] = events.filter(({ errorDeclaration }) => errorDeclaration)
    expect(others).toEqual([])
    expect(wrong).toEqual({
      ...second,
      errorDeclaration: { declarationTime: expect.any(String), reason: 'did_not_occur' },
    })
    expect(epcisProblems((await api.get(`${path}?perPage=200`)).body)).toEqual([])
  })

  test('has the hash of the reference implementation, with and without its declaration', async () => {
    if ('missing' in packages) return console.warn(`Not compared: ${packages.missing}`)
    const { asset, second } = await closedGap('TROLLEY')
    const wrong = (await query({ MATCH_epc: assets(asset.id) })).find((event) => event.errorDeclaration)
    expect(wrong?.errorDeclaration?.reason).toBe('did_not_occur')
    expect(referenceHashes(packages.path, [second, wrong as EpcisEvent])).toEqual([
      second.eventID,
      second.eventID,
    ])
  })
})

// Rule: internal-api.md, EPCIS
describe('the identity of an event', () => {
  // Rule: api.md, EPCIS
  test('remains when settings, tags and keys change, which name later events', async () => {
    const tool = await newTagged(api, 'TOOL')
    const place = await newLocation(api, { external_key: 'BENCH' })
    await scan(session, place.id, 'TOOL', secondsAgo(900))
    const [first] = await query({ MATCH_epc: assets(tool.id) })
    const organization = await organizationId()
    const settings = `/internal/v1/organizations/${organization}`
    expect((await session.patch(settings, { gs1_company_prefix: '0614141' })).status).toBe(200)
    const sgln = `/internal/v1/locations/${place.id}/sgln`
    expect((await session.patch(sgln, { sgln: '0614141073467' })).body.data.sgln).toBe(
      'urn:epc:id:sgln:0614141.07346.0',
    )
    expect(await query({ MATCH_epc: assets(tool.id) })).toEqual([first as EpcisEvent])
    await scan(session, dock.id, 'TOOL', secondsAgo(800))
    await scan(session, place.id, 'TOOL', secondsAgo(700))
    const later = await query({ MATCH_epc: 'urn:epc:id:giai:0614141.TOOL' })
    expect(later.map(({ epcList: [epc] }) => epc)).toEqual(
      Array(2).fill('https://id.gs1.org/8004/0614141TOOL'),
    )
    expect(later[1]).toMatchObject({
      readPoint: { id: 'https://id.gs1.org/414/0614141073467' },
      bizLocation: { id: 'https://id.gs1.org/414/0614141073467' },
    })
    for (const uri of ['https://id.gs1.org/414/0614141073467', 'urn:epc:id:sgln:0614141.07346.0'])
      expect(await query({ EQ_bizLocation: uri, MATCH_epc: urns.giai })).toEqual([])
    expect(await query({ EQ_bizLocation: 'https://id.gs1.org/414/0614141073467' })).toEqual([
      later[1] as EpcisEvent,
    ])
    expect((await session.patch(settings, { gs1_company_prefix: null })).status).toBe(200)
  })

  test.each([
    ['a GLN with a wrong check digit', '0614141073468'],
    ['a GLN without a company prefix', '0614141073467'],
    ['an EPC URI of another length', 'urn:epc:id:sgln:0614141.073460.0'],
    ['any text', 'Bench'],
  ])('an SGLN is not %s', async (_, sgln) => {
    expect(faultsOf(await session.patch(`/internal/v1/locations/${dock.id}/sgln`, { sgln }))).toEqual([
      400,
      'sgln invalid_value',
    ])
  })

  test('a company prefix has 6 to 12 digits', async () => {
    const organization = await organizationId()
    for (const prefix of ['12345', '1234567890123', 'ABCDEFG'])
      expect(
        (await session.patch(`/internal/v1/organizations/${organization}`, { gs1_company_prefix: prefix }))
          .status,
      ).toBe(400)
  })

  // Rule: api.md, EPCIS
  test('is the hash of the reference implementation', async () => {
    if ('missing' in packages) return console.warn(`Not compared: ${packages.missing}`)
    const events = await query()
    expect(events.length).toBeGreaterThan(8)
    expect(referenceHashes(packages.path, events)).toEqual(events.map(({ eventID }) => eventID))
  })
})
