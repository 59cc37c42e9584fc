import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { newRule, untilStates } from '../../support/alerts'
import { type Client, signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Alerts while the tree of locations changes. */

setDefaultTimeout(60_000)

let session: Client
beforeAll(async () => {
  session = await signIn(await startProgram({ dataDir: newDataDir() }))
})
afterAll(stopPrograms)

const placeBelow = (one: Row, parent: Row) =>
  session.patch(`/api/v1/locations/${one.id}`, { parent_id: parent.id })

// Rule: internal-api.md, Alert rules
test('a location that is moved below another one brings its assets there', async () => {
  const [hall, aisle, shelf] = [
    await newLocation(session),
    await newLocation(session),
    await newLocation(session),
  ]
  await placeBelow(shelf, aisle)
  const one = await newTagged(session, freshKey('C'))
  await scan(session, shelf.id, one.external_key, secondsAgo(1))
  const scope = { kind: 'assets', asset_ids: [one.id] }
  const outside = await newRule(session, { kind: 'outside', location_id: hall.id, scope })
  const par = await newRule(session, { kind: 'par', location_id: hall.id, min_count: 1, scope })
  await untilStates(session, outside.id, ['open'])
  await untilStates(session, par.id, ['open'])
  await placeBelow(aisle, hall)
  await untilStates(session, outside.id, ['cleared'])
  await untilStates(session, par.id, ['cleared'])
})
