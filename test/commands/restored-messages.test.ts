import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port'
import { alertsOf, newRule, readAlert, untilStates } from '../support/alerts'
import { signIn } from '../support/client'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../support/program'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAhead } from '../support/scans'
import { mailSettings, startSmtp, stopSmtp } from '../support/smtp'
import { until } from '../support/until'

/** Messages about alerts after a backup was restored (docs/alerts.md, Messages). */

setDefaultTimeout(60_000)
afterAll(async () => {
  await stopPrograms()
  stopSmtp()
})

test('a restored backup sends nothing of what waited when it was made, and new alerts are sent', async () => {
  const port = await freePort()
  const env = mailSettings({ url: `smtp://127.0.0.1:${port}` })
  const dataDir = newDataDir()
  let program = await startProgram({ env, dataDir })
  let session = await signIn(program)
  const hall = await newLocation(session, { name: 'Hall' })
  const recipients = [{ email: 'dock@example.com' }]
  const rule = await newRule(session, { kind: 'entered', location_id: hall.id, recipients })
  await newTagged(session, 'OLD-1', { name: 'Old' })
  await scan(session, hall.id, 'OLD-1', secondsAhead(0))
  await untilStates(session, rule.id, ['open'])
  expect((await session.post('/internal/v1/backups')).status).toBe(201)
  await program.stop()

  const folder = join(dataDir, 'backups')
  const [backup] = readdirSync(folder).filter((name) => name.startsWith('whereabouts-'))
  const restored = await runProgram(['restore', join(folder, backup as string), '--data-dir', dataDir])
  expect(restored.code).toBe(0)
  const smtp = await startSmtp({ port })
  program = await startProgram({ env, dataDir })
  session = await signIn(program)
  const [old] = await alertsOf(session, rule.id)
  expect((await readAlert(session, old.id)).messages).toMatchObject([
    { state: 'dropped', error: 'It was not sent, because a backup was restored' },
  ])
  await newTagged(session, 'NEW-1', { name: 'New' })
  await scan(session, hall.id, 'NEW-1', secondsAhead(0))
  await until(() => smtp.mails.length > 0, 'the new alert is sent')
  await program.stop()
  expect(smtp.subjectsTo('dock@example.com')).toEqual(['New entered Hall'])
  await smtp.stop()
})
