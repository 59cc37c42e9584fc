import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newRule, statesOf, untilStates } from '../../support/alerts'
import { type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo, secondsAhead } from '../../support/scans'

/** Alerts about assets that begin and cease to be in effect. */

setDefaultTimeout(60_000)

const dataDir = newDataDir()
let program: Program
let session: Client
beforeAll(async () => {
  program = await startProgram({ dataDir })
  session = await signIn(program)
})
afterAll(stopPrograms)

const newAsset = () => newTagged(session, freshKey('V'), { valid_from: '2020-01-01T00:00:00Z' })
const end = ({ id }: Row) => session.patch(`/api/v1/assets/${id}`, { valid_to: secondsAgo(1) })
const resume = ({ id }: Row) => session.patch(`/api/v1/assets/${id}`, { valid_to: null })

test('a count at a place has the assets that are in effect, and follows when one ends and is in effect again', async () => {
  const place = await newLocation(session)
  const [one, other] = [await newAsset(), await newAsset()]
  for (const { external_key: key } of [one, other]) await scan(session, place.id, key, secondsAgo(1))
  const rule = await newRule(session, { kind: 'par', location_id: place.id, max_count: 1 })
  await untilStates(session, rule.id, ['open'])
  await end(one)
  await untilStates(session, rule.id, ['cleared'])
  const later = await newRule(session, { kind: 'par', location_id: place.id, min_count: 2 })
  await untilStates(session, later.id, ['open'])
  await resume(one)
  await untilStates(session, later.id, ['cleared'])
  await untilStates(session, rule.id, ['cleared', 'open'])
})

test('an asset that is in effect again has the alerts of its place again', async () => {
  const [place, elsewhere] = [await newLocation(session), await newLocation(session)]
  const asset = await newAsset()
  await scan(session, place.id, asset.external_key, secondsAgo(700))
  const ofAsset = { kind: 'assets', asset_ids: [asset.id] }
  const rules = [
    await newRule(session, { kind: 'outside', location_id: elsewhere.id, scope: ofAsset }),
    await newRule(session, { kind: 'dwell', location_id: place.id, minutes: 10 }),
    await newRule(session, { kind: 'missing', minutes: 10, scope: ofAsset }),
  ]
  for (const { id } of rules) await untilStates(session, id, ['open'])
  await end(asset)
  for (const { id } of rules) await untilStates(session, id, ['cleared'])
  await resume(asset)
  for (const { id } of rules) await untilStates(session, id, ['cleared', 'open'])
  // Another change of it opens none.
  await session.patch(`/api/v1/assets/${asset.id}`, { name: 'Renamed' })
  await newRule(session, { kind: 'outside', location_id: elsewhere.id, scope: ofAsset }).then(({ id }) =>
    untilStates(session, id, ['open']),
  )
  for (const { id } of rules) expect(await statesOf(session, id)).toEqual(['cleared', 'open'])
})

test('an asset that begins or ceases to be in effect by the clock is noticed, even when the service did not run then', async () => {
  const [place, elsewhere] = [await newLocation(session), await newLocation(session)]
  const [running, stopped] = [await newAsset(), await newAsset()]
  for (const { external_key: key } of [running, stopped]) await scan(session, place.id, key, secondsAgo(1))
  const outside = (asset: Row) =>
    newRule(session, {
      kind: 'outside',
      location_id: elsewhere.id,
      scope: { kind: 'assets', asset_ids: [asset.id] },
    })
  const [rule, other] = [await outside(running), await outside(stopped)]
  const few = await newRule(session, { kind: 'par', location_id: place.id, min_count: 2 })
  for (const { id } of [rule, other]) await untilStates(session, id, ['open'])

  await session.patch(`/api/v1/assets/${running.id}`, { valid_from: secondsAhead(3) })
  await untilStates(session, few.id, ['open'])
  await untilStates(session, rule.id, ['cleared', 'open'])
  await untilStates(session, few.id, ['cleared'])

  await session.patch(`/api/v1/assets/${stopped.id}`, { valid_to: secondsAhead(0.5) })
  await program.kill()
  program = await startProgram({ dataDir })
  session = await signIn(program)
  await untilStates(session, other.id, ['cleared'])
  await untilStates(session, few.id, ['cleared', 'open'])
})
