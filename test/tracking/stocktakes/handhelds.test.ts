import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newTagged, type Row } from '../../support/records'
import { newReader, scan, secondsAgo } from '../../support/scans'
import { linesOf, newHall, open, placed, send } from '../../support/stocktakes'
import { until } from '../../support/until'

/** Counting with what handhelds send (docs/internal-api.md, Scans of a stocktake). */

setDefaultTimeout(30_000)

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

// Rule: internal-api.md, Scans of a stocktake
describe('a submission without times', () => {
  test('counts a tag once, and says again for the others', async () => {
    const { hall, aisle } = await newHall(session)
    const [one, two] = (await placed(session, aisle, 2)) as [Row, Row]
    const { id } = await open(session, hall)
    const reads = [one, two, one, one].map(({ external_key: value }) => ({ value }))
    const body = { submission_id: freshKey('SUB') }
    const verdictsOf = async () =>
      (await send(session, id, aisle, reads, body)).body.data.results.map(
        ({ verdict }: { verdict: string }) => verdict,
      )
    expect(await verdictsOf()).toEqual(['found', 'found', 'again', 'again'])
    // The same answer when the response was lost.
    expect(await verdictsOf()).toEqual(['found', 'found', 'again', 'again'])
  })
})

// Rule: internal-api.md, Lines of a stocktake
test('what an RFD40 sends over MQTT counts where its antenna is, and adds no extra lines', async () => {
  const { hall, aisle, yard } = await newHall(session)
  const epc = 'E2C06F9200000000000051A7'
  const expected = await newTagged(session, epc)
  await scan(session, aisle.id, epc, secondsAgo(3_000))
  const guest = 'E2C06F9200000000000099B1'
  await newTagged(session, guest)
  await scan(session, yard.id, guest, secondsAgo(3_000))
  const reader = await newReader(session, freshKey('RFD'), [aisle.id], { format: 'zebra_rfd' })
  const { id } = await open(session, hall, { uses_readers: true })
  const radio = await connectAsync(program.mqtt as string, {
    username: reader.external_key,
    password: reader.device_token,
  })
  const message = () => ({
    type: 'INVENTORY',
    timestamp: new Date().toISOString(),
    data: {
      tagData: [
        { eventNum: 1, idHex: epc.toLowerCase(), antenna: 1, peakRssi: -48 },
        { eventNum: 2, idHex: guest, antenna: 1, peakRssi: -51 },
      ],
      barcodeData: [],
    },
  })
  let lines: { asset_id: number; verdict: string; source: string | null }[] = []
  await until(
    async () => {
      await radio.publishAsync(reader.topic.replace('/#', '/data'), JSON.stringify(message()), { qos: 1 })
      lines = await linesOf(session, id)
      return lines.some(({ verdict }) => verdict === 'found')
    },
    () => `the line is found: ${JSON.stringify(lines)}`,
  )
  await radio.endAsync()
  expect(lines).toMatchObject([
    { asset_id: expected.id, verdict: 'found', source: 'reader', found_location_id: aisle.id },
  ])
})
