import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readStored } from '../../src/base/messages'
import { type Micros, second, toMicros } from '../../src/base/time'
import { beginDue } from '../../src/events/schedules/beginning'
import type { MailScheduleRow, Store } from '../../src/storage/core/store'
import { at, engines, type OpenEngine, openOrganization, stopServer } from './engines'

/** What is stored when a schedule of mail is due. Every engine must pass. */

setDefaultTimeout(60_000)
afterAll(stopServer)

const hour: Micros = 3_600 * second
const day = 24 * hour
const address = 'boss@example.com'
/** Monday, 7:00 UTC. */
const monday = Date.parse('2026-02-02T07:00:00Z') * 1000

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`a schedule in the ${name} store`, () => {
    let engine: OpenEngine
    let store: Store
    let organizationId: number
    beforeAll(async () => {
      engine = await openEngine()
      store = engine.store
      organizationId = await openOrganization(store, 'north')
      await store.write(async (tx) => {
        const user = { id: 'ada', email: 'ada@example.com', name: 'Ada', passwordHash: '', createdAt: at }
        await tx.accounts.insertUser(user as never)
        await tx.accounts.insertMembership('ada', organizationId, 'manager')
      })
    })
    afterAll(() => engine.discard())

    const insert = (values: Partial<MailScheduleRow> = {}): Promise<number> =>
      store.write((tx) =>
        tx.mailSchedules.insert({
          organizationId,
          ownerId: 'ada',
          ownerName: 'Ada',
          name: 'Flows',
          kind: 'flows',
          viewId: null,
          weekday: null,
          hour: 7,
          recipients: JSON.stringify([
            { email: address },
            { email: 'Boss@example.com' },
            { user_id: 'gone' },
          ]),
          isEnabled: true,
          nextAt: monday,
          createdAt: at,
          updatedAt: at,
          ...values,
        }),
      )
    const mailsOf = async (id: number) =>
      (await store.read.scheduledMails.list(id, { limit: 100, offset: 0 })).rows
        .toReversed()
        .map(({ dueAt, state, address: to, error }) => [
          (dueAt - monday) / day,
          state,
          to,
          error && readStored(error).text.key,
        ])
    const nextOf = async (id: number) =>
      ((((await store.read.mailSchedules.find(organizationId, id)) as MailScheduleRow).nextAt ?? 0) -
        monday) /
      day
    const begin = (now: Micros, isMailOff = false) => beginDue(store, now, isMailOff)

    test('is begun once for its time, whoever finds it due, and once for each address', async () => {
      const id = await insert()
      await begin(monday - 1)
      expect(await mailsOf(id)).toEqual([])
      await Promise.all([begin(monday), begin(monday), begin(monday + second)])
      await begin(monday + hour)
      expect(await mailsOf(id)).toEqual([[0, 'queued', address, null]])
      expect(await nextOf(id)).toBe(1)
    })

    test('says which times it has missed, and makes up the last one within an hour', async () => {
      const id = await insert()
      await begin(monday + 2 * day + hour)
      const missed = 'schedule.missed'
      expect(await mailsOf(id)).toEqual([
        [0, 'missed', '', missed],
        [1, 'missed', '', missed],
        [2, 'queued', address, null],
      ])
      expect(await nextOf(id)).toBe(3)
      expect(await store.read.scheduledMails.missedBefore(id, monday + 2 * day)).toEqual([
        monday,
        monday + day,
      ])
    })

    test('has no more than a month of missed times', async () => {
      const id = await insert()
      await begin(monday + 400 * day + 2 * hour)
      expect((await mailsOf(id)).length).toBe(31)
      expect(await nextOf(id)).toBe(401)
    })

    test('is skipped with its reason while it is paused, and goes on afterwards', async () => {
      const id = await insert()
      const viewed = await insert({ kind: 'view', viewId: 9 })
      const ofNobody = await insert({ recipients: '[{"user_id":"gone"}]' })
      const setRole = (role: 'operator' | 'manager') =>
        store.write((tx) => tx.members.setRole(organizationId, 'ada', role))
      await setRole('operator')
      await begin(monday)
      await setRole('manager')
      await begin(monday + day, true)
      await begin(monday + 2 * day)
      expect(await mailsOf(id)).toEqual([
        [0, 'skipped', '', 'schedule.owner_role'],
        [1, 'skipped', '', 'mail.off'],
        [2, 'queued', address, null],
      ])
      expect((await mailsOf(viewed))[2]?.[3]).toBe('schedule.view_gone')
      expect((await mailsOf(ofNobody))[2]?.[3]).toBe('schedule.no_recipient')
      await store.write((tx) => tx.members.remove(organizationId, 'ada'))
      await begin(monday + 3 * day)
      await store.write((tx) => tx.accounts.insertMembership('ada', organizationId, 'manager'))
      expect((await mailsOf(id))[3]).toEqual([3, 'skipped', '', 'schedule.owner_gone'])
    })

    test('follows a clock that was ahead', async () => {
      const id = await insert({ nextAt: toMicros(at) + 365 * day })
      await begin(toMicros(at) + 365 * day)
      expect((await mailsOf(id)).length).toBe(1)
      await store.write((tx) => tx.setBack.messageTimes({ limit: at, seconds: 365 * 86_400 }))
      expect(await mailsOf(id)).toEqual([])
      await begin(toMicros(at))
      // The next 7:00 after 31 January, 8:05.
      expect(await nextOf(id)).toBe(-1)
    })

    test('lets mail wait again whose instance was killed, and ends what is too old', async () => {
      const id = await insert()
      await begin(monday)
      const stateOf = async () => (await mailsOf(id))[0]?.[1]
      const { rows } = await store.read.scheduledMails.list(id, { limit: 1, offset: 0 })
      const mail = rows[0]?.id ?? 0
      const claim = (by: string) => store.write((tx) => tx.scheduledMails.claim(mail, by, monday))
      const both = await Promise.all([claim('one'), claim('two')])
      expect(both.filter((one) => one !== undefined).length).toBe(1)
      const by = both[0] ? 'one' : 'two'
      const recover = (instance: string, inProgress: number[], before: Micros) =>
        store.write((tx) => tx.scheduledMails.recover(instance, inProgress, before))
      await recover('other', [], monday)
      await recover(by, [mail], monday)
      expect(await stateOf()).toBe('sending')
      await recover('other', [], monday + 1)
      expect(await stateOf()).toBe('queued')
      expect(await store.read.scheduledMails.waiting(organizationId)).toBeGreaterThan(0)
      // What was taken from an instance is not ended by it.
      await store.write((tx) =>
        tx.scheduledMails.end(mail, by, { state: 'sent', endedAt: monday, error: null }),
      )
      expect(await stateOf()).toBe('queued')
      const ended = { state: 'failed', endedAt: monday + day } as const
      await store.write((tx) =>
        tx.scheduledMails.endOld(monday + 1, ended, '{"english":"","text":{"key":"old"}}'),
      )
      expect(await mailsOf(id)).toEqual([[0, 'failed', address, 'old']])
      const old = monday + day + 1
      expect(await store.write((tx) => tx.scheduledMails.deleteEndedBefore(old, 10))).toBeGreaterThan(0)
      expect(await store.write((tx) => tx.scheduledMails.deleteSurplus(organizationId, 1, 1))).toBe(1)
    })
  })
}
