import { afterAll, afterEach, expect, test } from 'bun:test'
import type { IPublishPacket } from 'mqtt-packet'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { later } from '../../support/external-broker'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newTagged } from '../../support/records'
import { type RefusingBroker, startRefusingBroker } from '../../support/refusing-broker'
import { until } from '../../support/until'

/** Messages that the external broker refuses for now or for good (docs/mqtt-out.md, External broker). */

let broker: RefusingBroker | undefined
afterEach(() => broker?.close())
afterAll(stopPrograms)

const quotaExceeded = 0x97
const notAuthorized = 0x87

const startWith = (port: number): Promise<Program> =>
  startProgram({
    env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${port}`, WHEREABOUTS_MQTT_EVENTS: 'on' },
  })

const sequenceOf = ({ payload }: IPublishPacket): number => JSON.parse(payload.toString()).sequence
const isOf = (slug: string) => (message: IPublishPacket) => message.topic.startsWith(`${slug}/events/`)
const acceptedOf = ({ accepted }: RefusingBroker, slug: string): number[] =>
  accepted.filter(isOf(slug)).map(sequenceOf)
const eventsOf = async (api: Client): Promise<number[]> =>
  (await api.get('/api/v1/events?limit=200')).body.data.map((event: { sequence: number }) => event.sequence)
/** The last delivery of each event, in the order of arrival. */
const lastOfEach = (sequences: readonly number[]): number[] =>
  [...new Set(sequences.toReversed())].toReversed()

test(
  'a message that exceeds a quota is published again in its order, and messages of other organizations meanwhile',
  async () => {
    const refusedOf = new Map<number, number>()
    let isFull = true
    const started = await startRefusingBroker((message) => {
      if (!isOf('north')(message)) return 0
      const sequence = sequenceOf(message)
      const count = (refusedOf.get(sequence) ?? 0) + 1
      refusedOf.set(sequence, count)
      // The first event is accepted at once, and the fifth one is refused once more.
      const isRefused = sequence === 1 ? false : isFull || (sequence === 5 && count === 1)
      return isRefused ? quotaExceeded : 0
    })
    broker = started
    const program = await startWith(started.port)
    const north = await signIn(program)
    const south = await otherOrganization(program)
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) await newTagged(north, `AA0${index}`)
    await until(() => (refusedOf.get(2) ?? 0) >= 2, 'a second attempt')
    for (const index of [1, 2, 3]) await newTagged(south, `BB0${index}`)
    const expectedSouth = await eventsOf(south)
    await until(() => acceptedOf(started, 'south').length >= expectedSouth.length, 'the other organization')
    expect(acceptedOf(started, 'south')).toEqual(expectedSouth)
    expect(acceptedOf(started, 'north')).toEqual([1])
    isFull = false
    const expected = await eventsOf(north)
    const arrived = () => lastOfEach(acceptedOf(started, 'north'))
    await until(() => arrived().length === expected.length, 'the refused messages')
    expect(arrived()).toEqual(expected)
    const message = 'the broker refused a message, which is published again later'
    await until(() => program.log().includes(message), message)
    await program.stop()
  },
  later,
)

test(
  'a message that is refused for good is skipped',
  async () => {
    const started = await startRefusingBroker((message) =>
      isOf('north')(message) && sequenceOf(message) === 2 ? notAuthorized : 0,
    )
    broker = started
    const program = await startWith(started.port)
    const north = await signIn(program)
    for (const index of [1, 2, 3]) await newTagged(north, `AA0${index}`)
    const expected = (await eventsOf(north)).filter((sequence) => sequence !== 2)
    await until(() => acceptedOf(started, 'north').length >= expected.length, 'the other messages')
    expect(acceptedOf(started, 'north')).toEqual(expected)
    const message = 'the broker refused a message, which is not published again'
    await until(() => program.log().includes(message), message)
    await program.stop()
  },
  later,
)
