import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { actOn, changeRule, newRule, readAlert, readRule, alertsOf, untilStates } from '../../support/alerts'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAhead } from '../../support/scans'
import { mailSettings, type Smtp, startSmtp, stopSmtp } from '../../support/smtp'
import { until } from '../../support/until'
import { administratorId, members, newMember } from '../../support/users'

/** Mail about alerts, to a real SMTP server (docs/alerts.md, Messages). */

setDefaultTimeout(60_000)

let smtp: Smtp
let program: Program
let session: Client
let hall: Row
let dock: Row

beforeAll(async () => {
  smtp = await startSmtp({ refuse: (address) => (address.startsWith('nobody') ? 550 : undefined) })
  program = await startProgram({ env: mailSettings(smtp) })
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
  dock = await newLocation(session, { external_key: 'DOCK', name: 'Dock' })
})
afterAll(async () => {
  await stopPrograms()
  stopSmtp()
})

const mailTo = (address: string) => smtp.mails.filter(({ to }) => to === address)
const untilMail = (address: string, count: number) =>
  until(
    () => mailTo(address).length === count,
    () => `${count} mails to ${address}, not ${JSON.stringify(smtp.subjectsTo(address))}`,
  )
let made = 0
const enter = async (name: string, place: Row = hall): Promise<Row> => {
  const value = `MAIL-${++made}`
  const asset = await newTagged(session, value, { name })
  await scan(session, place.id, value, secondsAhead(0))
  return asset
}

// Rule: internal-api.md, Alert rules
describe('recipients', () => {
  test('are users, addresses and outputs, each once, and a reminder is at most a week away', async () => {
    const userId = await administratorId(session)
    const recipients = [{ user_id: userId }, { email: 'ops@example.com' }, { email: 'ops@example.com' }]
    const rule = await newRule(session, {
      kind: 'left',
      location_id: dock.id,
      recipients,
      renotify_minutes: 60,
    })
    expect(rule.recipients).toEqual(recipients.slice(0, 2))
    expect(rule.recipient_states).toEqual([
      { name: expect.any(String), state: 'ok' },
      { name: 'ops@example.com', state: 'ok' },
    ])
    expect(
      (await changeRule(session, rule.id, { renotify_minutes: null, recipients: [] })).body.data,
    ).toMatchObject({
      recipients: [],
      renotify_minutes: null,
    })
  })

  const path = '/internal/v1/alert-rules'
  test.each<[string, object, string[]]>([
    [
      'an unknown user',
      { recipients: [{ user_id: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD' }] },
      ['recipients[0].user_id fk_not_found'],
    ],
    ['an unknown output', { recipients: [{ output_id: 9_999 }] }, ['recipients[0].output_id fk_not_found']],
    ['no address', { recipients: [{ email: 'ops' }] }, ['recipients[0].email invalid_value']],
    [
      'an address with a line break',
      { recipients: [{ email: 'a@b.c\r\nBcc: d@e.f' }] },
      ['recipients[0].email invalid_value'],
    ],
    [
      'two addresses in one',
      { recipients: [{ email: 'a@b.c,d@e.f' }] },
      ['recipients[0].email invalid_value'],
    ],
    ['two in one', { recipients: [{ email: 'a@b.c', output_id: 1 }] }, ['recipients[0] invalid_value']],
    ['nobody', { recipients: [{}] }, ['recipients[0] invalid_value']],
    ['a phone', { recipients: [{ phone: '1' }] }, ['recipients[0].phone unknown_field']],
    [
      'more than 20',
      { recipients: Array.from({ length: 21 }, (_, at) => ({ email: `a${at}@b.c` })) },
      ['recipients too_large'],
    ],
    ['a reminder all the time', { renotify_minutes: 0 }, ['renotify_minutes too_small']],
    ['a reminder in a month', { renotify_minutes: 43_200 }, ['renotify_minutes too_large']],
  ])('are refused: %s', async (_, given, faults) => {
    const response = await session.post(path, { name: 'Rule', kind: 'left', location_id: hall.id, ...given })
    expect(faultsOf(response)).toEqual([400, ...faults])
  })

  test('of another organization are refused', async () => {
    const other = await otherOrganization(program, 'Far')
    const { id } = await newMember(program, other, 'viewer')
    const response = await session.post(path, {
      name: 'Rule',
      kind: 'left',
      location_id: hall.id,
      recipients: [{ user_id: id }],
    })
    expect(faultsOf(response)).toEqual([400, 'recipients[0].user_id fk_not_found'])
  })

  test('who are removed stay in the rule as gone, get nothing, and do not hinder changes', async () => {
    const member = await newMember(program, session, 'viewer', 'Cleo')
    const recipients = [{ user_id: member.id }, { email: 'stays@example.com' }]
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id, recipients })
    await session.delete(`${members}/${member.id}`)
    expect((await readRule(session, rule.id)).recipient_states).toEqual([
      { name: '', state: 'gone' },
      { name: 'stays@example.com', state: 'ok' },
    ])
    const wider = [...recipients, { email: 'new@example.com' }]
    expect((await changeRule(session, rule.id, { recipients: wider })).status).toBe(200)
    await enter('Left behind')
    await untilMail('stays@example.com', 1)
    await untilMail('new@example.com', 1)
    expect(mailTo(member.credentials.email)).toEqual([])
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })
})

// Rule: internal-api.md, Mail
describe('a message', () => {
  test('says what happened, in text and HTML, without a link, and the alert says that it was sent', async () => {
    const rule = await newRule(session, {
      name: 'Watch the hall',
      kind: 'entered',
      location_id: hall.id,
      severity: 'urgent',
      recipients: [{ email: 'says@example.com' }],
    })
    const asset = await enter('Pallet <b>17</b> & co')
    await untilMail('says@example.com', 1)
    const [mail] = mailTo('says@example.com')
    expect(mail).toMatchObject({
      from: 'alerts@example.com',
      subject: 'Urgent: Pallet <b>17</b> & co entered Hall',
    })
    expect(mail?.headers).toMatchObject({
      from: 'Warehouse <alerts@example.com>',
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.text).toContain('Rule: Watch the hall')
    expect(mail?.html).toContain('Pallet &lt;b&gt;17&lt;/b&gt; &amp; co entered Hall')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.raw).not.toContain('http')
    const alert = (await alertsOf(session, rule.id)).find(({ subject }) => subject.id === asset.id)
    await until(async () => (await readAlert(session, alert.id)).messages[0].state === 'sent', 'it is sent')
    expect((await readAlert(session, alert.id)).messages).toEqual([
      {
        channel: 'mail',
        purpose: 'opened',
        address: 'says@example.com',
        state: 'sent',
        at: expect.any(String),
        error: null,
        text: null,
      },
    ])
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })

  test('gets no header from names with line breaks', async () => {
    // The API refuses line breaks in names, so the name of a rule and of an asset try other separators.
    const name = 'Box\u2028Bcc: evil@example.com'
    const rule = await newRule(session, {
      name: 'A "quoted"; <rule>',
      kind: 'entered',
      location_id: hall.id,
      recipients: [{ email: 'safe@example.com' }],
    })
    const created = await newAsset(session, { name, tags: [{ tag_type: 'rfid', value: 'SAFE-1' }] }).catch(
      () => undefined,
    )
    if (created) await scan(session, hall.id, 'SAFE-1', secondsAhead(0))
    else await enter('Box Bcc: evil@example.com')
    await untilMail('safe@example.com', 1)
    const [mail] = mailTo('safe@example.com')
    expect(mail?.headers['bcc']).toBeUndefined()
    expect(mail?.subject).toBe('Box Bcc: evil@example.com entered Hall')
    expect(mail?.html).toContain('A &quot;quoted&quot;; &lt;rule&gt;')
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })

  test('is in German for an organization whose mail is German', async () => {
    const [{ id }] = (await session.get('/internal/v1/organizations')).body.data
    expect(
      (
        await session.patch(`/internal/v1/organizations/${id}`, {
          mail_language: 'de',
          time_zone: 'Asia/Kolkata',
        })
      ).status,
    ).toBe(200)
    const rule = await newRule(session, {
      kind: 'entered',
      location_id: hall.id,
      recipients: [{ email: 'deutsch@example.com' }],
    })
    await enter('Kiste')
    await untilMail('deutsch@example.com', 1)
    const [mail] = mailTo('deutsch@example.com')
    expect(mail?.subject).toBe('Kiste ist in Hall angekommen')
    expect(mail?.text).toContain('Offen. Noch von niemandem übernommen.')
    expect(mail?.text).toContain('GMT+5:30')
    expect(mail?.text).toContain('Grund: An Hall gescannt')
    await session.patch(`/internal/v1/organizations/${id}`, { mail_language: 'en', time_zone: null })
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })

  test('that the server refuses has failed, with its words, and others are sent', async () => {
    const rule = await newRule(session, {
      kind: 'entered',
      location_id: hall.id,
      recipients: [{ email: 'nobody@example.com' }, { email: 'somebody@example.com' }],
    })
    await enter('Refused')
    await untilMail('somebody@example.com', 1)
    const [alert] = await alertsOf(session, rule.id)
    await until(
      async () => (await readAlert(session, alert.id)).messages[0].state === 'failed',
      'it has failed',
    )
    const [refused] = (await readAlert(session, alert.id)).messages
    expect(refused.error).toMatch(/^The mail server 127\.0\.0\.1 refuses the message: 550 /)
    expect((await session.get('/internal/v1/mail')).body.data).toMatchObject({
      state: 'ok',
      has_links: false,
    })
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })

  test('is not sent about a late alert', async () => {
    const rule = await newRule(session, {
      kind: 'dwell',
      minutes: 1,
      location_id: dock.id,
      recipients: [{ email: 'late@example.com' }, { email: 'later@example.com' }],
    })
    await newTagged(session, 'LATE-1')
    await scan(session, dock.id, 'LATE-1', secondsAhead(-3_600))
    await untilStates(session, rule.id, ['open'])
    const [alert] = await alertsOf(session, rule.id)
    expect(alert.is_late).toBe(true)
    expect((await readAlert(session, alert.id)).messages).toEqual([])
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })

  test('is withdrawn by a second one when a late read shows that it was not so', async () => {
    await newTagged(session, 'BACK-1', { name: 'Back' })
    await scan(session, hall.id, 'BACK-1', secondsAhead(-60))
    const rule = await newRule(session, {
      kind: 'left',
      location_id: hall.id,
      hold_seconds: 2,
      recipients: [{ email: 'withdrawn@example.com' }],
    })
    await scan(session, dock.id, 'BACK-1', secondsAhead(0))
    await untilMail('withdrawn@example.com', 1)
    const [{ id, evidence }] = await alertsOf(session, rule.id)
    await until(async () => (await readAlert(session, id)).messages[0].state === 'sent', 'it is sent')
    const soon = new Date(Date.parse(evidence.occurred_at) + 1000).toISOString()
    await scan(session, hall.id, 'BACK-1', soon)
    await untilStates(session, rule.id, ['retracted'])
    await untilMail('withdrawn@example.com', 2)
    expect(smtp.subjectsTo('withdrawn@example.com')).toEqual(['Back left Hall', 'Withdrawn: Back left Hall'])
    const [opened, withdrawn] = mailTo('withdrawn@example.com')
    expect(withdrawn?.headers['in-reply-to']).toBe(opened?.headers['message-id'] as string)
    await session.delete(`/internal/v1/alert-rules/${rule.id}`)
  })
})

// Rule: internal-api.md, Mail
describe('the test of mail', () => {
  test('is sent at once', async () => {
    expect((await session.post('/internal/v1/mail/test', { address: 'test@example.com' })).status).toBe(204)
    expect(smtp.subjectsTo('test@example.com')).toEqual(['Test: mail of Whereabouts works'])
  })

  test('returns the words of the server when it refuses it', async () => {
    const { status, body } = await session.post('/internal/v1/mail/test', { address: 'nobody@example.com' })
    expect([status, body.error.detail]).toEqual([
      409,
      expect.stringMatching(/^The mail server 127\.0\.0\.1 refuses the message: 550 .*Mailbox not available/),
    ])
  })

  test.each([[{ address: 'nobody' }], [{ address: 'a@b.c\nBcc: d@e.f' }]])('refuses %j', async (body) => {
    expect(faultsOf(await session.post('/internal/v1/mail/test', body))).toEqual([
      400,
      'address invalid_value',
    ])
  })
})

// Rule: internal-api.md, Mail
describe('without settings of mail', () => {
  test('messages are dropped, and the test says what is missing', async () => {
    const silent = await startProgram()
    const client = await signIn(silent)
    const place = await newLocation(client)
    const rule = await newRule(client, {
      kind: 'entered',
      location_id: place.id,
      recipients: [{ email: 'a@b.c' }],
    })
    await newTagged(client, 'OFF-1')
    await scan(client, place.id, 'OFF-1', secondsAhead(0))
    await untilStates(client, rule.id, ['open'])
    const [{ id }] = await alertsOf(client, rule.id)
    await until(async () => (await readAlert(client, id)).messages[0].state === 'dropped', 'it is dropped')
    expect((await client.get('/internal/v1/mail')).body.data).toMatchObject({ state: 'off', from: null })
    const { status, body } = await client.post('/internal/v1/mail/test', { address: 'a@b.c' })
    expect([status, body.error.detail]).toEqual([
      409,
      'Mail is not set up. The administrator of the server sets smtp_url and mail_from',
    ])
    await actOn(client, id, 'close')
    await silent.stop()
  })
})
