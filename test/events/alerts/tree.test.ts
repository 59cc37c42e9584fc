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

test('a deleted asset, and a location that is moved away, close alerts about too many assets and retract none', async () => {
  const hall = await newLocation(session)
  const aisle = await newLocation(session, { parent_id: hall.id })
  const some = [await newTagged(session, freshKey('C')), await newTagged(session, freshKey('C'))] as const
  const most = (count: number) => newRule(session, { kind: 'par', location_id: hall.id, max_count: count })
  const [one, none] = [await most(1), await most(0)]
  for (const { external_key: key } of some) await scan(session, aisle.id, key, secondsAgo(1))
  await untilStates(session, one.id, ['open'])
  await untilStates(session, none.id, ['open'])
  await session.delete(`/api/v1/assets/${some[0].id}`)
  await untilStates(session, one.id, ['cleared'])
  await session.patch(`/api/v1/locations/${aisle.id}`, { parent_id: null })
  await untilStates(session, none.id, ['cleared'])
})
