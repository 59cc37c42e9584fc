import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { freePort } from '../../../scripts/free-port'
import { actOn, alertsOf, newRule, readAlert, untilStates } from '../../support/alerts'
import { makeCertificate } from '../../support/certificates'
import { type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { secondsAhead } from '../../support/scans'
import { mailSettings, type Smtp, startSmtp, stopSmtp } from '../../support/smtp'
import { until } from '../../support/until'

/** Mail about alerts while the SMTP server or the service does not work (docs/alerts.md, Messages). */

setDefaultTimeout(180_000)
afterAll(async () => {
  await stopPrograms()
  stopSmtp()
})

const address = 'dock@example.com'

interface World {
  readonly program: Program
  readonly session: Client
  readonly hall: Row
  readonly rule: Row
}

async function begin(env: Record<string, string>, rule: object = {}, dataDir = newDataDir()): Promise<World> {
  const program = await startProgram({ env, dataDir })
  const session = await signIn(program)
  const hall = await newLocation(session, { name: 'Hall' })
  const recipients = [{ email: address }]
  return {
    program,
    session,
    hall,
    rule: await newRule(session, { kind: 'entered', location_id: hall.id, recipients, ...rule }),
  }
}

let made = 0
/** Lets assets enter, in one write. */
async function enter({ session, hall }: Pick<World, 'session' | 'hall'>, count: number): Promise<Row[]> {
  const assets: Row[] = []
  for (let index = 0; index < count; index++) assets.push(await newTagged(session, `OUT-${++made}`))
  await session.post('/internal/v1/scans', {
    location_id: hall.id,
    reads: assets.map(({ external_key: value }) => ({ value, observed_at: secondsAhead(0) })),
  })
  return assets
}

const mailOf = async (session: Client) => (await session.get('/internal/v1/mail')).body.data
const problemsOf = async (session: Client) =>
  (await session.get('/internal/v1/attention')).body.data.problems.filter(
    ({ kind }: { kind: string }) => kind === 'mail',
  )
const untilMails = (smtp: Smtp, count: number, seconds = 60) =>
  until(
    () => smtp.mails.length >= count,
    () => `${count} mails, not ${smtp.mails.length}`,
    seconds,
  )

// Rule: internal-api.md, Mail
test('nothing is lost while the server is down, also over kill -9, and each message comes once', async () => {
  const port = await freePort()
  const env = mailSettings({ url: `smtp://127.0.0.1:${port}` })
  const dataDir = newDataDir()
  let world = await begin(env, {}, dataDir)
  await enter(world, 3)
  await untilStates(world.session, world.rule.id, ['open', 'open', 'open'])
  await until(async () => (await mailOf(world.session)).state === 'failing', 'mail fails')
  expect(await mailOf(world.session)).toMatchObject({
    problem: `The mail server 127.0.0.1 cannot be reached: nothing listens on port ${port}`,
    since: expect.any(String),
    waiting_count: 3,
  })
  expect(await problemsOf(world.session)).toMatchObject([{ cause: 'failing', is_broken: true, count: 3 }])

  await world.program.kill()
  const program = await startProgram({ env, dataDir })
  world = { ...world, program, session: await signIn(program) }
  const smtp = await startSmtp({ port })
  await untilMails(smtp, 3)
  await until(async () => (await mailOf(world.session)).state === 'ok', 'mail works')
  expect(await problemsOf(world.session)).toEqual([])
  await program.stop()
  expect(smtp.mails.length).toBe(3)
  expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(3)
  await smtp.stop()
})

// Rule: internal-api.md, Mail
test('a message that was on its way at a kill -9 comes again with the same Message-ID, and no other one', async () => {
  const hold = Promise.withResolvers<void>()
  let count = 0
  const smtp = await startSmtp({
    onData: async () => {
      count++
      if (count === 2) await hold.promise
    },
  })
  const env = mailSettings(smtp)
  const dataDir = newDataDir()
  const world = await begin(env, {}, dataDir)
  await enter(world, 1)
  await untilMails(smtp, 1)
  await enter(world, 1)
  await until(() => count === 2, 'the second mail is on its way')
  await world.program.kill()
  hold.resolve()
  const program = await startProgram({ env, dataDir })
  await untilMails(smtp, 3)
  await program.stop()
  const ids = smtp.mails.map(({ headers }) => headers['message-id'])
  expect(ids.length).toBe(3)
  expect(new Set(ids).size).toBe(2)
  expect(ids[1]).toBe(ids[2] as string)
  await smtp.stop()
})

// Rule: internal-api.md, Mail
describe('the state of mail says what is wrong', () => {
  const problemWith = async (env: Record<string, string>) => {
    const world = await begin(env)
    await enter(world, 1)
    await until(async () => (await mailOf(world.session)).state === 'failing', 'mail fails', 90)
    const { problem } = await mailOf(world.session)
    const test = await world.session.post('/internal/v1/mail/test', { address })
    await world.program.stop()
    return { problem, test: [test.status, test.body.error.detail] }
  }

  test('when the authority of a certificate is not trusted; WHEREABOUTS_CA trusts it', async () => {
    const files = makeCertificate(newDataDir())
    const smtp = await startSmtp({ tls: files, isSecure: true })
    const problem =
      'The certificate of the mail server 127.0.0.1 is not accepted: its authority is not trusted; name its file in WHEREABOUTS_CA'
    expect(await problemWith(mailSettings(smtp))).toEqual({ problem, test: [409, problem] })
    const trusting = await begin({ ...mailSettings(smtp), WHEREABOUTS_CA: files.cert })
    await enter(trusting, 1)
    await untilMails(smtp, 1)
    await trusting.program.stop()
    await smtp.stop()
  })

  test('when STARTTLS has a certificate of another host', async () => {
    const files = makeCertificate(newDataDir(), { names: 'DNS:other.example.org' })
    const smtp = await startSmtp({ tls: files })
    const problem = 'The certificate of the mail server 127.0.0.1 is not accepted: it is of another host'
    expect(await problemWith({ ...mailSettings(smtp), WHEREABOUTS_CA: files.cert })).toEqual({
      problem,
      test: [409, problem],
    })
    await smtp.stop()
  })

  test('when the password is wrong; the log and the answers do not contain it', async () => {
    const smtp = await startSmtp({ login: { username: 'whereabouts', password: 'right' } })
    const env = {
      ...mailSettings({ url: `smtp://whereabouts@127.0.0.1:${smtp.port}` }),
      WHEREABOUTS_SMTP_PASSWORD: 'wrong-secret-5',
    }
    const { problem, test } = await problemWith(env)
    expect(problem).toMatch(/^The mail server 127\.0\.0\.1 refuses the user name or the password: 535/)
    expect(test[1]).toBe(problem)
    const world = await begin({ ...env, WHEREABOUTS_SMTP_PASSWORD: 'right' })
    await enter(world, 1)
    await untilMails(smtp, 1)
    await world.program.stop()
    expect(world.program.log()).not.toContain('right')
    await smtp.stop()
  })

  test('when the server is slow', async () => {
    const smtp = await startSmtp({ onData: () => Bun.sleep(5_500) })
    const world = await begin(mailSettings(smtp))
    await enter(world, 1)
    await until(async () => (await mailOf(world.session)).state === 'slow', 'mail is slow', 60)
    expect((await mailOf(world.session)).problem).toMatch(
      /^The mail server 127\.0\.0\.1 is slow: a message took \d+(\.\d)? s$/,
    )
    expect(await problemsOf(world.session)).toMatchObject([{ cause: 'slow', is_broken: false }])
    await world.program.stop()
    await smtp.stop()
  })
})

// Rule: internal-api.md, Mail
test('more than 20 messages in a minute become a digest, and open alerts that nobody has are told again', async () => {
  const smtp = await startSmtp()
  const world = await begin(mailSettings(smtp), { renotify_minutes: 1 })
  const { session } = world
  const remind = 'remind@example.com'
  const other = await newLocation(session, { name: 'Cage' })
  const rule = await newRule(session, {
    kind: 'entered',
    location_id: other.id,
    recipients: [{ email: remind }],
    renotify_minutes: 1,
  })
  await enter({ session, hall: other }, 4)
  await untilStates(session, rule.id, ['open', 'open', 'open', 'open'])
  await until(() => smtp.subjectsTo(remind).length === 4, 'four are told')
  const [told, taken, quiet, done] = await alertsOf(session, rule.id)
  await actOn(session, taken.id, 'acknowledge')
  await actOn(session, quiet.id, 'snooze', { until: secondsAhead(3_600) })
  await actOn(session, done.id, 'close')

  // Reminders would hide what this is about.
  await session.patch(`/internal/v1/alert-rules/${world.rule.id}`, { renotify_minutes: null })
  await enter(world, 60)
  await until(() => smtp.subjectsTo(address).length > 0, 'a digest comes')
  await enter(world, 30)
  const sentOf = async () => {
    const { body } = await session.get(`/internal/v1/alerts?rule_id=${world.rule.id}&limit=200`)
    const alerts = await Promise.all((body.data as { id: number }[]).map(({ id }) => readAlert(session, id)))
    return alerts.filter(({ messages }) => messages[0]?.state === 'sent').length
  }
  await until(async () => (await sentOf()) === 90, 'all are sent', 150)
  const mails = smtp.mails.filter(({ to }) => to === address)
  const digests = mails.filter(({ subject }) => /^\d+ alerts$/.test(subject))
  expect(digests.length).toBeGreaterThan(0)
  expect(mails.length - digests.length).toBeLessThanOrEqual(20)
  for (const [index, { at }] of digests.entries())
    expect(at - (digests[index - 1]?.at ?? 0)).toBeGreaterThan(59_000)
  const counted = digests.reduce((sum, { subject }) => sum + Number.parseInt(subject, 10), 0)
  expect(counted + mails.length - digests.length).toBe(90)

  await until(() => smtp.subjectsTo(remind).length >= 5, 'one is told again', 90)
  expect(new Set(smtp.subjectsTo(remind).slice(4))).toEqual(
    new Set([`Still open: ${told.subject.name} entered Cage`]),
  )
  const [first, ...later] = (await readAlert(session, told.id)).messages
  expect([first.purpose, later[0].purpose]).toEqual(['opened', 'reminder'])
  expect(Date.parse(later[0].at) - Date.parse(first.at)).toBeGreaterThan(59_000)
  await world.program.stop()
  await smtp.stop()
})
