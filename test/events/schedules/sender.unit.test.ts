import { expect, test } from 'bun:test'
import { AppError } from '../../../src/base/errors'
import { fromMicros, second } from '../../../src/base/time'
import { ScheduleSender } from '../../../src/events/schedules/sender'
import { storageMessages } from '../../../src/storage/core/messages'
import type { ScheduledMailRow } from '../../../src/storage/core/store'

/** Sends the mails of two schedules, of which the store cannot read the first one now. */

const at = Date.parse('2026-11-28T09:00Z') * 1000
const now = () => fromMicros(at)
const mailOf = (id: number, address: string): ScheduledMailRow => ({
  id,
  organizationId: id,
  scheduleId: id,
  dueAt: at,
  isExtra: false,
  userId: null,
  address,
  state: 'queued',
  queuedAt: at,
  attemptAt: at,
  attempts: 0,
  claimedBy: null,
  claimedAt: null,
  endedAt: null,
  error: null,
})

// Rule: internal-api.md, Mail schedules
test.each<[string, Error]>([
  ['an answer of the store', new AppError('unavailable', storageMessages('storage.slow'))],
  ['a bug', new Error('a bug')],
])('a mail that cannot be written because of %s waits, and the others are sent', async (_, error) => {
  const mails = [mailOf(1, 'a@example.com'), mailOf(2, 'b@example.com')]
  const change = (id: number, values: Partial<ScheduledMailRow>) =>
    Object.assign(mails.find((mail) => mail.id === id) as ScheduledMailRow, values)
  const read = {
    scheduledMails: {
      sending: () => [],
      hasQueued: () => true,
      next: (time: number) => mails.find((mail) => mail.state === 'queued' && mail.attemptAt <= time),
      missedBefore: () => [],
      endOld() {},
      drop: change,
      postpone: (id: number, attemptAt: number) => change(id, { attemptAt, attempts: 1 }),
      claim: (id: number) => change(id, { state: 'sending' }),
      end: (id: number, _by: string, ended: object) => change(id, ended),
    },
    mailSchedules: {
      due: () => [],
      ahead: () => [],
      find: (_: number, id: number) => ({
        id,
        organizationId: id,
        ownerId: 'ada',
        ownerName: 'Ada',
        name: 'Flows',
        kind: 'flows',
        viewId: null,
        weekday: null,
        hour: 7,
        recipients: JSON.stringify([{ email: mails[id - 1]?.address }]),
      }),
    },
    members: { among: () => [{ userId: 'ada', name: 'Ada', role: 'manager' }] },
    accounts: { findOrganization: () => ({ name: 'North', timeZone: null, mailLanguage: 'en' }) },
    mailQueue: { state: () => undefined, saveState() {} },
    tree: { paths: () => new Map() },
  }
  const page = () => ({ rows: [], total: 0 })
  const flows = (organizationId: number) =>
    organizationId === 1 ? Promise.reject(error) : { isCurrent: true, page, pageOfFile: page }
  const sender = new ScheduleSender({
    store: { read, write: async (work: (tx: object) => unknown) => work(read), instances: { name: 'one' } },
    stayReports: { flows },
    send: () => Promise.resolve({ kind: 'sent' }),
    host: 'mail',
    letterhead: { idDomain: 'example.com' },
    now,
  } as never)
  const thrown: unknown = await sender.round(at).catch((reason: unknown) => reason)
  expect(thrown).toBe(error)
  await sender.round(at)
  expect(mails.map(({ state }) => state)).toEqual(['queued', 'sent'])
  expect(mails[0]).toMatchObject({ attempts: 1, attemptAt: at + 60 * second })
})
