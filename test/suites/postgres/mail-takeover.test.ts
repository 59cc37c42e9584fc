import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { newRule } from '../../support/alerts'
import { clientOf, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { type Program, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAhead } from '../../support/scans'
import { mailSettings, type Smtp, startSmtp, stopSmtp } from '../../support/smtp'
import { until } from '../../support/until'

/** Mail of two instances of which the leader is killed while the mail server has a mail that it has not accepted yet. */

setDefaultTimeout(60_000)

let url: string
let sql: ReturnType<typeof postgres>
let smtp: Smtp
/** Called with the recipient of each mail before the server accepts it. It may wait. */
let onMail: (to: string) => Promise<void> | undefined = () => undefined

beforeAll(async () => {
  if (!server) return
  smtp = await startSmtp({ onData: ({ to }) => onMail(to) })
  url = await newDatabase()
  sql = postgres(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await stopPrograms()
  stopSmtp()
  await sql?.end()
  server?.stop()
})

const alerted = 'alert@example.com'
const scheduled = ['one@example.com', 'two@example.com', 'three@example.com']
const idsOf = (address: string) =>
  smtp.mails.filter(({ to }) => to === address).map(({ headers }) => headers['message-id'])

// Rule: internal-api.md, Mail schedules
describe.skipIf(!server)('two instances, of which the leader is killed with mail on its way,', () => {
  test('lose no mail, and repeat only what was on its way, with the same id', async () => {
    const first = await startInstance(url, mailSettings(smtp))
    const second: Program = await startInstance(url, mailSettings(smtp))
    const session = await signIn(first)
    const hall = await newLocation(session, { name: 'Hall' })
    await newTagged(session, 'TAKEN', { name: 'Pump' })
    await newRule(session, { kind: 'entered', location_id: hall.id, recipients: [{ email: alerted }] })
    const recipients = scheduled.map((email) => ({ email }))
    const created = await session.post('/internal/v1/mail-schedules', {
      name: 'Flows',
      kind: 'flows',
      hour: 7,
      recipients,
    })
    const path = `/internal/v1/mail-schedules/${created.body.data.id}`

    const arrived = new Set<string>()
    const released = Promise.withResolvers<void>()
    onMail = (to) => {
      if (to !== alerted && to !== scheduled[1]) return undefined
      arrived.add(to)
      return released.promise
    }
    // The schedule becomes due, for both instances.
    await sql`update mail_schedules set next_at = (extract(epoch from now()) * 1000000)::bigint - 1`
    await scan(session, hall.id, 'TAKEN', secondsAhead(0))
    await until(() => arrived.size === 2, 'the server has both mails')
    await first.kill()
    // Mail is taken from another instance after 90 s.
    for (const table of ['scheduled_mails', 'alert_messages'])
      await sql`update ${sql(table)} set claimed_at = claimed_at - 100000000 where state = 'sending'`
    onMail = () => undefined
    released.resolve()

    const other = clientOf(second.http, session.token)
    const mailsOf = async () => (await other.get(`${path}/mails`)).body.data as { state: string }[]
    await until(
      async () => (await mailsOf()).every(({ state }) => state === 'sent') && idsOf(alerted).length > 1,
      'the other instance has sent all',
    )
    expect(await mailsOf()).toHaveLength(3)
    const [one, two, three] = scheduled.map(idsOf)
    expect([one?.length, two?.length, three?.length]).toEqual([1, 2, 1])
    expect([new Set(two).size, new Set(idsOf(alerted)).size]).toEqual([1, 1])
    expect(idsOf(alerted)).toHaveLength(2)
    expect(await other.get(path).then(({ body }) => Date.parse(body.data.next_at))).toBeGreaterThan(
      Date.now(),
    )
  })
})
