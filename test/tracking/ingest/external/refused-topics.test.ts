import { afterAll, expect, test } from 'bun:test'
import { mosquittoSuffix, startMosquitto, stopMosquittos, withMosquitto } from '../../../support/mosquitto'
import { stopPrograms } from '../../../support/program'
import { type RefusingBroker, startRefusingBroker } from '../../../support/refusing-broker'
import {
  connected,
  later,
  openWorld,
  isConnected,
  newReader,
  newTags,
  placed,
  publish,
  readinessOf,
} from '../../../support/external-broker'
import { until } from '../../../support/until'

/** Topics of readers that an external broker does not accept (docs/broker.md, Behavior). */

let refusing: RefusingBroker | undefined
afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
  refusing?.close()
})

const problemOf = async (program: Parameters<typeof readinessOf>[0]): Promise<string> =>
  (await readinessOf(program)).problems[0] ?? ''

withMosquitto(`a topic for which the broker closes the connection${mosquittoSuffix}`, () => {
  test(
    'does not affect other readers, and is named until it is changed',
    async () => {
      const broker = await startMosquitto()
      const { program, session, api } = await openWorld(broker.port)
      await newReader(session, api, 'first/#')
      await connected(program)
      const tooDeep = await newReader(session, api, `deep/${'a/'.repeat(250)}#`, 'deep')
      const withControl = await newReader(session, api, 'line\nbreak/#')
      const last = await newReader(session, api, 'last/#')
      await until(async () => (await problemOf(program)).includes('refused: 2'), 'the problem', 60)
      expect(await isConnected(program)).toBeTrue()
      expect(program.log()).toContain('"filter":"line\\nbreak/#","reason":"it closes the connection"')

      const tags = await newTags(api, 'C', 2)
      const publisher = await broker.connect()
      for (const [index, topic] of ['first/1', 'last/1'].entries())
        await publish(publisher, topic, tags[index]!)
      await until(async () => (await placed(api)) === tags.length, 'the messages of the others')

      await session.delete(`/internal/v1/readers/${tooDeep.id}`)
      await session.patch(`/internal/v1/readers/${withControl.id}`, { topic: 'fine/#' })
      await session.delete(`/internal/v1/readers/${last.id}`)
      await until(async () => (await readinessOf(program)).status === 'ready', 'no problem')
      await until(() => broker.log().includes('\tfine/# (QoS 1)'), 'the new subscription')
    },
    { timeout: 120_000 },
  )
})

test(
  'a topic that the broker does not permit is named, while the others arrive',
  async () => {
    refusing = await startRefusingBroker(
      () => 0,
      (filter) => (filter.startsWith('secret/') ? 0x87 : 1),
    )
    const { program, session, api } = await openWorld(refusing.port)
    await newReader(session, api, 'open/#')
    const secret = await newReader(session, api, 'secret/#')
    await until(async () => (await problemOf(program)).includes('refused: 1'), 'the problem')
    expect(await isConnected(program)).toBeTrue()
    expect(program.log()).toContain('"filter":"secret/#","reason":"Not authorized"')
    await session.delete(`/internal/v1/readers/${secret.id}`)
    await until(async () => (await readinessOf(program)).status === 'ready', 'no problem')
  },
  later,
)
