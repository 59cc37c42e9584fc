import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { untilStates } from '../support/alerts'
import { signIn } from '../support/client'
import { fillGuarded, guardedViews } from '../support/guarded'
import { runProgram, startProgram, stopPrograms } from '../support/program'
import { freshKey, newTagged } from '../support/records'
import { scan, secondsAhead } from '../support/scans'

/** A backup with alert rules, alerts and taught places (docs/backups.md). */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

// Rule: api.md, Alerts
test('a restored backup has its alerts, samples and taught places, and raises nothing old', async () => {
  const program = await startProgram()
  const { dataDir } = program
  const session = await signIn(program)
  const { hall, ruleId } = await fillGuarded(program, session)
  const expected = await guardedViews(session)
  const created = await runProgram(['backup', 'create', '--data-dir', dataDir])
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const backup = created.stdout.trimEnd()
  expect(await runProgram(['backup', 'verify', backup])).toMatchObject({ code: 0, stderr: '' })

  const lost = await newTagged(session, freshKey('lost'))
  await scan(session, hall.id, lost.external_key, secondsAhead(0))
  await untilStates(session, ruleId, ['open', 'open', 'open', 'open'])
  await program.stop()
  expect((await runProgram(['restore', backup, '--data-dir', dataDir])).code).toBe(0)
  expect(await runProgram(['check', '--data-dir', dataDir])).toMatchObject({ code: 0, stderr: '' })

  const restored = await startProgram({ dataDir })
  const later = await signIn(restored)
  expect(await guardedViews(later)).toEqual(expected)
  const fresh = await newTagged(later, freshKey('fresh'))
  await scan(later, hall.id, fresh.external_key, secondsAhead(0))
  await untilStates(later, ruleId, ['open', 'open', 'open', 'open'])
})
