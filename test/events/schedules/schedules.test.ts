import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { mailSettings, type Smtp, startSmtp, stopSmtp } from '../../support/smtp'
import { until } from '../../support/until'
import { administratorId, members, newMember } from '../../support/users'

/** Reports that are sent by mail on a schedule, to a real SMTP server (docs/internal-api.md, Mail schedules). */

setDefaultTimeout(60_000)

const path = '/internal/v1/mail-schedules'

/** Called with the recipient of each mail before the server accepts it. It may wait. */
let onMail: (to: string) => Promise<void> | undefined = () => undefined
let smtp: Smtp
let program: Program
let session: Client
let hall: Row
const dataDir = newDataDir()
const start = () => startProgram({ dataDir, isFirst: true, env: mailSettings(smtp) })

beforeAll(async () => {
  smtp = await startSmtp({
    refuse: (address) => (address.startsWith('nobody') ? 550 : address.startsWith('full') ? 452 : undefined),
    onData: ({ to }) => onMail(to),
  })
  program = await start()
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'HALL', name: 'Hall <A>' })
})
afterAll(async () => {
  await stopPrograms()
  stopSmtp()
})

const wanted = (values: object = {}) => ({
  name: 'Flows',
  kind: 'flows',
  hour: 7,
  recipients: [{ email: 'boss@example.com' }],
  ...values,
})
// oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
async function create(values: object = {}): Promise<any> {
  const { status, body, text } = await session.post(path, wanted(values))
  if (status !== 201) throw new Error(`The schedule returned ${status}: ${text}`)
  return body.data
}
const read = async (id: number) => (await session.get(`${path}/${id}`)).body.data
const mailsOf = async (id: number) => (await session.get(`${path}/${id}/mails`)).body.data
const statesOf = async (id: number) => (await mailsOf(id)).map(({ state }: { state: string }) => state)
const untilStates = (id: number, states: string[]) =>
  until(async () => Bun.deepEquals((await statesOf(id)).toSorted(), states), `the mails are ${states.join()}`)
const mailTo = (address: string) => smtp.mails.filter(({ to }) => to === address)
const send = (id: number) => session.post(`${path}/${id}/send`)

// Rule: internal-api.md, Mail schedules
test('a schedule has a time, recipients and an owner, and managers change it', async () => {
  const userId = await administratorId(session)
  const schedule = await create({
    kind: 'week',
    weekday: 1,
    recipients: [{ user_id: userId }, { email: 'a@example.com' }, { email: 'a@example.com' }],
  })
  expect(schedule).toMatchObject({
    view_id: null,
    recipients: [{ user_id: userId }, { email: 'a@example.com' }],
    recipient_states: [{ state: 'ok' }, { name: 'a@example.com', state: 'ok' }],
    owner: { user_id: userId },
    time_zone: 'UTC',
    is_enabled: true,
    paused_reason: null,
    last: null,
  })
  const next = new Date(schedule.next_at)
  expect([next.getUTCDay(), next.getUTCHours(), next > new Date()]).toEqual([1, 7, true])
  const off = await session.patch(`${path}/${schedule.id}`, { is_enabled: false, hour: 23 })
  expect(off.body.data).toMatchObject({ is_enabled: false, hour: 23, next_at: null })

  const wrong = await session.post(path, {
    ...wanted({ kind: 'week', view_id: 1, hour: 24 }),
    recipients: [{ email: 'boss' }],
  })
  expect(faultsOf(wrong)).toEqual([400, 'hour too_large', 'recipients[0].email invalid_value'])
  const unfit = await session.post(
    path,
    wanted({
      kind: 'week',
      view_id: 1,
      recipients: [{ user_id: 'nobody' }, { user_id: userId, email: 'a@example.com' }, {}],
    }),
  )
  expect(faultsOf(unfit)).toEqual([
    400,
    'view_id invalid_value',
    'weekday required',
    'recipients[0].user_id fk_not_found',
    'recipients[1] invalid_value',
    'recipients[2] invalid_value',
  ])
  expect(faultsOf(await session.post(path, wanted({ kind: 'view' })))).toEqual([400, 'view_id required'])
  expect(faultsOf(await session.post(path, wanted({ recipients: [] })))).toEqual([
    400,
    'recipients too_short',
  ])
  const viewer = await newMember(program, session, 'viewer')
  expect((await viewer.session.get(`${path}/${schedule.id}`)).status).toBe(200)
  expect((await viewer.session.post(path, wanted())).status).toBe(403)

  const { body: entries } = await session.get('/internal/v1/audit?subject_kind=mail_schedule')
  expect(entries.data[0]).toMatchObject({ action: 'changed', before: { hour: 7 }, after: { hour: 23 } })
  expect((await session.delete(`${path}/${schedule.id}`)).status).toBe(204)
  expect((await session.get(`${path}/${schedule.id}`)).status).toBe(404)
})

// Rule: internal-api.md, Mail schedules
test('the mail has the report as a table and as a file, without formulas and elements', async () => {
  await newTagged(session, 'FORMULA', { external_key: 'FORMULA', name: '=1+1 <b>' })
  await scan(session, hall.id, 'FORMULA', secondsAgo(60))
  const conditions = [{ field: 'text', operator: 'contains', value: 'FORMULA' }]
  const view = (await session.post('/internal/v1/views', { name: 'Ours', conditions })).body.data
  const one = await create({ name: 'Ours', kind: 'view', view_id: view.id })
  expect(one.view_name).toBe('Ours')
  expect((await send(one.id)).status).toBe(204)
  await untilStates(one.id, ['sent'])
  const [mail] = mailTo('boss@example.com')
  expect(mail?.subject).toBe('Ours: 1 asset')
  expect(mail?.html).toContain('<td>=1+1 &lt;b&gt;</td>'.replace('<td>', ''))
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.text).toContain('FORMULA | =1+1 <b> | Hall <A> | ')
  const [file, csv] = Object.entries(mail?.files ?? {})[0] ?? []
  expect(file).toMatch(/^assets-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv).toContain("\r\nFORMULA,'=1+1 <b>,".replaceAll('\r\n', '\n'))
  expect(mail?.headers['auto-submitted']).toBe('auto-generated')
  expect(await mailsOf(one.id)).toMatchObject([
    { is_extra: true, address: 'boss@example.com', state: 'sent', attempts: 1, reason: null },
  ])
  const { body: entries } = await session.get('/internal/v1/audit?subject_kind=mail_schedule')
  expect(entries.data[0]).toMatchObject({ action: 'tested', subject: { name: 'Ours' } })

  await session.delete(`/internal/v1/views/${view.id}`)
  const paused = 'The saved view was deleted, or'
  expect((await read(one.id)).paused_reason).toStartWith(paused)
  expect((await send(one.id)).body.error.detail).toStartWith(paused)
})

// Rule: internal-api.md, Mail schedules
test('each report is sent in the language of the organization, with the semicolons of its spreadsheets', async () => {
  const change = (values: object) => session.patch(`/internal/v1/organizations/${organizationId}`, values)
  const organizationId = (await session.get('/internal/v1/organizations')).body.data[0].id
  await change({ mail_language: 'de', time_zone: 'Europe/Berlin' })
  const kinds = ['week', 'dwell', 'flows', 'occupancy']
  const made = []
  for (const kind of kinds) {
    const recipients = [{ email: `${kind}@example.com` }]
    made.push(await create({ name: `Bericht ${kind}`, kind, weekday: 1, recipients }))
  }
  expect(made[0]?.time_zone).toBe('Europe/Berlin')
  for (const { id } of made) await send(id)
  for (const { id } of made) await untilStates(id, ['sent'])
  await change({ mail_language: 'en', time_zone: null })
  // The hour is that of the new zone.
  const moved = await read(made[0].id)
  expect([moved.time_zone, moved.next_at.slice(11, 16)]).toEqual(['UTC', '07:00'])
  const [week, dwell, , occupancy] = kinds.map((kind) => mailTo(`${kind}@example.com`)[0])
  expect(week?.subject).toMatch(/^Bericht week: \d\d\.\d\d\.–\d\d\.\d\d\.\d{4}$|^Bericht week: .+–.+$/)
  expect(week?.text).toContain('Objekten sind jetzt verortet.')
  expect(week?.text).toContain('Montag | 0 | 0')
  expect(week?.text).toContain('jeden Montag um 07:00 Uhr (Europe/Berlin)')
  expect(dwell?.text).toContain('Nichts gefunden.')
  expect(Object.values(dwell?.files ?? {})[0]).toBe(
    'location_id;location_external_key;visits;total_seconds;p50_seconds;p90_seconds',
  )
  expect(Object.keys(occupancy?.files ?? {})[0]).toMatch(/^occupancy-\d{4}-\d\d-\d\d\.csv$/)
})

// Rule: internal-api.md, Mail schedules
test('a refused recipient fails or waits for itself, and who was removed gets nothing', async () => {
  const member = await newMember(program, session, 'manager', 'Mira')
  const { credentials } = member
  const schedule = (
    await member.session.post(
      path,
      wanted({
        name: 'Of Mira',
        recipients: [
          { user_id: member.id },
          { email: 'nobody@example.com' },
          { email: 'full@example.com' },
          { email: 'last@example.com' },
        ],
      }),
    )
  ).body.data
  await member.session.post(`${path}/${schedule.id}/send`)
  await untilStates(schedule.id, ['failed', 'queued', 'sent', 'sent'])
  const byAddress = new Map(
    (await mailsOf(schedule.id)).map((mail: { address: string }) => [mail.address, mail]),
  )
  expect(byAddress.get('nobody@example.com')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Mailbox not available'),
  })
  expect(byAddress.get('full@example.com')).toMatchObject({ state: 'queued', attempts: 1 })
  expect(mailTo(credentials.email).length).toBe(1)
  expect((await send(schedule.id)).body.error.detail).toBe('Mail of this schedule is being sent already')
  expect((await session.get('/internal/v1/mail')).body.data.waiting_count).toBe(1)

  await session.delete(`${members}/${member.id}`)
  const reason = 'Mira, who owns the schedule, is not a member any more'
  expect(await read(schedule.id)).toMatchObject({
    paused_reason: reason,
    recipient_states: [{ state: 'gone' }, {}, {}, {}],
  })
  const taken = await session.patch(`${path}/${schedule.id}`, { recipients: [{ email: 'last@example.com' }] })
  expect(taken.body.data).toMatchObject({ paused_reason: null, owner: { name: 'ada' } })
})

// Rule: internal-api.md, Mail schedules
test('mail that was on its way when the service was killed is sent again with the same id, and nothing else is', async () => {
  const arrived = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<void>()
  onMail = (to) => {
    if (to !== 'k2@example.com') return undefined
    arrived.resolve()
    return accepted.promise
  }
  const addresses = ['k1', 'k2', 'k3'].map((name) => `${name}@example.com`)
  const { id } = await create({ name: 'Killed', recipients: addresses.map((email) => ({ email })) })
  await send(id)
  await arrived.promise
  await program.kill()
  onMail = () => undefined
  accepted.resolve()
  program = await start()
  session = await signIn(program)
  await untilStates(id, ['sent', 'sent', 'sent'])
  const counts = addresses.map((address) => {
    const mails = mailTo(address)
    return [mails.length, new Set(mails.map(({ headers }) => headers['message-id'])).size]
  })
  expect(counts).toEqual([
    [1, 1],
    [2, 1],
    [1, 1],
  ])
})

test('schedules of another organization do not exist', async () => {
  const { id } = await create({ name: 'Secret' })
  const other = await otherOrganization(program)
  for (const call of [
    other.get(`${path}/${id}`),
    other.get(`${path}/${id}/mails`),
    other.patch(`${path}/${id}`, { hour: 8 }),
    other.post(`${path}/${id}/send`),
    other.delete(`${path}/${id}`),
  ])
    expect((await call).status).toBe(404)
  expect((await other.get(path)).body.total_count).toBe(0)
})

// Rule: internal-api.md, Findings of a week
test('the mail of a week says what to talk about, as the page of the week does', async () => {
  const week = 7 * 86_400_000
  const monday = (weeks: number) => {
    const day = new Date()
    return (
      Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - ((day.getUTCDay() + 6) % 7)) +
      weeks * week
    )
  }
  const [from, to] = [hall, await newLocation(session, { name: 'Packing' })]
  const move = async (tag: string, weeks: number) => {
    await newTagged(session, tag)
    await scan(session, from.id, tag, new Date(monday(weeks) + 3_600_000).toISOString())
    await scan(session, to.id, tag, new Date(monday(weeks) + 7_200_000).toISOString())
  }
  await move('EARLY', -2)
  for (let number = 0; number < 11; number++) await move(`LATE-${number}`, -1)
  const instants = [-2, -1, 0].map((weeks) => new Date(monday(weeks)).toISOString())
  const found = () =>
    session.get(`/internal/v1/reports/findings?before=${instants[0]}&from=${instants[1]}&to=${instants[2]}`)
  const arrivals = { rule: 'arrivals', id: to.id, name: 'Packing', count: 11, count_before: 1 }
  await until(async () => (await found()).body.data[0]?.count === 11, 'the moves are counted')
  expect((await found()).body).toMatchObject({ data: [arrivals], is_over: true, is_current: true })
  const others = await otherOrganization(program, 'Others')
  const foreign = await others.get(
    `/internal/v1/reports/findings?before=${instants[0]}&from=${instants[1]}&to=${instants[2]}`,
  )
  expect(foreign.body.data).toEqual([])
  const { id } = await create({ kind: 'week', weekday: 1, recipients: [{ email: 'talk@example.com' }] })
  const organization = `/internal/v1/organizations/${(await session.get('/internal/v1/organizations')).body.data[0].id}`
  for (const language of ['de', 'en']) {
    await session.patch(organization, { mail_language: language })
    await send(id)
    await until(() => mailTo('talk@example.com').length === (language === 'de' ? 1 : 2), 'the mail has come')
    await untilStates(id, language === 'de' ? ['sent'] : ['sent', 'sent'])
  }
  const [german, english] = mailTo('talk@example.com')
  expect(german?.text).toContain('Mehr Ankünfte an Packing: 11 | 1 in der Woche davor')
  expect(english?.text).toContain(
    'What to talk about\nFinding | Detail\nMore arrivals at Packing: 11 | 1 in the week before',
  )
  for (const [query, field] of [
    [`before=${instants[1]}&from=${instants[1]}&to=${instants[2]}`, 'before invalid_value'],
    [`before=${instants[0]}&from=${instants[2]}&to=${instants[2]}`, 'from invalid_value'],
    [`before=${instants[0]}&from=${instants[1]}`, 'to required'],
  ] as const) {
    expect(faultsOf(await session.get(`/internal/v1/reports/findings?${query}`))).toEqual([400, field])
  }
})
