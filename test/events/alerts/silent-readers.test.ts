import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newRule, statesOf, untilStates } from '../../support/alerts'
import { signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAhead } from '../../support/scans'

/** Missing assets at places whose readers are silent. The test changes the time of the last message in the file. */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

const microsPerMinute = 60_000_000

// Rule: api.md, Alerts
test('an asset is not missing while all readers of its place are silent, nor when they read it again', async () => {
  const dataDir = newDataDir()
  const first = await startProgram({ dataDir })
  const before = await signIn(first)
  const [silent, unread] = [await newLocation(before), await newLocation(before)]
  const reader = await newReader(before, freshKey('R'), [silent.id])
  const [kept, gone, later] = [
    await newTagged(before, freshKey('kept')),
    await newTagged(before, freshKey('gone')),
    await newTagged(before, freshKey('later')),
  ]
  const longAgo = secondsAhead(-1800)
  await postReads(first, reader, [{ value: kept.external_key, antenna: 1, observed_at: longAgo }])
  for (const asset of [gone, later]) await scan(before, unread.id, asset.external_key, longAgo)
  await first.stop()
  const database = openDatabase(dataDir)
  database.run('update reader_health set last_message_at = last_message_at - ?', [20 * microsPerMinute])
  database.close()

  const program = await startProgram({ dataDir })
  const session = await signIn(program)
  const missing = (...assets: { id: number }[]) =>
    newRule(session, {
      kind: 'missing',
      minutes: 11,
      scope: { kind: 'assets', asset_ids: assets.map(({ id }) => id) },
    })
  const rule = await missing(kept)
  // The alert about an asset at a place without readers shows that the rules were evaluated.
  await untilStates(session, (await missing(gone)).id, ['open'])
  expect(await statesOf(session, rule.id)).toEqual([])

  await postReads(program, reader, [{ value: kept.external_key, antenna: 1 }])
  await untilStates(session, (await missing(later)).id, ['open'])
  expect(await statesOf(session, rule.id)).toEqual([])
})
